// @ts-check

/**
 * The rooms of the repository, what each may import of the others and of npm (`undefined`: anything).
 * @type {Record<string, { name: string, mayImport: string[], testsMayImport?: string[], packages?: string[] }>}
 */
export const rooms = {
  'packages/model': { name: '@signalbox/model', mayImport: [], packages: ['zod', 're2js', 'minisearch'] },
  'packages/engine': { name: '@signalbox/engine', mayImport: ['@signalbox/model'], packages: ['re2js'] },
  'apps/server': {
    name: '@signalbox/server',
    mayImport: ['@signalbox/model', '@signalbox/engine'],
    testsMayImport: ['@signalbox/sandbox'],
  },
  // Production does not know it; the server's tests pay at its PSPs.
  'apps/sandbox': {
    name: '@signalbox/sandbox',
    mayImport: ['@signalbox/model', '@signalbox/engine', '@signalbox/server'],
  },
  'apps/web': { name: '@signalbox/web', mayImport: ['@signalbox/model', '@signalbox/engine'] },
}

/**
 * Floors of a room, from the top. A file may import its own floor and those below. A file on no named floor, like
 * `main.ts` and `app.ts`, stands above all of them. `base` holds single files everybody may use.
 * @type {Record<string, { floors: string[][], base: string[] }>}
 */
export const floors = {
  'apps/web/src': { floors: [['shell'], ['screens'], ['kit'], ['ui']], base: [] },
  'apps/server/src': {
    floors: [
      ['jobs'],
      ['console'],
      ['insight'],
      ['finance'],
      ['payments'],
      ['setup'],
      ['people'],
      ['kit'],
      ['database'],
    ],
    base: ['config.ts', 'data-dir.ts', 'error-code.ts', 'master-key.ts', 'startup-error.ts', 'version.ts'],
  },
  'apps/server/src/payments': {
    floors: [
      ['jobs', 'public-api'],
      [
        'transactions',
        'approvals',
        'cases',
        'accounts',
        'gdpr',
        'operations',
        'notifications',
        'alerts',
        'network-tokens',
        'kyc',
        'simulator',
      ],
      ['core'],
      ['ledger', 'vault', 'connectors', 'counters', 'reference', 'vouchers'],
    ],
    base: [],
  },
}

/** What stands on the core of payments, and what stands on that. */
const areasOfPayments = [...(floors['apps/server/src/payments']?.floors.slice(0, 2) ?? [])].flat()

/**
 * What areas of payments do for each other, beside what they tell by their read models: a file of one thing to do, and
 * who may call it. What reads belongs behind `read-model.ts`, what several need of a payment into `core/operations`.
 * @type {Readonly<Record<string, string[]>>}
 */
export const commandsOfPayments = {
  // A decision is one, whoever makes it: a person, a client of the API, the clock, or a block of the account.
  'approvals/approvals.ts': ['accounts', 'operations', 'jobs', 'public-api'],
  // What the clock begins.
  'alerts/watch-alerts.ts': ['jobs'],
  'notifications/deliver.ts': ['jobs'],
  'notifications/delivery.ts': ['jobs'],
  // What clients of the public API may do with the accounts of a user.
  'accounts/change-account.ts': ['public-api'],
  'accounts/forget-tokens.ts': ['public-api'],
  'accounts/hold-task.ts': ['public-api'],
  // A card network calls us at an address of the public API.
  'network-tokens/receive-notification.ts': ['public-api'],
}

/**
 * Folders whose subfolders are strangers to each other, apart from one file each that is meant for the others.
 * A subfolder is a unit when it holds a file with this ending, or when it lies right below the folder; with `units` only
 * those are. `commands` are further files that the units named with them may import.
 * @type {{ folders: string[], units?: string[], unitFile?: RegExp, door?: RegExp,
 *   commands?: Readonly<Record<string, string[]>>, message: string }[]}
 */
export const strangers = [
  {
    folders: ['apps/web/src/screens'],
    unitFile: /-screen\.tsx$/,
    door: /\/for-other-screens\.ts$/,
    message: 'a screen must not import another screen',
  },
  {
    folders: ['people', 'setup', 'console', 'finance', 'insight'].map((room) => `apps/server/src/${room}`),
    door: /\/read-model\.ts$/,
    message: 'an area asks another only through its read-model.ts',
  },
  {
    folders: ['apps/server/src/payments'],
    units: areasOfPayments,
    door: /\/read-model\.ts$/,
    commands: commandsOfPayments,
    message: 'an area of payments asks another only through its read-model.ts or a command of rules.mjs',
  },
]

const databaseCode = /(^|\/)([a-z0-9-]+-)?store\.ts$|\/read-model\.ts$|\/src\/(kit|database)\//

/** A module of Node by both of its names, and which of its exports: all when none is named. */
const ofNode = (/** @type {string} */ module, /** @type {string[]} */ names = []) =>
  [`node:${module}`, module].flatMap((name) =>
    names.length === 0 ? [name] : [...names, 'default', '*'].map((each) => `${name}#${each}`),
  )

/** Whatever opens a connection. Who only listens imports `createServer` and none of these. */
const connections = [
  ...ofNode('http', ['request', 'get', 'Agent', 'globalAgent', 'ClientRequest']),
  ...ofNode('net', ['connect', 'createConnection', 'Socket', 'Stream']),
  ...['https', 'http2', 'tls', 'dgram', 'dns'].flatMap((module) => ofNode(module)),
  ...['undici', 'ws', 'axios', 'got', 'node-fetch'],
]

/** The one way out: HTTP, mail, and the resolution of names for both. */
const wayOut =
  /^apps\/server\/src\/kit\/outbound\/(http-exchange|mail-server|checked-lookup|forbid-fetch)\.ts$/

/** What runs in a browser reaches the shop it came from and nobody else: the policy of its page sees to that. */
const inBrowsers = /^apps\/sandbox\/src\/cashier\/browser\//
const mayReachOut = new RegExp(`${wayOut.source}|${inBrowsers.source}`)

/** Who speaks to the database, and to nobody else. */
const databaseConnections =
  /^apps\/server\/src\/(database\/embedded-postgres|kit\/(database|migrate|reach-database|with-client|events\/wake-up|jobs\/queue-pool))\.ts$/

/**
 * What only some files may do. A rule looks at `files` that do not match `except`. `imports` names a package, or one
 * of its exports after a `#`.
 * @type {{ files: RegExp, except?: RegExp, uses?: string[], imports?: string[], message: string }[]}
 */
export const reserved = [
  {
    files: /^apps\/(server|sandbox)\/src\//,
    except: databaseCode,
    uses: ['.selectFrom', '.insertInto', '.updateTable', '.deleteFrom'],
    imports: ['pg', 'pg-copy-streams', 'kysely#sql'],
    message: 'SQL belongs in a store, a read model or the kit',
  },
  {
    files: /^(apps|packages)\//,
    except: /^apps\/server\/src\/config\.ts$/,
    uses: ['process.env'],
    message: 'only config.ts reads the environment',
  },
  {
    files: /^apps\/(server|sandbox)\/src\//,
    except: mayReachOut,
    uses: ['fetch', 'WebSocket', 'EventSource'],
    imports: connections,
    message: 'only kit/outbound opens connections, where limits and addresses are checked',
  },
  {
    files: /^apps\/(server|sandbox)\/src\//,
    // Looks up where the programs of the embedded database are.
    except: /\/database\/binaries\.ts$/,
    uses: ['createRequire', '.getBuiltinModule'],
    message: 'a module that is not imported escapes the check that only kit/outbound opens connections',
  },
  {
    files: /^apps\/(server|sandbox)\/src\//,
    // Mails that become files open no connection.
    except: /\/kit\/(outbound\/mail-server|mail\/capture-transport)\.ts$/,
    imports: ['nodemailer'],
    message: 'only kit/outbound opens connections, where limits and addresses are checked',
  },
  {
    files: /^apps\/(server|sandbox)\/src\//,
    except: /\/kit\/tracing\/(sdk-tracing|span-queue|span-sender)\.ts$/,
    imports: ['api', 'core', 'resources', 'sdk-trace', 'otlp-transformer'].map(
      (name) => `@opentelemetry/${name}`,
    ),
    message: 'spans are made through kit/tracing, which loads their library only where they are sent',
  },
  {
    files: /^apps\/(server|sandbox)\/src\//,
    except: databaseConnections,
    imports: ['pg'],
    message: 'a connection to the database is opened by the files of the kit that are named for it',
  },
  {
    files: /^apps\/web\/src\//,
    except: /^apps\/web\/src\/kit\/api\.ts$/,
    uses: ['fetch'],
    message: 'only the api client (kit/api.ts) calls the server',
  },
  {
    files: /^packages\/|^apps\/server\/src\/(people|setup|payments|finance|insight|console|jobs)\//,
    uses: [
      'Date.now',
      'new Date',
      'Math.random',
      'randomUUID',
      'randomBytes',
      'randomInt',
      'getRandomValues',
    ],
    message: 'clock, ids and randomness are arguments here',
  },
]

/**
 * What tests leave to no chance. Digits of `Math.random` in a key or a name are a card number in one of fifty runs, and are
 * then refused.
 */
export const inTests = {
  uses: ['Math.random'],
  message: 'a test makes its names with randomUUID, or with a seed it prints',
}

/** Where zod must be imported whole or in its small form: a named import triples what the browser loads. */
export const smallZod = {
  files: /^packages\/|^apps\/web\//,
  message:
    "write import * as z from 'zod/mini'; a named import of zod is several times larger in the browser",
}

/** Tests may build on anything in their own room and set up their own world. */
export const isTest = /\.test\.tsx?$|\/test-[a-z0-9-]+\.tsx?$|\/(fixtures|testing)\//
