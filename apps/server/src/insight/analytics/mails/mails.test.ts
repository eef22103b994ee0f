import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPool } from '../../../kit/database.ts'
import { openMail } from '../../../kit/mail/mail-job.ts'
import { secretBox } from '../../../kit/secret-box.ts'
import { kitApp, type Client, type KitApp } from '../../../kit/testing/kit-app.ts'
import { rebuildAll } from '../keep-cubes.ts'
import { handlers } from '../routes.ts'
import { mailDashboardsJob } from './mail-dashboards.ts'

const group = 100010000
const brand = 100010001
const secrets = secretBox(randomBytes(32))

let kit: KitApp
let queue: pg.Pool
let chief: Client
const mailDeps = () => ({ secrets, publicUrl: 'https://console.example', userFormats: kit.deps.userFormats })
/** A Wednesday. */
const morning = '2026-11-18T09:00:00.000Z'

beforeAll(async () => {
  kit = await kitApp((deps) =>
    handlers({ secrets, publicUrl: 'https://console.example', userFormats: deps.userFormats }),
  )
  queue = createPool({ url: kit.queueUrl, max: 2 })
  chief = kit.as({ roles: ['ANALYTICS_ADMIN'] })
  await addUser('anna', ['ANALYTICS'])
  await addUser('bo', ['ANALYTICS_ADMIN'])
  await addUser('cleo', ['AGENT'])
  // Eight deposits of the day before, six of them paid: one in another brand, one by a test user, one two days before.
  for (const [at, statusNo, merchant, test] of [
    ['2026-11-17T00:00:00Z', 0, brand],
    ['2026-11-17T10:00:00Z', 0, brand],
    ['2026-11-17T11:00:00Z', 0, brand],
    ['2026-11-17T23:59:59Z', 504, brand],
    ['2026-11-17T12:00:00Z', 0, 100020000],
    ['2026-11-17T12:00:00Z', 0, brand, true],
    ['2026-11-16T12:00:00Z', 0, brand],
    ['2026-11-18T00:00:00Z', 0, brand],
  ] as const)
    await pay(at, statusNo, merchant, test ?? false)
}, 300_000)
afterAll(async () => {
  await queue.end()
  await kit.close()
})
beforeEach(async () => {
  kit.clock.now = new Date(morning)
  await rebuildAll(kit.deps, () => undefined)
  await sql`delete from analytics_mail`.execute(kit.db)
  await sentMails()
})

let made = 0
const pay = (at: string, statusNo: number, merchant: number, test: boolean) =>
  sql`insert into transaction (merchant_id, id, status_no, tx_type, method, provider_type, api_source, currency,
      requested_minor, amount_minor, tx_amount_minor, base_currency, amount_base_minor, user_id, is_test_user, created_at, updated_at, updated_by)
    values (${merchant}, first_tx_id_at(${at}::timestamptz) + ${++made}, ${statusNo}, 'CreditcardDeposit', 'DEPOSIT', 'CREDITCARD', 'API',
      'EUR', 1000, 1000, 1000, 'EUR', 1000, 'u1', ${test}, ${at}, ${at}, 'test')`.execute(kit.db)

const addUser = (username: string, roles: readonly string[], merchantId = group) =>
  sql`insert into backoffice_user
    (merchant_id, id, username, first_name, last_name, email, state, roles, created_at, updated_at, updated_by)
    values (${merchantId}, ${kit.deps.newId()}, ${username}, ${username}, 'B', ${`${username}@mail.example`}, 'ACTIVE',
      ${[...roles]}, now(), now(), 'test')`.execute(kit.db)

const mail = (more: object = {}) => ({
  name: 'Morning',
  dashboard: 'overview',
  rhythm: 'DAILY',
  hour: 7,
  recipients: ['anna'],
  enabled: true,
  ...more,
})
const schedule = (more: object = {}, client = chief, merchantId = brand) =>
  client.post(`/analytics-mail?merchantId=${merchantId}`, mail(more))

/** What is in the queue, which is emptied. */
async function sentMails() {
  const { rows } = await queue.query<{ payload: never }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'send-mail' order by j.id`,
  )
  await queue.query('delete from graphile_worker._private_jobs')
  return rows.map(({ payload }) => openMail(secrets, payload))
}
const run = () =>
  mailDashboardsJob(kit.deps, mailDeps()).run({
    now: kit.deps.now(),
    signal: new AbortController().signal,
  } as never)

describe('a scheduled email', () => {
  it('says when it comes next, by the clock of its merchant', async () => {
    const { status, body } = await schedule()
    expect(status).toBe(200)
    expect(body).toMatchObject({ nextAt: '2026-11-19T07:00:00.000Z', lastSentAt: null, enabled: true })
    const off = await chief.put(`/analytics-mail/${body.id}?merchantId=${brand}`, {
      version: 1,
      enabled: false,
    })
    expect(off.body).toMatchObject({ nextAt: null })
    const on = await chief.put(`/analytics-mail/${body.id}?merchantId=${brand}`, {
      version: 2,
      enabled: true,
      rhythm: 'MONTHLY',
    })
    expect(on.body).toMatchObject({ nextAt: '2026-12-01T07:00:00.000Z' })
  })

  it.each([
    ['nobody', { recipients: [] }, 'recipients'],
    ['somebody who does not exist', { recipients: ['anna', 'zoe'] }, 'recipients.1'],
    ['somebody who may not see figures', { recipients: ['cleo'] }, 'recipients.0'],
    ['an address', { recipients: ['anna@mail.example'] }, 'recipients.0'],
    ['a dashboard that does not exist', { dashboard: 'secrets' }, 'dashboard'],
    ['an hour no clock shows', { hour: 24 }, 'hour'],
    ['half an hour', { hour: 7.5 }, 'hour'],
    ['no currency', { currency: 'XXZ' }, 'currency'],
  ])('is refused for %s', async (_what, more, field) => {
    const { status, body } = await schedule(more)
    expect(status).toBe(422)
    expect(body.fields.map((problem: { field: string }) => problem.field)).toContain(field)
    expect((await chief.get(`/analytics-mail?merchantId=${brand}`)).body.items).toEqual([])
  })

  it('is made by an Analytics admin only, and cannot reach people of another group', async () => {
    expect((await schedule({}, kit.as({ roles: ['ANALYTICS'] }))).status).toBe(403)
    await addUser('dora', ['ANALYTICS'], 100020000)
    expect((await schedule({ recipients: ['dora'] })).status).toBe(422)
  })

  it('brings the figures of the days that ended, in scope and without test users', async () => {
    const { body } = await schedule({ recipients: ['anna', 'bo'] })
    const sent = await chief.post(`/analytics-mail/${body.id}/send?merchantId=${brand}`, { version: 1 })
    expect(sent.body).toMatchObject({ sentTo: 2, lastSentAt: morning })
    const mails = await sentMails()
    expect(mails.map(({ to }) => to)).toEqual(['anna@mail.example', 'bo@mail.example'])
    const { list, link, mail: about } = { ...mails[0]?.view }
    expect(about).toMatchObject({ days: '2026-11-17', timeZone: 'UTC', dashboard: 'Overview' })
    expect(link).toBe(
      'https://console.example/analytics/overview?period=2026-11-17..2026-11-17#merchant=100010001',
    )
    expect(list).toContain('Successful deposits: 3 (+200.0 %)')
    expect(list).toContain('Conversion: 75.0 % (-25.0 pp, of 4 payments only)')
  })

  it('is sent once by two who ask at once, and by nobody who does not say what they saw', async () => {
    const { body } = await schedule()
    const path = `/analytics-mail/${body.id}/send?merchantId=${brand}`
    const blind = await Promise.all([chief.post(path, {}), chief.post(path, {})])
    expect(blind.map(({ status }) => status)).toEqual([422, 422])
    expect(await sentMails()).toEqual([])
    const both = await Promise.all([chief.post(path, { version: 1 }), chief.post(path, { version: 1 })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await sentMails()).toHaveLength(1)
  })

  it('comes once when it is due, also where two nodes look at once', async () => {
    const { body } = await schedule()
    await run()
    expect(await sentMails()).toEqual([])
    kit.clock.now = new Date('2026-11-19T07:00:01.000Z')
    await rebuildAll(kit.deps, () => undefined)
    await Promise.all([run(), run(), run()])
    expect((await sentMails()).map(({ view }) => (view.mail as { days: string }).days)).toEqual([
      '2026-11-18',
    ])
    await run()
    expect(await sentMails()).toEqual([])
    const after = await chief.get(`/analytics-mail/${body.id}?merchantId=${brand}`)
    expect(after.body).toMatchObject({ version: 1, sentTo: 1, nextAt: '2026-11-20T07:00:00.000Z' })
  })

  it('comes though its name is changed just when it is due', async () => {
    const { body } = await schedule()
    kit.clock.now = new Date('2026-11-19T07:00:01.000Z')
    await rebuildAll(kit.deps, () => undefined)
    const path = `/analytics-mail/${body.id}?merchantId=${brand}`
    const renamed = await chief.put(path, { version: 1, name: 'Dawn', hour: 7, enabled: true })
    expect(renamed.body).toMatchObject({ nextAt: '2026-11-19T07:00:00.000Z' })
    await run()
    expect(await sentMails()).toHaveLength(1)
  })

  it('waits until the figures of its days are there', async () => {
    await schedule()
    kit.clock.now = new Date('2026-11-19T07:00:01.000Z')
    await run()
    expect(await sentMails()).toEqual([])
    await rebuildAll(kit.deps, () => undefined)
    await run()
    expect(await sentMails()).toHaveLength(1)
  })

  it('is sent to nobody who lost the role or the account since', async () => {
    await schedule({ recipients: ['anna', 'bo'] })
    await sql`update backoffice_user set roles = '{AGENT}' where username = 'anna'`.execute(kit.db)
    kit.clock.now = new Date('2026-11-19T07:00:01.000Z')
    await rebuildAll(kit.deps, () => undefined)
    await run()
    expect((await sentMails()).map(({ to }) => to)).toEqual(['bo@mail.example'])
    await sql`update backoffice_user set roles = '{ANALYTICS}' where username = 'anna'`.execute(kit.db)
  })
})
