import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceLine } from '@signalbox/model/billing/invoice-line'
import { statusBands } from '@signalbox/model/reference/status-codes'
import type { Client } from '../../kit/testing/kit-app.ts'
import { testPlatform, type TestNode, type TestPlatform } from '../../testing/test-app.ts'
import {
  brand,
  buyer,
  fillMonth,
  group,
  invoicesOfCustomer,
  made,
  openBilling,
  otherBrand,
} from './testing/billing-app.ts'

let platform: TestPlatform
let other: TestNode
let finance: Client
let admin: Client
let customerNumber = ''
beforeAll(async () => {
  platform = await testPlatform()
  other = await platform.anotherNode()
  ;[finance, admin] = [await platform.as('finance'), await platform.as('admin')]
  await openBilling(finance)
  await fillMonth(platform, '2026-08', 900)
  const customer = await made(
    finance.post(`/customer?${group}`, buyer('Nordic Play Oy', [brand, otherBrand])),
  )
  customerNumber = customer.number
}, 120_000)
afterAll(() => platform.close())

const generate = (who: Client, period = '2026-08') => who.post(`/invoice/generate?${group}`, { period })

describe('the drafts of a month', () => {
  it('are made once, however often and by how many they are asked for', async () => {
    const second = await other.as('finance2')
    const runs = await Promise.all([generate(finance), generate(second), generate(finance)])
    expect(runs.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(runs.reduce((sum, { body }) => sum + body.created, 0)).toBe(1)
    const before = await invoicesOfCustomer(finance, customerNumber)
    expect(before).toHaveLength(1)
    expect((await generate(finance)).body).toMatchObject({ created: 0, existing: 1 })
    expect(await invoicesOfCustomer(finance, customerNumber)).toEqual(before)
  })

  it('come to what an independent sum over the payments comes to', async () => {
    const [draft] = await invoicesOfCustomer(finance, customerNumber)
    const { rows } = await sql<{ method: string; psp: string; count: string; volume: string; fees: string }>`
      select method, psp, count(*) as count, sum(abs(amount_base_minor)) filter (where base_currency = 'EUR') as volume,
        sum(psp_fee_minor) filter (where psp_fee_currency = 'EUR') as fees
      from transaction where merchant_id in (${brand}, ${otherBrand}) and status_no between ${statusBands.SUCCESSFUL.first} and ${statusBands.SUCCESSFUL.last}
        and not is_test_user and completed_at >= '2026-08-01' and completed_at < '2026-09-01'
      group by 1, 2`.execute(platform.db)
    const count = (method: string, ...psps: string[]) =>
      rows
        .filter((row) => row.method === method && psps.includes(row.psp))
        .reduce((sum, row) => sum + Number(row.count), 0)
    expect(rows.length).toBeGreaterThan(4)
    const tiered = ['acmecards', 'nordbank', 'walletx']
    const deposits = count('DEPOSIT', ...tiered)
    const lines = draft?.lines as InvoiceLine[]
    const quantity = (start: string) =>
      lines
        .filter(({ code }) => code.startsWith(start) && !code.includes('VOLUME'))
        .reduce((sum, { qty }) => sum + Number(qty), 0)
    expect(quantity('DEPOSIT-')).toBe(deposits)
    expect(quantity('WITHDRAWAL-')).toBe(count('WITHDRAWAL', ...tiered))
    expect(quantity('PREMIUM-kestrelcard')).toBe(
      count('DEPOSIT', 'kestrelcard') + count('WITHDRAWAL', 'kestrelcard'),
    )
    const price = deposits >= 50 ? '0.095' : '0.12'
    expect(lines.filter(({ code }) => code === `DEPOSIT-${brand}`).map(({ unitPrice }) => unitPrice)).toEqual(
      [price],
    )
    const cents = (text: string) => Math.round(Number(text) * 100)
    for (const line of lines)
      expect(cents(line.net)).toBe(
        Math.sign(Number(line.qty)) *
          Math.round(Math.abs(Number(line.qty)) * Number(line.unitPrice) * 100 + 1e-7),
      )
    expect(cents(draft?.net.amount)).toBe(lines.reduce((sum, { net }) => sum + cents(net), 0))
    expect(cents(draft?.gross.amount)).toBe(cents(draft?.net.amount) + cents(draft?.vat.amount))
  })

  it('count on each line exactly the transactions that are found by it', async () => {
    const [draft] = await invoicesOfCustomer(finance, customerNumber)
    const all = (draft?.lines ?? []) as InvoiceLine[]
    const lines = all.filter(({ filter }) => filter !== null)
    expect(lines.length).toBeGreaterThan(4)
    for (const { code, count, filter } of lines) {
      const query = new URLSearchParams({ ...filter, merchantId: '100010000', limit: '10' })
      const found = await made(admin.get(`/transaction?${query.toString()}`))
      const own = await made(finance.get(`/invoice/${draft?.id}/transactions?${group}&line=${code}&limit=10`))
      expect([code, found.total, own.total]).toEqual([code, count, count])
    }
  })
})
