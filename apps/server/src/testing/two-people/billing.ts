import { sql } from 'kysely'
import { expect } from 'vitest'
import { noPrices } from '@signalbox/model/billing/price-list'
import type { Client } from '../../kit/testing/kit-app.ts'
import type { Attempt, TwoPersonRule } from './attempt.ts'
import { at, outcomeOf, person, platform, type Outcome } from './cast.ts'

interface Stored {
  readonly id: string
  readonly version: number
}

/** Two who bill, apart from everybody else of the cast. */
async function billers(): Promise<[Client, Client]> {
  await sql`update backoffice_user set roles = '{INVOICE_ADMIN,CUSTOMER_ADMIN}'
    where username in ('finance2', 'kyc')`.execute(platform.db)
  return [await person('finance2'), await person('kyc')]
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

const requestOn = ({ id, version }: Stored, name: string, body: object = {}) => ({
  path: `/invoice/${id}/${name}?${at}`,
  body: { version, ...body },
})
const asItIs = (who: Client, { id }: Stored): Promise<Stored> => made(who.get(`/invoice/${id}?${at}`))

export const invoiceApproval: TwoPersonRule = {
  guard: 'apps/server/src/finance/billing/invoices.ts',
  asksForProof: false,
  copies: 'drafts are made of what happened, by nobody',
  prepare: async () => {
    const [one, other] = await billers()
    const { id, version } = await draft(one)
    return {
      one,
      other,
      ask: { path: `/invoice/${id}?${at}`, body: { version, poNumber: 'Mine' }, method: 'PUT' },
      confirmation: async () => requestOn(await asItIs(one, { id, version }), 'approve'),
    }
  },
  ways: {
    'made by them, changed by nobody': async () => {
      const [one] = await billers()
      return decide(one, await draft(one), 'approve')
    },
    'made by a colleague, changed by them': async () => {
      const [one, other] = await billers()
      const { id, version } = await draft(one)
      return decide(
        other,
        await made(other.put(`/invoice/${id}?${at}`, { version, poNumber: 'Mine' })),
        'approve',
      )
    },
  },
}

/** An issued invoice of 125.00, and the two who bill. */
async function issuedInvoice() {
  const [one, other] = await billers()
  const issued = await made(on(one, await made(on(other, await draft(one), 'approve')), 'issue'))
  return { one, other, issued }
}

/** One person asks for it and then confirms it. */
async function correction(ask: string, confirm: string, reason: string): Promise<Attempt> {
  const { one, other, issued } = await issuedInvoice()
  const confirmation = async () => requestOn(await asItIs(one, issued), confirm)
  return { one, other, ask: requestOn(issued, ask, { reason }), confirmation }
}

export const writeOff: TwoPersonRule = {
  guard: 'apps/server/src/finance/billing/settle.ts',
  asksForProof: false,
  copies: 'it is about one invoice',
  prepare: () => correction('write-off', 'confirm-write-off', 'Insolvent'),
  ways: {},
}

/** Requests a credit that must wait, and confirms it alone. */
async function creditAlone(one: Client, invoice: Stored, body: object): Promise<Outcome> {
  const asked = await made(on(one, invoice, 'credit', { reason: 'Agreed', ...body }))
  expect(asked).toMatchObject({ state: 'ISSUED', creditBy: 'finance2', creditReason: 'Agreed' })
  return decide(one, asked, 'confirm-credit')
}

export const invoiceCredit: TwoPersonRule = {
  guard: 'apps/server/src/finance/billing/credit.ts',
  asksForProof: false,
  copies: 'it is about one invoice',
  prepare: () => correction('credit', 'confirm-credit', 'Agreed'),
  ways: {
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
  },
}

export const newIban: TwoPersonRule = {
  guard: 'apps/server/src/finance/billing/legal-entities.ts',
  asksForProof: true,
  copies: 'legal entities come by no file; another one with another IBAN has invoices approved anew',
  prepare: async () => {
    const [one, other] = await billers()
    const { id, version } = await legalEntity(one)
    const asked = { version, iban: 'DE89370400440532013000', reason: 'New bank' }
    return {
      one,
      other,
      ask: { path: `/legal-entity/${id}/request-iban?${at}`, body: asked },
      confirmation: async () => {
        const now = await made(one.get(`/legal-entity/${id}?${at}`))
        return { path: `/legal-entity/${id}/confirm-iban?${at}`, body: { version: now.version } }
      },
    }
  },
  ways: {},
}
