import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import type { FastifyInstance } from 'fastify'
import type { Role } from '@signalbox/model/access/roles'
import { defaultUserFormats } from '@signalbox/model/text/user-formats'
import { uuid7Factory } from '@signalbox/model/text/uuid7'
import { createTestDatabase } from '../../../database/test-database.ts'
import { consoleRoutes } from '../../../kit/console-routes.ts'
import { createServer } from '../../../kit/create-server.ts'
import { createDatabase, createPool, type Database } from '../../../kit/database.ts'
import { testAppUrl } from '../../../kit/testing/test-logins.ts'
import type { Handler } from '../../../kit/handle.ts'
import { mailPayload, openMail } from '../../../kit/mail/mail-job.ts'
import type { MailRequest } from '../../../kit/mail/mail-message.ts'
import { Metrics } from '../../../kit/metrics.ts'
import { testMerchants } from '../../../kit/testing/kit-app.ts'
import { patientPool } from '../../../kit/testing/patient-pool.ts'
import { testMasterKey } from '../../../kit/testing/test-master-key.ts'
import type { KitDeps } from '../../../kit/unit-of-work.ts'
import { saveCredential } from '../account-store.ts'
import { identityDeps, type IdentityConfig, type IdentityDeps } from '../deps.ts'
import type { PasswordHasher } from '../password-hasher.ts'
import { identity } from '../plugin.ts'
import { handlers } from '../routes.ts'
import { Browser } from './browser.ts'

export const password = 'correct horse battery 9'

/** Counts what is hashed and answers at once, so that a test of a hundred guesses takes no minute. */
class FakeHasher implements PasswordHasher {
  verified: string[] = []
  hash(text: string) {
    return Promise.resolve(`fake:${createHash('sha256').update(text).digest('hex')}`)
  }
  async verify(hashed: string, text: string) {
    this.verified.push(hashed)
    return hashed === (await this.hash(text))
  }
  digest(secret: string, salt: Buffer) {
    return Promise.resolve(createHash('sha256').update(salt).update(secret).digest('hex'))
  }
}

export interface NewUser {
  readonly username?: string
  readonly merchantId?: number
  readonly merchants?: number[]
  readonly roles?: readonly Role[]
  readonly state?: string
  readonly requiredActions?: string[]
  readonly demo?: boolean
  readonly lastLogin?: Date | null
  /** Null: invited, no password yet. */
  readonly password?: string | null
}

export interface IdentityApp {
  readonly app: FastifyInstance
  readonly deps: IdentityDeps
  readonly db: Database
  readonly ownerUrl: string
  readonly clock: { now: Date }
  readonly hasher: FakeHasher
  browser(ip?: string): Browser
  addUser(user?: NewUser): Promise<{ id: string; username: string; merchantId: number }>
  /** A browser that is signed in; the person is a demo login, so the password alone suffices. */
  signedIn(user?: NewUser): Promise<{ browser: Browser; id: string; username: string; merchantId: number }>
  /** Mails that wait to be sent; each is given once. */
  mails(): Promise<MailRequest[]>
  audited(action: string): Promise<{ entityLabel: string; result: string; errorCode: string | null }[]>
  another(): Promise<FastifyInstance>
  close(): Promise<void>
}

export interface IdentityAppOptions {
  readonly config?: Partial<IdentityConfig>
  readonly moreHandlers?: (deps: IdentityDeps) => readonly Handler[]
  readonly mailIsReachable?: () => Promise<boolean>
}

const testConfig: IdentityConfig = {
  product: 'signalbox',
  publicUrl: 'http://localhost:3000',
  demo: true,
  environment: 'development',
  masterKey: testMasterKey,
  smtpUrl: undefined,
  sandboxUrl: undefined,
  dataDir: '',
}

type Adding = Pick<IdentityApp, 'db' | 'clock' | 'hasher'> & Pick<KitDeps, 'newId'>

/** Puts people into the database as the screens would, with a password unless the test says otherwise. */
function userAdder({ db, clock, hasher, newId }: Adding): IdentityApp['addUser'] {
  let userCount = 0
  return async (user = {}) => {
    const id = newId()
    const username = user.username ?? `user${++userCount}`
    const merchantId = user.merchantId ?? 1000
    await db
      .insertInto('backofficeUser')
      .values({
        merchantId,
        id,
        username,
        firstName: 'Anna',
        lastName: 'Berg',
        displayName: null,
        email: `${username}@mail.example`,
        phone: null,
        jobTitle: null,
        roles: [...(user.roles ?? ['AGENT'])],
        merchants: user.merchants ?? [],
        requiredActions: user.requiredActions ?? [],
        state: user.state ?? 'ACTIVE',
        disabledReason: null,
        lastLogin: user.lastLogin ?? null,
        lastLoginIp: null,
        createdAt: clock.now,
        updatedAt: clock.now,
        updatedBy: 'test',
      })
      .execute()
    const passwordHash = user.password === null ? null : await hasher.hash(user.password ?? password)
    await saveCredential(
      db,
      { merchantId, userId: id },
      { passwordHash, demo: user.demo ?? false },
      clock.now,
    )
    return { id, username, merchantId }
  }
}

/** Login, sessions and own account on a database of their own, with a clock the test moves. */
export async function identityApp(options: IdentityAppOptions = {}): Promise<IdentityApp> {
  const database = await createTestDatabase()
  const db = createDatabase(patientPool(testAppUrl(database.url), 8))
  const clock = { now: new Date('2026-03-02T08:00:00.000Z') }
  const kit: KitDeps = {
    db,
    now: () => clock.now,
    newId: uuid7Factory({ now: () => clock.now.getTime(), random: randomBytes }),
    auditKey: Buffer.alloc(32, 9),
    log: pino({ level: 'silent' }),
    userFormats: () => Promise.resolve(defaultUserFormats),
  }
  const config: IdentityConfig = { ...testConfig, ...options.config }
  const hasher = new FakeHasher()
  const overrides = {
    hasher,
    pause: () => Promise.resolve(),
    mailIsReachable: options.mailIsReachable ?? (() => Promise.resolve(true)),
  }
  const deps = identityDeps(config, kit, overrides)
  await addMerchants(db, clock.now)

  const build = async () => {
    const app = await createServer({ log: kit.log, metrics: new Metrics(), trustedProxies: 0 })
    const { authenticate } = identity(app, config, kit, overrides)
    const all = [...handlers(config, kit, overrides), ...(options.moreHandlers?.(deps) ?? [])]
    consoleRoutes(app, '/signalbox/backoffice/api', all, kit, authenticate)
    return app
  }
  const app = await build()
  const others: FastifyInstance[] = []
  const addUser = userAdder({ db, clock, hasher, newId: kit.newId })
  const browser = (ip = '10.0.0.1') => new Browser(app, ip)

  return {
    app,
    deps,
    db,
    ownerUrl: database.url,
    clock,
    hasher,
    browser,
    addUser,
    signedIn: async (user = {}) => {
      const added = await addUser({ demo: true, ...user })
      const opened = browser()
      const answer = await opened.login({ username: added.username, password: user.password ?? password })
      if (answer.body.status !== 'authenticated') throw new Error(`Not signed in: ${answer.text}`)
      return { ...added, browser: opened }
    },
    mails: () => takeMails(database.url, deps),
    audited: (action) =>
      db
        .selectFrom('auditEntry')
        .select(['entityLabel', 'result', 'errorCode'])
        .where('action', '=', action)
        .orderBy('seq')
        .execute(),
    another: async () => {
      const other = await build()
      others.push(other)
      return other
    },
    close: async () => {
      for (const each of [...others, app]) await each.close()
      await db.destroy()
      await database.drop()
    },
  }
}

async function addMerchants(db: Database, now: Date): Promise<void> {
  const rows = testMerchants.map((merchant) => ({
    ...merchant,
    state: 'LIVE',
    baseCurrency: 'EUR',
    legalName: null,
    country: null,
    mcc: null,
    website: null,
    descriptor: null,
    supportEmail: null,
    createdAt: now,
    updatedAt: now,
    updatedBy: 'test',
  }))
  await db.insertInto('merchant').values(rows).execute()
}

/** The queue belongs to the database's owner; the application may only add to it. */
async function takeMails(ownerUrl: string, deps: IdentityDeps): Promise<MailRequest[]> {
  const owner = createDatabase(createPool({ url: ownerUrl, max: 1 }))
  try {
    const { rows } = await sql<{ payload: unknown }>`
      delete from graphile_worker._private_jobs returning payload`.execute(owner)
    return rows.map(({ payload }) => openMail(deps.secrets, mailPayload.parse(payload)))
  } finally {
    await owner.destroy()
  }
}
