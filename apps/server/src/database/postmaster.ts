import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'
import { cannotStart, run, surroundings, type Cluster } from './cluster.ts'
import type { Endpoint } from './endpoint.ts'
import { findPostmaster, isPostmaster, tryKill } from './postmaster-files.ts'
import { asUser } from './run-as.ts'

/** A running PostgreSQL server process. */
export interface Postmaster {
  readonly pid: number
  isAlive(): boolean
  /** Settles when the process has ended, for whatever reason. Waiting for it does not keep Node alive. */
  readonly exited: Promise<void>
  stop(): Promise<void>
}

export interface LaunchedPostmaster extends Postmaster {
  /** The last thing it said, for the one line shown when it does not come up. */
  complaint(): string
}

export type ServerSettings = Readonly<Record<string, string | number>>

const goodbyeMs = 500
const fastShutdownMs = 30_000
const immediateShutdownMs = 5_000
const logLimitBytes = 10_000_000

export async function launchPostmaster(
  cluster: Cluster,
  endpoint: Endpoint,
  settings: ServerSettings,
): Promise<LaunchedPostmaster> {
  const programArgs = ['-D', cluster.dir, ...serverOptions(endpoint, settings)]
  if (process.platform === 'win32') return launchOnWindows(cluster, programArgs)

  const { command, args, options } = asUser(cluster.runAs, cluster.binaries.postgres, programArgs)
  const { logFd, said } = openLog(cluster.logFile)
  // Detached, so that Ctrl+C in a terminal reaches only us and we can finish our work before the database goes.
  const child = spawn(command, args, {
    ...options,
    ...surroundings(cluster),
    detached: true,
    stdio: ['ignore', logFd, logFd],
  })
  closeSync(logFd)
  if (child.pid === undefined) {
    const [error] = (await once(child, 'error')) as [Error]
    throw cannotStart(error, cluster.binaries.postgres)
  }
  child.unref()
  let alive = true
  const exited = once(child, 'exit').then(() => {
    alive = false
  })
  const { pid } = child
  return {
    pid,
    exited,
    complaint: said,
    isAlive: () => alive,
    async stop() {
      child.ref()
      await endProcess(pid, () => alive)
      await exited
    },
  }
}

/** Takes charge of a server that this process did not start. */
export function adoptPostmaster(cluster: Cluster, pid: number): Postmaster {
  const isAlive = () => isPostmaster(cluster.dir, pid)
  return {
    pid,
    isAlive,
    exited: untilEnded(isAlive),
    stop: () =>
      process.platform === 'win32'
        ? run(cluster, cluster.binaries.pgCtl, ['stop', '-w', '-m', 'fast', '-D', cluster.dir])
        : endProcess(pid, isAlive),
  }
}

async function untilEnded(isAlive: () => boolean): Promise<void> {
  while (isAlive()) await sleep(500, undefined, { ref: false })
}

/**
 * SIGTERM waits for clients that are just saying goodbye, SIGINT sends the others away, both in a clean shutdown; the
 * harsher signals follow if that hangs.
 */
async function endProcess(pid: number, isAlive: () => boolean): Promise<void> {
  const steps = [
    ['SIGTERM', goodbyeMs],
    ['SIGINT', fastShutdownMs],
    ['SIGQUIT', immediateShutdownMs],
    ['SIGKILL', immediateShutdownMs],
  ] as const
  for (const [signal, timeoutMs] of steps) {
    if (isAlive()) tryKill(pid, signal)
    for (const deadline = performance.now() + timeoutMs; isAlive() && performance.now() < deadline;)
      await sleep(15)
  }
}

/** PostgreSQL refuses to run in an elevated shell unless its own controller starts it. Then it is not our child. */
async function launchOnWindows(cluster: Cluster, options: readonly string[]): Promise<LaunchedPostmaster> {
  const quoted = options.slice(2).map((option) => `"${option}"`)
  const { logFd, said } = openLog(cluster.logFile)
  closeSync(logFd)
  const start = ['start', '-w', '-D', cluster.dir, '-l', cluster.logFile, '-o', quoted.join(' ')]
  await run(cluster, cluster.binaries.pgCtl, start)
  const found = findPostmaster(cluster)
  if (!found) throw new StartupError(`PostgreSQL did not start: ${said()}`)
  return { ...adoptPostmaster(cluster, found.pid), complaint: said }
}

function serverOptions(endpoint: Endpoint, settings: ServerSettings): string[] {
  const listening =
    endpoint.kind === 'socket'
      ? { listen_addresses: '', unix_socket_directories: endpoint.dir, unix_socket_permissions: '0700' }
      : { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  const all = { port: endpoint.port, ...listening, ...settings }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Opens the log and remembers where it ended, because what earlier servers said explains nothing. */
function openLog(path: string) {
  const sizeBefore = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const isFull = sizeBefore > logLimitBytes
  if (isFull) renameSync(path, `${path}.old`)
  const start = isFull ? 0 : sizeBefore
  const said = () => {
    const lines = readFileSync(path).subarray(start).toString().trim().split('\n')
    const fatal = lines.findLast((line) => /FATAL|PANIC|error while loading/.test(line))
    return `${(fatal ?? lines.at(-1) ?? '').trim()} (log: ${path})`
  }
  return { logFd: openSync(path, 'a', 0o600), said }
}
