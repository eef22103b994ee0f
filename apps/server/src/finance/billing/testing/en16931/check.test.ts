import { describe, expect, it } from 'vitest'
import type { InvoiceDocument } from '../../invoice-document.ts'
import { writeUbl } from '../../ubl/write-ubl.ts'
import { exampleDocument, fewLines } from '../example-document.ts'
import { brokenRules, ruleNames } from './check.ts'

const { seller, buyer } = exampleDocument()
const creditNote = {
  type: 'CREDIT_NOTE',
  creditOf: { number: 'SB-2026-00001', issueDate: '2026-10-02' },
} as const

const written = (change: Partial<InvoiceDocument>, lines = fewLines.slice(1, 2)): string =>
  writeUbl(exampleDocument(change, lines))

/** Both parties in one country, with numbers that are right there. */
function home(country: string, orgNo: string | null, vatNo: string): Partial<InvoiceDocument> {
  const where = { country, orgNo, vatNo }
  return { seller: { ...seller, ...where }, buyer: { ...buyer, ...where } }
}

const [danish, dutch] = [home('DNK', '12345674', 'DK12345674'), home('NLD', '12345678', 'NL123456789B01')]

/** Good documents, each of which is broken in every way below. */
const good: Readonly<Record<string, string>> = {
  standard: written({}),
  credit: written(creditNote),
  reverse: written({ vatCategory: 'AE', vatRate: '0' }),
  outside: written({ vatCategory: 'O', vatRate: '0' }),
  zero: written({ vatRate: '0' }),
  yenUp: written({ currency: 'JPY' }, [{ ...fewLines[1]!, qty: '3', unitPrice: '0.5' }]),
  yenDown: written({ currency: 'JPY' }, [{ ...fewLines[1]!, qty: '3', unitPrice: '0.4' }]),
  danish: written(danish),
  danishCredit: written({ ...danish, ...creditNote }),
  german: written(home('DEU', 'HRB 1', 'DE123456789')),
  dutch: written(dutch),
  dutchCredit: written({ ...dutch, ...creditNote }),
  icelandic: written(home('ISL', '5501011230', 'IS123456')),
  italian: written(home('ITA', null, 'IT00743110157')),
  norwegian: written(home('NOR', '974760673', 'NO974760673MVA')),
  belgian: written(home('BEL', '0403019261', 'BE0403019261')),
}

/** The lines of an element that begins on a line: up to where it ends with the same indent. */
function blockAt(lines: readonly string[], at: number): readonly string[] {
  const [, indent = '', name = ''] = /^( *)<([\w:]+)/.exec(lines[at] ?? '') ?? []
  if ((lines[at] ?? '').includes(`</${name}>`)) return lines.slice(at, at + 1)
  const end = lines.indexOf(`${indent}</${name}>`, at)
  return lines.slice(at, end + 1)
}

const texts = ['', 'XXX', '-1.005', '7', '381', '49', '9999-01-31', 'S', 'EL99', '00'] as const

/** A document without each of its elements. */
function* shortened(xml: string): Generator<string> {
  const lines = xml.split('\n')
  for (const [at, line] of lines.entries())
    if (at > 1 && /^ *<\w/.test(line)) yield lines.toSpliced(at, blockAt(lines, at).length).join('\n')
}

/** A document with each element twice, with another text, or with other attributes. */
function* spoiled(xml: string): Generator<string> {
  const lines = xml.split('\n')
  for (const [at, line] of lines.entries()) {
    if (at < 2 || !/^ *<\w/.test(line)) continue
    const block = blockAt(lines, at)
    const put = (...instead: readonly string[]) => lines.toSpliced(at, block.length, ...instead).join('\n')
    yield put(...block, ...block)
    if (line.includes('="')) {
      yield put(line.replaceAll(/ \w+="[^"]*"/g, ''), ...block.slice(1))
      yield put(line.replaceAll(/="[^"]*"/g, '="XXX"'), ...block.slice(1))
    }
    yield put(line.replace(/^( *<[\w:]+)/, '$1 listID="XXX"'), ...block.slice(1))
    if (block.length === 1) for (const text of texts) yield put(line.replace(/>[^<]*</, `>${text}<`))
  }
}

const replaced =
  (...pairs: readonly (readonly [from: string | RegExp, to: string])[]) =>
  (xml: string) =>
    pairs.reduce((text, [from, to]) => text.replaceAll(from, to), xml)

const category = (code: string) => replaced([/<cbc:ID>(?:S|AE|O|Z)<\/cbc:ID>/g, `<cbc:ID>${code}</cbc:ID>`])
const rowEnd = '</cac:TaxCategory>\n    </cac:TaxSubtotal>'
const inRow = (text: string) => replaced([rowEnd, `${text}${rowEnd}`])
const onLine = (text: string) => replaced(['<cac:Item>', `${text}<cac:Item>`])
const adjusted = (isCharge: boolean, text: string) =>
  onLine(
    `<cac:AllowanceCharge><cbc:ChargeIndicator>${isCharge}</cbc:ChargeIndicator>${text}</cac:AllowanceCharge>`,
  )
const priced = (attribute: string, text: string) =>
  replaced(['</cac:Price>', `<cbc:BaseQuantity${attribute}>${text}</cbc:BaseQuantity></cac:Price>`])
const after = (name: string, text: string) => replaced([`</${name}>`, `</${name}>${text}`])
const reason = (code: string) => inRow(`<cbc:TaxExemptionReasonCode>${code}</cbc:TaxExemptionReasonCode>`)
const amount = (name: string, value: string) => `<cbc:${name} currencyID="EUR">${value}</cbc:${name}>`

/** Ways no single element shows. */
const others: Readonly<Record<string, (xml: string) => string>> = {
  ...Object.fromEntries(
    ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'Q'].map((code) => [`as ${code}`, category(code)]),
  ),
  'as K without delivery': (xml) =>
    category('K')(xml).replace(/<cac:InvoicePeriod>[^]*?<\/cac:InvoicePeriod>/, ''),
  ...Object.fromEntries(
    ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'].flatMap((code) => [
      [`row of ${code}`, replaced([/(<cac:TaxCategory>\s*)<cbc:ID>\w+</g, `$1<cbc:ID>${code}<`])],
      [
        `of ${code} at 25, no numbers`,
        (xml: string) =>
          category(code)(xml)
            .replaceAll(/<cac:PartyTaxScheme>[^]*?<\/cac:PartyTaxScheme>/g, '')
            .replaceAll(/(<cac:PartyLegalEntity>[^]*?)<cbc:CompanyID[^<]*<\/cbc:CompanyID>/g, '$1'),
      ],
      [
        `of ${code} with another amount`,
        (xml: string) => category(code)(xml).replace(/(<cbc:TaxableAmount[^>]*>)[^<]*/, '$10.01'),
      ],
      [
        `of ${code} with tax`,
        (xml: string) => category(code)(xml).replaceAll(/(<cbc:TaxAmount[^>]*>)[^<]*/g, '$19999.01'),
      ],
    ]),
  ),
  ...Object.fromEntries(['G', 'O', 'IC', 'AE'].map((code) => [`reason ${code}`, reason(`VATEX-EU-${code}`)])),
  'two rows': replaced([/(<cac:TaxSubtotal>[^]*<\/cac:TaxSubtotal>)/g, '$1$1']),
  'an allowance of nothing': adjusted(false, ''),
  'a charge of nothing': adjusted(true, ''),
  'a fine allowance': adjusted(false, amount('Amount', '0.005')),
  'a fine charge': adjusted(true, amount('Amount', '0.005')),
  'a share without a base': adjusted(true, '<cbc:MultiplierFactorNumeric>5</cbc:MultiplierFactorNumeric>'),
  'a base without a share': adjusted(true, amount('BaseAmount', '5.00')),
  'a wrong share': adjusted(
    true,
    `<cbc:MultiplierFactorNumeric>5</cbc:MultiplierFactorNumeric>${amount('Amount', '5')}${amount('BaseAmount', '5')}`,
  ),
  'a base of nothing': priced(' unitCode="C62"', '0'),
  'a base of other things': priced(' unitCode="EA"', '1'),
  'a line before the period': onLine(
    '<cac:InvoicePeriod><cbc:StartDate>2000-01-01</cbc:StartDate></cac:InvoicePeriod>',
  ),
  'a line after the period': onLine(
    '<cac:InvoicePeriod><cbc:EndDate>2999-01-01</cbc:EndDate></cac:InvoicePeriod>',
  ),
  'a period of nothing': replaced([
    /<cac:InvoicePeriod>[^]*?<\/cac:InvoicePeriod>/g,
    '<cac:InvoicePeriod></cac:InvoicePeriod>',
  ]),
  'a period back in time': replaced(['<cbc:EndDate>2026', '<cbc:EndDate>2025']),
  'two days of tax': replaced(
    [
      '<cbc:DocumentCurrencyCode>',
      '<cbc:TaxPointDate>2026-01-01</cbc:TaxPointDate><cbc:DocumentCurrencyCode>',
    ],
    ['</cac:InvoicePeriod>', '<cbc:DescriptionCode>35</cbc:DescriptionCode></cac:InvoicePeriod>'],
  ),
  'another currency of tax': after(
    'cbc:DocumentCurrencyCode',
    '<cbc:TaxCurrencyCode>SEK</cbc:TaxCurrencyCode>',
  ),
  'the same currency of tax': after(
    'cbc:DocumentCurrencyCode',
    '<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>',
  ),
  'no currency of tax': after('cbc:DocumentCurrencyCode', '<cbc:TaxCurrencyCode>XYZ</cbc:TaxCurrencyCode>'),
  'taxes of two signs': after('cac:TaxTotal', `<cac:TaxTotal>${amount('TaxAmount', '-1')}</cac:TaxTotal>`),
  'two notes': after('cbc:IssueDate', '<cbc:Note>a</cbc:Note><cbc:Note>b</cbc:Note>'),
  'no reference': (xml) =>
    xml.replace(/<cbc:BuyerReference>.*/, '').replace(/<cac:OrderReference>[^]*?<\/cac:OrderReference>/, ''),
  'no terms': (xml) =>
    xml.replace(/<cbc:DueDate>.*/, '').replace(/<cac:PaymentTerms>[^]*?<\/cac:PaymentTerms>/, ''),
  'a seller without numbers': (xml) => {
    const end = xml.indexOf('</cac:AccountingSupplierParty>')
    const own = xml
      .slice(0, end)
      .replace(/<cac:PartyTaxScheme>[^]*?<\/cac:PartyTaxScheme>/, '')
      .replace(/(<cac:PartyLegalEntity>[^]*?)<cbc:CompanyID.*/, '$1')
    return own + xml.slice(end)
  },
  'an owed credit note': replaced([/(<cbc:PayableAmount[^>]*>)/g, '$1-']),
  'numbers of buyers': replaced([
    '<cac:PartyName>',
    '<cac:PartyIdentification><cbc:ID schemeID="X">1</cbc:ID></cac:PartyIdentification><cac:PartyName>',
  ]),
  'bare numbers of parties': replaced([
    '<cac:PartyName>',
    '<cac:PartyIdentification><cbc:ID>1</cbc:ID></cac:PartyIdentification><cac:PartyName>',
  ]),
  'wrong digits': replaced([/(schemeID="\d+">\D*)\d/g, '$19']),
  'an Italian number': replaced(['>IT00743110157<', '>IT10743110157<']),
  'a wrong Norwegian number': replaced(['NO974760673MVA', 'NO974760674MVA']),
  'a long Swedish number': replaced(['SE556677889901', 'SE5566778899011']),
  'a Swedish number with letters': replaced(['SE556677889901', 'SE55667788990X']),
  'a Swedish rate of 24': replaced(['<cbc:Percent>25<', '<cbc:Percent>24<']),
  'a Greek seller': replaced(['SE556677889901', 'EL123456789']),
  'a reason of no list': replaced([/VATEX-EU-\w+/g, 'VATEX-EU-X']),
  'a kind of credit note there is not': replaced(['>381<', '>380<']),
  'numbers of no register': replaced([/ schemeID="\d+"/g, '']),
  'short numbers': replaced([/(schemeID="\d+">\w*)\w</g, '$1<']),
  'text between': replaced(['<cac:Price>', 'text<cac:Price>']),
  'another root': replaced([/xsd:(?:Invoice|CreditNote)-2/g, 'xsd:Order-2']),
  'another specification': replaced(['billing:3.0', 'billing:2.0']),
}

describe('the check of e-invoices', () => {
  it.each(Object.entries(good))('finds nothing wrong with the %s one', (_name, xml) => {
    expect(brokenRules(xml)).toEqual([])
    expect(xml).toContain('peppol')
  })

  it('can find each rule broken', () => {
    const found = new Set<string>()
    const look = (documents: Iterable<string>) => {
      for (const each of documents) for (const id of brokenRules(each)) found.add(id)
    }
    for (const xml of Object.values(good)) {
      look(Object.values(others).map((spoil) => spoil(xml)))
      look(shortened(xml))
    }
    look(spoiled(good.standard ?? ''))
    expect(ruleNames.filter((id) => !found.has(id))).toEqual([])
  }, 60_000)

  it('takes nothing that is no XML', () => {
    const xml = good.standard ?? ''
    for (const [from, to] of [
      ['Signalbox', 'Signal & box'],
      ['Signalbox', 'Signal < box'],
      ['Signalbox', 'Signal\u0007box'],
      ['</cac:Price>', '</cac:Prize>'],
      ['</Invoice>', ''],
    ] as const)
      expect(() => brokenRules(xml.replace(from, to))).toThrow('No XML')
  })
})
