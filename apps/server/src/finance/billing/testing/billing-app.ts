import { expect } from 'vitest'
import { noPrices, type Prices } from '@signalbox/model/billing/price-list'
import type { Client } from '../../../kit/testing/kit-app.ts'
import { insertGenerated } from '../../../payments/transactions/testing/fixture-store.ts'
import { transactionGenerator } from '../../../payments/transactions/testing/generated-transaction.ts'
import type { TestPlatform } from '../../../testing/test-app.ts'

export const group = 'merchantId=100010000'
export const brand = 100010001
export const otherBrand = 100010002

const testPrices: Prices = {
  ...noPrices,
  monthlyFee: '250',
  minimumMonthly: '300',
  perRefund: '0.25',
  perChargeback: '15',
  schemeTokenFee: '0.01',
  products: [
    {
      product: 'DEPOSIT',
      tiers: [
        { from: 0, fee: '0.12' },
        { from: 50, fee: '0.095' },
      ],
      volumePct: '0.15',
    },
    { product: 'WITHDRAWAL', tiers: [{ from: 0, fee: '0.2' }], volumePct: '0' },
  ],
  premium: [{ psp: 'kestrelcard', fee: '0.33' }],
}

export const seller = {
  name: 'Signalbox Test AB',
  code: 'TST',
  orgNo: '556677-8899',
  vatNo: 'SE556677889901',
  vatRate: '25',
  address: 'Storgatan 1',
  zip: '111 22',
  city: 'Stockholm',
  country: 'SWE',
  email: 'billing@signalbox.example',
  iban: 'SE45 5000 0000 0583 9825 7466',
  bic: 'ESSESESS',
  note: 'test data',
}

export const buyerEmail = 'invoices@buyer.example'

export const buyer = (legalName: string, merchants: readonly number[] = []) => ({
  legalName,
  address: 'Main street 2',
  zip: '00100',
  city: 'Helsinki',
  country: 'FIN',
  vatNo: 'FI12345678',
  orgNo: '1234567-8',
  billingEmail: buyerEmail,
  currency: 'EUR',
  priceList: 'Test prices',
  seller: 'TST',
  // The months of the tests are before the day they run.
  billedFrom: '2025-01-01',
  merchants,
})

export async function made<T = Record<string, any>>(
  answer: Promise<{ status: number; body: T; text: string }>,
): Promise<T> {
  const { status, body, text } = await answer
  expect(status, text).toBe(200)
  return body
}

/** A legal entity and a price list to bill with. */
export async function openBilling(admin: Client): Promise<void> {
  await made(admin.post(`/legal-entity?${group}`, seller))
  await made(
    admin.post(`/price-list?${group}`, {
      name: 'Test prices',
      currency: 'EUR',
      effectiveFrom: '2025-01-01',
      prices: testPrices,
      note: 'test data',
    }),
  )
}

/** Payments of all kinds that ended in a month. */
export async function fillMonth(
  platform: TestPlatform,
  period: string,
  count: number,
  merchants = [brand, otherBrand],
) {
  const generator = transactionGenerator({ seed: 7, merchants, users: 60, emailHash: (email) => email })
  const from = Date.parse(`${period}-02T00:00:00Z`)
  const generated = Array.from({ length: count }, (_, at) => generator.payment(from + at * 60_000))
  await insertGenerated(platform.db, generated, { rowsOnly: true })
}

interface Drafted {
  readonly id: string
  readonly version: number
  readonly [name: string]: any
}

/** The invoices of a customer as the list shows them. */
export const invoicesOfCustomer = async (who: Client, customerNumber: string): Promise<Drafted[]> =>
  (await made(who.get(`/invoice?${group}&customerNumber=${customerNumber}&limit=100`))).items as Drafted[]

export const operate = (
  who: Client,
  record: { id: string; version: number },
  operation: string,
  body: object = {},
) => who.post(`/invoice/${record.id}/${operation}?${group}`, { version: record.version, ...body })
