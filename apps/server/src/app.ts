import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { tokenEndpoint } from './setup/api-client/token-endpoint.ts'
import { integrationTest } from './people/merchant/test-integration.ts'
import { sandboxHandlers } from './console/sandbox/routes.ts'
import { PaymentClock } from './console/sandbox/payment-clock.ts'
import { connectionTest } from './setup/config/test-connection.ts'
import { OpenStreams } from './console/events/open-streams.ts'
import { findTraffic } from './payments/simulator/read-model.ts'
import { features } from './features.ts'
import { identity } from './people/identity/plugin.ts'
import { cookieName } from './people/identity/read-model.ts'
import { roleUse } from './people/user/role-use.ts'
import { realDisk, type DiskProbe } from './kit/health/disk-probe.ts'
import { chartLimits, computingLimits, HeavyWork } from './kit/heavy-work.ts'
import type { Handler } from './kit/handle.ts'
import { Readiness } from './kit/health/readiness.ts'
import { writeToDatabase } from './kit/health/readiness-store.ts'
import { readyRoute } from './kit/health/ready-route.ts'
import { consoleRoutes } from './kit/console-routes.ts'
import { createServer, notFound } from './kit/create-server.ts'
import { EventFeed } from './kit/events/event-feed.ts'
import { writersOf, type DatabaseLanes } from './kit/database-lanes.ts'
import { Metrics } from './kit/metrics.ts'
import { metricsRoute } from './kit/metrics-route.ts'
import { pendingMigrations } from './kit/migrate.ts'
import { lazy } from './kit/lazy.ts'
import * as resourceCentre from './console/resource-centre/routes.ts'
import { openApiOf } from './kit/openapi/console-document.ts'
import { Semaphore } from './kit/semaphore.ts'
import type { Tracing } from './kit/tracing/span.ts'
import type { KitDeps } from './kit/unit-of-work.ts'
import type { WorkSources } from './kit/work-source.ts'
import type { OpenDatabase } from './open-database.ts'
import { publicApi } from './payments/public-api/plugin.ts'
import type { Payments } from './payments/core/payments.ts'
import { gdprPage } from './payments/gdpr/gdpr-feature.ts'
import { openPayments, type PaymentOptions } from './payments/index.ts'
import { version } from './version.ts'
import { watchLoad } from './watch-load.ts'
import { watchLogins } from './watch-logins.ts'
import { webFiles } from './web-files.ts'

export interface AppOptions {
  readonly config: Config
  readonly deps: KitDeps
  /** Without lanes everybody shares the connections of `deps.db`. */
  readonly database: Pick<OpenDatabase, 'url' | 'reportUrl'> & {
    readonly warnings?: readonly string[]
    readonly lanes?: Pick<DatabaseLanes, 'payments' | 'lookups'> &
      Partial<Pick<DatabaseLanes, 'use' | 'reads' | 'priority'>>
  }
  /** Folder of the built browser application; tests of the API leave it out. */
  readonly webRoot?: string
  /** Whether this process is about to stop, and takes only what reaches it anyway. */
  readonly isLeaving?: () => boolean
  /** Where spans go; nothing where nobody wants them. */
  readonly tracing?: Tracing
  /** Tests have disks of their own. */
  readonly disk?: DiskProbe
  /** Tests give payments an outside and times of their own. */
  readonly payments?: PaymentOptions
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The payment machine of this server; its jobs are run by whoever runs the others. */
    readonly payments: Payments
    /** What waits for people, which a job also tells them by mail. */
    readonly workSources: WorkSources
    /** Whether this node can write. */
    readonly readiness: Readiness
    readonly metrics: Metrics
  }
}

/** What people see and do about payments, which live in the time of the sandbox outside production. */
const paymentFeatures: ReadonlySet<string> = new Set([
  'approval',
  'investigation',
  'kyc',
  'transaction',
  'maintenance',
])

export const consoleBase = (product: string): string => `/${product}/backoffice/api`

/** What all areas share: who is told of events, and the turns that heavy work waits for. */
const sharedDeps = ({ deps, config, database }: AppOptions, feed: EventFeed): KitDeps => ({
  ...deps,
  eventsCommitted: () => feed.wake(),
  writers: new Semaphore(writersOf(config.databaseConnections)),
  priority: database.lanes?.priority,
  heavyWork: new HeavyWork(),
  computing: new HeavyWork(computingLimits),
  charting: new HeavyWork(chartLimits),
  accessUsed: roleUse(deps),
})

/** The whole server, ready to listen. Used by `main` and by every test. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, database, webRoot, tracing } = options
  const { db, log } = options.deps
  const metrics = new Metrics()
  const production = config.environment === 'production'
  tracing?.countIn(metrics)
  const app = await createServer({ log, metrics, trustedProxies: config.trustedProxies, tracing })
  app.decorate('metrics', metrics)
  watchLogins(app, config.product, metrics)
  const base = consoleBase(config.product)
  const { payments: forPayments = db, lookups = db } = database.lanes ?? {}
  const { reads = forPayments, priority } = database.lanes ?? {}
  const feed = new EventFeed({ db: lookups, log, directUrl: database.url })
  const deps = sharedDeps(options, feed)
  const { authenticate } = identity(app, config, deps)
  const streams = runFeed(app, feed)
  app.addHook('preClose', () => priority?.end())
  const { all, rules, trialRules, gate, sources } = features({
    config,
    deps,
    lookups,
    database,
    authenticate,
    feed,
    streams,
    // The machine is made of rules that are made here: whoever asks later finds it.
    fromPayments: {
      find: (tx, tried) => payments.findCircumstances(tx, tried),
      runTests: (tx, version, beside) => payments.runTests(tx, version, beside),
      findTraffic,
    },
  })
  app.decorate('workSources', sources)
  const paymentDeps: KitDeps = production ? deps : inSandboxTime(app, deps)
  const payments = openPayments({
    config,
    deps: { ...paymentDeps, db: forPayments },
    reads,
    lookups,
    rules,
    trialRules,
    metrics,
    feed,
    ...options.payments,
  })
  watchLoad({ metrics, payments, lanes: database.lanes, db: lookups, log })
  app.decorate('payments', payments)
  const inPaymentTime = [
    ...all.filter(({ name }) => paymentFeatures.has(name)).flatMap((feature) => feature.handlers),
    ...payments.handlers,
  ]
  const inRealTime = [
    ...all.filter(({ name }) => !paymentFeatures.has(name)).flatMap((feature) => feature.handlers),
    connectionTest(payments.ping, deps.now),
    integrationTest(payments.askMerchant),
    ...resourceCentre.handlers({ payments, publicUrl: config.publicUrl, product: config.product, version }),
    ...(production ? [] : sandboxHandlers(config.sandboxUrl, payments.machine)),
  ]
  for (const { stop } of all) if (stop) app.addHook('onClose', stop)
  // Closed before the rules it asks: what is added last goes first.
  app.addHook('onClose', () => payments.stop())

  forbidCaching(app, config.product)
  await tokenEndpoint(app, config, deps)
  await publicApi(app, { config, payments, gate })
  await gdprPage(app, config, deps)
  consoleRoutes(app, base, inPaymentTime, paymentDeps, authenticate)
  consoleRoutes(app, base, inRealTime, deps, authenticate)
  describeConsole(app, config, [...inPaymentTime, ...inRealTime])
  healthRoutes(app, options, metrics)
  if (webRoot) await webFiles(app, { root: webRoot, product: config.product, demo: config.demo })
  return app
}

/** The feed runs while the server does; streams of browsers end before it stops taking requests. */
function runFeed(app: FastifyInstance, feed: EventFeed): OpenStreams {
  const streams = new OpenStreams()
  app.addHook('onReady', () => feed.start())
  app.addHook('preClose', () => streams.endAll())
  app.addHook('onClose', () => feed.stop())
  return streams
}

/** Outside production payments live in a time that people can move; everything else stays in the real one. */
function inSandboxTime(app: FastifyInstance, deps: KitDeps): KitDeps {
  const clock = new PaymentClock({ db: deps.db, now: deps.now, log: deps.log })
  app.addHook('onReady', () => clock.start())
  app.addHook('onClose', () => clock.stop())
  return { ...deps, now: clock.now, realNow: deps.now }
}

/** What is answered under the product is somebody's data. */
function forbidCaching(app: FastifyInstance, product: string): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    // What is the same for everybody and for ever anybody may keep.
    const mayBeKept = 'cacheable' in request.routeOptions.config && reply.statusCode === 200
    if (request.url.startsWith(`/${product}/`) && !mayBeKept) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
}

/** The description of the console's calls, and what is answered to any other. */
function describeConsole(app: FastifyInstance, config: Config, handlers: readonly Handler[]): void {
  const base = consoleBase(config.product)
  const description = lazy(() =>
    openApiOf(
      handlers.map((handler) => handler.endpoint),
      { base, version, sessionCookie: cookieName(config, 'session') },
    ),
  )
  app.get(`${base}/openapi.json`, { config: { access: 'public' } }, description)
  app.all(`${base}/*`, { config: { access: 'public' } }, notFound)
}

/** For whoever watches this node: is it up, can it work, how is it doing. */
function healthRoutes(app: FastifyInstance, options: AppOptions, metrics: Metrics): void {
  const { config, database } = options
  const { db } = options.deps
  app.get('/healthz', { config: { access: 'public' } }, () => ({ status: 'ok' }))
  const readiness = new Readiness({
    writeDatabase: () => writeToDatabase(db),
    disk: options.disk ?? realDisk,
    dataDir: config.dataDir,
    minFreeBytes: config.minFreeBytes,
    clockMs: () => performance.now(),
  })
  app.decorate('readiness', readiness)
  readyRoute(app, {
    readiness,
    metrics,
    pendingMigrations: () => pendingMigrations(db),
    isLeaving: () => options.isLeaving?.() ?? false,
    ...(database.warnings && { warnings: database.warnings }),
  })
  const production = config.environment === 'production'
  metricsRoute(app, { metrics, token: config.metricsToken, production })
}
