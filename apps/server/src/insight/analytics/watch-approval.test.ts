import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnalyticsChangePoint, AnalyticsMarker } from '@signalbox/model/analytics/query'
import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { systemActor } from '../../kit/audit.ts'
import type { Client, KitApp } from '../../kit/testing/kit-app.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { updateMerchant } from './keep-cubes.ts'
import { analyticsApp } from './testing/analytics-app.ts'
import { insertPast, pastPayments, randomFrom } from './testing/past-payments.ts'
import { watchMerchant } from './watch-approval.ts'

const [group, brand, quietBrand] = [100010000, 100010001, 100010002]
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const nowMs = Date.parse('2026-11-06T12:00:00.000Z')
const iso = (ms: number) => new Date(ms).toISOString()

let kit: KitApp
let admin: Client
beforeAll(async () => {
  kit = await analyticsApp(iso(nowMs))
  admin = kit.as({ roles: ['ANALYTICS'] })
  await sql`update merchant set time_zone = 'UTC' where id = any(${[brand, quietBrand]}::integer[])`.execute(
    kit.db,
  )
})
afterAll(() => kit.close())

const at = (ms: number): void => {
  kit.clock.now = new Date(ms)
}

const [template] = pastPayments(3, [brand], 40).filter(({ payment }) => payment.method === 'DEPOSIT')
// Each brand has its own: that a drop has one code must not hide which payments it is about.
const declines = [
  StatusNo.ERR_PSP_OUT_OF_SERVICE,
  StatusNo.ERR_DECLINED_NO_FUNDS,
  StatusNo.ERR_DECLINED_BANK_REFUSAL,
]

interface Slice {
  readonly psp: string
  readonly providerType: string
  readonly country: string
  readonly cardBrand: string
}

function deposit(merchantId: number, atMs: number, slice: Slice, approved: boolean, place: number) {
  const payment = {
    ...template?.payment,
    merchant_id: merchantId,
    id: firstTxIdAt(atMs) + (place % 4_096),
    is_test_user: false,
    psp: slice.psp,
    provider_type: slice.providerType,
    user_country: slice.country,
    card_brand: slice.cardBrand,
    issuer_name: ['Nordbank', 'First Bank', 'Third Bank'][Math.floor(place / 9) % 3],
    status_no: approved ? StatusNo.SUCCESS : declines[place % declines.length],
    decline_stage: approved ? null : 'PSP',
    chargeback_minor: 0,
    created_at: iso(atMs),
  }
  return { payment, attempts: [], events: [], approvals: [] }
}

/** Something people changed, as the audit log has it. */
async function change(atMs: number, merchantId: number, entityType: string, action: string, label: string) {
  at(atMs)
  await perform(kit.deps, { ...systemActor, type: 'USER', id: 'bo', name: 'bo' }, (unit) => {
    unit.audit({
      merchantId,
      entityType,
      entityId: label,
      entityLabel: label,
      action,
      before: {},
      after: { label },
    })
    return Promise.resolve()
  })
}

describe('a drop in one card brand after a change of rules', () => {
  const brands = ['VISA', 'MASTERCARD', 'AMEX']
  const sliceOf = (place: number): Slice => ({
    psp: 'acmecards',
    providerType: 'CREDITCARD',
    country: ['SWE', 'FIN', 'NOR'][Math.floor(place / 3) % 3] ?? '',
    cardBrand: brands[place % 3] ?? '',
  })
  const beganMs = nowMs - 2 * hourMs

  beforeAll(async () => {
    const random = randomFrom(5)
    const usual = Array.from({ length: 600 }, (_, place) =>
      deposit(brand, nowMs - 26 * dayMs + place * hourMs, sliceOf(place), random.is(0.9), place),
    )
    await insertPast(kit.db, usual)
    await updateMerchant(kit.deps, brand)
    await change(beganMs - 12 * hourMs, brand, 'ruleset', 'ACTIVATE', 'yesterday’s routing')
    await change(beganMs - 30 * 60_000, brand, 'ruleset', 'UPDATE', 'a draft')
    await change(beganMs - 20 * 60_000, group, 'config', 'UPDATE', 'limits of the group')
    await change(beganMs - 10 * 60_000, brand, 'maintenance', 'CREATE', 'work at a PSP')
    await change(beganMs - 5 * 60_000, brand, 'ruleset', 'ACTIVATE', 'routing of cards')
    const fallen = Array.from({ length: 110 }, (_, place) => {
      const slice = sliceOf(place)
      return deposit(
        brand,
        beganMs + place * 60_000,
        slice,
        random.is(slice.cardBrand === 'VISA' ? 0.1 : 0.9),
        place,
      )
    })
    await insertPast(kit.db, fallen)
    at(nowMs)
  })

  test('is told with the brand that carries it, and with what changed just before', async () => {
    expect(await watchMerchant(kit.deps, brand, new Date(nowMs))).toEqual({ fell: 1, back: 0 })
    const period = `from=${iso(nowMs - hourMs)}&to=${iso(nowMs + hourMs)}`
    const { body } = await admin.get(`/analytics/change-point?merchantId=${brand}&${period}`)
    const [point] = body.items as AnalyticsChangePoint[]
    expect(body.items).toHaveLength(1)
    expect(point?.carriedBy).toMatchObject({ dimension: 'cardBrand', value: 'VISA' })
    expect(point?.carriedBy?.share).toBeGreaterThan(0.6)
    // The likeliest first; neither a draft nor what changed half a day before is among them.
    expect(point?.causes.map(({ title, kind }) => [title, kind])).toEqual([
      ['Activate: routing of cards', 'RULE'],
      ['Create: work at a PSP', 'MAINTENANCE'],
      ['Update: limits of the group', 'CONFIGURATION'],
    ])
    const { rows } = await sql<{ body: string }>`
      select body from alert where source = 'APPROVAL_DROP' and merchant_id = ${brand}`.execute(kit.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.body).toMatch(
      /\d\d % of the declines: VISA\. Changed just before: Activate: routing of cards\./,
    )
  })

  test('has a marker for each change that was in effect, and none of those above say who made it', async () => {
    const period = `from=${iso(beganMs - dayMs)}&to=${iso(nowMs)}`
    const below = kit.as({ roles: ['ANALYTICS'], homeMerchantId: brand })
    const { body } = await below.get(`/analytics/marker?merchantId=${brand}&${period}`)
    expect((body.items as AnalyticsMarker[]).map(({ title, kind, by, to }) => [title, kind, by, to])).toEqual(
      [
        ['Activate: routing of cards', 'RULE', 'bo', '/admin/audit-log'],
        ['Create: work at a PSP', 'MAINTENANCE', 'bo', '/admin/maintenance'],
        ['Update: limits of the group', 'CONFIGURATION', '', null],
        ['Activate: yesterday’s routing', 'RULE', 'bo', '/admin/audit-log'],
      ],
    )
    expect(body.isCut).toBe(false)
  })
})

test('two quiet weeks over forty-eight slices keep to the budget of false alarms', async () => {
  const random = randomFrom(11)
  const [psps, types, countries] = [
    ['acmecards', 'borealpay', 'kestrelcard'],
    ['CREDITCARD', 'APPLEPAY', 'SKRILL'],
    ['SWE', 'FIN', 'NOR', 'DNK'],
  ] as const
  const slices = psps.flatMap((psp, a) =>
    types.flatMap((providerType, b) =>
      countries.map((country, c) => ({
        slice: { psp, providerType, country, cardBrand: '' },
        rate: 0.7 + 0.025 * ((a * 5 + b * 3 + c * 2) % 11),
      })),
    ),
  )
  const firstMs = nowMs - 43 * dayMs
  const everyMs = 4 * 60_000
  const list = Array.from({ length: Math.floor((43 * dayMs) / everyMs) }, (_, place) => {
    const { slice, rate } = random.of(slices)
    return deposit(quietBrand, firstMs + place * everyMs, slice, random.is(rate), place)
  })
  for (let from = 0; from < list.length; from += 2_000)
    await insertPast(kit.db, list.slice(from, from + 2_000))
  await updateMerchant(kit.deps, quietBrand)
  let alarms = 0
  for (let lookMs = nowMs - 14 * dayMs; lookMs <= nowMs; lookMs += 4 * hourMs) {
    at(lookMs)
    alarms += (await watchMerchant(kit.deps, quietBrand, new Date(lookMs))).fell
  }
  // Two in the four weeks that are usual.
  expect(alarms).toBeLessThanOrEqual(1)
}, 120_000)
