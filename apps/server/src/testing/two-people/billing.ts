import { sql } from 'kysely'
import { expect } from 'vitest'
import { noPrices } from '@signalbox/model/billing/price-list'
import type { Client } from '../../kit/testing/kit-app.ts'
import { at, outcomeOf, platform, type Outcome, type Rule } from './cast.ts'

interface Stored {
  readonly id: string
  readonly version: number
}

/** Two who bill, apart from everybody else of the cast. */
async function billers(): Promise<[Client, Client]> {
  await sql`update backoffice_user set roles = '{INVOICE_ADMIN,CUSTOMER_ADMIN}'
    where username in ('finance2', 'kyc')`.execute(platform.db)
  const both: [Client, Client] = [await platform.as('finance2'), await platform.as('kyc')]
  await sql`update session set authenticated_at = now() + interval '1 day'`.execute(platform.db)
  return both
}

async function made(answer: Promise<{ status: number; body: any; text: string }>) {
  const { status, body, text } = await answer
  expect(status, text).toBe(200)
  return body
}

let counter = 0

async function legalEntity(who: Client): Promise<Stored & { code: string }> {
  return made(
    who.post(`/legal-entity?${at}`, {
      ...{ name: 'Two AB', code: `TWO${++counter}`, address: 'Street 1', zip: '11122', city: 'Stockholm' },
      ...{
        country: 'SWE',
        email: 'two@mail.example',
        vatNo: 'SE556677889901',
        vatRate: '25',
        iban: 'SE4550000000058398257466',
        note: 'two people',
      },
    }),
  )
}

async function draft(who: Client): Promise<Stored> {
  const { code } = await legalEntity(who)
  const name = `Two ${++counter}`
  const prices = { ...noPrices, monthlyFee: '100' }
  const list = { name, currency: 'EUR', effectiveFrom: '2025-01-01', prices, note: 'two people' }
  await made(who.post(`/price-list?${at}`, list))
  const company = { legalName: name, address: 'Street 1', zip: '11122', city: 'Stockholm', country: 'SWE' }
  const billed = { billingEmail: 'two@mail.example', currency: 'EUR', priceList: name, seller: code }
  const { number } = await made(who.post(`/customer?${at}`, { ...company, ...billed }))
  await made(who.post(`/invoice/generate?${at}`, { period: '2026-08' }))
  return (await made(who.get(`/invoice?${at}&customerNumber=${number}&limit=10`))).items[0]
}

const on = (who: Client, { id, version }: Stored, name: string, body: object = {}) =>
  who.post(`/invoice/${id}/${name}?${at}`, { version, ...body })
const decide = async (who: Client, record: Stored, name: string): Promise<Outcome> =>
  outcomeOf(await on(who, record, name))

export const invoiceApproval: Rule = {
  'the same account': async () => {
    const [one] = await billers()
    return decide(one, await draft(one), 'approve')
  },
  'changed by them before': async () => {
    const [one, other] = await billers()
    const { id, version } = await draft(one)
    return decide(
      other,
      await made(other.put(`/invoice/${id}?${at}`, { version, poNumber: 'Mine' })),
      'approve',
    )
  },
}

export const writeOff: Rule = {
  'the same account': async () => {
    const [one, other] = await billers()
    const issued = await made(on(one, await made(on(other, await draft(one), 'approve')), 'issue'))
    return decide(one, await made(on(one, issued, 'write-off', { reason: 'Insolvent' })), 'confirm-write-off')
  },
}

/** An issued invoice of 125.00, and the two who bill. */
async function issuedInvoice() {
  const [one, other] = await billers()
  const issued = await made(on(one, await made(on(other, await draft(one), 'approve')), 'issue'))
  return { one, issued }
}

/** Requests a credit that must wait, and confirms it alone. */
async function creditAlone(one: Client, invoice: Stored, body: object): Promise<Outcome> {
  const asked = await made(on(one, invoice, 'credit', { reason: 'Agreed', ...body }))
  expect(asked).toMatchObject({ state: 'ISSUED', creditBy: 'finance2', creditReason: 'Agreed' })
  return decide(one, asked, 'confirm-credit')
}

export const invoiceCredit: Rule = {
  'the whole invoice': async () => {
    const { one, issued } = await issuedInvoice()
    return creditAlone(one, issued, {})
  },
  'its whole net amount': async () => {
    const { one, issued } = await issuedInvoice()
    return creditAlone(one, issued, { net: '100.00' })
  },
  'a part above the limit': async () => {
    const { one, issued } = await issuedInvoice()
    return creditAlone(one, issued, { net: '99.99' })
  },
  'parts that are above it together': async () => {
    const { one, issued } = await issuedInvoice()
    const credited = await made(on(one, issued, 'credit', { reason: 'Agreed', net: '30.00' }))
    expect(credited).toMatchObject({ creditBy: null, credited: { amount: '37.50' } })
    return creditAlone(one, credited, { net: '30.00' })
  },
}

export const newIban: Rule = {
  'the same account': async () => {
    const [one] = await billers()
    const { id, version } = await legalEntity(one)
    const asked = await made(
      one.post(`/legal-entity/${id}/request-iban?${at}`, {
        version,
        iban: 'DE89370400440532013000',
        reason: 'New bank',
      }),
    )
    return outcomeOf(await one.post(`/legal-entity/${id}/confirm-iban?${at}`, { version: asked.version }))
  },
}
