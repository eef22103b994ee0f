import { join, resolve } from 'node:path'
import { parseFailpoint, type Failpoint } from './kit/failpoint.ts'
import { parseAllowedRange, type AllowedRange } from './kit/outbound/allowed-range.ts'
import { isOwnMailServer } from './kit/outbound/mail-address.ts'
import type { MasterKey } from './kit/key-ring.ts'
import { tracingSettings, type TracingSettings } from './kit/tracing/tracing-settings.ts'
import { loadOrCreateMasterKey, parseMasterKey } from './master-key.ts'
import { StartupError } from './startup-error.ts'

const environments = ['production', 'staging', 'development'] as const
const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

type Environment = (typeof environments)[number]
type LogLevel = (typeof logLevels)[number]

/** Every setting of the server. `.env.example` describes each of them. */
export interface Config {
  readonly environment: Environment
  readonly host: string
  readonly port: number
  /** Where people reach the console; links in mails begin with it. No slash at the end. */
  readonly publicUrl: string
  /** How many reverse proxies in front of the server may be believed about the caller's address. */
  readonly trustedProxies: number
  readonly product: string
  readonly dataDir: string
  /** Where files with exchange rates are put. */
  readonly forexDir: string
  /** Without it the embedded PostgreSQL runs in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** The login that owns the tables, where `databaseUrl` is one that does not; only migrations use it. */
  readonly migrationDatabaseUrl: string | undefined
  readonly databaseReplicaUrl: string | undefined
  /** Connections of this node to the database, shared out between console, payments and lookups. */
  readonly databaseConnections: number
  /** Whether the database may keep the statements of payments under a name, which most poolers cannot. */
  readonly databasePrepared: boolean
  /** How many payments of the public API this node has under way at once, and how many wait for how long to begin. */
  readonly paymentsOpen: number
  readonly paymentsWaiting: number
  readonly paymentsWaitMs: number
  /** 32 bytes that wrap every stored secret; with the former ones, once the database was asked which is in use. */
  readonly masterKey: MasterKey
  /** Keys that something may still be sealed with. */
  readonly oldMasterKeys: readonly Buffer[]
  readonly demo: boolean
  readonly seedTransactions: number
  readonly trafficTps: number
  /** How long requests are still taken after a SIGTERM, so that a balancer can notice that this node leaves. */
  readonly drainMs: number
  /** Free space in `dataDir` below which this node says it is not ready. */
  readonly minFreeBytes: number
  readonly sandboxUrl: string | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** Where the ends of the audit log are sent, so that somebody else has seen them. */
  readonly auditWitnessUrl: string | undefined
  readonly auditWitnessMail: string | undefined
  /** Places inside of the operator's network that may be called; everything else inside of one may not. */
  readonly outboundAllow: readonly AllowedRange[]
  readonly logLevel: LogLevel
  /** Who shows it may read `/metrics`. Without one everybody may, and in production nobody. */
  readonly metricsToken: string | undefined
  /** Where spans are sent; without it none are made. */
  readonly tracing: TracingSettings | undefined
  /** Where a test wants this process to die. Never in production. */
  readonly failpoint: Failpoint | undefined
}

/** As they were given, before the database was asked about anything. */
export type Settings = Config & { readonly masterKey: Buffer }

type Env = Readonly<Record<string, string | undefined>>

export function readConfig(env: Env = process.env): Settings {
  const settings = settingsOf(env)
  const environment = settings.oneOf('ENVIRONMENT', environments, 'development')
  const production = environment === 'production'
  const host = settings.text('HOST') ?? '127.0.0.1'
  const port = settings.integer('PORT', 3000, { min: 0, max: 65_535 })
  const dataDir = resolve(settings.text('DATA_DIR') ?? '.data')
  const databaseUrl = settings.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const migrationDatabaseUrl = settings.url('MIGRATION_DATABASE_URL', ['postgres:', 'postgresql:'])
  const databaseReplicaUrl = settings.url('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:'])
  const sandboxUrl = settings.url('SANDBOX_URL', ['http:', 'https:'])
  const auditWitnessUrl = settings.url('AUDIT_WITNESS_URL', production ? ['https:'] : ['http:', 'https:'])
  const auditWitnessMail = settings.text('AUDIT_WITNESS_MAIL')
  const demo = settings.onOrOff('DEMO', !production)
  const failpoint = settings.failpoint('FAILPOINT')
  const publicUrl = settings.url('PUBLIC_URL', ['http:', 'https:'])
  const smtpUrl = settings.text('SMTP_URL')
  if (production) refuseInProduction({ demo, sandboxUrl, failpoint, publicUrl })
  refuseWithoutOthers({ migrationDatabaseUrl, databaseReplicaUrl, databaseUrl, auditWitnessMail, smtpUrl })

  return Object.freeze({
    environment,
    host,
    port,
    publicUrl: withoutSlash(publicUrl ?? localUrl({ host, port })),
    trustedProxies: settings.integer('TRUSTED_PROXIES', 0, { min: 0, max: 10 }),
    product: settings.slug('PRODUCT', 'signalbox'),
    dataDir,
    forexDir: resolve(settings.text('FOREX_DIR') ?? join(dataDir, 'forex')),
    databaseUrl,
    migrationDatabaseUrl,
    databaseReplicaUrl,
    databaseConnections: settings.integer('DATABASE_CONNECTIONS', 20, { min: 8, max: 1_000 }),
    databasePrepared: settings.onOrOff('DATABASE_PREPARED', true),
    paymentsOpen: settings.integer('PAYMENTS_OPEN', 400, { min: 1, max: 100_000 }),
    paymentsWaiting: settings.integer('PAYMENTS_WAITING', 200, { min: 0, max: 100_000 }),
    paymentsWaitMs: settings.integer('PAYMENTS_WAIT_MS', 20_000, { min: 1, max: 60_000 }),
    masterKey: masterKey(settings.text('MASTER_KEY'), production, dataDir),
    oldMasterKeys: (settings.text('MASTER_KEYS_OLD') ?? '')
      .split(/[\s,]+/)
      .filter((key) => key !== '')
      .map((key) => parseMasterKey(key, 'MASTER_KEYS_OLD')),
    demo,
    seedTransactions: settings.integer('SEED_TRANSACTIONS', 20_000, { min: 0, max: 100_000_000 }),
    trafficTps: settings.decimal('TRAFFIC_TPS', demo ? 0.5 : 0, { min: 0, max: 1_000 }),
    drainMs: settings.integer('DRAIN_MS', environment === 'production' ? 5_000 : 0, { min: 0, max: 120_000 }),
    minFreeBytes: settings.integer('MIN_FREE_DISK_MB', 256, { min: 0, max: 1_000_000 }) * 1_048_576,
    sandboxUrl,
    smtpUrl: settings.mailServer('SMTP_URL'),
    mailFrom: settings.text('MAIL_FROM') ?? 'Signalbox <no-reply@signalbox.invalid>',
    auditWitnessUrl,
    auditWitnessMail,
    outboundAllow: settings.ranges('OUTBOUND_ALLOW'),
    logLevel: settings.oneOf('LOG_LEVEL', logLevels, 'info'),
    metricsToken: settings.token('METRICS_TOKEN'),
    tracing: tracingSettings(settings, production),
    failpoint,
  })
}

type Chosen<Name extends keyof Config> = { readonly [Key in Name]: Config[Key] | undefined }

/** What is meant for trying out, or would show secrets. */
function refuseInProduction(chosen: Chosen<'demo' | 'sandboxUrl' | 'failpoint' | 'publicUrl'>): void {
  if (chosen.demo)
    throw new StartupError('DEMO must be off in production: it opens logins with a public password.')
  if (chosen.sandboxUrl)
    throw new StartupError('SANDBOX_URL must not be set in production: it simulates the banks.')
  if (chosen.failpoint)
    throw new StartupError('FAILPOINT must not be set in production: it kills the server.')
  if (!chosen.publicUrl?.startsWith('https:'))
    throw new StartupError(
      'PUBLIC_URL must begin with https:// in production: passwords and session cookies would travel in clear.',
    )
}

/** Settings that mean nothing by themselves. */
function refuseWithoutOthers(
  chosen: Chosen<
    'migrationDatabaseUrl' | 'databaseReplicaUrl' | 'databaseUrl' | 'auditWitnessMail' | 'smtpUrl'
  >,
): void {
  if (chosen.migrationDatabaseUrl && !chosen.databaseUrl)
    throw new StartupError(
      'MIGRATION_DATABASE_URL needs DATABASE_URL: the embedded database looks after itself.',
    )
  if (chosen.auditWitnessMail && !chosen.smtpUrl)
    throw new StartupError('AUDIT_WITNESS_MAIL needs SMTP_URL: a captured mail does not leave this node.')
  if (chosen.databaseReplicaUrl && !chosen.databaseUrl)
    throw new StartupError('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica.')
}

/** Where this node itself listens, whatever stands before it. */
export const localUrl = ({ host, port }: Pick<Config, 'host' | 'port'>): string =>
  `http://${reachable(host)}:${port}`

/** The same settings at the port that PORT=0 turned out to be. */
export const atPort = <Given extends Config>(config: Given, port: number): Given =>
  Object.freeze({ ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) })

function masterKey(given: string | undefined, production: boolean, dataDir: string): Buffer {
  if (given) return parseMasterKey(given, 'MASTER_KEY')
  if (production)
    throw new StartupError('MASTER_KEY is required in production: 32 random bytes as hex or base64.')
  return loadOrCreateMasterKey(dataDir)
}

/** Readers of what any program may be told. An empty variable counts as absent, as it does in most compose files. */
function plainSettings(env: Env) {
  const text = (name: string): string | undefined => env[name]?.trim() || undefined
  const refuse = (name: string, wanted: string): never => {
    throw new StartupError(`${name} must be ${wanted}, not "${text(name) ?? ''}".`)
  }
  const number = (name: string, fallback: number, bounds: Bounds, kind: string, pattern: RegExp): number => {
    const given = text(name)
    if (given === undefined) return fallback
    const value = pattern.test(given) ? Number(given) : Number.NaN
    if (value >= bounds.min && value <= bounds.max) return value
    return refuse(name, `${kind} from ${bounds.min} to ${bounds.max}`)
  }

  // The value may hold a password, so unlike the others this refusal does not repeat it.
  const url = (name: string, protocols: readonly string[]): string | undefined => {
    const given = text(name)
    if (given === undefined) return undefined
    if (URL.canParse(given) && protocols.includes(new URL(given).protocol)) return given
    throw new StartupError(
      `${name} must be an address beginning with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    )
  }

  return {
    text,
    refuse,
    url,
    integer: (name: string, fallback: number, bounds: Bounds) =>
      number(name, fallback, bounds, 'a whole number', /^\d+$/),
    decimal: (name: string, fallback: number, bounds: Bounds) =>
      number(name, fallback, bounds, 'a number', /^\d+(\.\d+)?$/),

    oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
      const given = text(name)
      if (given === undefined) return fallback
      return allowed.find((value) => value === given) ?? refuse(name, `one of ${allowed.join(', ')}`)
    },

    onOrOff(name: string, fallback: boolean): boolean {
      const given = text(name)?.toLowerCase()
      if (given === undefined) return fallback
      if (['on', 'true', '1', 'yes'].includes(given)) return true
      if (['off', 'false', '0', 'no'].includes(given)) return false
      return refuse(name, 'on or off')
    },
  }
}

/** Readers of single variables. */
function settingsOf(env: Env) {
  const plain = plainSettings(env)
  const { text, url, refuse } = plain
  return {
    ...plain,

    slug(name: string, fallback: string): string {
      const given = text(name) ?? fallback
      return /^[a-z][a-z0-9-]{0,62}$/.test(given)
        ? given
        : refuse(name, 'lower-case letters, digits and dashes')
    },

    // Not repeated where it is refused: it is a secret.
    token(name: string): string | undefined {
      const given = text(name)
      if (given === undefined || /^[\w.~+/=-]{16,512}$/.test(given)) return given
      throw new StartupError(
        `${name} must have 16 to 512 letters, digits and characters of a bearer token (openssl rand -hex 32).`,
      )
    },

    failpoint(name: string): Failpoint | undefined {
      const given = text(name)
      if (given === undefined) return undefined
      return parseFailpoint(given) ?? refuse(name, 'a point like "after submit" or "after submit@3"')
    },

    mailServer(name: string): string | undefined {
      const given = url(name, ['smtp:', 'smtps:'])
      if (given !== undefined && !isOwnMailServer(given))
        throw new StartupError(
          `${name} must name a host; of options only ignoreTLS, requireTLS and tls.rejectUnauthorized are known.`,
        )
      return given
    },

    ranges(name: string): readonly AllowedRange[] {
      const entries = (text(name) ?? '').split(/[\s,]+/).filter((entry) => entry !== '')
      return entries.map(
        (entry) =>
          parseAllowedRange(entry) ??
          refuse(name, 'a list of addresses and ranges such as 10.1.0.0/16 or 10.1.2.3:8443'),
      )
    },
  }
}

interface Bounds {
  readonly min: number
  readonly max: number
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

/** Listening on every interface is not an address one can open. */
const reachable = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
