import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDataDir } from '../data-dir.ts'
import { hasErrorCode } from '../error-code.ts'
import { StartupError } from '../startup-error.ts'
import { inspectProcess } from './process-facts.ts'

export interface DataDirLock {
  release(): void
}

/**
 * Claims a data folder for this process. A lock whose process has died is taken over: what that process left running,
 * its PostgreSQL, may then be adopted. A living holder is another server, and starting beside it is refused.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  ensureDataDir(dataDir)
  const path = join(dataDir, 'server.lock')
  const claim = JSON.stringify({ pid: process.pid, startedAt: inspectProcess(process.pid)?.startedAt })
  const draft = `${path}.${process.pid}`
  try {
    writeFileSync(draft, claim, { mode: 0o600 })
  } catch (error) {
    if (hasErrorCode(error, 'EACCES'))
      throw new StartupError(`The data folder ${dataDir} belongs to another user.`)
    throw error
  }
  try {
    // Each failed round means that another process changed the lock between two of our steps.
    for (let round = 0; round < 10; round++) {
      if (tryLink(draft, path)) return { release: () => releaseIfOurs(path, claim) }
      const found = readIfThere(path)
      if (found === undefined) continue
      const holder = livingHolder(found)
      if (holder)
        throw new StartupError(`Another server (process ${holder}) already uses the data folder ${dataDir}.`)
      removeStale(path, found)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  throw new StartupError(`The data folder ${dataDir} is being claimed by several servers at once.`)
}

/** Whether a living process has claimed the folder. */
export function isDataDirInUse(dataDir: string): boolean {
  const found = readIfThere(join(dataDir, 'server.lock'))
  return found !== undefined && livingHolder(found) !== undefined
}

function livingHolder(claim: string): number | undefined {
  const { pid, startedAt } = parseClaim(claim)
  const facts = pid > 0 ? inspectProcess(pid) : undefined
  return facts && facts.startedAt === startedAt ? pid : undefined
}

function parseClaim(claim: string): { pid: number; startedAt: unknown } {
  try {
    const { pid, startedAt } = JSON.parse(claim) as Record<string, unknown>
    return { pid: Number(pid), startedAt }
  } catch {
    return { pid: 0, startedAt: undefined }
  }
}

/** Moves the lock aside before deleting it, so that a lock claimed since we looked is noticed and put back. */
function removeStale(path: string, stale: string): void {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return
    throw error
  }
  if (readFileSync(aside, 'utf8') !== stale) tryLink(aside, path)
  unlinkSync(aside)
}

function releaseIfOurs(path: string, claim: string): void {
  if (readIfThere(path) === claim) rmSync(path, { force: true })
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false
    throw error
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  }
}
