import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pause, until } from './waiting.ts'

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A program of ours that runs as it does for everybody else: built, in a process of its own. */
export interface RunningProgram {
  readonly pid: number
  readonly ended: Promise<Ended>
  isAlive(): boolean
  /** What it printed last, for whoever wants to know why it ended. */
  said(): string
  end(signal: NodeJS.Signals): Promise<Ended>
}

export interface ServerProcess extends RunningProgram {
  readonly url: string
}

type Settings = Readonly<Record<string, string>>

const startTimeoutMs = 900_000
/** Longer than a server gives each of its parts to come to its end. */
const endTimeoutMs = 300_000
const keptOutput = 20_000
/** Whatever happens to the harness itself, nothing it started may stay behind. */
const running = new Set<RunningProgram>()
const databases = new Set<StoppableDatabase>()

interface StoppableDatabase {
  stop(): Promise<void>
}

/** Nothing of the surroundings but what programs need to run at all: a developer's own settings are not under test. */
const surroundings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'LANG'].flatMap((name) =>
      process.env[name] ? [[name, process.env[name]]] : [],
    ),
  )

export function runProgram(
  root: string,
  program: string,
  args: readonly string[],
  settings: Settings,
): RunningProgram {
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', join(root, 'apps/server/dist', program), ...args],
    {
      cwd: root,
      env: { ...surroundings(), ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  const listen = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-keptOutput))
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve({ code, signal }))
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${program} could not be started`)
  const made: RunningProgram = {
    pid,
    ended,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    said: () => output,
    end: async (signal) => {
      child.kill(signal)
      const hasEnded = await Promise.race([
        ended.then(() => true),
        pause(endTimeoutMs, false, { ref: false }),
      ])
      if (hasEnded) return ended
      child.kill('SIGKILL')
      throw new Error(`${program} did not stop: ${output.slice(-2_000)}`)
    },
  }
  running.add(made)
  void ended.finally(() => running.delete(made))
  return made
}

/** Starts a node and waits until it serves. */
export async function startServer(root: string, port: number, settings: Settings): Promise<ServerProcess> {
  const node = runProgram(root, 'main.js', [], {
    LOG_LEVEL: 'warn',
    SEED_TRANSACTIONS: '0',
    TRAFFIC_TPS: '0',
    PORT: String(port),
    ...settings,
  })
  const ready = await until(
    () => node.said().includes('Signalbox ready at') || !node.isAlive(),
    startTimeoutMs,
    50,
  )
  if (!ready || !node.isAlive()) {
    await node.end('SIGKILL')
    throw new Error(`A node did not start: ${node.said().slice(-2_000)}`)
  }
  return { ...node, url: `http://127.0.0.1:${port}` }
}

/** A database the harness itself keeps running. */
export function stopWithRun<T extends StoppableDatabase>(database: T): T {
  databases.add(database)
  return database
}

export async function stopDatabase(database: StoppableDatabase): Promise<void> {
  databases.delete(database)
  await database.stop()
}

export async function endAllPrograms(): Promise<void> {
  await Promise.allSettled([...running].map((program) => program.end('SIGTERM')))
  await Promise.all([...databases].map(stopDatabase))
}
