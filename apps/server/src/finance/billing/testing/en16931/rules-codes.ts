import {
  addresses,
  countries,
  creditNoteTypes,
  currencies,
  exemptionReasons,
  invoiceTypes,
  isRegister,
  paymentMeans,
  units,
  vatCategories,
} from './code-lists.ts'
import {
  categoryOf,
  legalNumbers,
  lineCategories,
  rowCategories,
  rule,
  type Doc,
  type Rule,
} from './document.ts'

/** Whatever stands at a path of one of these names is a code of a list. */
const listed = (id: string, codes: ReadonlySet<string>, ...names: readonly string[]): Rule =>
  rule(id, ({ root }) => root.deep(...names).every(({ text }) => codes.has(text.trim())))

const parties = ({ seller, buyer }: Doc) => [seller, buyer]
const schemeFits = (attributes: Readonly<Record<string, string>>): boolean =>
  attributes.schemeID === undefined || isRegister(attributes.schemeID)

/** The rules of EN 16931 for codes. */
export const codeRules: readonly Rule[] = [
  rule('BR-CL-01', ({ root, isInvoice }) =>
    isInvoice
      ? root.all('cbc:InvoiceTypeCode').every(({ text }) => invoiceTypes.has(text))
      : root.all('cbc:CreditNoteTypeCode').every(({ text }) => creditNoteTypes.has(text)),
  ),
  listed('BR-CL-04', currencies, 'cbc:DocumentCurrencyCode'),
  listed('BR-CL-05', currencies, 'cbc:TaxCurrencyCode'),
  rule('BR-CL-10', (doc) =>
    parties(doc).every((party) =>
      party.all('cac:PartyIdentification/cbc:ID').every(({ attributes }) => schemeFits(attributes)),
    ),
  ),
  rule('BR-CL-11', (doc) =>
    parties(doc).every((party) => legalNumbers(party).every(({ attributes }) => schemeFits(attributes))),
  ),
  listed('BR-CL-14', countries, 'cbc:IdentificationCode'),
  listed('BR-CL-16', paymentMeans, 'cbc:PaymentMeansCode'),
  rule('BR-CL-17', (doc) => rowCategories(doc).every((each) => vatCategories.has(categoryOf(each)))),
  rule('BR-CL-18', (doc) => lineCategories(doc).every((each) => vatCategories.has(categoryOf(each)))),
  listed('BR-CL-22', exemptionReasons, 'cbc:TaxExemptionReasonCode'),
  rule('BR-CL-23', ({ root }) =>
    root
      .everything()
      .filter(({ attributes }) => attributes.unitCode !== undefined)
      .every(({ attributes }) => units.has(attributes.unitCode ?? '')),
  ),
  rule('BR-CL-25', ({ root }) =>
    root
      .deep('cbc:EndpointID')
      .every(({ attributes }) => attributes.schemeID === undefined || addresses.has(attributes.schemeID)),
  ),
]
