import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'
import type { Logger } from 'pino'
import { uuid7Factory } from '@signalbox/model/text/uuid7'
import { buildApp } from './app.ts'
import { atPort, localUrl, readConfig, type Config, type Settings } from './config.ts'
import { lockDataDir } from './database/lock-data-dir.ts'
import { writeAheadMs } from './console/sandbox/clock-store.ts'
import { seedDefaults } from './seed-defaults.ts'
import { userFormats } from './people/userdata/read-model.ts'
import { loadDemo, type Demo } from './load-demo.ts'
import { startBackground } from './jobs/index.ts'
import { closeInTurn, type Opened } from './kit/close-in-turn.ts'
import { createLog } from './kit/logger.ts'
import { forbidFetch } from './kit/outbound/forbid-fetch.ts'
import { secretBox } from './kit/secret-box.ts'
import { openTracing } from './kit/tracing/open-tracing.ts'
import type { KitDeps } from './kit/unit-of-work.ts'
import { ensurePortIsFree, explainListen, reservePort } from './listen-port.ts'
import { auditKey, openDatabase } from './open-database.ts'
import { startSandboxProcess, type SandboxProcess, type TrafficOrder } from './sandbox-process.ts'
import { StartupError } from './startup-error.ts'
import { version } from './version.ts'

// Between two collections of everything the heap grows by half at most. Left to itself V8 lets it grow fourfold, and a long
// export fills that with rows that left long ago.
setFlagsFromString('--heap-growing-percent=50')

forbidFetch()

const webRoot = join(dirname(fileURLToPath(import.meta.url)), '../../web/dist')

/** What was opened, closed again in the opposite order: after a signal, and when a later step of the start fails. */
const opened: Opened[] = []
/** Longer than the slowest answer of a PSP: the last payments and jobs come to their end. */
const stopTimeoutMs = 120_000
let stopping: Promise<boolean> | undefined
let isLeaving = false
const stop = (): Promise<boolean> =>
  (stopping ??= closeInTurn(opened, { timeoutMs: stopTimeoutMs, say: (problem) => console.error(problem) }))

async function stopAndExit(): Promise<void> {
  process.exit((await stop()) ? 0 : 1)
}

/** A balancer sends requests here until it has asked whether we are ready, and those are answered too. */
async function leave(drainMs: number): Promise<void> {
  isLeaving = true
  await new Promise((resolve) => setTimeout(resolve, drainMs))
  await stopAndExit()
}

async function run(): Promise<void> {
  let drainMs = 0
  process.on('SIGINT', () => void stopAndExit())
  process.on('SIGTERM', () => void leave(drainMs))
  const settings = readConfig()
  const log = createLog(settings.logLevel)
  const lock = lockDataDir(settings.dataDir)
  opened.push({ name: 'the data folder', close: () => lock.release() })
  const { given, listenOptions } = await takePort(settings)
  const database = await openDatabase(given, log)
  opened.push({ name: 'the database', close: () => database.close() })
  const sandbox = await startSandbox(given, log)
  const config: Config = {
    ...given,
    masterKey: database.keys,
    ...(sandbox && { sandboxUrl: sandbox.url }),
  }
  // A new sandbox begins in real time, and payments with it.
  if (sandbox) await writeAheadMs(database.db, 0)
  const deps: KitDeps = {
    db: database.db,
    now: () => new Date(),
    newId: uuid7Factory({ now: () => Date.now(), random: (length) => randomBytes(length) }),
    auditKey: auditKey(config.masterKey),
    log,
    userFormats,
  }
  const seeded = await seedDefaults(deps)
  if (Object.values(seeded).some((count) => count > 0)) log.info(seeded, 'defaults of the platform written')
  const demo = config.demo ? await loadDemo() : undefined
  if (await demo?.seed(deps, secretBox(config.masterKey))) log.info('demo platform seeded')
  const tracing = await openTracing(config, { now: deps.now, log, version })
  // Closed after the server, whose last requests and jobs leave spans too.
  if (tracing) opened.push({ name: 'traces', close: () => tracing.close() })
  const app = await buildApp({ config, deps, database, webRoot, tracing, isLeaving: () => isLeaving })
  opened.push({ name: 'the server', close: () => app.close() })
  const background = await startBackground({
    config,
    deps,
    queueUrl: database.queueUrl,
    payments: app.payments,
    workSources: app.workSources,
    readiness: app.readiness,
    metrics: app.metrics,
    tracing,
  })
  restWhenClosed(app, background)
  if (demo) {
    const history = await demo.seedHistory(config, app.payments.machine)
    opened.push({ name: 'the history of the demo', close: () => history.stop() })
  }
  try {
    await app.listen(listenOptions)
  } catch (error) {
    throw explainListen(error, config)
  }
  if (sandbox && demo) await startDemoTraffic(sandbox, demo.traffic(config))
  drainMs = config.drainMs
  announce(config, demo)
}

/** With PORT=0 any free port will do; it is kept from now on, because the address is part of many settings. */
async function takePort(
  settings: Settings,
): Promise<{ given: Settings; listenOptions: FastifyListenOptions }> {
  const { host, port } = settings
  if (port === 0) {
    const reserved = await reservePort(host)
    return { given: atPort(settings, reserved.port), listenOptions: reserved.listenOptions() }
  }
  await ensurePortIsFree(settings)
  return { given: settings, listenOptions: { host, port } }
}

/** Jobs come to their end beside the last requests, and before anything they work with is closed. */
function restWhenClosed(app: FastifyInstance, background: { stop(): Promise<void> }): void {
  let resting: Promise<void> | undefined
  const rest = (): Promise<void> => (resting ??= background.stop())
  app.addHook('preClose', (done) => {
    rest().catch(() => undefined)
    done()
  })
  app.addHook('onClose', rest)
}

/** Outside production somebody has to play banks and merchants, unless it is said who does. */
async function startSandbox(config: Config, log: Logger): Promise<SandboxProcess | undefined> {
  if (config.environment === 'production' || config.sandboxUrl) return undefined
  const sandbox = await startSandboxProcess({ dataDir: config.dataDir, serverPort: config.port, log })
  opened.push({ name: 'the sandbox', close: () => sandbox.stop() })
  return sandbox
}

/** Users come once there is somebody to serve them, and are sent home first when the server stops. */
async function startDemoTraffic(sandbox: SandboxProcess, traffic: TrafficOrder): Promise<void> {
  await sandbox.setTraffic(traffic)
  opened.push({
    name: 'the traffic of the demo',
    close: () => sandbox.setTraffic({ ...traffic, tps: 0 }).catch(() => undefined),
  })
}

function announce(config: Config, demo: Demo | undefined): void {
  const behind = config.publicUrl === localUrl(config) ? '' : `, listening on ${localUrl(config)}`
  console.log(`Signalbox ready at ${config.publicUrl}${behind}`)
  if (demo && config.sandboxUrl) console.log(`Demo shop to pay in: ${config.sandboxUrl}/cashier`)
  if (demo) console.log(`Demo logins, password ${demo.password}: ${demo.usernames.join(', ')}`)
}

try {
  await run()
} catch (error) {
  if (!stopping) console.error(error instanceof StartupError ? error.message : error)
  await stop()
  process.exit(1)
}
