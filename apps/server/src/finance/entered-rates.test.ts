import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { noPrices } from '@signalbox/model/billing/price-list'
import { defaultRateService } from '@signalbox/model/money/rate-services'
import type { Client } from '../kit/testing/kit-app.ts'
import { testPlatform, type TestPlatform } from '../testing/test-app.ts'
import {
  buyer,
  group,
  invoicesOfCustomer,
  made,
  openBilling,
  operate,
} from './billing/testing/billing-app.ts'
import { settlementsOf, type Settlements } from './settlements/testing/importer.ts'
import { header } from './settlements/testing/planted-file.ts'
import { plannedPayments, plantPayments } from './settlements/testing/planted-store.ts'

let platform: TestPlatform
let finance: Client
let settlements: Settlements

const today = () => new Date().toISOString().slice(0, 10)

beforeAll(async () => {
  platform = await testPlatform()
  finance = await platform.as('finance')
  settlements = settlementsOf(finance)
  // The limit names euros only; what is in another currency has to be compared.
  await sql`update merchant set base_currency = 'EUR' where id = 100010001`.execute(platform.db)
  await sql`update merchant set currencies = currencies || '{GBP}' where id = 100010000`.execute(platform.db)
  // One euro is 11.43 SEK, as was published. For pounds nothing was on that day.
  for (const day of ['2026-03-04', today()])
    await sql`insert into forex_rate (merchant_id, id, from_currency, to_currency, buy_rate, sell_rate, rate_date, valid_from,
        source, service, state, created_at, updated_at, updated_by)
      values (100010000, ${platform.deps.newId()}::uuid, 'EUR', 'SEK', 11.53, 11.33, ${day}::date, ${day}::date,
        'IMPORTED', ${defaultRateService}, 'ACTIVE', now(), now(), 'system')`.execute(platform.db)
}, 120_000)
afterAll(() => platform.close())
afterEach(() => sql`delete from forex_rate where source = 'MANUAL'`.execute(platform.db))

const worthless = { buyRate: '9000000', sellRate: '9000000' }
const meant = 'Much for little\nIt is meant'

/** Somebody enters a rate; it counts from before the files of these tests. */
async function entered(toCurrency: string, figures = worthless) {
  const admin = await platform.as('admin')
  const rate = { toCurrency, ...figures, rateDate: '2026-03-01', note: meant }
  const { id } = await made(admin.post(`/forex-rate?${group}`, rate))
  return {
    /** As if it had been there for a month. */
    age: () =>
      sql`update forex_rate set updated_at = updated_at - interval '30 days' where id = ${id}`.execute(
        platform.db,
      ),
  }
}

let lineNo = 0
/** A file with one line of a currency that is paid out in EUR. */
async function lineOf(
  currency: string,
  gross: string,
  { rate, net, fee = '0', payment = '' }: Record<string, string>,
) {
  lineNo += 1
  const row = [
    ...[`rates-${lineNo}`, '2026-03-04', 'SETTLED', `p${lineNo}`, payment || `stranger ${lineNo}`],
    ...['2026-03-03T10:00:00Z', currency, gross, rate, 'EUR', net, fee, '0', '0', '0', 'VISA', '', '', ''],
  ].join(';')
  const { id } = await settlements.imported(`${header}\n${row}\n`)
  const read = async () => {
    const lines = await settlements.linesOf(id, 'sort=lineNo')
    const line = lines.find((each) => each.gross.amount === gross)
    if (!line) throw new Error('The line is not there')
    return line
  }
  return { id, read }
}

const writtenOff = async (currency: string, gross: string) => {
  const line = await (await lineOf(currency, gross, { rate: '0.0001', net: '10.00' })).read()
  const { matchStatus } = await made(settlements.onLine(line, 'write-off', { reason: 'lost' }))
  return matchStatus
}

it('what is written off is as much as the published rate says, whatever rate somebody entered, and whenever', async () => {
  expect(await writtenOff('SEK', '100000.00')).toBe('UNMATCHED')
  const rate = await entered('SEK')
  expect(await writtenOff('SEK', '100000.01')).toBe('UNMATCHED')
  await rate.age()
  expect(await writtenOff('SEK', '100000.02')).toBe('UNMATCHED')
})

it('little stays little when somebody enters a rate that is right', async () => {
  await entered('SEK', { buyRate: '11.6', sellRate: '11.4' })
  expect(await writtenOff('SEK', '100.00')).toBe('WRITTEN_OFF')
})

it('little is much where a rate somebody entered says so', async () => {
  await entered('SEK', { buyRate: '0.0001', sellRate: '0.0001' })
  expect(await writtenOff('SEK', '100.01')).toBe('UNMATCHED')
})

it('what only an entered rate could value is for two', async () => {
  const rate = await entered('GBP')
  await rate.age()
  expect(await writtenOff('GBP', '90.00')).toBe('UNMATCHED')
})

it('a difference of an exchange does not go away by a rate somebody has just entered', async () => {
  const planned = plannedPayments(1, '2026-03-03', 100_000n)
  const payments = planned.map((payment) => ({ ...payment, currency: 'SEK', feeMinor: 100n }))
  await plantPayments(platform.db, payments, platform.deps.newId)
  const payment = payments[0]?.reference ?? ''
  // 1000.00 SEK are 87.50 EUR.
  const { id, read } = await lineOf('SEK', '1000.00', { rate: '0.0015', net: '0.50', fee: '1.00', payment })
  const off = { matchStatus: 'DIFFERENCE', differences: ['FX_DIFF'] }
  expect(await read()).toMatchObject(off)
  const rate = await entered('SEK', { buyRate: '667', sellRate: '667' })
  await made(settlements.operate(id, 'rematch'))
  expect(await read()).toMatchObject(off)
  await rate.age()
  await made(settlements.operate(id, 'rematch'))
  expect(await read()).toMatchObject({ matchStatus: 'MATCHED', differences: [] })
})

it('a credit is as much as the published rate says', async () => {
  await openBilling(finance)
  const prices = { ...noPrices, monthlyFee: '4000' }
  const list = { name: 'In kronor', currency: 'SEK', effectiveFrom: '2025-01-01', prices, note: 'test data' }
  await made(finance.post(`/price-list?${group}`, list))
  const customer = {
    ...buyer('Krona AB'),
    priceList: 'In kronor',
    country: 'SWE',
    vatNo: null,
    currency: 'SEK',
  }
  const { number } = await made(finance.post(`/customer?${group}`, customer))
  await made(finance.post(`/invoice/generate?${group}`, { period: '2026-08' }))
  const [draft] = await invoicesOfCustomer(finance, number)
  if (!draft) throw new Error('There is no draft')
  const finance2 = await platform.as('finance2')
  const approved = (await made(operate(finance2, draft, 'approve'))) as typeof draft
  const issued = (await made(operate(finance, approved, 'issue'))) as typeof draft
  await entered('SEK')
  const credited = async (invoice: typeof draft, net: string) =>
    (await made(operate(finance, invoice, 'credit', { reason: 'Agreed', net }))) as typeof draft
  const little = await credited(issued, '1.00')
  expect([little.currency, little.creditBy]).toEqual(['SEK', null])
  const much = await credited(little, '1500.00')
  expect(much).toMatchObject({ creditBy: 'finance', creditNet: { amount: '1500.00', currency: 'SEK' } })
})
