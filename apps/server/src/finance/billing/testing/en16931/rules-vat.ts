import {
  amount,
  amountOrZero,
  categoryOf,
  legalNumbers,
  lineCategories,
  lineCategory,
  rowCategories,
  rule,
  taxNumbers,
  vatNumber,
  type Doc,
  type Rule,
} from './document.ts'
import {
  compare,
  equal,
  hundredth,
  minus,
  one,
  rounded,
  size,
  sum,
  times,
  zero,
  type Decimal,
} from './decimal.ts'
import type { Element } from './xml.ts'

/** What a group of rules asks for. */
interface Group {
  /** In the numbers of rules: intra-community supply has another than its code. */
  readonly letters: string
  readonly code: string
  readonly isTaxed?: boolean
  /** Whether a reason why nothing is taxed must be there, or must not. */
  readonly needsReason: boolean
  readonly parties: (doc: Doc) => boolean
}

const hasTax = ({ seller }: Doc) => taxNumbers(seller).length > 0
const hasVat = (party: Element) => vatNumber(party) !== ''

const groups: readonly Group[] = [
  { letters: 'S', code: 'S', isTaxed: true, needsReason: false, parties: hasTax },
  { letters: 'Z', code: 'Z', needsReason: false, parties: hasTax },
  { letters: 'E', code: 'E', needsReason: true, parties: hasTax },
  {
    letters: 'AE',
    code: 'AE',
    needsReason: true,
    parties: (doc) => hasTax(doc) && (hasVat(doc.buyer) || legalNumbers(doc.buyer).length > 0),
  },
  {
    letters: 'IC',
    code: 'K',
    needsReason: true,
    parties: ({ seller, buyer }) => hasVat(seller) && hasVat(buyer),
  },
  { letters: 'G', code: 'G', needsReason: true, parties: ({ seller }) => hasVat(seller) },
  {
    letters: 'O',
    code: 'O',
    needsReason: true,
    parties: ({ seller, buyer }) => !hasVat(seller) && !hasVat(buyer),
  },
]

const isSameRate = (category: Element, row: Element): boolean => {
  const [own, listed] = [percent(category), amount(row, 'cac:TaxCategory/cbc:Percent')]
  return own === undefined ? listed === undefined : equal(own, listed)
}

const percent = (category: Element): Decimal | undefined => amount(category, 'cbc:Percent')

/** Whether two amounts are less than one unit apart, which is what the rules of VAT let pass. */
const isNear = (a: Decimal, b: Decimal): boolean => compare(size(minus(size(a), size(b))), one) < 0

const vatBy = (row: Element, rate: Decimal): Decimal =>
  rounded(times(size(amountOrZero(row, 'cbc:TaxableAmount')), hundredth(rate)))

function rulesOf({ letters, code, isTaxed = false, needsReason, parties }: Group): readonly Rule[] {
  const id = (no: string) => `BR-${letters}-${no}`
  const rows = (doc: Doc) => doc.subtotals.filter((row) => row.textOf('cac:TaxCategory/cbc:ID') === code)
  const onLines = (doc: Doc) => lineCategories(doc).filter((each) => categoryOf(each) === code)
  const rateFits = (category: Element): boolean => {
    if (code === 'O') return !category.has('cbc:Percent')
    const rate = percent(category)
    return rate !== undefined && (isTaxed ? compare(rate, zero) > 0 : equal(rate, zero))
  }
  const taxable = (doc: Doc, row: Element): Decimal => {
    const rate = amount(row, 'cac:TaxCategory/cbc:Percent')
    const own = doc.lines.filter((line) => {
      const same = lineCategory(line) === code
      return same && (!isTaxed || equal(amount(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent'), rate))
    })
    return sum(own.map((line) => amountOrZero(line, 'cbc:LineExtensionAmount')))
  }
  return [
    rule(id('01'), (doc) => {
      const [used, listed] = [onLines(doc).length > 0, rows(doc).length]
      return isTaxed ? used === listed > 0 : used ? listed === 1 : listed === 0
    }),
    rule(id('02'), (doc) => onLines(doc).length === 0 || parties(doc)),
    rule(id('05'), (doc) => onLines(doc).every(rateFits)),
    rule(
      id('08'),
      (doc) =>
        rows(doc).every((row) => equal(amount(row, 'cbc:TaxableAmount'), taxable(doc, row))) &&
        new Set(rows(doc).map((row) => row.textOf('cac:TaxCategory/cbc:Percent'))).size ===
          rows(doc).length &&
        onLines(doc).every((each) => rows(doc).some((row) => isSameRate(each, row))),
    ),
    rule(id('09'), (doc) =>
      rows(doc).every((row) => {
        const tax = amountOrZero(row, 'cbc:TaxAmount')
        const rate = amountOrZero(row, 'cac:TaxCategory/cbc:Percent')
        return isTaxed ? isNear(tax, vatBy(row, rate)) : equal(tax, zero)
      }),
    ),
    rule(id('10'), (doc) =>
      rows(doc).every((row) => {
        const category = row.all('cac:TaxCategory')[0]
        const has =
          category?.has('cbc:TaxExemptionReason') === true ||
          category?.has('cbc:TaxExemptionReasonCode') === true
        return has === needsReason
      }),
    ),
  ]
}

const hasOutside = (categories: readonly Element[]) => categories.some((each) => categoryOf(each) === 'O')

export const vatRules: readonly Rule[] = [
  ...groups.flatMap(rulesOf),
  rule('BR-O-11', (doc) => !hasOutside(rowCategories(doc)) || rowCategories(doc).length === 1),
  rule(
    'BR-O-12',
    (doc) => !hasOutside(rowCategories(doc)) || lineCategories(doc).every((each) => categoryOf(each) === 'O'),
  ),
  rule('BR-IC-11', (doc) => {
    const period = doc.root.all('cac:InvoicePeriod').some(({ children }) => children.length > 0)
    const isDelivered = period || doc.root.has('cac:Delivery/cbc:ActualDeliveryDate')
    return rowCategories(doc).every((each) => categoryOf(each) !== 'K') || isDelivered
  }),
  rule('BR-IC-12', (doc) => {
    const country = 'cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode'
    return rowCategories(doc).every((each) => categoryOf(each) !== 'K') || doc.root.textOf(country) !== ''
  }),
  rule('BR-CO-17', ({ subtotals }) =>
    subtotals.every((row) => {
      const [tax, rate] = [amountOrZero(row, 'cbc:TaxAmount'), amount(row, 'cac:TaxCategory/cbc:Percent')]
      // A rate that rounds to nothing is none.
      const isNone = rate === undefined || compare(times(rate, { n: 2n, scale: 0 }), one) < 0
      return isNone ? compare(times(size(tax), { n: 2n, scale: 0 }), one) < 0 : isNear(tax, vatBy(row, rate))
    }),
  ),
]
