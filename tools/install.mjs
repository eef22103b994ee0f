// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './repository.mjs'

/**
 * Installs the dependencies when what lies in node_modules is not what the lock file asks for.
 * @param {string} [folder] a folder with a lock file of its own
 */
export function ensureInstalled(folder = root) {
  if (isInstalled(folder)) return
  console.log('Installing dependencies, which takes a minute or two …')
  const { status, stdout, stderr, error } = npm(
    ['ci', '--include=dev', '--no-progress', '--loglevel=error'],
    folder,
  )
  if (status === 0) return
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`)
  console.error(`The dependencies could not be installed${error ? `: ${error.message}` : '.'}`)
  process.exit(1)
}

/**
 * npm keeps a copy of the lock file of what it really installed, written as its very last step.
 * @param {string} folder
 */
function isInstalled(folder) {
  const installedLock = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(installedLock)) return false
  const installed = packagesOf(installedLock)
  return Object.entries(packagesOf(join(folder, 'package-lock.json'))).every(([path, wanted]) => {
    if (path === '') return true
    const found = installed[path]
    // Binaries for other systems are optional and stay away.
    if (!found) return wanted.optional === true
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}

/**
 * Runs npm the way we were run ourselves, without a shell where that is possible.
 * @param {string[]} args
 * @param {string} cwd
 */
function npm(args, cwd) {
  const cli = process.env.npm_execpath
  /** @type {import('node:child_process').SpawnSyncOptionsWithStringEncoding} */
  const options = { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }
  if (cli?.endsWith('.js')) return spawnSync(process.execPath, [cli, ...args], options)
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }>}
 */
function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {}
}
