import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../..')

type Settings = Readonly<Record<string, string>>

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Nothing of the test runner's own surroundings: with its NODE_ENV, for one, the console would be built another way. */
function surroundings(settings: Settings): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot', 'npm_execpath', 'npm_config_cache']
  const inherited = kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return {
    ...(Object.fromEntries(inherited) as Settings),
    LOG_LEVEL: 'error',
    SEED_TRANSACTIONS: '50',
    ...settings,
  }
}

interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  output(): string
}

function launch(command: string, args: readonly string[], settings: Settings): Running {
  const child = spawn(command, args, {
    cwd: root,
    env: surroundings(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (text: Buffer) => (said.stdout += text.toString()))
  child.stderr.on('data', (text: Buffer) => (said.stderr += text.toString()))
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...said }))
  })
  return { child, ended, output: () => said.stdout + said.stderr }
}

export const runNode = (args: readonly string[], settings: Settings = {}): Promise<Ended> =>
  launch(process.execPath, args, settings).ended

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** As people type it. */
export const runNpm = (args: readonly string[], settings: Settings = {}): Promise<Ended> =>
  launch(npm, args, settings).ended

export interface RealServer {
  /** Where it listens; behind a proxy people use another address. */
  readonly url: string
  /** What it has said so far. */
  output(): string
  /** Asks npm to stop, like a service manager does; done when nothing holds its output any more. */
  stop(): Promise<Ended>
}

const started = new Set<ChildProcess>()

/** `npm start`, with everything npm puts around it. Gives up when it ends before the server is ready. */
export async function startRealServer(settings: Settings): Promise<RealServer> {
  const { child, ended, output } = launch(npm, ['start'], { PORT: '0', ...settings })
  started.add(child)
  void ended.finally(() => started.delete(child))
  const url = await new Promise<string>((ready, failed) => {
    child.stdout?.on('data', () => {
      const [, address, local] =
        /Signalbox ready at ([^\s,]+)(?:, listening on (\S+))?\n/.exec(output()) ?? []
      if (address) ready(local ?? address)
    })
    void ended.then(() => failed(new Error(`The server ended before it was ready: ${output()}`)), failed)
  })
  return {
    url,
    output,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** For the end of a test that failed half-way. */
export async function stopRealServers(): Promise<void> {
  await Promise.all(
    [...started].map((child) => {
      child.kill('SIGTERM')
      return new Promise((resolve) => child.once('close', resolve))
    }),
  )
}
