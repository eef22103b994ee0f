import { compare, equal, zero } from './decimal.ts'
import {
  amountOrZero,
  categoryOf,
  countryIn,
  legalNumbers,
  lineCategories,
  rowCategories,
  rule,
  vatNumber,
  type Doc,
  type Rule,
} from './document.ts'
import { isGreek, isNorwegian, isSwedish } from './numbers.ts'
import type { Element } from './xml.ts'

/** The country of the letters of the VAT number, or of the address. */
const supplierCountry = ({ seller }: Doc): string =>
  (vatNumber(seller) === '' ? countryIn(seller) : vatNumber(seller).slice(0, 2)).toUpperCase()

/** A rule of Peppol for sellers of one country, or for those who sell at home. */
const ofSellers = (country: string, id: string, holds: Rule['holds']): Rule =>
  rule(id, (doc) => !doc.isPeppol || countryIn(doc.seller) !== country || holds(doc))
const atHome = (country: string, id: string, holds: Rule['holds']): Rule =>
  ofSellers(country, id, (doc) => countryIn(doc.buyer) !== country || holds(doc))

const hasAddress = (party: Element): boolean =>
  ['cbc:StreetName', 'cbc:CityName', 'cbc:PostalZone'].every(
    (name) => party.textOf(`cac:PostalAddress/${name}`) !== '',
  )
const means = ({ root }: Doc) => root.all('cac:PaymentMeans')
const meansCodes = (doc: Doc) => means(doc).map((each) => each.textOf('cbc:PaymentMeansCode'))
const schemesFit = (party: Element, ...allowed: readonly string[]): boolean =>
  legalNumbers(party).every(
    ({ attributes, text }) => allowed.includes(attributes.schemeID ?? '') && text.trim() !== '',
  )
const hasLegal = (party: Element, scheme: string): boolean =>
  legalNumbers(party).some(({ attributes }) => attributes.schemeID === scheme)

const swedishRates = [25n, 12n, 6n].map((n) => ({ n, scale: 0 }))
const withSwedishVat = (doc: Doc): boolean => vatNumber(doc.seller).startsWith('SE')

const sweden: readonly Rule[] = [
  ofSellers('SE', 'SE-R-001', (doc) => !withSwedishVat(doc) || vatNumber(doc.seller).length === 14),
  ofSellers(
    'SE',
    'SE-R-002',
    (doc) => !withSwedishVat(doc) || /^\d{12}$/.test(vatNumber(doc.seller).slice(2)),
  ),
  ofSellers('SE', 'SE-R-003', ({ seller }) =>
    legalNumbers(seller).every(({ text }) => /^\d+$/.test(text.trim())),
  ),
  ofSellers('SE', 'SE-R-004', ({ seller }) =>
    legalNumbers(seller).every(({ text }) => text.trim().length === 10),
  ),
  ofSellers('SE', 'SE-R-013', ({ seller }) =>
    legalNumbers(seller).every(({ text }) => isSwedish(text.trim())),
  ),
  ofSellers('SE', 'SE-R-006', (doc) =>
    [...rowCategories(doc), ...lineCategories(doc)]
      .filter((each) => withSwedishVat(doc) && categoryOf(each) === 'S')
      .every((each) => swedishRates.some((rate) => equal(rate, amountOrZero(each, 'cbc:Percent')))),
  ),
]

const denmark: readonly Rule[] = [
  ofSellers('DK', 'DK-R-002', ({ seller }) => legalNumbers(seller).length > 0),
  ofSellers('DK', 'DK-R-014', ({ seller }) => schemesFit(seller, '0184')),
  atHome(
    'DK',
    'DK-R-005',
    (doc) =>
      !doc.isInvoice ||
      meansCodes(doc).every((code) =>
        ['1', '10', '31', '42', '48', '49', '50', '58', '59', '93', '97'].includes(code),
      ),
  ),
  atHome('DK', 'DK-R-006', (doc) =>
    means(doc)
      .filter((each) => ['31', '42'].includes(each.textOf('cbc:PaymentMeansCode')))
      .every((each) =>
        ['cbc:ID', 'cac:FinancialInstitutionBranch/cbc:ID'].every(
          (path) => each.textOf(`cac:PayeeFinancialAccount/${path}`) !== '',
        ),
      ),
  ),
  atHome('DK', 'DK-R-013', ({ seller, buyer }) =>
    [seller, buyer].every((party) =>
      party.all('cac:PartyIdentification/cbc:ID').every(({ attributes }) => attributes.schemeID),
    ),
  ),
  atHome(
    'DK',
    'DK-R-016',
    ({ isInvoice, totals }) => isInvoice || compare(amountOrZero(totals, 'cbc:PayableAmount'), zero) >= 0,
  ),
]

const germany: readonly Rule[] = [
  atHome('DE', 'DE-R-001', (doc) => means(doc).length > 0),
  atHome('DE', 'DE-R-002', ({ seller }) => seller.has('cac:Contact')),
  ...(['DE-R-003 cbc:CityName', 'DE-R-004 cbc:PostalZone'] as const).map((text) => {
    const [id = '', name = ''] = text.split(' ')
    return atHome('DE', id, ({ seller }) => seller.textOf(`cac:PostalAddress/${name}`) !== '')
  }),
  ...(['DE-R-005 cbc:Name', 'DE-R-006 cbc:Telephone', 'DE-R-007 cbc:ElectronicMail'] as const).map((text) => {
    const [id = '', name = ''] = text.split(' ')
    return atHome('DE', id, ({ seller }) => seller.textOf(`cac:Contact/${name}`) !== '')
  }),
  ...(['DE-R-008 cbc:CityName', 'DE-R-009 cbc:PostalZone'] as const).map((text) => {
    const [id = '', name = ''] = text.split(' ')
    return atHome('DE', id, ({ buyer }) => buyer.textOf(`cac:PostalAddress/${name}`) !== '')
  }),
  atHome('DE', 'DE-R-014', (doc) =>
    rowCategories(doc).every((each) => each.textOf('cbc:Percent') !== '' || categoryOf(each) === 'O'),
  ),
  atHome('DE', 'DE-R-015', ({ root }) => root.textOf('cbc:BuyerReference') !== ''),
  atHome('DE', 'DE-R-016', ({ seller }) => seller.has('cac:PartyTaxScheme')),
]

const netherlands: readonly Rule[] = [
  ofSellers(
    'NL',
    'NL-R-001',
    ({ root, isInvoice }) =>
      isInvoice || root.has('cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID'),
  ),
  ofSellers('NL', 'NL-R-002', ({ seller }) => hasAddress(seller)),
  ofSellers('NL', 'NL-R-003', ({ seller }) => schemesFit(seller, '0106', '0190')),
  atHome('NL', 'NL-R-004', ({ buyer }) => hasAddress(buyer)),
  atHome('NL', 'NL-R-005', ({ buyer }) => schemesFit(buyer, '0106', '0190')),
  ofSellers('NL', 'NL-R-007', (doc) => {
    const due = compare(amountOrZero(doc.totals, 'cbc:PayableAmount'), zero)
    return (doc.isInvoice ? due <= 0 : due >= 0) || means(doc).length > 0
  }),
  ofSellers('NL', 'NL-R-008', (doc) =>
    meansCodes(doc).every((code) => ['30', '48', '49', '57', '58', '59'].includes(code)),
  ),
]

const others: readonly Rule[] = [
  rule('NO-R-001', (doc) => {
    const number = vatNumber(doc.seller)
    return (
      !doc.isPeppol ||
      !number.startsWith('NO') ||
      (/^NO\d{9}MVA$/.test(number) && isNorwegian(number.slice(2, 11)))
    )
  }),
  ofSellers('IS', 'IS-R-002', ({ seller }) => hasLegal(seller, '0196')),
  ofSellers('IS', 'IS-R-003', ({ seller }) => hasAddress(seller)),
  atHome('IS', 'IS-R-004', ({ buyer }) => hasLegal(buyer, '0196')),
  atHome('IS', 'IS-R-005', ({ buyer }) => hasAddress(buyer)),
  ...(['IT-R-002 cbc:StreetName', 'IT-R-003 cbc:CityName', 'IT-R-004 cbc:PostalZone'] as const).map(
    (text) => {
      const [id = '', name = ''] = text.split(' ')
      return ofSellers('IT', id, ({ seller }) => seller.textOf(`cac:PostalAddress/${name}`) !== '')
    },
  ),
  // A Greek number of an invoice has six parts, and a mark of the tax authority stands beside it: none of ours has.
  rule(
    'GR-R-001',
    (doc) =>
      !doc.isPeppol ||
      !['GR', 'EL'].includes(supplierCountry(doc)) ||
      doc.root.textOf('cbc:ID').split('|').length === 6,
  ),
  rule(
    'GR-R-003',
    (doc) => !doc.isPeppol || supplierCountry(doc) !== 'EL' || isGreek(vatNumber(doc.seller).slice(2)),
  ),
]

/** The rules of Peppol for sellers of single countries. */
export const countryRules: readonly Rule[] = [...sweden, ...denmark, ...germany, ...netherlands, ...others]
