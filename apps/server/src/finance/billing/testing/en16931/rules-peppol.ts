import { compare, decimalOf, minus, one, rounded, size, sum, times, zero } from './decimal.ts'
import { amount, amountOrZero, rule, type Doc, type Rule } from './document.ts'
import { currencies, peppolAddresses } from './code-lists.ts'
import { checkedNumbers } from './numbers.ts'
import type { Element } from './xml.ts'

const peppol = (no: string, holds: Rule['holds']): Rule => rule(`PEPPOL-EN16931-${no}`, holds)
/** A rule for documents that say they are of Peppol. */
const claimed = (no: string, holds: Rule['holds']): Rule => peppol(no, (doc) => !doc.isPeppol || holds(doc))

const slack = { n: 2n, scale: 2 }

/** Quantity times price, with charges and allowances, is the amount of the line, give or take two hundredths. */
function isCounted(line: Element, { isInvoice }: Doc): boolean {
  const net = amountOrZero(line, 'cbc:LineExtensionAmount')
  const quantity = amount(line, isInvoice ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity') ?? one
  const price = amountOrZero(line, 'cac:Price/cbc:PriceAmount')
  const given = amount(line, 'cac:Price/cbc:BaseQuantity')
  const base = given === undefined || compare(given, zero) === 0 ? one : given
  const adjusted = (isCharge: string) =>
    rounded(
      sum(
        line
          .all('cac:AllowanceCharge')
          .filter((each) => each.textOf('cbc:ChargeIndicator') === isCharge)
          .map((each) => amountOrZero(each, 'cbc:Amount')),
      ),
    )
  const besides = minus(adjusted('true'), adjusted('false'))
  // Both sides times the base quantity, so that nothing is divided.
  const off = minus(times(minus(net, besides), base), times(quantity, price))
  return compare(size(off), times(slack, size(base))) <= 0
}

const isDate = (text: string): boolean => {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** The reason of an exemption belongs to one category. */
const reasonOf = (no: string, code: string, category: string): Rule =>
  peppol(no, ({ root }) =>
    root
      .deep('cac:TaxCategory')
      .filter((each) => each.textOf('cbc:TaxExemptionReasonCode').toUpperCase() === code)
      .every((each) => each.textOf('cbc:ID') === category),
  )

const standard = 'urn:cen.eu:en16931:2017'
const customization = `${standard}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`
const addressFits = (party: Element): boolean =>
  party.all('cbc:EndpointID').every(({ attributes }) => peppolAddresses.has(attributes.schemeID ?? ''))

const head: readonly Rule[] = [
  rule('SPECIFICATION', ({ root }) => [standard, customization].includes(root.textOf('cbc:CustomizationID'))),
  claimed('R001', ({ root }) => root.has('cbc:ProfileID')),
  peppol('R002', ({ root }) => root.all('cbc:Note').length <= 1),
  peppol('R003', ({ root }) => root.has('cbc:BuyerReference') || root.has('cac:OrderReference/cbc:ID')),
  claimed('R004', ({ root }) => root.textOf('cbc:CustomizationID') === customization),
  peppol('R005', ({ root, currency }) => root.textOf('cbc:TaxCurrencyCode') !== currency),
  claimed('R007', ({ root }) =>
    /^urn:fdc:peppol\.eu:2017:poacc:billing:\d\d:1\.0$/.test(root.textOf('cbc:ProfileID')),
  ),
  peppol('R008', ({ root }) =>
    root.everything().every(({ children, text }) => children.length > 0 || text.trim() !== ''),
  ),
  claimed('R010', ({ buyer }) => buyer.has('cbc:EndpointID')),
  claimed('R020', ({ seller }) => seller.has('cbc:EndpointID')),
  claimed('CL008', ({ seller, buyer }) => addressFits(seller) && addressFits(buyer)),
  peppol('P0100', ({ root }) =>
    root.all('cbc:InvoiceTypeCode').every(({ text }) => !['326', '384'].includes(text) && /^\d+$/.test(text)),
  ),
  peppol('P0101', ({ root }) =>
    root.all('cbc:CreditNoteTypeCode').every(({ text }) => ['381', '396', '81', '83', '532'].includes(text)),
  ),
  peppol('F001', ({ root }) =>
    root
      .deep('cbc:IssueDate', 'cbc:DueDate', 'cbc:TaxPointDate', 'cbc:StartDate', 'cbc:EndDate')
      .every(({ text }) => isDate(text)),
  ),
]

const ofAmounts = [
  'cbc:Amount',
  'cbc:BaseAmount',
  'cbc:PriceAmount',
  'cbc:TaxableAmount',
  'cbc:LineExtensionAmount',
  'cbc:TaxExclusiveAmount',
  'cbc:TaxInclusiveAmount',
  'cbc:PrepaidAmount',
  'cbc:PayableRoundingAmount',
  'cbc:PayableAmount',
]

const amounts: readonly Rule[] = [
  peppol('R051', ({ root, currency }) => {
    const taxes = root
      .all('cac:TaxTotal')
      .filter((each) => each.has('cac:TaxSubtotal'))
      .flatMap((each) => each.deep('cbc:TaxAmount'))
    return [...root.deep(...ofAmounts), ...taxes].every(
      ({ attributes }) => attributes.currencyID === currency,
    )
  }),
  peppol('CL007', ({ root }) =>
    root
      .deep(...ofAmounts, 'cbc:TaxAmount')
      .every(({ attributes }) => currencies.has(attributes.currencyID ?? '')),
  ),
  peppol(
    'R053',
    ({ root }) => root.all('cac:TaxTotal').filter((each) => each.has('cac:TaxSubtotal')).length === 1,
  ),
  peppol('R054', ({ root }) => {
    const without = root.all('cac:TaxTotal').filter((each) => !each.has('cac:TaxSubtotal')).length
    return without === (root.has('cbc:TaxCurrencyCode') ? 1 : 0)
  }),
  peppol('R055', ({ root }) => {
    const signs = root
      .all('cac:TaxTotal/cbc:TaxAmount')
      .map(({ text }) => compare(decimalOf(text) ?? zero, zero))
    return !(signs.includes(1) && signs.includes(-1))
  }),
  peppol('R040', ({ root }) =>
    root
      .deep('cac:AllowanceCharge')
      .filter((each) => each.has('cbc:MultiplierFactorNumeric') && each.has('cbc:BaseAmount'))
      .every((each) => {
        const part = times(
          amountOrZero(each, 'cbc:BaseAmount'),
          amountOrZero(each, 'cbc:MultiplierFactorNumeric'),
        )
        const whole = { n: part.n, scale: part.scale + 2 }
        return compare(size(minus(amountOrZero(each, 'cbc:Amount'), whole)), slack) <= 0
      }),
  ),
  peppol('R041', ({ root }) =>
    root
      .deep('cac:AllowanceCharge')
      .every((each) => !each.has('cbc:MultiplierFactorNumeric') || each.has('cbc:BaseAmount')),
  ),
  peppol('R042', ({ root }) =>
    root
      .deep('cac:AllowanceCharge')
      .every((each) => each.has('cbc:MultiplierFactorNumeric') || !each.has('cbc:BaseAmount')),
  ),
  peppol('R043', ({ root }) =>
    root
      .deep('cac:AllowanceCharge')
      .every((each) => ['true', 'false'].includes(each.textOf('cbc:ChargeIndicator'))),
  ),
  peppol('R061', ({ root }) =>
    root.all('cac:PaymentMeans').every((each) => !['49', '59'].includes(each.textOf('cbc:PaymentMeansCode'))),
  ),
]

const withinPeriod = (no: string, name: string, fits: (own: string, whole: string) => boolean): Rule =>
  peppol(no, ({ root, lines }) => {
    const whole = root.textOf(`cac:InvoicePeriod/${name}`)
    return lines
      .flatMap((line) => line.all(`cac:InvoicePeriod/${name}`))
      .every(({ text }) => whole === '' || fits(text, whole))
  })

const ofLines: readonly Rule[] = [
  withinPeriod('R110', 'cbc:StartDate', (own, whole) => own >= whole),
  withinPeriod('R111', 'cbc:EndDate', (own, whole) => own <= whole),
  peppol('R120', (doc) => doc.lines.every((line) => isCounted(line, doc))),
  peppol('R121', ({ root }) =>
    root.deep('cbc:BaseQuantity').every(({ text }) => compare(decimalOf(text) ?? zero, zero) > 0),
  ),
  peppol('R130', ({ lines }) =>
    lines.every((line) => {
      const unit = [...line.all('cbc:InvoicedQuantity'), ...line.all('cbc:CreditedQuantity')][0]?.attributes
        .unitCode
      return line
        .all('cac:Price/cbc:BaseQuantity')
        .every(({ attributes }) => attributes.unitCode === undefined || attributes.unitCode === unit)
    }),
  ),
  reasonOf('P0104', 'VATEX-EU-G', 'G'),
  reasonOf('P0105', 'VATEX-EU-O', 'O'),
  reasonOf('P0106', 'VATEX-EU-IC', 'K'),
  reasonOf('P0107', 'VATEX-EU-AE', 'AE'),
]

/** Numbers that a register says the form and the check digits of, wherever they stand. */
const ofNumbers: readonly Rule[] = checkedNumbers.map(({ id, scheme, fits }) =>
  rule(id, ({ root }) =>
    root
      .deep('cbc:EndpointID', 'cbc:ID', 'cbc:CompanyID')
      .filter(({ attributes }) => attributes.schemeID === scheme)
      .every(({ text }) => fits(text.trim())),
  ),
)

/** The rules of Peppol BIS Billing 3.0 for all countries. Most of them hold for any good invoice. */
export const peppolRules: readonly Rule[] = [...head, ...amounts, ...ofLines, ...ofNumbers]
