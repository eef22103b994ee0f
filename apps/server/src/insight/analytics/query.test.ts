import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dimensions, dimensionOf, type DimensionId } from '@signalbox/model/analytics/dimensions'
import { paymentsBehind } from '@signalbox/model/analytics/drill'
import { metricIds, metricOf, type MetricId } from '@signalbox/model/analytics/metrics'
import type { AnalyticsCell, AnalyticsExplanation, AnalyticsReply } from '@signalbox/model/analytics/query'
import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { startOfDayMs, startOfHourMs } from '@signalbox/model/text/local-time'
import type { Client } from '../../kit/testing/kit-app.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { checkMerchant } from './check-cubes.ts'
import { rebuildAll, updateMerchant } from './keep-cubes.ts'
import {
  byHand,
  keyOf,
  keyOfLeg,
  legsByHand,
  localUnit,
  readPaid,
  type Counted,
  type Paid,
  type SentLeg,
} from './testing/counted-by-hand.ts'
import { hourOf } from './read-store.ts'
import { watchMerchant } from './watch-approval.ts'
import { insertPast, pastPayments, paymentsAt, randomFrom } from './testing/past-payments.ts'

const brands = [100010001, 100010002]
/** Whoever looks, and whose days they are. */
const viewers = [
  { merchantId: 100010001, zone: 'Europe/Stockholm', merchants: [100010001] },
  { merchantId: 100010002, zone: 'America/New_York', merchants: [100010002] },
  { merchantId: 100010000, zone: 'Australia/Lord_Howe', merchants: brands },
]

type Viewer = (typeof viewers)[number]
type Ask = Record<string, unknown> & {
  readonly metrics: readonly MetricId[]
  readonly dimensions?: readonly DimensionId[]
  readonly interval?: string
  readonly from: string
  readonly to: string
}

/** Around the moment when the clock of Lord Howe Island skips half an hour. */
const aroundHalfHour = ['15:05:00', '15:29:59', '15:30:00', '15:40:00', '15:59:59', '16:05:00'].map(
  (time) => `2026-10-03T${time}Z`,
)

const isLong = Boolean(process.env.TEST_FULL)

let platform: TestPlatform
let admin: Client
let paid: Paid[]

const update = async () => {
  for (const merchantId of brands) await updateMerchant(platform.deps, merchantId)
  paid = await readPaid(platform.db)
}

beforeAll(async () => {
  platform = await testPlatform()
  for (const { merchantId, zone } of viewers)
    await sql`update merchant set time_zone = ${zone}, base_currency = 'EUR' where id = ${merchantId}`.execute(
      platform.db,
    )
  admin = await platform.as('admin')
  await insertPast(platform.db, pastPayments(7, brands, isLong ? 900 : 260))
  await insertPast(platform.db, paymentsAt(aroundHalfHour, 100010001))
  await update()
}, 300_000)
afterAll(() => platform.close())

const day = (name: string, zone: string): string => new Date(startOfDayMs(name, zone)).toISOString()
const whole = ({ zone }: Viewer) => ({ from: day('2026-10-01', zone), to: day('2026-11-06', zone) })
/** Two days around a change of the clock. */
const short = ({ zone }: Viewer) => ({ from: day('2026-10-25', zone), to: day('2026-10-27', zone) })

const ask = (viewer: { readonly merchantId: number }, body: Ask, client = admin) =>
  client.post(`/analytics/query?merchantId=${viewer.merchantId}`, body)

async function askFor(viewer: Viewer, body: Ask): Promise<AnalyticsReply> {
  const { status, body: reply, text } = await ask(viewer, body)
  expect(status, text).toBe(200)
  return reply as AnalyticsReply
}

const isIn = ({ merchants }: Viewer, { from, to }: Ask, { merchantId, createdAt }: Paid): boolean =>
  merchants.includes(merchantId) &&
  Date.parse(createdAt) >= Date.parse(from) &&
  Date.parse(createdAt) < Date.parse(to)

const product = (lists: readonly (readonly string[])[]): string[][] =>
  lists.reduce<string[][]>((keys, list) => keys.flatMap((key) => list.map((each) => [...key, each])), [[]])

/** What has the same time and key together; a payment can have several keys. */
function groupsOf<T>(items: readonly T[], namesOf: (item: T) => readonly string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items)
    for (const name of namesOf(item)) {
      const group = groups.get(name)
      if (group) group.push(item)
      else groups.set(name, [item])
    }
  return groups
}

interface Expected {
  readonly names: ReadonlySet<string>
  figure(metric: MetricId, name: string): Counted
}

/** The same question, answered by hand. */
function expected(viewer: Viewer, body: Ask): Expected {
  const { dimensions: asked = [], interval = 'none' } = body
  const { zone } = viewer
  const some = paid.filter((each) => isIn(viewer, body, each))
  const unitOf = ({ createdAt }: Paid) => localUnit(createdAt, interval, zone)
  const payments = groupsOf(some, (each) =>
    product(asked.map((id) => [keyOf[id]?.(each, zone) ?? 'not of payments'].flat())).map((key) =>
      JSON.stringify([unitOf(each), ...key]),
    ),
  )
  const sent = some.flatMap((each) => each.legs.map((leg): SentLeg => ({ leg, paid: each })))
  const legs = groupsOf(sent, (each) => [
    JSON.stringify([unitOf(each.paid), ...asked.map((id) => keyOfLeg(id, each, zone))]),
  ])
  const byUnit = groupsOf(some, (each) => [unitOf(each)])
  const legsByUnit = groupsOf(sent, (each) => [unitOf(each.paid)])
  return {
    names: new Set([
      ...(body.metrics.some((id) => byHand[id]) ? payments.keys() : []),
      ...(body.metrics.some((id) => legsByHand[id]) ? legs.keys() : []),
    ]),
    figure: (metric, name) => {
      const unit = (JSON.parse(name) as string[])[0] ?? ''
      return (
        byHand[metric]?.(payments.get(name) ?? [], byUnit.get(unit) ?? []) ??
        legsByHand[metric]?.(legs.get(name) ?? [], legsByUnit.get(unit) ?? []) ?? { value: null }
      )
    },
  }
}

const nameOf = ({ at, key }: AnalyticsCell, { interval = 'none' }: Ask, zone: string): string =>
  JSON.stringify([at === null ? '' : localUnit(at, interval, zone), ...key])

/** Every figure of the reply is the one counted by hand, and none is missing. Gives how many were compared. */
function expectSame(viewer: Viewer, body: Ask, cells: readonly AnalyticsCell[]): number {
  const wanted = expected(viewer, body)
  const found = new Map(cells.map((cell) => [nameOf(cell, body, viewer.zone), cell]))
  expect(found.size).toBe(cells.length)
  let compared = 0
  for (const name of new Set([...wanted.names, ...found.keys()]))
    for (const metric of body.metrics) {
      const { value, n, within = 0.0051 } = wanted.figure(metric, name)
      const figure = found.get(name)?.values[metric] ?? { value: null, n: 0 }
      const about = `${metric} by ${(body.dimensions ?? []).join()} ${name} of ${viewer.merchantId}`
      if (value === null) expect(figure.value ?? 0, about).toBe(0)
      else
        expect(Math.abs((figure.value ?? 0) - value), `${about}: ${figure.value}, not ${value}`).toBeLessThan(
          within,
        )
      if (n !== undefined && value !== null) expect(figure.n, `cases of ${about}`).toBe(n)
      compared++
    }
  return compared
}

const chunked = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )

const timed = ['completeP50', 'completeP90', 'completeP99', 'payoutP50', 'payoutP90'] as const
const settle = ['settleP50'] as const
const waits = ['approvalWaitP50', 'approvalWaitP90'] as const
const latency = ['latencyP50', 'latencyP95'] as const
const isTimed = (id: MetricId) => [...timed, ...settle, ...waits, ...latency].some((each) => each === id)
const plain = metricIds.filter(
  (id) => byHand[id] && !isTimed(id) && !['tokenUplift', 'declineShare'].includes(id),
)
const legMetrics = metricIds.filter((id) => legsByHand[id] && !isTimed(id))
/** Figures that are read from one rollup each. */
const together: readonly (readonly MetricId[])[] = [
  ...chunked(plain, 12),
  ['declineShare'],
  ['tokenUplift'],
  timed,
  settle,
  waits,
  legMetrics,
  latency,
]

const canSplit = (metrics: readonly MetricId[], id: DimensionId): boolean =>
  metrics.every(
    (metric) =>
      dimensionOf(id).facts.includes(metricOf(metric).facts) &&
      !((metric === 'declineShare' || isTimed(metric)) && id === 'rule'),
  )

/** By whole days where that is kept, else the two days around a change of the clock. */
async function compareBy(viewer: Viewer, metrics: readonly MetricId[], id: DimensionId): Promise<number> {
  for (const period of [whole(viewer), short(viewer)]) {
    const body = { metrics, dimensions: [id], ...period }
    const { status, body: reply, text } = await ask(viewer, body)
    if (status === 422 && text.includes('NOT_KEPT')) continue
    expect(status, text).toBe(200)
    return expectSame(viewer, body, (reply as AnalyticsReply).cells)
  }
  throw new Error(`${metrics.join()} by ${id} is not answered at all`)
}

/** In the long run everybody looks by everything, else each dimension is somebody's. */
async function compareAll(viewer: Viewer): Promise<number> {
  let compared = 0
  const own = dimensions.filter(
    (_each, place) => isLong || place % viewers.length === viewers.indexOf(viewer),
  )
  for (const { id } of own)
    for (const metrics of together)
      if (canSplit(metrics, id)) compared += await compareBy(viewer, metrics, id)
  return compared
}

test('what is counted by hand is every figure that is made of payments', () => {
  const ofWork = metricIds.filter((id) => !['payment', 'leg'].includes(metricOf(id).facts))
  const users = ['users', 'recoveredUsers']
  expect(metricIds.filter((id) => !byHand[id] && !legsByHand[id])).toEqual(
    metricIds.filter((id) => ofWork.includes(id) || users.includes(id)),
  )
})

describe.each(viewers)('seen by $merchantId, whose days are those of $zone', (viewer) => {
  test('every figure is the one counted by hand, by every dimension', async () => {
    expect(await compareAll(viewer)).toBeGreaterThan(500)
  })

  test.each(['none', 'day', 'week', 'month'])('by %s', async (interval) => {
    for (const metrics of together) {
      const body = { metrics, interval, ...whole(viewer) }
      const { cells } = await askFor(viewer, body)
      expect(expectSame(viewer, body, cells)).toBeGreaterThan(0)
    }
  })

  test.each(['5min', 'hour'])('by %s on the days when the clock is changed', async (interval) => {
    for (const name of ['2026-10-03', '2026-10-25', '2026-11-01'])
      for (const metrics of together) {
        const from = day(name, viewer.zone)
        const to = new Date(Date.parse(from) + 36 * 3_600_000).toISOString()
        const body = { metrics, interval, dimensions: ['method' as const], from, to }
        const { cells } = await askFor(viewer, body)
        expect(expectSame(viewer, body, cells)).toBeGreaterThanOrEqual(0)
      }
  })
})

test('an hour in which the clock is moved by half an hour begins with that', async () => {
  const viewer = viewers[2] as Viewer
  const from = day('2026-10-04', viewer.zone)
  const to = new Date(Date.parse(from) + 6 * 3_600_000).toISOString()
  const body = { metrics: ['deposits', 'withdrawals', 'value'] as const, interval: 'hour', from, to }
  const { cells } = await askFor(viewer, body)
  expect(expectSame(viewer, body, cells)).toBeGreaterThan(0)
  expect(cells.map(({ at }) => at)).toContain('2026-10-03T15:30:00.000Z')
})

test('the database and the calendar agree when an hour begins', async () => {
  const changes = ['2026-10-03T15:30', '2026-04-04T15:00', '2026-10-25T01:00', '2026-03-29T01:00'] as const
  const instants = changes.flatMap((at) =>
    Array.from({ length: 19 }, (_, place) => new Date(Date.parse(`${at}Z`) + (place - 9) * 600_000)),
  )
  for (const zone of ['Australia/Lord_Howe', 'Europe/Stockholm', 'Asia/Kolkata']) {
    const { rows } = await sql<{ at: string }>`select ${hourOf(sql`i.at`, zone)} as at
      from unnest(${instants.map((at) => at.toISOString())}::timestamptz[]) with ordinality as i (at, no)
      order by no`.execute(platform.db)
    const expected = instants.map((at) => new Date(startOfHourMs(at.getTime(), zone)).toISOString())
    expect(
      rows.map(({ at }) => new Date(at).toISOString()),
      zone,
    ).toEqual(expected)
  }
})

/** Every row of the rollups, but for the numbers of lines. */
async function kept(): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select (to_jsonb(c) - 'line')::text as row from analytics_cube c
    union all select to_jsonb(u)::text from analytics_user u order by 1`.execute(platform.db)
  return rows.map(({ row }) => row)
}

test('different users are counted once, by merchant and by day', async () => {
  const [viewer] = viewers
  if (!viewer) throw new Error('nobody looks')
  const body = { metrics: ['users', 'recoveredUsers'] as const, interval: 'week', ...whole(viewer) }
  const { cells } = await askFor(viewer, body)
  const some = paid.filter((each) => isIn(viewer, body, each) && each.method === 'DEPOSIT')
  const weeks = groupsOf(some, ({ createdAt }) => [localUnit(createdAt, 'week', viewer.zone)])
  const isRecovered = (own: readonly Paid[]) => {
    const failed = own
      .filter((each) => stateOfNumber(each.statusNo) === 'FAILED')
      .map((each) => each.createdAt)
    const done = own
      .filter((each) => stateOfNumber(each.statusNo) === 'SUCCESSFUL')
      .map((each) => each.createdAt)
    return failed.some((at) => done.some((later) => later > at))
  }
  expect(cells.length).toBe(weeks.size)
  for (const { at, values } of cells) {
    const users = groupsOf(weeks.get(localUnit(at ?? '', 'week', viewer.zone)) ?? [], ({ text }) => [
      text.user_id ?? '',
    ])
    expect(values.users?.value).toBe(users.size)
    expect(values.recoveredUsers?.value).toBe([...users.values()].filter(isRecovered).length)
  }
})

test('the payments behind a figure are as many as it says', async () => {
  const random = randomFrom(11)
  let points = 0
  const wanted = isLong ? 200 : 40
  while (points < wanted) {
    const viewer = random.of(viewers)
    const id = random.of(dimensions).id
    const metrics = [random.of(plain.filter((each) => metricOf(each).behind || metricOf(each).hits))]
    const period = random.is(0.5) ? whole(viewer) : short(viewer)
    const body = { metrics, dimensions: [id], interval: random.of(['none', 'day']), ...period }
    const { status, body: reply } = await ask(viewer, body)
    if (status !== 200) continue
    const cell = random.of((reply as AnalyticsReply).cells)
    const [metric] = metrics
    const figure = metric && cell?.values[metric]
    if (!cell || !metric || !figure || figure.value === null) continue
    const from = cell.at ?? period.from
    const to =
      cell.at === null
        ? period.to
        : new Date(startOfDayMs(nextDay(cell.at, viewer.zone), viewer.zone)).toISOString()
    const slice = { from, to, dimensions: [id], key: cell.key, filters: {} }
    for (const [part, count] of [
      ['behind', figure.n],
      ['hits', Math.round(figure.value * figure.n)],
    ] as const) {
      const filter = paymentsBehind(metric, slice, part)
      if (!filter) continue
      const { total, search } = await listed(viewer, filter)
      expect(total, `${metric} ${part}: ${search}`).toBe(count)
      points++
    }
  }
})

const listed = async ({ merchantId }: Viewer, filter: Readonly<Record<string, string>>) => {
  const search = String(new URLSearchParams({ merchantId: String(merchantId), limit: '1', ...filter }))
  const list = await admin.get(`/transaction?${search}`)
  expect(list.status, list.text).toBe(200)
  return { total: list.body.total as number, search }
}

test('every dimension with a filter leads to its payments, and to those of which it is not known', async () => {
  const [viewer] = viewers
  if (!viewer) throw new Error('nobody looks')
  const filtered = dimensions.filter(
    ({ filter, facts }) => filter !== null && facts.includes('payment' as never),
  )
  const unknown: string[] = []
  for (const { id } of filtered) {
    const body = { metrics: ['deposits'] as const, dimensions: [id], ...whole(viewer) }
    const reply = await askFor(viewer, body)
    const cells = reply.cells.filter(({ values }) => (values.deposits?.value ?? 0) > 0)
    const without = cells.filter(({ key }) => key[0] === '')
    if (without.length > 0) unknown.push(id)
    for (const { key, values } of [...without, ...cells.filter(({ key }) => key[0] !== '').slice(0, 3)]) {
      const filter = paymentsBehind('deposits', { ...body, key, filters: {} })
      // BINs of six digits have no eight, and no filter tells them from cards without a BIN.
      if (!filter && id === 'bin8' && key[0] === '') continue
      if (!filter) throw new Error(`${id} ${key.join()} leads nowhere`)
      const { total, search } = await listed(viewer, filter)
      expect(total, search).toBe(values.deposits?.value)
    }
  }
  expect(unknown).toEqual(
    expect.arrayContaining(['psp', 'issuer', 'bin6', 'countryMatch', 'fraudBand', 'userCat']),
  )
})

test('every figure with payments behind it leads to as many', async () => {
  const [viewer] = viewers
  if (!viewer) throw new Error('nobody looks')
  const open = metricIds.filter((id) => metricOf(id).behind && byHand[id] && !isTimed(id))
  for (const id of open) {
    const body = { metrics: [id], ...whole(viewer) }
    const { value = null, n = 0 } = (await askFor(viewer, body)).cells[0]?.values[id] ?? {}
    const slice = { ...body, dimensions: [], key: [], filters: {} }
    const behind = paymentsBehind(id, slice)
    const found = behind && (await listed(viewer, behind))
    expect(found?.total, found?.search).toBe(n)
    const hits = paymentsBehind(id, slice, 'hits')
    const above = hits && (await listed(viewer, hits))
    if (above) expect(above.total, above.search).toBe(Math.round((value ?? 0) * n))
  }
  expect(open).toEqual(
    expect.arrayContaining(['pspApproval', 'pspCost', 'margin', 'funnelSent', 'chargebackRatio']),
  )
})

test('the explanation of figures has formula and source, and its links find as many payments', async () => {
  const [viewer] = viewers
  if (!viewer) throw new Error('nobody looks')
  const metrics = ['pspApproval', 'blockRate', 'margin', 'funnelSent', 'fallbackRecovery'] as const
  const filters = { psp: ['acmecards', ''], cardType: ['CREDIT'] }
  const body = { metrics, filters, ...whole(viewer) }
  const [cell] = (await askFor(viewer, body)).cells
  const explained = async (asked: Ask) => {
    const {
      status,
      body: reply,
      text,
    } = await admin.post(`/analytics/explain?merchantId=${viewer.merchantId}`, asked)
    expect(status, text).toBe(200)
    return reply as AnalyticsExplanation
  }
  const { metrics: told, source } = await explained(body)
  expect(source).toBe('rollup card by day')
  expect(told.map(({ id, formula }) => [id, formula])).toEqual(
    metrics.map((id) => [id, metricOf(id).formula]),
  )
  for (const { id, behind, hits } of told) {
    const { value = null, n = 0 } = cell?.values[id] ?? {}
    expect(n, id).toBeGreaterThan(0)
    if (behind) expect((await listed(viewer, behind)).total, id).toBe(n)
    if (hits) expect((await listed(viewer, hits)).total, id).toBe(Math.round((value ?? 0) * n))
  }
  expect(told.filter(({ behind }) => behind === null).map(({ id }) => id)).toEqual(['fallbackRecovery'])
  const from = day('2026-10-25', viewer.zone)
  const to = new Date(Date.parse(from) + 3 * 60_000).toISOString()
  expect((await explained({ metrics: ['deposits', 'users'], from, to })).source).toBe(
    'the payments themselves, the users of each day',
  )
})

const nextDay = (at: string, zone: string): string =>
  localUnit(new Date(Date.parse(at) + 26 * 3_600_000).toISOString(), 'day', zone)

test('what is compared with is the period before, and the middle of four weeks', async () => {
  const [viewer] = viewers
  if (!viewer) throw new Error('nobody looks')
  const { zone } = viewer
  const metrics = ['deposits'] as const
  const october = { metrics, from: day('2026-10-25', zone), to: day('2026-11-01', zone) }
  const before = { metrics, from: day('2026-10-18', zone), to: day('2026-10-25', zone) }
  const { compared } = await askFor(viewer, { ...october, compare: 'previous' })
  expectSame(viewer, before, compared ?? [])
  const single = { metrics, from: day('2026-11-01', zone), to: day('2026-11-02', zone) }
  const { compared: middle } = await askFor(viewer, { ...single, compare: 'weekday-median' })
  const weeks = ['2026-10-25', '2026-10-18', '2026-10-11', '2026-10-04'].map((name) => {
    const on = paid.filter(
      (each) => viewer.merchants.includes(each.merchantId) && localUnit(each.createdAt, 'day', zone) === name,
    )
    return on.filter(({ method }) => method === 'DEPOSIT').length
  })
  const [, second = 0, third = 0] = weeks.filter((count) => count > 0).toSorted((a, b) => a - b)
  expect(weeks.every((count) => count > 0)).toBe(true)
  expect(middle?.[0]?.values.deposits?.value).toBe((second + third) / 2)
})

test('late changes move the figures of the right day, and rollups made anew are the same', async () => {
  const { db } = platform
  const [viewer] = viewers
  if (!viewer) throw new Error('nobody looks')
  const own = paid.filter(
    ({ merchantId, method }) => merchantId === viewer.merchantId && method === 'DEPOSIT',
  )
  const ids = (state: string) =>
    own.filter(({ statusNo }) => stateOfNumber(statusNo) === state).map(({ id }) => id)
  const before = await kept()
  // Forced to have happened, charged back, and refunded by payments of today.
  await sql`update transaction set status_no = 0, decline_stage = null, completed_at = now(), updated_at = now()
    where merchant_id = ${viewer.merchantId} and id = any(${ids('INCONSISTENT').slice(0, 5)}::bigint[])`.execute(
    db,
  )
  await sql`update transaction set chargeback_minor = amount_minor, updated_at = now()
    where merchant_id = ${viewer.merchantId} and id = any(${ids('SUCCESSFUL').slice(0, 9)}::bigint[])`.execute(
    db,
  )
  await sql`update transaction set status_no = ${StatusNo.ERR_CANCELLED_BY_MERCHANT}, updated_at = now()
    where merchant_id = ${viewer.merchantId} and id = any(${ids('SUCCESSFUL').slice(20, 24)}::bigint[])`.execute(
    db,
  )
  await insertPast(db, pastPayments(99, [viewer.merchantId], 40))
  await update()
  const after = await kept()
  expect(after).not.toEqual(before)
  for (const id of isLong ? (['psp', 'state', 'cardBrand', 'userCountry'] as const) : (['state'] as const))
    for (const metrics of together) if (canSplit(metrics, id)) await compareBy(viewer, metrics, id)
  await rebuildAll(platform.deps, () => undefined)
  expect(await kept()).toEqual(after)
}, 120_000)

test('a wrong figure is found, told, and over when it is mended', async () => {
  const { db, deps } = platform
  const merchantId = 100010001
  const now = new Date('2026-11-07T03:00:00Z')
  const alerts = async () => {
    const { body } = await admin.get('/alert?merchantId=1000')
    return body.items.filter(({ source }: { source: string }) => source === 'ANALYTICS_CHECK')
  }
  expect(await checkMerchant(deps, merchantId, now)).toBe(0)
  expect(await alerts()).toEqual([])
  const { rows } = await sql<{ at: string }>`update analytics_cube set value_base = value_base + 1
    where (merchant_id, cube, zone, at, line) = (select merchant_id, cube, zone, at, line from analytics_cube
      where merchant_id = ${merchantId} and cube = 'core' and zone = 'Europe/Stockholm' and value_base > 0
        and at >= '2026-11-01' order by at limit 1) returning at`.execute(db)
  expect(await checkMerchant(deps, merchantId, now)).toBe(1)
  const [alert] = await alerts()
  expect(alert.body).toContain('valueBase in core')
  await sql`insert into analytics_dirty (merchant_id, at) values (${merchantId}, ${rows[0]?.at})`.execute(db)
  expect(await checkMerchant(deps, merchantId, now)).toBe(0)
  expect(await alerts()).toEqual([])
  // What adds up under other values, what is kept of users, and what is kept by five minutes, each on a day of its own.
  const firstIn = (cube: string, zone: string, from: string) => sql`(merchant_id, cube, zone, at, line) =
    (select merchant_id, cube, zone, at, line from analytics_cube where merchant_id = ${merchantId} and cube = ${cube}
      and zone = ${zone} and deposits > 0 and at >= ${from} order by at, line limit 1)`
  const spoil = [
    (from: string) => sql<{ at: string }>`update analytics_cube set psp = 'elsewhere'
      where ${firstIn('core', 'Europe/Stockholm', from)} returning at`,
    (from: string) => sql<{
      at: string
    }>`delete from analytics_user where ctid = (select ctid from analytics_user
      where merchant_id = ${merchantId} and zone = 'Europe/Stockholm' and at >= ${from} order by at limit 1)
      returning at`,
    (from: string) => sql<{ at: string }>`update analytics_cube set deposits = deposits + 1
      where ${firstIn('live-5min', '', from)} returning at`,
  ]
  const spoilt: string[] = []
  for (const one of spoil) {
    const from = Date.parse(spoilt.at(-1) ?? '2026-10-29T23:00:00Z') + 24 * 3_600_000
    const [row] = (await one(new Date(from).toISOString()).execute(db)).rows
    spoilt.push(row?.at ?? '')
  }
  expect(await checkMerchant(deps, merchantId, now)).toBeGreaterThanOrEqual(3)
  const [{ body: said }] = await alerts()
  expect(said).toContain('core adds up, but has payments under other values')
  expect(said).toContain('users in users')
  expect(said).toContain('deposits in live-5min')
  await sql`insert into analytics_dirty (merchant_id, at)
    select ${merchantId}, at from unnest(${spoilt}::timestamptz[]) at on conflict do nothing`.execute(db)
  expect(await checkMerchant(deps, merchantId, now)).toBe(0)
  expect(await alerts()).toEqual([])
}, 120_000)

test('a rate that falls is told once, and is over when it is back', async () => {
  const { db, deps } = platform
  const merchantId = 100010003
  const [template] = pastPayments(3, [merchantId], 40).filter(({ payment }) => payment.method === 'DEPOSIT')
  const nowMs = Date.now()
  const hourMs = 3_600_000
  const insertDeposits = (
    count: number,
    [fromMs, everyMs]: readonly [number, number],
    isApproved: (place: number) => boolean,
  ) =>
    insertPast(
      db,
      Array.from({ length: count }, (_, place) => {
        const atMs = fromMs + place * everyMs
        const payment = {
          ...template?.payment,
          id: firstTxIdAt(atMs) + 9,
          is_test_user: false,
          psp: 'acmecards',
          user_country: 'SWE',
          status_no: isApproved(place) ? StatusNo.SUCCESS : StatusNo.ERR_PSP_OUT_OF_SERVICE,
          decline_stage: isApproved(place) ? null : 'PSP',
          chargeback_minor: 0,
          created_at: new Date(atMs).toISOString(),
        }
        return { payment, attempts: [], events: [], approvals: [] }
      }),
    )
  const watch = (atMs: number) => watchMerchant(deps, merchantId, new Date(atMs))
  const alerts = async () =>
    (await admin.get(`/alert?merchantId=${merchantId}`)).body.items.filter(
      ({ source }: { source: string }) => source === 'APPROVAL_DROP',
    )
  await insertDeposits(400, [nowMs - 20 * 24 * hourMs, hourMs], (place) => place % 10 !== 0)
  await updateMerchant(deps, merchantId)
  expect(await watch(nowMs)).toEqual({ fell: 0, back: 0 })
  await insertDeposits(40, [nowMs - 2 * hourMs, 60_000], (place) => place % 3 === 0)
  expect(await watch(nowMs)).toEqual({ fell: 1, back: 0 })
  expect(await watch(nowMs)).toEqual({ fell: 0, back: 0 })
  const period = `from=${new Date(nowMs - hourMs).toISOString()}&to=${new Date(nowMs + hourMs).toISOString()}`
  const { body } = await admin.get(`/analytics/change-point?merchantId=${merchantId}&${period}`)
  expect(body.items).toMatchObject([{ psp: 'acmecards', providerType: '', country: '', endedAt: null }])
  expect(body.items[0].before).toBeCloseTo(0.9, 1)
  expect(body.items[0].payments).toBeLessThan(40)
  expect(await alerts()).toMatchObject([{ psp: 'acmecards' }])
  await insertDeposits(60, [nowMs + 1_000, 60_000], (place) => place % 10 !== 0)
  expect(await watch(nowMs + 2 * hourMs)).toEqual({ fell: 0, back: 1 })
  expect(await alerts()).toEqual([])
})

test('figures of work are counted where the work is kept', async () => {
  const { db } = platform
  const viewer = { merchantId: 100010001, zone: 'Europe/Stockholm', merchants: [100010001] }
  const { merchantId } = viewer
  const period = whole(viewer)
  const at = '2026-10-25T10:00:00Z'
  for (const [status, kind, delivery] of [
    ['VERIFIED', 'WEBHOOK', 'SENT'],
    ['VERIFIED', 'WEBHOOK', 'DEAD'],
    ['UNDER_AGE', 'EMAIL', 'SENT'],
    ['VERIFICATION_IN_PROGRESS', 'EMAIL', 'PENDING'],
  ]) {
    await sql`insert into kyc_check (merchant_id, id, user_id, provider, at, status)
      values (${merchantId}, gen_random_uuid(), 'never-paid', 'test', ${at}, ${status})`.execute(db)
    await sql`insert into notification (merchant_id, id, account_id, kind, leg, target, body, status, created_at)
      values (${merchantId}, gen_random_uuid(), gen_random_uuid(), ${kind}, '', '', '{}', ${delivery}, ${at})`.execute(
      db,
    )
  }
  const figures = async (metrics: MetricId[], dimensions: DimensionId[] = []) => {
    const { cells } = await askFor(viewer, { metrics, dimensions, ...period })
    return cells.map(({ key, values }) => [...key, ...metrics.map((id) => values[id]?.value)])
  }
  expect(await figures(['kycChecks', 'kycPass'])).toEqual([[4, 2 / 3]])
  expect(await figures(['kycChecks'], ['kycStatus'])).toEqual([
    ['UNDER_AGE', 1],
    ['VERIFICATION_IN_PROGRESS', 1],
    ['VERIFIED', 2],
  ])
  expect(await figures(['messages', 'messagesFailed'], ['channelOfMessage'])).toEqual([
    ['EMAIL', 2, 0],
    ['WEBHOOK', 2, 0.5],
  ])
  const { rows: decided } = await sql<{
    username: string
    decision: string
  }>`select username, decision from approval
    where merchant_id = ${merchantId} and at >= ${period.from} and at < ${period.to} order by username`.execute(
    db,
  )
  expect(await figures(['decisions', 'deniedShare'], ['approver'])).toEqual(
    [...groupsOf(decided, ({ username }) => [username])].map(([name, own]) => [
      name,
      own.length,
      own.filter(({ decision }) => decision === 'DENY').length / own.length,
    ]),
  )
  await sql`update transaction set status_no = ${StatusNo.WAITING_WITHDRAWAL_SECOND_APPROVAL},
      approval_due_at = now() - interval '1 day' where (merchant_id, id) = (select merchant_id, id from transaction
        where merchant_id = ${merchantId} and method = 'WITHDRAWAL' limit 1)`.execute(db)
  expect(await figures(['openItems', 'slaBreach'], ['queue'])).toContainEqual(['SECOND_APPROVAL', 1, null])
})

const ok = { metrics: ['deposits'] as const, from: '2026-10-25T22:00:00Z', to: '2026-10-27T22:00:00Z' }

test('a question about a merchant of somebody else is refused, and nothing of it comes out by a filter either', async () => {
  await sql`update backoffice_user set roles = roles || '{ANALYTICS}'::text[] where username = 'brand2'`.execute(
    platform.db,
  )
  const again = await platform.as('brand2')
  expect((await ask({ merchantId: 100010001 }, ok, again)).status).toBe(403)
  expect((await ask({ merchantId: 100010000 }, ok, again)).status).toBe(403)
  const asked = [{ merchantIds: [100010001] }, { filters: { merchant: ['100010001'] } }]
  for (const more of asked) {
    const { status, body } = await ask({ merchantId: 100010002 }, { ...ok, ...more }, again)
    expect(status).toBe(200)
    expect((body as AnalyticsReply).cells).toEqual([])
  }
  const { body } = await ask({ merchantId: 100010002 }, { ...ok, dimensions: ['merchant'] }, again)
  expect((body as AnalyticsReply).cells.map(({ key }) => key)).toEqual([['100010002']])
})
