import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ensureDataDir } from '../data-dir.ts'
import { hasErrorCode } from '../error-code.ts'
import { StartupError } from '../startup-error.ts'
import { askForDatabaseUrl, findBinaries, type Binaries } from './binaries.ts'
import { asUser, chooseRunAs, fileOwner, type RunAs } from './run-as.ts'

export const superuser = 'signalbox_owner'
export const databaseName = 'signalbox'

/** The major version of the binaries in package.json; files of another one cannot be opened. */
const majorVersion = '18'

/** A PostgreSQL data folder, ready to be started. */
export interface Cluster {
  readonly dir: string
  readonly logFile: string
  readonly binaries: Binaries
  readonly runAs: RunAs
  /** Asked for over TCP only; the socket lies in a folder nobody else can enter. */
  readonly password: string
}

export async function openCluster(dataDir: string, log: { info(message: string): void }): Promise<Cluster> {
  ensureDataDir(dataDir)
  // The real path, because it is what a process reports as the folder it works in.
  const dir = join(realpathSync(dataDir), 'postgres')
  const binaries = findBinaries(dataDir)
  const runAs = chooseRunAs(dir, [dir, binaries.postgres])
  const passwordFile = join(dataDir, 'postgres.password')
  if (!existsSync(passwordFile))
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  const cluster = {
    dir,
    logFile: join(dataDir, 'postgres.log'),
    binaries,
    runAs,
    password: readFileSync(passwordFile, 'utf8').trim(),
  }
  if (!existsSync(dir)) {
    log.info('Creating the embedded database')
    await initialise(cluster, passwordFile)
  }
  const version = readVersion(dir)
  if (version !== majorVersion) {
    throw new StartupError(
      `${dir} was made by PostgreSQL ${version} and cannot be opened by PostgreSQL ${majorVersion}.`,
    )
  }
  return cluster
}

function readVersion(dir: string): string {
  try {
    return readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if (hasErrorCode(error, 'EACCES'))
      throw new StartupError(`The database in ${dir} belongs to another user.`)
    throw new StartupError(`${dir} is not a PostgreSQL data folder.`)
  }
}

/**
 * Where programs of PostgreSQL run. Of our environment they get nothing, it holds keys that are none of their business;
 * and not our working folder, which may be closed to the user they run as.
 */
export function surroundings(cluster: Cluster): { cwd: string; env: NodeJS.ProcessEnv } {
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  return { cwd: dirname(cluster.dir), env: { PATH: path, LC_ALL: 'C', ...cluster.binaries.env } }
}

/** Builds the files under another name, so that a kill in the middle never leaves half a database behind. */
async function initialise(cluster: Cluster, passwordFile: string): Promise<void> {
  const draft = `${cluster.dir}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const owner = fileOwner(cluster.runAs)
  if (owner) {
    chownSync(draft, owner.uid, owner.gid)
    chownSync(passwordFile, owner.uid, owner.gid)
  }
  // The builtin locale sorts alike on every system and lets an index serve a search by prefix.
  await run(cluster, cluster.binaries.initdb, [
    ...[
      '-D',
      draft,
      '-U',
      superuser,
      '--auth-local=trust',
      '--auth-host=scram-sha-256',
      `--pwfile=${passwordFile}`,
    ],
    ...[
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
    ],
  ])
  renameSync(draft, cluster.dir)
}

export function run(cluster: Cluster, program: string, programArgs: readonly string[]): Promise<void> {
  const { command, args, options } = asUser(cluster.runAs, program, programArgs)
  const child = spawn(command, args, {
    ...options,
    ...surroundings(cluster),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (complaint = (complaint + text).slice(-4_000)))
  return new Promise((done, failed) => {
    child.on('error', (error) => failed(cannotStart(error, program)))
    child.on('close', (code) => {
      if (code === 0) return done()
      failed(new StartupError(`The embedded PostgreSQL could not be prepared: ${lastLine(complaint)}`))
    })
  })
}

/** A program that is there and yet not found lacks its loader: the machine has another C library. */
export function cannotStart(error: Error, program: string): Error {
  if (hasErrorCode(error, 'ENOENT') && existsSync(program))
    return askForDatabaseUrl('The embedded PostgreSQL does not run on this system.')
  return new StartupError(`The embedded PostgreSQL could not be started: ${error.message}`)
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? 'no reason given'

/** After a change of identity, say a first start as root in a closed folder, the files must follow. */
export function claimFiles({ dir, runAs }: Cluster): void {
  const owner = fileOwner(runAs)
  if (!owner || statSync(dir).uid === owner.uid) return
  for (const entry of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(dir, entry), owner.uid, owner.gid)
  }
  chownSync(dir, owner.uid, owner.gid)
}
