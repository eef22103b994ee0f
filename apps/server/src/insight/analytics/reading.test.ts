import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnalyticsChangePoint, AnalyticsReply } from '@signalbox/model/analytics/query'
import type { Client, KitApp } from '../../kit/testing/kit-app.ts'
import { keepCubesJob, rebuildAll, updateMerchant } from './keep-cubes.ts'
import { analyticsApp } from './testing/analytics-app.ts'

const group = 100010000
const brand = 100010001
const [havana, auckland] = [100010002, 100020000]
const now = '2026-11-06T12:00:00.000Z'

let kit: KitApp
let admin: Client
beforeAll(async () => {
  kit = await analyticsApp(now)
  admin = kit.as({ roles: ['ANALYTICS'] })
})
afterAll(() => kit.close())

let made = 0
const pay = (at: string, merchantId = brand) =>
  sql`insert into transaction (merchant_id, id, status_no, tx_type, method, provider_type, api_source, currency,
      requested_minor, amount_minor, tx_amount_minor, base_currency, amount_base_minor, user_id, is_test_user, created_at, updated_at, updated_by)
    values (${merchantId}, first_tx_id_at(${at}::timestamptz) + ${++made}, 0, 'CreditcardDeposit', 'DEPOSIT', 'CREDITCARD', 'API',
      'EUR', 1000, 1000, 1000, 'EUR', 1000, 'u1', false, ${at}, ${at}, 'test')`.execute(kit.db)

const ask = (body: object) =>
  admin.post(`/analytics/query?merchantId=${brand}`, { metrics: ['deposits'], ...body })
const figures = async (body: object): Promise<unknown[]> => {
  const { status, body: reply, text } = await ask(body)
  expect(status, text).toBe(200)
  return (reply as AnalyticsReply).cells.map(({ at, values }) => [at, values.deposits?.value])
}

describe('figures of five minutes', () => {
  beforeAll(async () => {
    // Weeks before what is kept of them, and within.
    for (const day of ['2026-09-20', '2026-11-05'])
      for (const time of ['10:06', '10:08', '10:12', '11:30']) await pay(`${day}T${time}:00Z`)
    const { signal } = new AbortController()
    await keepCubesJob(kit.deps).run({ now: kit.deps.now(), signal } as never)
  })

  test.each(['2026-09-20', '2026-11-05'])('are those of the payments, on %s', async (day) => {
    const period = { from: `${day}T10:05:00Z`, to: `${day}T10:20:00Z` }
    expect(await figures({ ...period, interval: '5min' })).toEqual([
      [`${day}T10:05:00.000Z`, 2],
      [`${day}T10:10:00.000Z`, 1],
    ])
    expect(await figures(period)).toEqual([[null, 3]])
  })

  test('are refused where they are no longer kept and there are too many payments to read', async () => {
    const period = { from: '2026-09-18T00:00:00Z', to: '2026-09-22T00:00:00Z' }
    const refused = await ask({ ...period, interval: '5min' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('five minutes are kept for 35 days')
    expect(await figures({ ...period, interval: 'day' })).toEqual([['2026-09-20T00:00:00.000Z', 4]])
    const odd = await ask({ from: '2026-09-18T10:05:00Z', to: '2026-09-22T10:05:00Z' })
    expect([odd.status, odd.text]).toEqual([422, expect.stringContaining('Choose whole days')])
  })
})

/** Days and weeks of another merchant, as the question and what it is compared with have them. */
async function compared(merchantId: number, body: object) {
  const {
    status,
    body: reply,
    text,
  } = await admin.post(`/analytics/query?merchantId=${merchantId}`, {
    metrics: ['deposits'],
    compare: 'previous',
    ...body,
  })
  expect(status, text).toBe(200)
  const { cells, compared: before = [] } = reply as AnalyticsReply
  return [cells, before].map((list) => list.map(({ at, values }) => [at, values.deposits?.value]))
}
const inZone = async (merchantId: number, zone: string, instants: readonly string[]) => {
  await sql`update merchant set time_zone = ${zone} where id = ${merchantId}`.execute(kit.db)
  for (const at of instants) await pay(at, merchantId)
  await updateMerchant(kit.deps, merchantId)
}

test('a chosen currency that is filtered out leaves nothing', async () => {
  const period = { from: '2026-11-05T00:00:00Z', to: '2026-11-06T00:00:00Z' }
  expect(await figures({ ...period, currency: 'EUR' })).toEqual([[null, 4]])
  expect(await figures({ ...period, currency: 'EUR', filters: { currency: ['EUR', 'SEK'] } })).toEqual([
    [null, 4],
  ])
  expect(await figures({ ...period, currency: 'EUR', filters: { currency: ['SEK'] } })).toEqual([])
})

test('a merchant in another zone has no figures until they are made in it', async () => {
  const day = { from: '2026-11-04T15:00:00Z', to: '2026-11-05T15:00:00Z' }
  const asked = async () => {
    const { body } = await ask(day)
    const { freshAt, cells } = body as AnalyticsReply
    return { isReady: freshAt !== null, deposits: cells[0]?.values.deposits?.value ?? 0 }
  }
  await sql`update merchant set time_zone = 'Asia/Tokyo' where id = ${brand}`.execute(kit.db)
  expect(await asked()).toEqual({ isReady: false, deposits: 0 })
  await updateMerchant(kit.deps, brand)
  expect(await asked()).toEqual({ isReady: true, deposits: 4 })
  await sql`update merchant set time_zone = 'UTC' where id = ${brand}`.execute(kit.db)
  await updateMerchant(kit.deps, brand)
})

test('rollups of an older declaration are made anew by the next run', async () => {
  const asked = { from: '2026-11-05T00:00:00Z', to: '2026-11-06T00:00:00Z', dimensions: ['bin8'] }
  // As a database is that was migrated from a version without them.
  await sql`delete from analytics_cube where merchant_id = ${brand} and cube = 'bin8'`.execute(kit.db)
  await sql`update analytics_state set made_by = 'older' where merchant_id = ${brand}`.execute(kit.db)
  expect(await figures(asked)).toEqual([])
  await updateMerchant(kit.deps, brand)
  expect(await figures(asked)).toEqual([[null, 4]])
})

describe('a calendar', () => {
  test('in which midnight comes twice begins the day with the first', async () => {
    // Clocks in Havana go back from one o'clock to midnight on the first of November.
    const first = ['2026-11-01T04:10:00Z', '2026-11-01T05:10:00Z', '2026-11-01T06:10:00Z']
    await inZone(havana, 'America/Havana', [...first, '2026-11-02T06:00:00Z'])
    const [sunday, monday, tuesday] = [
      '2026-11-01T04:00:00.000Z',
      '2026-11-02T05:00:00.000Z',
      '2026-11-03T05:00:00.000Z',
    ]
    expect(await compared(havana, { interval: 'day', from: sunday, to: tuesday })).toEqual([
      [
        [sunday, 3],
        [monday, 1],
      ],
      [],
    ])
    expect(await compared(havana, { interval: 'day', from: monday, to: tuesday })).toEqual([
      [[monday, 1]],
      [[monday, 3]],
    ])
  })

  test('thirteen hours ahead compares week with week', async () => {
    await inZone(auckland, 'Pacific/Auckland', ['2026-10-20T00:00:00Z', '2026-10-27T00:00:00Z'])
    const week = { from: '2026-10-25T11:00:00.000Z', to: '2026-11-01T11:00:00.000Z' }
    expect(await compared(auckland, { interval: 'week', ...week })).toEqual([
      [[week.from, 1]],
      [[week.from, 1]],
    ])
  })
})

test('the middle of four weeks counts those without a payment at that hour', async () => {
  for (const at of ['10-29T10:05', '10-22T10:05', '10-22T10:15', '10-22T10:25', '10-15T12:05', '10-08T12:05'])
    await pay(`2026-${at}:00Z`)
  await rebuildAll(kit.deps, () => undefined)
  const { body } = await ask({
    from: '2026-11-05T00:00:00Z',
    to: '2026-11-06T00:00:00Z',
    interval: 'hour',
    compare: 'weekday-median',
    metrics: ['deposits', 'value', 'avgTicket'],
  })
  const { compared: middle = [] } = body as AnalyticsReply
  expect(
    middle.map(({ at, values }) => [
      at,
      values.deposits?.value,
      values.value?.value,
      values.avgTicket?.value,
    ]),
  ).toEqual([
    ['2026-11-05T10:00:00.000Z', 0.5, 5, 10],
    ['2026-11-05T12:00:00.000Z', 0.5, 5, 10],
  ])
})

test('figures are refused rather than cut off, in however many base currencies they are kept', async () => {
  // Seven thousand cells, each of six rows.
  await sql`insert into analytics_cube (merchant_id, cube, at, zone, base_currency, currency, method, psp, provider_type, line, deposits)
    select ${havana}, 'live', '2026-11-03T05:00:00Z', 'America/Havana', base, 'EUR', 'DEPOSIT', 'psp-' || psp, '', psp * 10 + no, 1
    from generate_series(1, 7000) psp,
      unnest('{EUR,USD,SEK,NOK,DKK,GBP}'::text[]) with ordinality as b (base, no)`.execute(kit.db)
  const day = { from: '2026-11-03T05:00:00Z', to: '2026-11-04T05:00:00Z', metrics: ['deposits'] }
  const path = `/analytics/query?merchantId=${havana}`
  const { status, text } = await admin.post(path, { ...day, dimensions: ['psp'] })
  expect([status, text]).toEqual([422, expect.stringContaining('TOO_MANY_CELLS')])
  const { body } = await admin.post(path, { ...day, dimensions: ['psp'], filters: { psp: ['psp-7000'] } })
  expect((body as AnalyticsReply).cells).toMatchObject([
    { key: ['psp-7000'], values: { deposits: { value: 6 } } },
  ])
})

describe('what changed before a rate fell', () => {
  test('names nobody of the merchants above to those below', async () => {
    const cause = (merchantId: number, by: string) => ({
      at: now,
      kind: 'RULE',
      merchantId,
      title: `Activate: routing of ${merchantId}`,
      by,
      to: '/admin/audit-log',
    })
    await sql`insert into analytics_change_point (merchant_id, id, psp, provider_type, country, began_at, found_at,
        rate_before, rate_after, payments, causes)
      values (${brand}, ${kit.deps.newId()}, 'acmecards', '', '', ${now}, ${now}, 0.9, 0.5, 40,
        ${JSON.stringify([cause(group, 'greta'), cause(brand, 'bo')])}::jsonb)`.execute(kit.db)
    const causesOf = async (client: Client, merchantId: number) => {
      const period = 'from=2026-11-06T00:00:00Z&to=2026-11-07T00:00:00Z'
      const { body } = await client.get(`/analytics/change-point?merchantId=${merchantId}&${period}`)
      return (body.items as AnalyticsChangePoint[]).flatMap(({ causes }) =>
        causes.map(({ merchantId: whose, title, by, to }) => [whose, title, by, to]),
      )
    }
    const below = kit.as({ roles: ['ANALYTICS'], homeMerchantId: brand })
    expect(await causesOf(below, brand)).toEqual([
      [group, `Activate: routing of ${group}`, '', null],
      [brand, `Activate: routing of ${brand}`, 'bo', '/admin/audit-log'],
    ])
    expect(await causesOf(kit.as({ roles: ['ANALYTICS'] }), group)).toEqual([
      [group, `Activate: routing of ${group}`, 'greta', '/admin/audit-log'],
      [brand, `Activate: routing of ${brand}`, 'bo', '/admin/audit-log'],
    ])
  })
})
