import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { uuid7Factory } from '@signalbox/model/text/uuid7'
import { buildApp, consoleBase } from '../app.ts'
import { readConfig, type Config } from '../config.ts'
import { createTestDatabase } from '../database/test-database.ts'
import { demoPassword } from '@signalbox/sandbox/demo/demo-platform'
import { userFormats } from '../people/userdata/read-model.ts'
import { createDatabase, type Database } from '../kit/database.ts'
import { createLog } from '../kit/logger.ts'
import { holdToDocument } from '../kit/testing/documented-replies.ts'
import { clientOf, type Client } from '../kit/testing/kit-app.ts'
import { withNamedStatements } from '../kit/named-statements.ts'
import { patientPool } from '../kit/testing/patient-pool.ts'
import { testAppUrl, testQueueUrl, testReportUrl } from '../kit/testing/test-logins.ts'
import { testMasterKey } from '../kit/testing/test-master-key.ts'
import { openTracing } from '../kit/tracing/open-tracing.ts'
import type { Tracing } from '../kit/tracing/span.ts'
import type { KitDeps } from '../kit/unit-of-work.ts'
import { auditKey } from '../open-database.ts'
import type { PaymentOptions } from '../payments/index.ts'
import { version } from '../version.ts'

export interface TestNode {
  readonly app: FastifyInstance
  readonly deps: KitDeps
  readonly tracing: Tracing | undefined
  /** A client without a cookie, for the calls below `/{product}`. */
  readonly anonymous: Client
  /** Signs in through the real login and keeps the cookie. */
  as(username: string): Promise<Client>
}

export interface TestPlatform extends TestNode {
  readonly db: Database
  readonly config: Config
  readonly ownerUrl: string
  /** By the login the server works with. */
  readonly url: string
  /** By the login that takes jobs. */
  readonly queueUrl: string
  readonly clock: { now: Date | null }
  /** The lines of the log, where `logLevel` asks for any. */
  readonly logged: string[]
  /** Another server process on the same database, as far as the code can tell. */
  anotherNode(): Promise<TestNode>
  close(): Promise<void>
}

/** What a server on a test database connects with. */
export const testUrls = (ownerUrl: string) => ({
  url: testAppUrl(ownerUrl),
  reportUrl: testReportUrl(ownerUrl),
})

/** Both APIs describe themselves, and every reply is held to its description. Of its address only https shows there. */
function holdToDocuments(app: FastifyInstance, { product, environment, publicUrl }: Config): void {
  const { protocol } = new URL(publicUrl)
  for (const address of [`/${product}/api/v1`, consoleBase(product)])
    holdToDocument(app, {
      key: `${address} ${environment} ${protocol}`,
      read: async (inject) => (await inject(`${address}/openapi.json`)).json<object>(),
    })
}

/** The whole server with the demo platform on a database of its own. */
export async function testPlatform(
  overrides: Partial<Config> = {},
  payments?: PaymentOptions,
): Promise<TestPlatform> {
  const database = await createTestDatabase('seeded')
  const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-test-'))
  const env = {
    DATA_DIR: dataDir,
    MASTER_KEY: testMasterKey.toString('hex'),
    LOG_LEVEL: 'silent',
    PAYMENTS_WAIT_MS: '60000',
  }
  const config: Config = { ...readConfig(env), ...overrides }
  const clock: TestPlatform['clock'] = { now: null }
  const logged: string[] = []
  const closers: (() => Promise<unknown>)[] = []

  const node = async (): Promise<TestNode & { db: Database }> => {
    // Payments run here as they do on a node, with names for their statements.
    const db = createDatabase(withNamedStatements(patientPool(testAppUrl(database.url), 6)))
    const lookups = createDatabase(withNamedStatements(patientPool(testAppUrl(database.url), 2)))
    const deps: KitDeps = {
      db,
      now: () => clock.now ?? new Date(),
      newId: uuid7Factory({ now: () => Date.now(), random: (length) => randomBytes(length) }),
      auditKey: auditKey(config.masterKey),
      log: createLog(config.logLevel, { write: (line) => void logged.push(line) }),
      userFormats,
    }
    const tracing = await openTracing(config, { ...deps, version })
    const app = await buildApp({
      config,
      deps,
      tracing,
      database: { ...testUrls(database.url), lanes: { payments: db, lookups } },
      ...(payments && { payments }),
    })
    holdToDocuments(app, config)
    closers.unshift(async () => {
      await app.close()
      await tracing?.close()
      await Promise.all([db.destroy(), lookups.destroy()])
    })
    return {
      app,
      db,
      deps,
      tracing,
      anonymous: clientOf(app, `/${config.product}`, () => ({})),
      as: (username) => signedIn(app, config.product, username),
    }
  }
  const first = await node()
  return {
    ...first,
    config,
    ownerUrl: database.url,
    url: testAppUrl(database.url),
    queueUrl: testQueueUrl(database.url),
    clock,
    logged,
    anotherNode: node,
    close: async () => {
      for (const close of closers) await close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Somebody who has signed in at this server. */
export async function signedIn(app: FastifyInstance, product: string, username: string): Promise<Client> {
  const cookie = await signIn(app, product, username)
  return clientOf(app, consoleBase(product), () => ({ cookie }))
}

async function signIn(app: FastifyInstance, product: string, username: string): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: `/${product}/login`,
    payload: { username, password: demoPassword },
  })
  if (answer.statusCode !== 200 || answer.json<{ status: string }>().status !== 'authenticated') {
    throw new Error(`${username} could not sign in: ${answer.statusCode} ${answer.body}`)
  }
  return answer.cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ')
}
