import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pino from 'pino'
import { Refusal } from '@signalbox/model/text/refusal'
import { roles as allRoles, type Role } from '@signalbox/model/access/roles'
import { defaultUserFormats, type UserFormats } from '@signalbox/model/text/user-formats'
import { uuid7Factory } from '@signalbox/model/text/uuid7'
import { createTestDatabase } from '../../database/test-database.ts'
import { consoleRoutes } from '../console-routes.ts'
import { createServer } from '../create-server.ts'
import { createDatabase, type Database } from '../database.ts'
import type { Handler } from '../handle.ts'
import { Metrics } from '../metrics.ts'
import { openApiOf } from '../openapi/console-document.ts'
import type { SessionUser } from '../session-user.ts'
import type { KitDeps } from '../unit-of-work.ts'
import { holdToDocument } from './documented-replies.ts'
import { patientPool } from './patient-pool.ts'
import { testAppUrl, testQueueUrl } from './test-logins.ts'

export const testBase = '/signalbox/backoffice/api'

/** Three levels and a sibling: enough for every question of scope. */
export const testMerchants = [
  { id: 100010000, parentId: 1000, path: '/1000/100010000/', level: 1, name: 'Nordic Play' },
  {
    id: 100010001,
    parentId: 100010000,
    path: '/1000/100010000/100010001/',
    level: 2,
    name: 'Nordic Play SE',
  },
  {
    id: 100010002,
    parentId: 100010000,
    path: '/1000/100010000/100010002/',
    level: 2,
    name: 'Nordic Play FI',
  },
  { id: 100020000, parentId: 1000, path: '/1000/100020000/', level: 1, name: 'Baltic Bet' },
]

export function testUser(overrides: Partial<SessionUser> = {}): SessionUser {
  const homeMerchantId = overrides.homeMerchantId ?? 1000
  return {
    id: '01900000-0000-7000-8000-000000000001',
    username: 'tester',
    displayName: 'Tester',
    roles: [...allRoles],
    homeMerchantId,
    homePath: testMerchants.find((m) => m.id === homeMerchantId)?.path ?? '/1000/',
    merchants: [],
    internalUser: homeMerchantId === 1000,
    sessionId: 'test-session',
    authenticatedAt: new Date().toISOString(),
    ...overrides,
  }
}

export interface Answer<T = any> {
  readonly status: number
  readonly body: T
  readonly headers: Record<string, unknown>
  readonly text: string
  readonly bytes?: Buffer
}

export interface Client {
  get(path: string, options?: Partial<InjectOptions>): Promise<Answer>
  post(path: string, body?: unknown, options?: Partial<InjectOptions>): Promise<Answer>
  put(path: string, body?: unknown, options?: Partial<InjectOptions>): Promise<Answer>
  delete(path: string, options?: Partial<InjectOptions>): Promise<Answer>
}

/** A header that is `undefined` is one the test leaves out. */
const present = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >

export function clientOf(app: FastifyInstance, base: string, headers: () => Record<string, string>): Client {
  const send = async (
    method: string,
    path: string,
    payload: unknown,
    options: Partial<InjectOptions> = {},
  ) => {
    const write = method !== 'GET'
    const answer = await app.inject({
      method: method as 'GET',
      url: path.startsWith(base) ? path : `${base}${path}`,
      ...(payload !== undefined && { payload: payload as object }),
      ...options,
      headers: present({
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(write && { 'x-operation-id': randomUUID() }),
        ...headers(),
        ...options.headers,
      }),
    })
    const json = String(answer.headers['content-type'] ?? '').includes('json')
    return {
      status: answer.statusCode,
      body: json ? answer.json() : null,
      headers: answer.headers,
      text: answer.body,
      bytes: answer.rawPayload,
    }
  }
  return {
    get: (path, options) => send('GET', path, undefined, options),
    post: (path, body = {}, options) => send('POST', path, body, options),
    put: (path, body = {}, options) => send('PUT', path, body, options),
    delete: (path, options) => send('DELETE', path, undefined, options),
  }
}

export interface KitApp {
  readonly app: FastifyInstance
  readonly db: Database
  readonly deps: KitDeps
  readonly ownerUrl: string
  /** By the login the server works with. */
  readonly url: string
  /** By the login that takes jobs. */
  readonly queueUrl: string
  /** The moment the server believes it is; tests move it. */
  clock: { now: Date | null }
  as(user?: Partial<SessionUser> & { roles?: readonly Role[] }): Client
  close(): Promise<void>
}

async function insertMerchants(db: Database, now: Date): Promise<void> {
  await db
    .insertInto('merchant')
    .values(
      testMerchants.map((m) => ({
        ...m,
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
        updatedBy: 'system',
      })),
    )
    .execute()
}

/** The kit with given handlers on a database of its own. Who calls is whoever the test says: identity has its own tests. */
export async function kitApp(
  makeHandlers: (deps: KitDeps) => readonly Handler[],
  formats: Partial<UserFormats> = {},
): Promise<KitApp> {
  const database = await createTestDatabase()
  const pool = patientPool(testAppUrl(database.url), 8)
  const db = createDatabase(pool)
  const clock: KitApp['clock'] = { now: null }
  const now = () => clock.now ?? new Date()
  const deps: KitDeps = {
    db,
    now,
    newId: uuid7Factory({ now: () => Date.now(), random: (length) => randomBytes(length) }),
    auditKey: Buffer.alloc(32, 9),
    log: pino({ level: 'silent' }),
    userFormats: () => Promise.resolve({ ...defaultUserFormats, ...formats }),
  }
  await insertMerchants(db, now())
  const app = await createServer({ log: deps.log, metrics: new Metrics(), trustedProxies: 0 })
  const users = new Map<string, SessionUser>()
  const handlers = makeHandlers(deps)
  consoleRoutes(app, testBase, handlers, deps, (request) => {
    const user = users.get(String(request.headers['x-test-user']))
    return user ? Promise.resolve(user) : Promise.reject(new Refusal('UNAUTHENTICATED'))
  })
  const about = { base: testBase, version: 'test', sessionCookie: 'none' }
  holdToDocument(app, {
    key: randomUUID(),
    read: () =>
      Promise.resolve(
        openApiOf(
          handlers.map(({ endpoint }) => endpoint),
          about,
        ),
      ),
  })
  return {
    app,
    db,
    deps,
    ownerUrl: database.url,
    url: testAppUrl(database.url),
    queueUrl: testQueueUrl(database.url),
    clock,
    as: (overrides = {}) => {
      const key = randomUUID()
      users.set(key, testUser(overrides))
      return clientOf(app, testBase, () => ({ 'x-test-user': key }))
    },
    close: async () => {
      await app.close()
      await db.destroy()
      await database.drop()
    },
  }
}
