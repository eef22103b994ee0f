import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pricedLines, vatOf, type LineDraft } from '@signalbox/model/billing/invoice-line'
import { decimalText } from '@signalbox/model/money/money-text'
import { countries } from '@signalbox/model/reference/countries'
import type { InvoiceDocument } from '../invoice-document.ts'
import { brokenRules } from '../testing/en16931/check.ts'
import { exampleDocument } from '../testing/example-document.ts'
import { writeUbl } from './write-ubl.ts'

const { seller, buyer } = exampleDocument()
const line = (qty: string, unitPrice: string, description = 'Fees'): LineDraft => ({
  code: 'FEE',
  description,
  qty,
  unitPrice,
  count: null,
  filter: null,
})

const customizationOf = (xml: string) => /<cbc:CustomizationID>([^<]*)/.exec(xml)?.[1]
const written = (change: Partial<InvoiceDocument>, lines?: readonly LineDraft[]) =>
  writeUbl(exampleDocument(change, lines))

const decimal = (whole: number, decimals: number) =>
  fc.tuple(fc.nat(whole), fc.nat(10 ** decimals - 1), fc.nat(decimals)).map(([digits, part, kept]) => {
    const text = String(part).padStart(decimals, '0').slice(0, kept)
    return text === '' ? String(digits) : `${digits}.${text}`
  })

const anyLine = fc.record({
  code: fc.stringMatching(/^[A-Za-z0-9._-]{1,40}$/),
  description: fc.oneof(
    fc.string({ minLength: 1, maxLength: 200 }),
    fc.string({ unit: 'binary', minLength: 1 }),
  ),
  qty: fc.tuple(fc.boolean(), decimal(1_000_000, 6)).map(([isBelow, text]) => (isBelow ? `-${text}` : text)),
  unitPrice: decimal(100_000, 6),
  count: fc.constant(null),
  filter: fc.constant(null),
})

const text = fc.oneof(
  fc.string({ maxLength: 120 }),
  fc.constantFrom('', ' ', 'a & b', '<a>', ']]>', '\u0007'),
)
const currency = fc.constantFrom('EUR', 'SEK', 'USD', 'JPY', 'ISK', 'HUF')
const country = fc.constantFrom(...countries.map(({ code }) => code))
const number = fc.oneof(fc.constant(null), fc.stringMatching(/^[A-Z]{0,2}[0-9]{4,12}$/))

const anyDocument = fc
  .record({
    lines: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
    currency,
    treatment: fc.constantFrom('S', 'S', 'AE', 'O'),
    rate: fc.constantFrom('25', '12', '6', '0', '25.5', '8.1', '2.00', '21'),
    countries: fc.tuple(country, country),
    numbers: fc.tuple(number, number, number),
    texts: fc.tuple(text, text, text),
    isCredit: fc.boolean(),
    isNumbered: fc.boolean(),
  })
  .map(({ lines, treatment, rate, isCredit, ...more }) => {
    const [own, theirs, register] = more.numbers
    const change: Partial<InvoiceDocument> = {
      currency: more.currency,
      vatCategory: treatment,
      vatRate: treatment === 'S' ? rate : '0',
      vatNote: treatment === 'O' && more.isNumbered ? 'Outside the scope of VAT.' : null,
      // Nobody issues taxed invoices or those with reverse charge without the numbers for them.
      seller: {
        ...seller,
        country: more.countries[0],
        vatNo: own ?? '1234567',
        orgNo: register,
        zip: more.texts[0],
      },
      buyer: {
        ...buyer,
        country: more.countries[1],
        vatNo: treatment === 'AE' ? (theirs ?? '12345678') : theirs,
        orgNo: treatment === 'AE' ? 'R 1' : register,
        city: more.texts[1],
        poNumber: more.texts[2],
      },
      ...(isCredit && {
        type: 'CREDIT_NOTE' as const,
        creditOf: more.isNumbered ? { number: 'SB-2026-00001', issueDate: '2026-10-02' } : null,
      }),
    }
    return exampleDocument(change, lines)
  })

describe('the XML of any invoice', () => {
  it('breaks no rule, whatever the lines, parties and currency', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        expect(brokenRules(writeUbl(document))).toEqual([])
      }),
      { numRuns: process.env.TEST_FULL ? 3000 : 150 },
    )
  }, 120_000)

  it('breaks no rule when it credits a part, whose VAT is what is left of the whole', () => {
    const part = fc.record({
      currency,
      rate: fc.constantFrom('25', '12', '6'),
      before: fc.bigInt({ min: 0n, max: 99_999n }),
      net: fc.bigInt({ min: 1n, max: 99_999n }),
    })
    fc.assert(
      fc.property(part, ({ currency: code, rate, before, net }) => {
        const money = (minor: bigint) => ({ minor, currency: code })
        const vat = vatOf(money(before + net), rate).minor - vatOf(money(before), rate).minor
        const own = decimalText(money(net))
        const priced = pricedLines([line('1', own)], rate, code)
        const change = {
          type: 'CREDIT_NOTE',
          creditOf: { number: 'SB-2026-00001', issueDate: '2026-10-02' },
          currency: code,
          vatRate: rate,
          lines: priced.lines,
          net: own,
          vat: decimalText({ minor: vat, currency: code }),
          gross: decimalText({ minor: net + vat, currency: code }),
        } as const
        expect(brokenRules(written(change))).toEqual([])
      }),
    )
  })
})

describe('what the XML says it keeps to', () => {
  const peppol = expect.stringContaining('#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0')
  const outside = { vatCategory: 'O', vatRate: '0' } as const

  it('is Peppol where both parties can be reached there', () => {
    const xml = written({})
    expect(customizationOf(xml)).toEqual(peppol)
    expect(xml).toContain('<cbc:EndpointID schemeID="0007">5566778899</cbc:EndpointID>')
    expect(xml).toContain('<cbc:EndpointID schemeID="9943">MT12345678</cbc:EndpointID>')
  })

  it.each([
    ['a buyer without numbers', { ...outside, buyer: { ...buyer, vatNo: null, orgNo: null } }],
    [
      'a buyer where Peppol knows no numbers',
      { ...outside, buyer: { ...buyer, country: 'CUW', vatNo: '1234' } },
    ],
    [
      'a seller whose number has wrong digits',
      { seller: { ...seller, orgNo: '556677-8898', vatNo: 'SE556677889801' } },
    ],
    ['a Swedish rate there is not', { vatRate: '24' }],
    ['a Greek seller', { seller: { ...seller, country: 'GRC', vatNo: 'EL123456783' } }],
    [
      'a German seller without a phone at home',
      {
        seller: { ...seller, country: 'DEU', vatNo: 'DE123456789', phone: null },
        buyer: { ...buyer, country: 'DEU', vatNo: 'DE987654321' },
      },
    ],
  ])('is EN 16931 alone with %s, reached by email', (_what, change) => {
    const xml = written(change)
    expect(customizationOf(xml)).toBe('urn:cen.eu:en16931:2017')
    expect(xml).toContain('<cbc:EndpointID schemeID="EM">')
    expect(brokenRules(xml)).toEqual([])
  })

  it('is the zero rate when the domestic rate is nothing, and outside of VAT for a seller without a number', () => {
    expect(written({ vatRate: '0' })).toContain('<cbc:ID>Z</cbc:ID>')
    const unregistered = written({ vatRate: '0', seller: { ...seller, vatNo: null } })
    expect(unregistered).toContain('VATEX-EU-O')
    expect(brokenRules(unregistered)).toEqual([])
  })

  it('is a number of VAT with the letters of its country', () => {
    const abroad = { ...buyer, country: 'USA', vatNo: '123456789' }
    expect(written({ vatCategory: 'AE', vatRate: '0', buyer: abroad })).toContain('>US123456789<')
    const greek = { ...buyer, country: 'GRC', vatNo: 'EL123456783' }
    expect(written({ buyer: greek })).toContain('>EL123456783<')
  })

  it('is all of a long description below its name', () => {
    const long = 'Fees of a very long name, '.repeat(7).trim()
    const xml = written({}, [line('1', '2', long), line('1', '2', '\u0007')])
    expect(xml).toContain(`<cbc:Description>${long}</cbc:Description>`)
    expect(xml).toContain(`<cbc:Name>${long.slice(0, 100).trim()}</cbc:Name>`)
    expect(xml).toContain('<cbc:Name>FEE</cbc:Name>')
  })

  it('is what a currency without decimals rounds on a line', () => {
    const up = written({ currency: 'JPY' }, [line('3', '0.5')])
    expect(up).toContain('<cbc:AllowanceChargeReason>Rounding to whole JPY</cbc:AllowanceChargeReason>')
    expect(up).toContain('<cbc:Amount currencyID="JPY">0.50</cbc:Amount>')
    expect(brokenRules(up)).toEqual([])
    expect(brokenRules(written({ currency: 'JPY' }, [line('-3', '0.4')]))).toEqual([])
  })
})
