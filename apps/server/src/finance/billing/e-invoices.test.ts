import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noPrices } from '@signalbox/model/billing/price-list'
import type { Client } from '../../kit/testing/kit-app.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { brokenRules } from './testing/en16931/check.ts'
import {
  brand,
  buyer,
  fillMonth,
  group,
  invoicesOfCustomer,
  made,
  openBilling,
  operate,
} from './testing/billing-app.ts'

let platform: TestPlatform
let finance: Client
let finance2: Client
const period = '2026-08'

interface Record {
  readonly id: string
  readonly version: number
  readonly [name: string]: any
}

beforeAll(async () => {
  platform = await testPlatform()
  finance = await platform.as('finance')
  finance2 = await platform.as('finance2')
  await openBilling(finance)
  await fillMonth(platform, period, 300, [brand])
}, 120_000)
afterAll(() => platform.close())

const lines = [
  { code: 'MONTHLY', description: 'Monthly fee', qty: '1', unitPrice: '250' },
  { code: 'USE', description: 'Use & more', qty: '12840', unitPrice: '0.0955' },
  { code: 'THIRD', description: 'A third of a cent', qty: '1', unitPrice: '0.333333' },
  { code: 'BACK', description: 'Kickback', qty: '-3', unitPrice: '1.005' },
]

/** A customer and its draft of a month. */
async function draftFor(name: string, more: object): Promise<Record> {
  const customer = await made(finance.post(`/customer?${group}`, { ...buyer(name), ...more }))
  await made(finance.post(`/invoice/generate?${group}`, { period }))
  const [draft] = await invoicesOfCustomer(finance, customer.number)
  if (!draft) throw new Error(`There is no draft for ${name}`)
  return draft
}

async function issued(
  name: string,
  more: object = {},
  own: readonly object[] | null = lines,
): Promise<Record> {
  const draft = await draftFor(name, more)
  const changed = own
    ? await made(finance.put(`/invoice/${draft.id}?${group}`, { version: draft.version, lines: own }))
    : draft
  const approved = await made(operate(finance2, changed as Record, 'approve'))
  return (await made(operate(finance2, approved as Record, 'issue'))) as Record
}

/** Credited by one person, and by a second one where it is much. */
async function credited(invoice: Record, net?: string): Promise<Record> {
  const asked = await made(operate(finance, invoice, 'credit', { reason: 'Agreed', ...(net && { net }) }))
  return (
    asked.creditBy === null ? asked : await made(operate(finance2, asked as Record, 'confirm-credit'))
  ) as Record
}

const xmlOf = async ({ id }: { readonly id: string }): Promise<string> =>
  (await finance.get(`/invoice/${id}/document?${group}&format=xml`)).text

const specification = (xml: string) => (xml.includes('billing:3.0') ? 'Peppol' : 'EN 16931')
const categoryOf = (xml: string) => /<cac:TaxCategory>\s*<cbc:ID>(\w+)</.exec(xml)?.[1]

/** A legal entity besides the Swedish one. */
const seller = async (code: string, more: object) =>
  made(
    finance.post(`/legal-entity?${group}`, {
      name: `Seller ${code}`,
      code,
      orgNo: null,
      vatNo: null,
      vatRate: '20',
      address: 'High Street 3',
      zip: 'X1 2YZ',
      city: 'Town',
      country: 'GBR',
      email: 'billing@seller.example',
      iban: 'DE89 3704 0044 0532 0130 00',
      note: 'test data',
      ...more,
    }),
  )

const priceList = async (currency: string) =>
  made(
    finance.post(`/price-list?${group}`, {
      name: 'Test prices',
      currency,
      effectiveFrom: '2025-01-01',
      prices: { ...noPrices, monthlyFee: '250', minimumMonthly: '300' },
      note: 'test data',
    }),
  )

describe('the e-invoice that the product issues', () => {
  it.each([
    ['at home', { country: 'SWE', vatNo: 'SE556677889901' }, 'S', 'Peppol'],
    ['at home, without a number', { country: 'SWE', vatNo: null, orgNo: null }, 'S', 'EN 16931'],
    ['in the EU with a number', {}, 'AE', 'Peppol'],
    ['in Greece', { country: 'GRC', vatNo: 'EL123456783' }, 'AE', 'Peppol'],
    ['in the EU without a number', { vatNo: null, orgNo: null }, 'O', 'EN 16931'],
    ['in Norway', { country: 'NOR', vatNo: 'NO974760673MVA', orgNo: null }, 'O', 'Peppol'],
    ['in Curaçao', { country: 'CUW', vatNo: '12345678', orgNo: '4 567' }, 'O', 'EN 16931'],
    ['in Kosovo', { country: 'XKX', vatNo: null, orgNo: null }, 'O', 'EN 16931'],
  ] as const)('to a buyer %s breaks no rule', async (where, more, category, kept) => {
    const xml = await xmlOf(await issued(`Buyer ${where}`, more))
    expect(brokenRules(xml)).toEqual([])
    expect([categoryOf(xml), specification(xml)]).toEqual([category, kept])
  })

  it('breaks no rule with the lines of what merchants used and the minimum of a month', async () => {
    for (const [name, merchants] of [
      ['With merchants', [brand]],
      ['With the minimum', []],
    ] as const) {
      const xml = await xmlOf(await issued(name, { merchants }, null))
      expect([name, brokenRules(xml)]).toEqual([name, []])
    }
  })

  it('breaks no rule as a credit note of a part, of another, and of all', async () => {
    const customer = { country: 'SWE', vatNo: 'SE556677889901' }
    for (const nets of [['100.33', '0.01', undefined], [undefined]]) {
      const invoice = await issued(`Credited ${nets.length}`, customer)
      let current = invoice
      for (const net of nets) current = await credited(current, net)
      const { creditNotes } = await made(finance.get(`/invoice/${invoice.id}/sheet?${group}`))
      expect(creditNotes).toHaveLength(nets.length)
      for (const note of creditNotes) {
        const xml = await xmlOf(note)
        expect(brokenRules(xml)).toEqual([])
        expect(xml).toContain('<CreditNote ')
        expect(xml).toContain(`<cbc:Note>Credited against ${invoice.number}</cbc:Note>`)
      }
    }
  })

  it('has a line by which the VAT of its lines comes to the VAT of the whole, and so have its credit notes', async () => {
    const cents = ['A', 'B', 'C'].map((code) => ({ code, description: code, qty: '1', unitPrice: '0.1' }))
    const rounding = ['VAT-ROUNDING', '0.00', '-0.01']
    const shown = (record: Record) =>
      record.lines.map(({ code, net, vat }: Record) => [code, net, vat]) as string[][]
    const draft = await draftFor('Rounded', { country: 'SWE', vatNo: null })
    const write = (version: number, own: readonly object[]) =>
      finance.put(`/invoice/${draft.id}?${group}`, { version, lines: own })
    const changed = (await made(write(draft.version, cents))) as Record
    expect(shown(changed)).toEqual([...['A', 'B', 'C'].map((code) => [code, '0.10', '0.03']), rounding])
    // It is nobody's to write: what is read and written back is the same, and money on it is refused.
    const again = (await made(write(changed.version, changed.lines as object[]))) as Record
    expect(shown(again)).toEqual(shown(changed))
    const paid = { code: 'VAT-ROUNDING', description: 'Mine', qty: '1', unitPrice: '5' }
    for (const [own, field] of [
      [[...cents, paid], 'lines.3.code'],
      [again.lines.slice(3), 'lines'],
    ] as const)
      expect(await write(again.version, own)).toMatchObject({ status: 422, body: { fields: [{ field }] } })
    const approved = (await made(operate(finance2, again, 'approve'))) as Record
    const invoice = (await made(operate(finance2, approved, 'issue'))) as Record
    expect(invoice).toMatchObject({ vat: { amount: '0.08' }, gross: { amount: '0.38' } })
    const xml = await xmlOf(invoice)
    expect(brokenRules(xml)).toEqual([])
    expect(xml).toContain('<cbc:Note>VAT -0.01 EUR</cbc:Note>')
    expect(xml).toMatch(/<cbc:TaxAmount currencyID="EUR">0.08</)

    let current = invoice
    for (const net of ['0.10', '0.10', undefined]) current = await credited(current, net)
    const { creditNotes } = await made(finance.get(`/invoice/${invoice.id}/sheet?${group}`))
    const notes = await Promise.all(
      creditNotes.map(
        async ({ id }: Record) => (await made(finance.get(`/invoice/${id}?${group}`))) as Record,
      ),
    )
    expect(notes.map((note) => [shown(note), note.vat.amount])).toEqual([
      [[['CREDIT', '0.10', '0.03']], '0.03'],
      [[['CREDIT', '0.10', '0.03'], rounding], '0.02'],
      [[['CREDIT', '0.10', '0.03']], '0.03'],
    ])
    for (const note of notes) expect(brokenRules(await xmlOf(note))).toEqual([])
  })

  it.each(['JPY', 'SEK'])('breaks no rule in %s', async (currency) => {
    await priceList(currency)
    const xml = await xmlOf(await issued(`In ${currency}`, { currency, country: 'SWE', vatNo: null }))
    expect(brokenRules(xml)).toEqual([])
    expect(xml.includes('Rounding to whole JPY')).toBe(currency === 'JPY')
  })

  it('is never in a currency of three decimals, which the standard cannot write', async () => {
    const answer = await finance.post(`/customer?${group}`, { ...buyer('In dinars'), currency: 'KWD' })
    expect(answer).toMatchObject({ status: 422, body: { fields: [{ field: 'currency' }] } })
  })

  it.each([
    ['outside the EU', { vatNo: 'GB123456789' }, { country: 'GBR', vatNo: 'GB987654321' }, 'S'],
    [
      'in the Netherlands',
      { country: 'NLD', orgNo: '12345678', vatNo: 'NL123456789B01', vatRate: '21' },
      {},
      'AE',
    ],
    [
      'in Denmark, at home',
      { country: 'DNK', vatNo: 'DK12345674', vatRate: '25', bic: 'DABADKKK' },
      { country: 'DNK', vatNo: 'DK87654321' },
      'S',
    ],
  ] as const)(
    'of a seller %s breaks no rule, and its credit note neither',
    async (where, more, customer, category) => {
      const code = `T${where.length}`
      await seller(code, more)
      const invoice = await issued(`Buyer of ${code}`, { ...customer, seller: code })
      const xml = await xmlOf(invoice)
      expect([brokenRules(xml), categoryOf(xml)]).toEqual([[], category])
      await credited(invoice)
      const { creditNotes } = await made(finance.get(`/invoice/${invoice.id}/sheet?${group}`))
      expect(brokenRules(await xmlOf(creditNotes[0]))).toEqual([])
    },
  )
})
