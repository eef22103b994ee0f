import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDataDir } from './data-dir.ts'
import { hasErrorCode } from './error-code.ts'
import { StartupError } from './startup-error.ts'

const keyBytes = 32

export function parseMasterKey(text: string, source: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (key.length !== keyBytes)
    throw new StartupError(`${source} must be ${keyBytes} random bytes as hex or base64.`)
  return key
}

/**
 * The key of a development server, made on first use. Losing it would lose every stored secret, so the file is
 * complete and on disk before it gets its name; of two processes that race, both end up with the same key.
 */
export function loadOrCreateMasterKey(dataDir: string): Buffer {
  const path = join(dataDir, 'master.key')
  return readKey(path) ?? createKey(dataDir, path)
}

function readKey(path: string): Buffer | undefined {
  try {
    return parseMasterKey(readFileSync(path, 'utf8').trim(), path)
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    if (hasErrorCode(error, 'EACCES')) throw new StartupError(`${path} cannot be read by this user.`)
    throw error
  }
}

function createKey(dataDir: string, path: string): Buffer {
  ensureDataDir(dataDir)
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'w', 0o600)
  try {
    writeSync(file, `${randomBytes(keyBytes).toString('hex')}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error
  } finally {
    unlinkSync(draft)
  }
  return parseMasterKey(readFileSync(path, 'utf8').trim(), path)
}
