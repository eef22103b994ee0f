import { XMLParser } from 'fast-xml-parser'

/*
 * The published rules of EN 16931 and Peppol BIS Billing 3.0 that an invoice of ours can break, read from the XML alone. It
 * shares nothing with what writes the XML, and counts in its own way: in whole hundredths.
 */

type Node = Record<string, any>

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: true,
})

const list = (value: unknown): Node[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as Node]
function text(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? String((value as Node)['#text'] ?? '') : ''
}

/** Hundredths; undefined where there are more than two decimals (BR-DEC). */
function hundredths(value: unknown): bigint | undefined {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text(value))
  if (!match) return undefined
  const [, sign, whole = '', part = ''] = match
  const amount = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  return sign ? -amount : amount
}

/** A decimal as millionths of millionths, so that quantity times price is exact. */
function millionths(value: unknown): bigint {
  const [whole = '0', part = ''] = text(value).replace('-', '').split('.')
  const amount = BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'))
  return text(value).startsWith('-') ? -amount : amount
}

const halfAway = (numerator: bigint, denominator: bigint): bigint => {
  const [size, sign] = numerator < 0n ? [-numerator, -1n] : [numerator, 1n]
  return sign * ((size * 2n + denominator) / (denominator * 2n))
}

/** Names of the rules that are broken. */
export function brokenRules(xml: string): string[] {
  const parsed = parser.parse(xml) as Node
  const isInvoice = 'Invoice' in parsed
  const doc = (parsed.Invoice ?? parsed.CreditNote) as Node
  const broken: string[] = []
  const must = (rule: string, holds: boolean) => void (holds || broken.push(rule))
  head(doc, isInvoice, must)
  parties(doc, must)
  totals(doc, isInvoice, must)
  vat(doc, isInvoice, must)
  categories(doc, isInvoice, must)
  codes(doc, must)
  order(doc, isInvoice, must)
  return [...new Set(broken)]
}

type Must = (rule: string, holds: boolean) => void
const isDay = (value: unknown) => /^\d{4}-\d\d-\d\d$/.test(text(value))

function head(doc: Node, isInvoice: boolean, must: Must): void {
  must('BR-01', text(doc['cbc:CustomizationID']) !== '')
  must(
    'PEPPOL-R004',
    text(doc['cbc:CustomizationID']) ===
      'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  )
  must('PEPPOL-R001', text(doc['cbc:ProfileID']) === 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0')
  must('BR-02', text(doc['cbc:ID']) !== '')
  must('BR-03', isDay(doc['cbc:IssueDate']))
  must(
    'BR-04',
    text(doc[isInvoice ? 'cbc:InvoiceTypeCode' : 'cbc:CreditNoteTypeCode']) === (isInvoice ? '380' : '381'),
  )
  must('BR-05', /^[A-Z]{3}$/.test(text(doc['cbc:DocumentCurrencyCode'])))
  must('PEPPOL-R003', text(doc['cbc:BuyerReference']) !== '' || doc['cac:OrderReference'] !== undefined)
  must('BR-CO-25', !isInvoice || isDay(doc['cbc:DueDate']) || doc['cac:PaymentTerms'] !== undefined)
  must('PEPPOL-R008', !/<[\w:]+(?:\s[^>]*)?\/>|<([\w:]+)(?:\s[^>]*)?><\/\1>/.test(JSON.stringify(doc)))
  must(
    'BR-55',
    isInvoice || text(doc['cac:BillingReference']?.['cac:InvoiceDocumentReference']?.['cbc:ID']) !== '',
  )
  must(
    'BR-29',
    text(doc['cac:InvoicePeriod']?.['cbc:EndDate']) >= text(doc['cac:InvoicePeriod']?.['cbc:StartDate']),
  )
}

function parties(doc: Node, must: Must): void {
  const seller = doc['cac:AccountingSupplierParty']?.['cac:Party'] as Node
  const buyer = doc['cac:AccountingCustomerParty']?.['cac:Party'] as Node
  must('BR-06', text(seller?.['cac:PartyLegalEntity']?.['cbc:RegistrationName']) !== '')
  must('BR-07', text(buyer?.['cac:PartyLegalEntity']?.['cbc:RegistrationName']) !== '')
  for (const [rule, who] of [
    ['BR-09', seller],
    ['BR-11', buyer],
  ] as const)
    must(
      rule,
      /^[A-Z]{2}$/.test(text(who?.['cac:PostalAddress']?.['cac:Country']?.['cbc:IdentificationCode'])),
    )
  must(
    'PEPPOL-R020',
    text(seller?.['cbc:EndpointID']) !== '' && seller['cbc:EndpointID']['@_schemeID'] === 'EM',
  )
  must(
    'PEPPOL-R010',
    text(buyer?.['cbc:EndpointID']) !== '' && buyer['cbc:EndpointID']['@_schemeID'] === 'EM',
  )
  const hasId = ['cac:PartyIdentification', 'cac:PartyTaxScheme'].some((name) => seller?.[name] !== undefined)
  must('BR-CO-26', hasId || seller?.['cac:PartyLegalEntity']?.['cbc:CompanyID'] !== undefined)
  for (const who of [seller, buyer])
    for (const scheme of list(who?.['cac:PartyTaxScheme']))
      must('BR-CO-09', /^[A-Z]{2}/.test(text(scheme['cbc:CompanyID'])))
  const means = doc['cac:PaymentMeans'] as Node | undefined
  must('BR-49', means === undefined || text(means['cbc:PaymentMeansCode']) !== '')
  must(
    'BR-61',
    means === undefined ||
      text(means['cbc:PaymentMeansCode']) !== '30' ||
      text(means['cac:PayeeFinancialAccount']?.['cbc:ID']) !== '',
  )
}

const linesOf = (doc: Node, isInvoice: boolean) =>
  list(doc[isInvoice ? 'cac:InvoiceLine' : 'cac:CreditNoteLine'])
const sum = (amounts: readonly (bigint | undefined)[]) =>
  amounts.reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n)

function totals(doc: Node, isInvoice: boolean, must: Must): void {
  const lines = linesOf(doc, isInvoice)
  const total = doc['cac:LegalMonetaryTotal'] as Node
  const amount = (name: string) => hundredths(total?.[name])
  must('BR-16', lines.length > 0)
  const names = ['LineExtensionAmount', 'TaxExclusiveAmount', 'TaxInclusiveAmount', 'PayableAmount'].map(
    (name) => `cbc:${name}`,
  )
  must(
    'BR-DEC-09..18',
    names.every((name) => amount(name) !== undefined),
  )
  must(
    'BR-CO-10',
    amount('cbc:LineExtensionAmount') ===
      sum(lines.map((line) => hundredths(line['cbc:LineExtensionAmount']))),
  )
  must('BR-CO-13', amount('cbc:TaxExclusiveAmount') === amount('cbc:LineExtensionAmount'))
  const tax = hundredths(doc['cac:TaxTotal']?.['cbc:TaxAmount'])
  must(
    'BR-CO-15',
    amount('cbc:TaxInclusiveAmount') === (amount('cbc:TaxExclusiveAmount') ?? 0n) + (tax ?? 0n),
  )
  must('BR-CO-16', amount('cbc:PayableAmount') === amount('cbc:TaxInclusiveAmount'))
  for (const line of lines) {
    const quantity = line[isInvoice ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity'] as Node
    const price = line['cac:Price']?.['cbc:PriceAmount']
    must('BR-21', text(line['cbc:ID']) !== '')
    must('BR-22', text(quantity) !== '')
    must('BR-23', quantity?.['@_unitCode'] === 'C62')
    must('BR-24', hundredths(line['cbc:LineExtensionAmount']) !== undefined)
    must('BR-25', text(line['cac:Item']?.['cbc:Name']) !== '')
    must('BR-26', text(price) !== '')
    must('BR-27', millionths(price) >= 0n)
    // Quantity and price have six decimals each, the amount has two.
    const exact = halfAway(millionths(quantity) * millionths(price), 10_000_000_000n)
    must('PEPPOL-R120', exact === hundredths(line['cbc:LineExtensionAmount']))
  }
}

function vat(doc: Node, isInvoice: boolean, must: Must): void {
  const lines = linesOf(doc, isInvoice)
  const subtotals = list(doc['cac:TaxTotal']?.['cac:TaxSubtotal'])
  must('BR-CO-18', subtotals.length > 0)
  must(
    'BR-CO-14',
    hundredths(doc['cac:TaxTotal']?.['cbc:TaxAmount']) ===
      sum(subtotals.map((each) => hundredths(each['cbc:TaxAmount']))),
  )
  for (const subtotal of subtotals) {
    const category = subtotal['cac:TaxCategory'] as Node
    const id = text(category?.['cbc:ID'])
    const own = lines.filter(
      (line) => text(line['cac:Item']?.['cac:ClassifiedTaxCategory']?.['cbc:ID']) === id,
    )
    const taxable = hundredths(subtotal['cbc:TaxableAmount'])
    const rate = Math.round(Number(text(category?.['cbc:Percent']) || '0') * 100)
    must(`BR-${id}-08`, taxable === sum(own.map((line) => hundredths(line['cbc:LineExtensionAmount']))))
    must(
      'BR-CO-17',
      hundredths(subtotal['cbc:TaxAmount']) === halfAway((taxable ?? 0n) * BigInt(rate), 10_000n),
    )
    must(
      `BR-${id}-10`,
      id === 'S' ||
        text(category['cbc:TaxExemptionReason']) !== '' ||
        text(category['cbc:TaxExemptionReasonCode']) !== '',
    )
    must('BR-S-10', id !== 'S' || category['cbc:TaxExemptionReason'] === undefined)
    must('BR-S-05', id !== 'S' || rate > 0)
    must(
      'BR-O-05',
      id !== 'O' ||
        (category['cbc:Percent'] === undefined &&
          own.every((line) => line['cac:Item']['cac:ClassifiedTaxCategory']['cbc:Percent'] === undefined)),
    )
    const schemes = ['cac:AccountingSupplierParty', 'cac:AccountingCustomerParty'].map(
      (who) => doc[who]?.['cac:Party']?.['cac:PartyTaxScheme'] !== undefined,
    )
    must('BR-S-02', id !== 'S' || schemes[0] === true)
    must('BR-AE-02', id !== 'AE' || schemes.every(Boolean))
    must('BR-O-02', id !== 'O' || !schemes.some(Boolean))
  }
}

/** Every line and every row of VAT names one of the categories of the standard, and only with others it may stand beside. */
function categories(doc: Node, isInvoice: boolean, must: Must): void {
  const lines = linesOf(doc, isInvoice)
  const ofLines = lines.map((line) => line['cac:Item']?.['cac:ClassifiedTaxCategory'] as Node | undefined)
  const rows = list(doc['cac:TaxTotal']?.['cac:TaxSubtotal'])
  const ofRows = rows.map((row) => row['cac:TaxCategory'] as Node)
  const idOf = (each: Node | undefined) => text(each?.['cbc:ID'])
  const rateOf = (each: Node | undefined) => Number(text(each?.['cbc:Percent']) || '0')
  must(
    'BR-CO-04',
    ofLines.every((each) => idOf(each) !== ''),
  )
  must(
    'BR-CL-17',
    [...ofLines, ...ofRows].every((each) => /^(?:S|Z|E|AE|K|G|O|L|M)$/.test(idOf(each))),
  )
  must(
    'BR-47',
    ofRows.every((each) => idOf(each) !== ''),
  )
  must(
    'BR-48',
    ofRows.every((each) => idOf(each) === 'O' || each['cbc:Percent'] !== undefined),
  )
  must(
    'BR-45',
    rows.every((row) => hundredths(row['cbc:TaxableAmount']) !== undefined),
  )
  must(
    'BR-46',
    rows.every((row) => hundredths(row['cbc:TaxAmount']) !== undefined),
  )
  for (const each of [...ofLines, ...ofRows])
    must('TAX-SCHEME-VAT', text(each?.['cac:TaxScheme']?.['cbc:ID']) === 'VAT')
  for (const [at, row] of rows.entries()) {
    const id = idOf(ofRows[at])
    const same = lines.filter((_, no) => idOf(ofLines[no]) === id)
    must(`BR-${id}-01`, same.length > 0)
    if (id === 'S') continue
    // Nothing that is not taxed has a rate or an amount of VAT (BR-AE-05, BR-AE-09, BR-E-05, BR-E-09, BR-O-09 and others).
    must(`BR-${id}-09`, hundredths(row['cbc:TaxAmount']) === 0n)
    must(
      `BR-${id}-05`,
      ofLines.every((each) => idOf(each) !== id || rateOf(each) === 0) && rateOf(ofRows[at]) === 0,
    )
  }
  for (const id of new Set(ofLines.map(idOf)))
    must(
      `BR-${id}-01`,
      ofRows.some((each) => idOf(each) === id),
    )
  // One row for each category and rate, and what is outside the scope of VAT stands alone.
  const keys = ofRows.map((each) => `${idOf(each)} ${rateOf(each)}`)
  must('BR-S-08', new Set(keys).size === keys.length)
  const outside = ofRows.filter((each) => idOf(each) === 'O').length
  must('BR-O-11', outside === 0 || (ofRows.length === 1 && ofLines.every((each) => idOf(each) === 'O')))
  must(
    'BR-AE-10',
    ofRows.every(
      (each) => idOf(each) !== 'AE' || /^VATEX-EU-AE$|^$/.test(text(each['cbc:TaxExemptionReasonCode'])),
    ),
  )
}

/** Every amount names the currency of the document, and every code is one of its list. */
function codes(doc: Node, must: Must): void {
  const currency = text(doc['cbc:DocumentCurrencyCode'])
  must('BR-CL-04', Intl.supportedValuesOf('currency').includes(currency))
  const look = (value: unknown, name: string): void => {
    if (Array.isArray(value)) value.forEach((each) => look(each, name))
    else if (typeof value === 'object' && value !== null) {
      for (const [member, child] of Object.entries(value)) if (!member.startsWith('@_')) look(child, member)
      const given = (value as Node)['@_currencyID']
      if (given !== undefined) must('PEPPOL-R051', given === currency)
    }
    if (name.endsWith('Amount')) must('BR-CL-03', (value as Node)['@_currencyID'] !== undefined)
    // Nothing is empty (PEPPOL-R008), and nothing is written with more than two decimals but a price (BR-DEC).
    if (typeof value === 'string') must('PEPPOL-R008', value.trim() !== '')
    if (name.endsWith('Amount') && name !== 'cbc:PriceAmount') must('BR-DEC', hundredths(value) !== undefined)
  }
  look(doc, '')
  const means = doc['cac:PaymentMeans'] as Node | undefined
  if (means) {
    must(
      'BR-CL-16',
      /^(?:1|10|20|30|31|42|48|49|54|55|57|58|59|97|ZZZ)$/.test(text(means['cbc:PaymentMeansCode'])),
    )
    const account = text(means['cac:PayeeFinancialAccount']?.['cbc:ID'])
    must('IBAN', !/^[A-Z]{2}\d\d/.test(account) || isIban(account))
  }
}

/** ISO 13616: the number, its first four characters last, is one more than a multiple of 97. */
function isIban(account: string): boolean {
  const turned = `${account.slice(4)}${account.slice(0, 4)}`
  const digits = [...turned].map((sign) => String(Number.parseInt(sign, 36))).join('')
  return /^[A-Z]{2}[0-9A-Z]{13,32}$/.test(account) && BigInt(digits) % 97n === 1n
}

/** UBL is a sequence: elements in another order are no UBL. */
const sequence = [
  'cbc:CustomizationID',
  'cbc:ProfileID',
  'cbc:ID',
  'cbc:IssueDate',
  'cbc:DueDate',
  'cbc:InvoiceTypeCode',
  'cbc:CreditNoteTypeCode',
  'cbc:Note',
  'cbc:DocumentCurrencyCode',
  'cbc:BuyerReference',
  'cac:InvoicePeriod',
  'cac:OrderReference',
  'cac:BillingReference',
  'cac:AccountingSupplierParty',
  'cac:AccountingCustomerParty',
  'cac:PaymentMeans',
  'cac:PaymentTerms',
  'cac:TaxTotal',
  'cac:LegalMonetaryTotal',
  'cac:InvoiceLine',
  'cac:CreditNoteLine',
]

function order(doc: Node, isInvoice: boolean, must: Must): void {
  const places = Object.keys(doc)
    .filter((name) => !name.startsWith('@_'))
    .map((name) => sequence.indexOf(name))
  must(
    'UBL-SEQUENCE',
    places.every((place, at) => place >= 0 && (at === 0 || place > (places[at - 1] ?? -1))),
  )
  must('UBL-CREDIT-NOTE', isInvoice || doc['cbc:DueDate'] === undefined)
}
