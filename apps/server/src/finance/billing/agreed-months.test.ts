import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, billingPeriod, lastPeriod } from '@signalbox/model/billing/billing-period'
import type { Client } from '../../kit/testing/kit-app.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { invoiceDrafts } from './run-drafts.ts'
import { buyer, group, invoicesOfCustomer, made, openBilling } from './testing/billing-app.ts'

let platform: TestPlatform
let finance: Client
beforeAll(async () => {
  platform = await testPlatform()
  finance = await platform.as('finance')
  await openBilling(finance)
}, 120_000)
afterAll(() => platform.close())

const generate = (period: string) => made(finance.post(`/invoice/generate?${group}`, { period }))
const drafted = async (number: string) =>
  (await invoicesOfCustomer(finance, number)).map(({ period, lines }) => [
    period,
    lines.map(({ code }: { code: string }) => code),
  ])

/** A customer of this month, and the month before it. */
async function newCustomer(name: string, more: object = {}) {
  const { billedFrom: _given, ...values } = buyer(name)
  const customer = await made(finance.post(`/customer?${group}`, { ...values, ...more }))
  return { customer, month: lastPeriod(new Date(customer.createdAt)) }
}

it('the platform bills nobody for a month that ended before the record, unless a person asks for that month', async () => {
  const { customer, month } = await newCustomer('New AB')
  expect(customer.billedFrom).toBeNull()
  const night = async (now: Date) =>
    invoiceDrafts(platform.deps).run({ now, signal: new AbortController().signal })
  expect(await night(new Date(customer.createdAt))).toBe(`${month}: 0 drafts, 0 problems`)
  expect(await drafted(customer.number)).toEqual([])
  // The month it was created in is billed as soon as it has ended.
  const next = billingPeriod(customer.createdAt.slice(0, 7))
  expect(await night(next.to)).toBe(`${next.name}: 1 draft, 0 problems`)
  expect(await generate(month)).toMatchObject({ created: 1 })
  expect(await drafted(customer.number)).toEqual(
    expect.arrayContaining([
      [next.name, ['MONTHLY', 'MINIMUM']],
      [month, ['MONTHLY', 'MINIMUM']],
    ]),
  )
})

it('nobody bills a month that ended before the agreement', async () => {
  const { customer, month } = await newCustomer('Agreed AB')
  const { firstDay, lastDay } = billingPeriod(month)
  const change = (version: number, billedFrom: string | null) =>
    made(finance.put(`/customer/${customer.id}?${group}`, { version, billedFrom }))
  const nextDay = await change(customer.version, addDays(lastDay, 1))
  expect((await generate(month)).created).toBe(0)
  await change(nextDay.version, lastDay)
  expect((await generate(month)).created).toBe(1)
  expect(await drafted(customer.number)).toEqual([[month, ['MONTHLY', 'MINIMUM']]])
  const before = lastPeriod(new Date(`${firstDay}T00:00:00Z`))
  expect((await generate(before)).created).toBe(1)
  expect(await drafted(customer.number)).toHaveLength(1)
})
