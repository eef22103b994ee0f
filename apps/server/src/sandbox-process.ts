import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ensureDataDir } from './data-dir.ts'
import { openDestinations } from './kit/outbound/destinations.ts'
import { createHttpExchanger } from './kit/outbound/http-exchange.ts'
import { ensurePortIsFree } from './listen-port.ts'
import { StartupError } from './startup-error.ts'

/** Built beside this file, and nowhere imported: a production server never loads it. */
const builtProgram = join(dirname(fileURLToPath(import.meta.url)), 'sandbox-main.js')

export interface SandboxProcess {
  readonly url: string
  /** Lets users come, now and after every restart. */
  setTraffic(traffic: TrafficOrder): Promise<void>
  stop(): Promise<void>
}

export interface TrafficOrder {
  /** Payments a second. */
  readonly tps: number
  /** Where the public API is: `http://127.0.0.1:3000/signalbox`. */
  readonly baseUrl: string
  readonly shops: readonly {
    readonly merchantId: number
    readonly name?: string
    readonly country?: string
    readonly currencies: readonly string[]
    readonly clientId: string
    readonly secret: string
  }[]
}

interface SandboxSettings {
  readonly dataDir: string
  /** The server's own; the sandbox listens ten above it, where that is free. */
  readonly serverPort: number
  readonly log: Pick<Logger, 'warn' | 'error'>
  /** What to run, where it is not the one built with the server. */
  readonly program?: string
}

const portDistance = 10
/** From here on the system gives ports to clients, and a restarted sandbox may find its own taken by one. */
const clientPorts = 32_768

const anyPort = 0
const sandboxPort = (serverPort: number): number =>
  serverPort + portDistance < clientPorts ? serverPort + portDistance : anyPort

interface Running {
  readonly url: string
  readonly pid: number
  /** Absent when an earlier server started it. */
  readonly child?: ChildProcess
}

/**
 * Runs the sandbox beside the server: takes over one that an earlier server of this data folder left running, else
 * starts one, and starts it again when it dies. It is not stopped by what kills the server, only by `stop`.
 */
export async function startSandboxProcess(settings: SandboxSettings): Promise<SandboxProcess> {
  const { log, program = builtProgram } = settings
  const dir = join(settings.dataDir, 'sandbox')
  ensureDataDir(dir)
  let running =
    (await findRunning(dir)) ?? (await launchAnywhere(program, dir, sandboxPort(settings.serverPort)))
  let stopping = false
  let traffic: TrafficOrder | undefined
  const { url } = running

  const watch = async (): Promise<void> => {
    for (;;) {
      await ended(running)
      if (stopping) return
      log.warn('the sandbox ended and is started again')
      try {
        running = (await findRunning(dir)) ?? (await launch(program, dir, Number(new URL(url).port)))
        if (traffic) await orderTraffic(url, traffic)
      } catch (error) {
        log.error({ err: error }, 'the sandbox could not be started')
        await pause(restartPauseMs, undefined, { ref: false })
      }
      // Asked to stop while it was being started: nobody else would stop this one.
      if (stopping) signal(running.pid, 'SIGTERM')
    }
  }
  const watching = watch()
  return {
    url,
    setTraffic: (order) => {
      traffic = order
      return orderTraffic(url, order)
    },
    stop: async () => {
      stopping = true
      signal(running.pid, 'SIGTERM')
      const stopped = await Promise.race([
        watching.then(() => true),
        pause(stopTimeoutMs, false, { ref: false }),
      ])
      if (!stopped) signal(running.pid, 'SIGKILL')
    },
  }
}

const restartPauseMs = 1_000
const stopTimeoutMs = 5_000
const lookEveryMs = 100
const startTimeoutMs = 20_000

/** Where the usual port is taken by somebody else, any other will do: the server tells everybody where it is. */
async function launchAnywhere(program: string, dir: string, port: number): Promise<Running> {
  const isFree = await ensurePortIsFree({ host: '127.0.0.1', port }).then(
    () => true,
    () => false,
  )
  try {
    return await launch(program, dir, isFree ? port : anyPort)
  } catch (error) {
    // Somebody was quicker.
    if (error instanceof StartupError && error.message.startsWith(`Port ${port}`))
      return launch(program, dir, anyPort)
    throw error
  }
}

async function launch(program: string, dir: string, port: number): Promise<Running> {
  const output = openSync(join(dir, 'sandbox.log'), 'w', 0o600)
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', program, '--dir', dir, '--port', String(port)],
    // In a process group of its own: Ctrl+C is for the server, which then asks the sandbox to leave.
    { detached: true, stdio: ['ignore', output, output] },
  )
  closeSync(output)
  child.unref()
  const deadline = Date.now() + startTimeoutMs
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const found = await findRunning(dir)
    if (found && found.pid === child.pid) return { ...found, child }
    await pause(lookEveryMs)
  }
  child.kill('SIGKILL')
  throw new StartupError(lastLine(join(dir, 'sandbox.log')) ?? 'The sandbox did not start in time.')
}

/** The sandbox of this machine, and nothing else. */
const { exchange } = createHttpExchanger({
  now: () => new Date(),
  destinations: openDestinations({ production: false, allowed: [] }),
})

async function orderTraffic(url: string, order: TrafficOrder): Promise<void> {
  const answer = await exchange({
    method: 'PUT',
    url: `${url}/admin/traffic`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
    timeouts: { connectMs: 1_000, readMs: 10_000 },
  })
  if (answer.kind !== 'answered') throw new Error(`The sandbox does not answer: ${answer.failure}`)
  if (answer.status >= 300) throw new Error(`The sandbox refused to bring traffic: ${answer.status}`)
}

/** The sandbox of this folder, if one answers. */
async function findRunning(dir: string): Promise<Running | undefined> {
  try {
    const { url } = JSON.parse(readFileSync(join(dir, 'address.json'), 'utf8')) as { url: string }
    const answer = await exchange({
      method: 'GET',
      url: `${url}/health`,
      headers: {},
      body: '',
      timeouts: { connectMs: 500, readMs: 500 },
    })
    if (answer.kind !== 'answered') return undefined
    const health = JSON.parse(answer.body) as { service?: string; dir?: string; pid?: number }
    return health.service === 'signalbox-sandbox' && health.dir === dir && health.pid
      ? { url, pid: health.pid }
      : undefined
  } catch {
    return undefined
  }
}

async function ended({ child, pid }: Running): Promise<void> {
  const alive = (): boolean => (child ? child.exitCode === null && child.signalCode === null : signal(pid, 0))
  while (alive()) await pause(lookEveryMs, undefined, { ref: false })
}

/** Whether there was a process to tell. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

function lastLine(path: string): string | undefined {
  return readFileSync(path, 'utf8').trim().split('\n').at(-1) || undefined
}
