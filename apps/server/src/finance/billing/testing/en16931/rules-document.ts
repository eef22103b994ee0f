import {
  amount,
  amountOrZero,
  countryIn,
  legalNumbers,
  lineCategory,
  rowCategories,
  rule,
  taxNumbers,
  vatNumber,
  type Doc,
  type Rule,
} from './document.ts'
import { compare, decimalOf, equal, minus, plus, rounded, sum, zero } from './decimal.ts'
import { currencies, vatPrefixes } from './code-lists.ts'
import type { Element } from './xml.ts'

/** A path of the document that must hold something. */
const needs = (id: string, ...paths: readonly string[]): Rule =>
  rule(id, ({ root }) => paths.some((path) => root.textOf(path) !== ''))

const ofLines = (id: string, holds: (line: Element, doc: Doc) => boolean): Rule =>
  rule(id, (doc) => doc.lines.every((line) => holds(line, doc)))

const decimals = (element: Element | undefined): number => element?.text.trim().split('.')[1]?.length ?? 0

/** No more than two decimals. */
const twoDecimals = (id: string, path: string): Rule =>
  rule(id, ({ root }) => root.all(path).every((each) => decimals(each) <= 2))

const supplier = 'cac:AccountingSupplierParty/cac:Party'
const customer = 'cac:AccountingCustomerParty/cac:Party'
const total = 'cac:LegalMonetaryTotal'
const lineNames = ['cac:InvoiceLine', 'cac:CreditNoteLine'] as const

const head: readonly Rule[] = [
  needs('BR-01', 'cbc:CustomizationID'),
  needs('BR-02', 'cbc:ID'),
  needs('BR-03', 'cbc:IssueDate'),
  needs('BR-04', 'cbc:InvoiceTypeCode', 'cbc:CreditNoteTypeCode'),
  needs('BR-05', 'cbc:DocumentCurrencyCode'),
  needs('BR-06', `${supplier}/cac:PartyLegalEntity/cbc:RegistrationName`),
  needs('BR-07', `${customer}/cac:PartyLegalEntity/cbc:RegistrationName`),
  rule('BR-08', ({ seller }) => seller.has('cac:PostalAddress')),
  rule('BR-09', ({ seller }) => countryIn(seller) !== ''),
  rule('BR-10', ({ buyer }) => buyer.has('cac:PostalAddress')),
  rule('BR-11', ({ buyer }) => countryIn(buyer) !== ''),
  needs('BR-12', `${total}/cbc:LineExtensionAmount`),
  needs('BR-13', `${total}/cbc:TaxExclusiveAmount`),
  needs('BR-14', `${total}/cbc:TaxInclusiveAmount`),
  needs('BR-15', `${total}/cbc:PayableAmount`),
  rule('BR-16', ({ lines }) => lines.length > 0),
  rule('BR-29', ({ root }) =>
    root.all('cac:InvoicePeriod').every((period) => {
      const [from, to] = [period.textOf('cbc:StartDate'), period.textOf('cbc:EndDate')]
      return from === '' || to === '' || to >= from
    }),
  ),
  rule('BR-53', ({ root }) => {
    const own = root.textOf('cbc:TaxCurrencyCode')
    return (
      own === '' || root.all('cac:TaxTotal/cbc:TaxAmount').some((each) => each.attributes.currencyID === own)
    )
  }),
  rule('BR-55', ({ root }) =>
    root
      .all('cac:BillingReference')
      .every((each) => each.textOf('cac:InvoiceDocumentReference/cbc:ID') !== ''),
  ),
  rule('BR-62', ({ seller }) => seller.all('cbc:EndpointID').every(({ attributes }) => attributes.schemeID)),
  rule('BR-63', ({ buyer }) => buyer.all('cbc:EndpointID').every(({ attributes }) => attributes.schemeID)),
  rule(
    'BR-CO-03',
    ({ root }) => !root.has('cbc:TaxPointDate') || !root.has('cac:InvoicePeriod/cbc:DescriptionCode'),
  ),
  rule('BR-CO-09', ({ seller, buyer }) =>
    [seller, buyer]
      .flatMap((party) => taxNumbers(party, 'VAT'))
      .every(({ text }) => vatPrefixes.has(text.trim().slice(0, 2))),
  ),
  rule('BR-CO-19', ({ root }) =>
    root
      .all('cac:InvoicePeriod')
      .every((each) =>
        ['cbc:StartDate', 'cbc:EndDate', 'cbc:DescriptionCode'].some((name) => each.has(name)),
      ),
  ),
  rule(
    'BR-CO-26',
    ({ seller }) =>
      vatNumber(seller) !== '' ||
      seller.textOf('cac:PartyIdentification/cbc:ID') !== '' ||
      legalNumbers(seller).length > 0,
  ),
]

const payment: readonly Rule[] = [
  rule('BR-49', ({ root }) =>
    root.all('cac:PaymentMeans').every((each) => each.textOf('cbc:PaymentMeansCode') !== ''),
  ),
  rule('BR-50', ({ root }) =>
    root
      .all('cac:PaymentMeans')
      .filter((each) => ['30', '58'].includes(each.textOf('cbc:PaymentMeansCode')))
      .every((each) => each.all('cac:PayeeFinancialAccount').every((own) => own.textOf('cbc:ID') !== '')),
  ),
  rule('BR-61', ({ root }) =>
    root
      .all('cac:PaymentMeans')
      .filter((each) => ['30', '58'].includes(each.textOf('cbc:PaymentMeansCode')))
      .every((each) => each.has('cac:PayeeFinancialAccount/cbc:ID')),
  ),
  rule(
    'BR-CO-25',
    ({ root, totals }) =>
      compare(amountOrZero(totals, 'cbc:PayableAmount'), zero) <= 0 ||
      root.deep('cbc:DueDate').length > 0 ||
      root.textOf('cac:PaymentTerms/cbc:Note') !== '',
  ),
]

const isCharge = (each: Element): boolean => each.textOf('cbc:ChargeIndicator') === 'true'
const isAllowance = (each: Element): boolean => each.textOf('cbc:ChargeIndicator') === 'false'
const hasReason = (each: Element): boolean =>
  each.has('cbc:AllowanceChargeReason') || each.has('cbc:AllowanceChargeReasonCode')

/** Rules of allowances or charges of a line. */
const ofAdjustments = (
  kind: (each: Element) => boolean,
  ids: {
    readonly amount: string
    readonly reason: string
    readonly reasonAgain: string
    readonly decimals: string
  },
): readonly Rule[] => {
  const own = (line: Element) => line.all('cac:AllowanceCharge').filter(kind)
  return [
    ofLines(ids.amount, (line) => own(line).every((each) => each.textOf('cbc:Amount') !== '')),
    ofLines(ids.reason, (line) => own(line).every(hasReason)),
    ofLines(ids.reasonAgain, (line) => own(line).every(hasReason)),
    ofLines(ids.decimals, (line) => own(line).every((each) => decimals(each.all('cbc:Amount')[0]) <= 2)),
  ]
}

const quantityOf = ({ isInvoice }: Doc) => (isInvoice ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity')

const lines: readonly Rule[] = [
  ofLines('BR-21', (line) => line.textOf('cbc:ID') !== ''),
  ofLines('BR-22', (line, doc) => line.textOf(quantityOf(doc)) !== ''),
  ofLines('BR-23', (line, doc) => line.all(quantityOf(doc)).every(({ attributes }) => attributes.unitCode)),
  ofLines('BR-24', (line) => line.textOf('cbc:LineExtensionAmount') !== ''),
  ofLines('BR-25', (line) => line.textOf('cac:Item/cbc:Name') !== ''),
  ofLines('BR-26', (line) => line.textOf('cac:Price/cbc:PriceAmount') !== ''),
  ofLines('BR-27', (line) => compare(amountOrZero(line, 'cac:Price/cbc:PriceAmount'), zero) >= 0),
  ...ofAdjustments(isAllowance, {
    amount: 'BR-41',
    reason: 'BR-42',
    reasonAgain: 'BR-CO-23',
    decimals: 'BR-DEC-24',
  }),
  ...ofAdjustments(isCharge, {
    amount: 'BR-43',
    reason: 'BR-44',
    reasonAgain: 'BR-CO-24',
    decimals: 'BR-DEC-27',
  }),
  ofLines('BR-CO-04', (line) => lineCategory(line) !== ''),
  ...lineNames.map((name) => twoDecimals('BR-DEC-23', `${name}/cbc:LineExtensionAmount`)),
]

const totals: readonly Rule[] = [
  rule('BR-CO-10', ({ lines: all, totals: own }) =>
    equal(
      amount(own, 'cbc:LineExtensionAmount'),
      sum(all.map((line) => amountOrZero(line, 'cbc:LineExtensionAmount'))),
    ),
  ),
  // Without allowances and charges of the document, which these never have.
  rule('BR-CO-13', ({ totals: own }) =>
    equal(amount(own, 'cbc:TaxExclusiveAmount'), amount(own, 'cbc:LineExtensionAmount')),
  ),
  rule('BR-CO-14', ({ root }) =>
    root
      .all('cac:TaxTotal')
      .filter((each) => each.has('cac:TaxSubtotal'))
      .every((each) =>
        equal(
          amount(each, 'cbc:TaxAmount'),
          sum(each.all('cac:TaxSubtotal').map((row) => amountOrZero(row, 'cbc:TaxAmount'))),
        ),
      ),
  ),
  rule('BR-CO-15', ({ root, totals: own, currency }) => {
    const taxes = root
      .all('cac:TaxTotal/cbc:TaxAmount')
      .filter(({ attributes }) => attributes.currencyID === currency)
      .map(({ text }) => decimalOf(text) ?? zero)
    const [tax, ...others] = taxes
    const gross = amount(own, 'cbc:TaxInclusiveAmount')
    return (
      tax !== undefined &&
      others.length === 0 &&
      equal(gross, rounded(plus(amountOrZero(own, 'cbc:TaxExclusiveAmount'), tax)))
    )
  }),
  rule('BR-CO-16', ({ totals: own }) => {
    const due = minus(amountOrZero(own, 'cbc:TaxInclusiveAmount'), amountOrZero(own, 'cbc:PrepaidAmount'))
    return equal(
      amount(own, 'cbc:PayableAmount'),
      rounded(plus(due, amountOrZero(own, 'cbc:PayableRoundingAmount'))),
    )
  }),
  twoDecimals('BR-DEC-09', `${total}/cbc:LineExtensionAmount`),
  twoDecimals('BR-DEC-12', `${total}/cbc:TaxExclusiveAmount`),
  twoDecimals('BR-DEC-13', 'cac:TaxTotal/cbc:TaxAmount'),
  twoDecimals('BR-DEC-14', `${total}/cbc:TaxInclusiveAmount`),
  twoDecimals('BR-DEC-18', `${total}/cbc:PayableAmount`),
  twoDecimals('BR-DEC-19', 'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount'),
  twoDecimals('BR-DEC-20', 'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount'),
  rule('UBL-DT-01', ({ root }) =>
    root
      .everything()
      .filter(({ name }) => name.endsWith('Amount'))
      .every(
        (each) =>
          decimalOf(each.text) !== undefined && (each.name === 'cbc:PriceAmount' || decimals(each) <= 2),
      ),
  ),
  rule('BR-CL-03', ({ root }) =>
    root
      .everything()
      .filter(({ name }) => name.endsWith('Amount'))
      .every(({ attributes }) => currencies.has(attributes.currencyID ?? '')),
  ),
]

const breakdown: readonly Rule[] = [
  rule('BR-CO-18', ({ subtotals }) => subtotals.length > 0),
  rule('BR-45', ({ subtotals }) => subtotals.every((row) => row.has('cbc:TaxableAmount'))),
  rule('BR-46', ({ subtotals }) => subtotals.every((row) => row.has('cbc:TaxAmount'))),
  rule('BR-47', ({ subtotals }) => subtotals.every((row) => row.has('cac:TaxCategory/cbc:ID'))),
  rule('BR-48', (doc) =>
    rowCategories(doc).every((each) => each.has('cbc:Percent') || each.textOf('cbc:ID') === 'O'),
  ),
]

/** The rules of EN 16931 for all documents, without those of single categories of VAT and of lists of codes. */
export const documentRules: readonly Rule[] = [...head, ...payment, ...lines, ...totals, ...breakdown]
