import { expect, it } from 'vitest'
import type { Alert, AlertSource } from '@signalbox/model/calls/alert'
import { addDays } from '@signalbox/model/billing/billing-period'
import { invoiceDrafts } from '../finance/billing/run-drafts.ts'
import {
  buyer,
  group,
  invoicesOfCustomer,
  openBilling,
  operate,
} from '../finance/billing/testing/billing-app.ts'
import { made } from '../finance/settlements/testing/importer.ts'
import { fileOf, rightLine } from '../finance/settlements/testing/planted-file.ts'
import { plannedPayments, plantPayments } from '../finance/settlements/testing/planted-store.ts'
import { openTwoInFinance, type TwoInFinance } from '../finance/settlements/testing/two-in-finance.ts'
import { openShop } from '../finance/store/testing/store-shop.ts'
import type { PeriodicJob } from '../kit/jobs/periodic-job.ts'
import type { PaymentPlatform } from '../payments/testing/payment-platform.ts'
import { watchFinance } from './watch-finance.ts'

const dayMs = 86_400_000
const brand = 100010001
const otherBrand = 100010002

let { platform, finance, finance2 } = {} as TwoInFinance
openTwoInFinance((two) => ({ platform, finance, finance2 } = two))

const run = (job: PeriodicJob, now: Date) => job.run({ now, signal: new AbortController().signal })
const watch = (now: Date) => run(watchFinance(platform.deps), now)
const onDay = (day: string) => watch(new Date(`${day}T12:00:00Z`))
const today = () => new Date().toISOString().slice(0, 10)

/** What whoever receives alerts reads in the bell with a merchant selected. */
async function bell(source: AlertSource, merchantId = brand): Promise<Alert[]> {
  const admin = await platform.as('admin')
  const { items } = await made(admin.get(`/alert?merchantId=${merchantId}`))
  return (items as Alert[]).filter((alert) => alert.source === source)
}
const titles = async (source: AlertSource, merchantId?: number) =>
  (await bell(source, merchantId)).map(({ title }) => title)

async function resolve(alert: Alert | undefined): Promise<void> {
  const admin = await platform.as('admin')
  await made(admin.post(`/alert/${alert?.id}/resolve?merchantId=${alert?.merchantId}`))
}

async function paidOn(day: string, first: bigint) {
  const payments = plannedPayments(2, day, first)
  await plantPayments(platform.db, payments, platform.deps.newId)
  return payments
}
const settledOn = async (day: string, first: bigint) => {
  const payments = await paidOn(addDays(day, -1), first)
  return (await finance.imported(fileOf(`of-${day}`, day, payments.map(rightLine)))).id
}

it('a settlement file is late once the account has waited clearly longer than usual for it, and is told once', async () => {
  const late = ['Settlement file is late: acmecards · PLANTED']
  // Once a week.
  await settledOn('2026-03-04', 100_000n)
  await settledOn('2026-03-11', 200_000n)
  await onDay('2026-05-01')
  // Twice is no habit.
  expect(await titles('SETTLEMENT_LATE')).toEqual([])
  await settledOn('2026-03-18', 300_000n)
  await onDay('2026-05-01')
  // Nobody paid since, so nothing is owed.
  expect(await titles('SETTLEMENT_LATE')).toEqual([])
  const owed = await paidOn('2026-03-20', 400_000n)
  await onDay('2026-03-29')
  expect(await titles('SETTLEMENT_LATE')).toEqual([])
  await onDay('2026-04-02')
  await onDay('2026-04-03')
  expect(await bell('SETTLEMENT_LATE')).toEqual([
    expect.objectContaining({
      title: late[0],
      body: 'The last payout with a file was on 2026-03-18. This account usually pays out every 7 days.',
      psp: 'acmecards',
      merchantId: brand,
      severity: 'WARNING',
      state: 'OPEN',
      times: 1,
    }),
  ])
  expect([await titles('SETTLEMENT_LATE', 100010000), await titles('SETTLEMENT_LATE', otherBrand)]).toEqual([
    late,
    [],
  ])
  // Whoever resolved it is not told the same again.
  await resolve((await bell('SETTLEMENT_LATE'))[0])
  await onDay('2026-04-04')
  expect(await titles('SETTLEMENT_LATE')).toEqual([])
  // The next silence is another matter, and a file ends it.
  await finance.imported(fileOf('of-april', '2026-04-05', owed.map(rightLine)))
  await paidOn('2026-04-06', 500_000n)
  await onDay('2026-05-01')
  expect(await titles('SETTLEMENT_LATE')).toEqual(late)
  await settledOn('2026-04-29', 600_000n)
  await onDay('2026-05-01')
  expect(await titles('SETTLEMENT_LATE')).toEqual([])
})

it('a settlement batch that nobody accepts for a week is told, until it is accepted', async () => {
  const id = await settledOn('2025-03-04', 700_000n)
  const inWeeks = (weeks: number) => watch(new Date(Date.now() + weeks * 7 * dayMs + 60_000))
  const about = async () => (await bell('SETTLEMENT_UNDECIDED')).filter(({ subject }) => subject === id)
  await watch(new Date(Date.now() + 6 * dayMs))
  expect(await about()).toEqual([])
  await inWeeks(1)
  await inWeeks(2)
  expect(await about()).toMatchObject([
    {
      title: 'Settlement batch of-2025-03-04 has not been accepted',
      body: `acmecards paid it out on 2025-03-04; the file was imported on ${today()}.`,
      times: 1,
    },
  ])
  await finance.decideOpen(id, 'accept-difference', { cause: 'OTHER', reason: 'test' })
  await made(finance2.operate(id, 'accept'))
  await inWeeks(2)
  expect(await about()).toEqual([])
})

it('an invoice is told the day after it was due, until it is paid', async () => {
  const [clerk, second] = [finance.client, finance2.client]
  await openBilling(clerk)
  const { number } = await made(clerk.post(`/customer?${group}`, buyer('Late payer AB')))
  await made(clerk.post(`/invoice/generate?${group}`, { period: '2026-08' }))
  const only = async () => {
    const [record] = await invoicesOfCustomer(clerk, number)
    if (!record) throw new Error('There is no invoice')
    return record
  }
  await made(operate(second, await only(), 'approve'))
  await made(operate(second, await only(), 'issue'))
  const issued = await only()
  await onDay(issued.dueDate)
  expect(await titles('INVOICE_OVERDUE', 100010000)).toEqual([])
  await onDay(addDays(issued.dueDate, 1))
  await onDay(addDays(issued.dueDate, 2))
  expect(await bell('INVOICE_OVERDUE', 100010000)).toMatchObject([
    {
      title: `Invoice ${issued.number} is overdue`,
      body: `It was due on ${issued.dueDate} and is not fully paid.`,
      subject: issued.id,
      times: 1,
    },
  ])
  await made(operate(clerk, issued, 'pay', { amount: issued.gross.amount, paidOn: today() }))
  await onDay(addDays(issued.dueDate, 2))
  expect(await titles('INVOICE_OVERDUE', 100010000)).toEqual([])
})

it('a batch of vouchers is low in stock when Home counts it, until it is not', async () => {
  const shop = await openShop(platform as PaymentPlatform)
  const { batch, codes } = await shop.sell({ quantity: 10 })
  const about = async () => (await bell('VOUCHERS_LOW')).filter(({ subject }) => subject === batch.id)
  const range = (action: 'BLOCK' | 'UNBLOCK') =>
    made(
      shop.store.post(`/voucher/range?merchantId=${brand}`, {
        ...{ action, fromSerial: codes[1]?.serial, toSerial: codes[9]?.serial, reason: 'For a test' },
      }),
    )
  await onDay(today())
  expect(await about()).toEqual([])
  await range('BLOCK')
  await onDay(today())
  await onDay(today())
  expect(await about()).toMatchObject([
    {
      title: `Voucher batch ${batch.title} is low in stock`,
      body: 'At most 10 % of its 10 vouchers can still be redeemed.',
      times: 1,
    },
  ])
  const low = await made(shop.store.get(`/voucher-batch?merchantId=${brand}&low=true`))
  expect(low.items.map(({ id }: { id: string }) => id)).toEqual([batch.id])
  await range('UNBLOCK')
  await onDay(today())
  expect(await about()).toEqual([])
})

it('an invoice that the nightly run could not draft is told, until it is drafted by night or by hand', async () => {
  const clerk = finance.client
  const pricesFrom = async (effectiveFrom: string) => {
    const { items } = await made(clerk.get(`/price-list?${group}&limit=100`))
    const [{ prices }] = items.filter(({ name }: { name: string }) => name === 'Test prices')
    const values = { name: 'New prices', currency: 'EUR', effectiveFrom, prices, note: 'test data' }
    await made(clerk.post(`/price-list?${group}`, values))
  }
  await pricesFrom('2027-01-01')
  const values = { ...buyer('Without prices AB'), priceList: 'New prices' }
  const { id, number } = await made(clerk.post(`/customer?${group}`, values))
  const night = (day: string) => run(invoiceDrafts(platform.deps), new Date(`${day}T02:40:00Z`))
  const told = async () => (await titles('INVOICE_DRAFTS', 100010000)).toSorted()
  const title = (month: string) => `Invoice of ${number} for ${month} could not be drafted`
  await night('2026-09-01')
  await night('2026-09-02')
  expect(await bell('INVOICE_DRAFTS', 100010000)).toMatchObject([
    {
      title: title('2026-08'),
      body: 'The price list New prices has no prices for 2026-08.',
      subject: id,
      times: 1,
    },
  ])
  // The month before is not billed for being over.
  await night('2026-10-01')
  expect(await told()).toEqual([title('2026-08'), title('2026-09')])
  const byHand = () => made(clerk.post(`/invoice/generate?${group}`, { period: '2026-08' }))
  expect((await byHand()).problems).toEqual([
    { customer: number, message: 'The price list New prices has no prices for 2026-08.' },
  ])
  expect(await told()).toHaveLength(2)
  await pricesFrom('2026-01-01')
  await byHand()
  expect(await told()).toEqual([title('2026-09')])
  await night('2026-10-02')
  expect(await told()).toEqual([])
})
