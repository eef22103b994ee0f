import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Endpoint } from './endpoint.ts'
import { inspectProcess, processesWorkingIn, workingDir } from './process-facts.ts'

export interface FoundPostmaster {
  readonly pid: number
  readonly endpoint: Endpoint
}

const orphanTimeoutMs = 3_000

/** The PostgreSQL that runs on these files, as when the server before us was killed and left it behind. */
export function findPostmaster(cluster: Cluster): FoundPostmaster | undefined {
  const lines = readPidFile(cluster.dir)
  const pid = Number(lines?.[0])
  if (!lines || !isPostmaster(cluster.dir, pid)) return undefined
  const port = Number(lines[3])
  const socketDir = lines[4]
  const endpoint: Endpoint = socketDir
    ? { kind: 'socket', dir: socketDir, port }
    : { kind: 'tcp', port, password: cluster.password }
  return { pid, endpoint }
}

/** Numbers are reused: the process that now carries the recorded one may be anything. */
export function isPostmaster(dir: string, pid: number): boolean {
  const facts = pid > 0 ? inspectProcess(pid) : undefined
  if (!facts) return false
  if (process.platform === 'linux') return workingDir(pid) === dir
  return process.platform === 'win32' || facts.name.includes('postgres')
}

/**
 * Removes what a killed PostgreSQL left, which it would otherwise take for a living server where the dead process
 * lingers as a zombie. Only safe once none of its processes is left, so stragglers are waited for, then ended.
 */
export async function clearRemains(dir: string): Promise<void> {
  const lines = readPidFile(dir)
  if (!lines) return
  const deadline = performance.now() + orphanTimeoutMs
  for (let left = processesWorkingIn(dir); left.length > 0; left = processesWorkingIn(dir)) {
    // They have lost their postmaster and can no longer commit anything, so ending them loses nothing.
    if (performance.now() > deadline) left.forEach((pid) => tryKill(pid, 'SIGKILL'))
    await sleep(20)
  }
  const [pid, port] = [Number(lines[0]), lines[3]]
  if (process.platform === 'linux' || !inspectProcess(pid)) {
    rmSync(join(dir, 'postmaster.pid'), { force: true })
    rmSync(join(dir, `.s.PGSQL.${port}`), { force: true })
    rmSync(join(dir, `.s.PGSQL.${port}.lock`), { force: true })
  }
}

export function tryKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself in the meantime.
  }
}

/** Lines: process, data folder, start time, port, socket folder, listen address, shared memory, status. */
function readPidFile(dir: string): string[] | undefined {
  try {
    return readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
}
