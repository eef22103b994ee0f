import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { hasErrorCode } from '@signalbox/server/error-code'
import { StartupError } from '@signalbox/server/startup-error'
import { realClock } from './clock.ts'
import { openSandbox } from './sandbox.ts'

/** Built beside this file for the browsers of customers. Read anew each time, so that whoever works on it sees it. */
const scriptFile = join(dirname(fileURLToPath(import.meta.url)), 'cashier.js')
const cashierScript = (): string | undefined =>
  existsSync(scriptFile) ? readFileSync(scriptFile, 'utf8') : undefined

/** The simulated outside world as a process of its own, so that it outlives a server that is killed. */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string' },
      port: { type: 'string' },
      'delay-scale': { type: 'string', default: '1' },
    },
  })
  const [dir, port] = [values.dir, Number(values.port)]
  if (!dir || !Number.isInteger(port)) throw new StartupError('The sandbox needs --dir and --port.')
  const sandbox = await openSandbox({
    dir,
    port,
    clock: realClock,
    random: () => Math.random(),
    delayScale: Number(values['delay-scale']),
    cashierScript,
  }).catch((error: unknown) => {
    if (!hasErrorCode(error, 'EADDRINUSE')) throw error
    throw new StartupError(
      `Port ${port}, where the sandbox listens, is taken. Set PORT to another one, or SANDBOX_URL to a sandbox that runs.`,
    )
  })
  const address = join(dir, 'address.json')
  writeFileSync(address, JSON.stringify({ url: sandbox.url, pid: process.pid }), { mode: 0o600 })
  const stop = (): void => {
    rmSync(address, { force: true })
    void sandbox.close().finally(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  leaveWhenAlone(sandbox.lastRequestAt, stop)
}

const lonelyMs = 10 * 60_000
const lookEveryMs = 30_000

/** A server that was killed comes back to its sandbox; one that does not come back should not leave it behind. */
function leaveWhenAlone(lastRequestAt: () => number, stop: () => void): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent && Date.now() - lastRequestAt() > lonelyMs) stop()
  }, lookEveryMs).unref()
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`)
  process.exit(1)
}
