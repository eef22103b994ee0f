import { sql } from 'kysely'
import { expect } from 'vitest'
import { noPrices } from '@signalbox/model/billing/price-list'
import type { Database } from '../kit/database.ts'
import type { Answer, Client } from '../kit/testing/kit-app.ts'

interface BillingExampleDeps {
  readonly who: () => Client
  /** Somebody else with the same roles. */
  readonly other: () => Promise<Client>
  readonly db: () => Database
}

interface Stored {
  readonly id: string
  readonly version: number
  readonly number: string
  readonly open: { readonly amount: string }
}

const at = 'merchantId=100010001'
let counter = 0

async function made(answer: Promise<Answer>): Promise<Stored> {
  const { status, body, text } = await answer
  expect(status, text).toBe(200)
  return body as Stored
}

const company = { address: 'Street 1', zip: '11122', city: 'Stockholm', country: 'SWE' }
const iban = 'SE4550000000058398257466'
const otherIban = 'DE89370400440532013000'

type Examples = Record<string, () => Promise<Answer>>

const on = (record: Stored, slug: string, rest = '') => `/${slug}/${record.id}${rest}?${at}`

/** What is billed with: a company, a price list and a customer. */
function records({ who }: BillingExampleDeps) {
  const entity = () =>
    who().post(`/legal-entity?${at}`, {
      ...company,
      name: 'Cover AB',
      code: `CV${++counter}`,
      email: 'cover@mail.example',
      vatNo: 'SE556677889901',
      vatRate: '25',
      iban,
      note: 'coverage',
    })
  const list = (effectiveFrom = '2025-01-01', name = `Cover ${++counter}`) =>
    who().post(`/price-list?${at}`, {
      name,
      currency: 'EUR',
      effectiveFrom,
      prices: { ...noPrices, monthlyFee: '100' },
      note: 'coverage',
    })
  const customer = async () => {
    const { name } = (await made(list())) as Stored & { name: string }
    const { code } = (await made(entity())) as Stored & { code: string }
    return who().post(`/customer?${at}`, {
      ...company,
      legalName: 'Covered AB',
      billingEmail: 'covered@mail.example',
      currency: 'EUR',
      priceList: name,
      seller: code,
    })
  }
  return { entity, list, customer }
}

function setupExamples(deps: BillingExampleDeps): Examples {
  const { who, other } = deps
  const { entity, list, customer } = records(deps)
  const onCustomer = (name: string, first?: string) => async (): Promise<Answer> => {
    const record = await made(customer())
    if (first) await made(who().post(on(record, 'customer', `/${first}`), { reason: 'coverage' }))
    return who().post(on(record, 'customer', `/${name}`), { reason: 'coverage' })
  }
  const request = async () => {
    const seller = await made(entity())
    const body = { version: seller.version, iban: otherIban, reason: 'coverage' }
    return who().post(on(seller, 'legal-entity', '/request-iban'), body)
  }
  const decided = async (by: Client, step: string) => {
    const asked = await made(request())
    const body = { version: asked.version, reason: 'coverage' }
    return by.post(on(asked, 'legal-entity', `/${step}`), body)
  }
  return {
    'POST /legal-entity': entity,
    'PUT /legal-entity/{id}': async () =>
      who().put(on(await made(entity()), 'legal-entity'), { version: 1, city: 'Malmö', note: 'coverage' }),
    'DELETE /legal-entity/{id}': async () =>
      who().delete(`${on(await made(entity()), 'legal-entity')}&version=1&note=coverage`),
    'POST /legal-entity/{id}/request-iban': request,
    'POST /legal-entity/{id}/confirm-iban': async () => decided(await other(), 'confirm-iban'),
    'POST /legal-entity/{id}/refuse-iban': () => decided(who(), 'refuse-iban'),
    'POST /price-list': () => list(),
    'PUT /price-list/{id}': async () =>
      who().put(on(await made(list('2999-01-01')), 'price-list'), {
        version: 1,
        prices: noPrices,
        note: 'coverage',
      }),
    'DELETE /price-list/{id}': async () =>
      who().delete(`${on(await made(list('2999-01-01')), 'price-list')}&version=1&note=coverage`),
    'POST /customer': customer,
    'PUT /customer/{id}': async () =>
      who().put(on(await made(customer()), 'customer'), { version: 1, city: 'Malmö' }),
    'DELETE /customer/{id}': async () => who().delete(`${on(await made(customer()), 'customer')}&version=1`),
    'POST /customer/{id}/hold': onCustomer('hold'),
    'POST /customer/{id}/activate': onCustomer('activate', 'hold'),
    'POST /customer/{id}/close': onCustomer('close'),
  }
}

function invoiceExamples(deps: BillingExampleDeps): Examples {
  const { who, other, db } = deps
  const { customer } = records(deps)
  const generate = (period = '2026-08') => who().post(`/invoice/generate?${at}`, { period })
  const draftOf = async ({ number }: Stored, period = '2026-08'): Promise<Stored> => {
    await made(generate(period))
    const { body } = await who().get(`/invoice?${at}&customerNumber=${number}&keyword=${period}&limit=10`)
    return body.items[0] as Stored
  }
  const draft = async () => draftOf(await made(customer()))
  const run = (client: Client, { id, version }: Stored, name: string, body: object = {}) =>
    client.post(`/invoice/${id}/${name}?${at}`, { version, ...body })
  const approved = async (of = draft) => made(run(await other(), await of(), 'approve'))
  const issued = async (of = draft) => made(run(who(), await approved(of), 'issue'))
  const pay = (record: Stored, amount: string) => run(who(), record, 'pay', { amount, paidOn: '2026-09-01' })
  const writeOff = async () => made(run(who(), await issued(), 'write-off', { reason: 'coverage' }))
  const credit = async () => made(run(who(), await issued(), 'credit', { reason: 'coverage' }))
  return {
    'POST /invoice/generate': () => generate(),
    'PUT /invoice/{id}': async () =>
      who().put(on(await draft(), 'invoice'), { version: 1, poNumber: 'PO 1' }),
    'DELETE /invoice/{id}': async () => who().delete(`${on(await draft(), 'invoice')}&version=1`),
    'POST /invoice/bulk': async () =>
      who().post(`/invoice/bulk?${at}`, { operation: 'delete', ids: [{ id: (await draft()).id }] }),
    'POST /invoice/{id}/approve': async () => run(await other(), await draft(), 'approve'),
    'POST /invoice/{id}/return': async () => run(who(), await approved(), 'return', { reason: 'coverage' }),
    'POST /invoice/{id}/issue': async () => run(who(), await approved(), 'issue'),
    'POST /invoice/{id}/send': async () => run(who(), await issued(), 'send'),
    'POST /invoice/{id}/pay': async () => pay(await issued(), '1.00'),
    'POST /invoice/{id}/use-balance': async () => {
      const payer = await made(customer())
      const first = await issued(() => draftOf(payer))
      await made(pay(first, (Number(first.open.amount) + 10).toFixed(2)))
      return run(who(), await issued(() => draftOf(payer, '2026-07')), 'use-balance')
    },
    'POST /invoice/{id}/credit': async () =>
      run(who(), await issued(), 'credit', { net: '1.00', reason: 'coverage' }),
    'POST /invoice/{id}/confirm-credit': async () => run(await other(), await credit(), 'confirm-credit'),
    'POST /invoice/{id}/refuse-credit': async () =>
      run(who(), await credit(), 'refuse-credit', { reason: 'coverage' }),
    'POST /invoice/{id}/remind': async () => {
      const late = await issued()
      await sql`update invoice set due_date = '2026-01-01' where id = ${late.id}`.execute(db())
      return run(who(), late, 'remind')
    },
    'POST /invoice/{id}/write-off': async () =>
      run(who(), await issued(), 'write-off', { reason: 'coverage' }),
    'POST /invoice/{id}/confirm-write-off': async () =>
      run(await other(), await writeOff(), 'confirm-write-off'),
    'POST /invoice/{id}/refuse-write-off': async () =>
      run(who(), await writeOff(), 'refuse-write-off', { reason: 'coverage' }),
  }
}

/** One successful use of every call about billing that changes something. */
export const billingExamples = (deps: BillingExampleDeps): Examples => ({
  ...setupExamples(deps),
  ...invoiceExamples(deps),
})
