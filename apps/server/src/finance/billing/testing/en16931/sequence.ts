import { rule, type Rule } from './document.ts'
import type { Element } from './xml.ts'

/** The elements each element of UBL 2.1 may have, in the order of its schema, as far as these documents go. */
const sequences: Readonly<Record<string, string>> = {
  Invoice: `cbc:CustomizationID cbc:ProfileID cbc:ID cbc:IssueDate cbc:DueDate cbc:InvoiceTypeCode cbc:Note cbc:TaxPointDate
    cbc:DocumentCurrencyCode cbc:TaxCurrencyCode cbc:BuyerReference cac:InvoicePeriod cac:OrderReference cac:BillingReference
    cac:AccountingSupplierParty cac:AccountingCustomerParty cac:Delivery cac:PaymentMeans cac:PaymentTerms cac:TaxTotal*
    cac:LegalMonetaryTotal cac:InvoiceLine*`,
  CreditNote: `cbc:CustomizationID cbc:ProfileID cbc:ID cbc:IssueDate cbc:TaxPointDate cbc:CreditNoteTypeCode cbc:Note
    cbc:DocumentCurrencyCode cbc:TaxCurrencyCode cbc:BuyerReference cac:InvoicePeriod cac:OrderReference cac:BillingReference
    cac:AccountingSupplierParty cac:AccountingCustomerParty cac:Delivery cac:PaymentMeans cac:PaymentTerms cac:TaxTotal*
    cac:LegalMonetaryTotal cac:CreditNoteLine*`,
  'cac:InvoicePeriod': 'cbc:StartDate cbc:EndDate cbc:DescriptionCode',
  'cac:OrderReference': 'cbc:ID',
  'cac:BillingReference': 'cac:InvoiceDocumentReference',
  'cac:InvoiceDocumentReference': 'cbc:ID cbc:IssueDate',
  'cac:AccountingSupplierParty': 'cac:Party',
  'cac:AccountingCustomerParty': 'cac:Party',
  'cac:Party': `cbc:EndpointID cac:PartyIdentification cac:PartyName cac:PostalAddress cac:PartyTaxScheme
    cac:PartyLegalEntity cac:Contact`,
  'cac:PartyIdentification': 'cbc:ID',
  'cac:PartyName': 'cbc:Name',
  'cac:PostalAddress': 'cbc:StreetName cbc:CityName cbc:PostalZone cac:Country',
  'cac:Country': 'cbc:IdentificationCode',
  'cac:PartyTaxScheme': 'cbc:CompanyID cac:TaxScheme',
  'cac:TaxScheme': 'cbc:ID',
  'cac:PartyLegalEntity': 'cbc:RegistrationName cbc:CompanyID',
  'cac:Contact': 'cbc:Name cbc:Telephone cbc:ElectronicMail',
  'cac:Delivery': 'cbc:ActualDeliveryDate cac:DeliveryLocation',
  'cac:DeliveryLocation': 'cac:Address',
  'cac:Address': 'cac:Country',
  'cac:PaymentMeans': 'cbc:PaymentMeansCode cbc:PaymentID cac:PayeeFinancialAccount',
  'cac:PayeeFinancialAccount': 'cbc:ID cbc:Name cac:FinancialInstitutionBranch',
  'cac:FinancialInstitutionBranch': 'cbc:ID',
  'cac:PaymentTerms': 'cbc:Note',
  'cac:TaxTotal': 'cbc:TaxAmount cac:TaxSubtotal*',
  'cac:TaxSubtotal': 'cbc:TaxableAmount cbc:TaxAmount cac:TaxCategory',
  'cac:TaxCategory': 'cbc:ID cbc:Percent cbc:TaxExemptionReasonCode cbc:TaxExemptionReason cac:TaxScheme',
  'cac:ClassifiedTaxCategory': 'cbc:ID cbc:Percent cac:TaxScheme',
  'cac:LegalMonetaryTotal': `cbc:LineExtensionAmount cbc:TaxExclusiveAmount cbc:TaxInclusiveAmount cbc:PrepaidAmount
    cbc:PayableRoundingAmount cbc:PayableAmount`,
  'cac:InvoiceLine': `cbc:ID cbc:Note cbc:InvoicedQuantity cbc:LineExtensionAmount cac:InvoicePeriod cac:AllowanceCharge*
    cac:Item cac:Price`,
  'cac:CreditNoteLine': `cbc:ID cbc:Note cbc:CreditedQuantity cbc:LineExtensionAmount cac:InvoicePeriod cac:AllowanceCharge*
    cac:Item cac:Price`,
  'cac:AllowanceCharge': `cbc:ChargeIndicator cbc:AllowanceChargeReasonCode cbc:AllowanceChargeReason
    cbc:MultiplierFactorNumeric cbc:Amount cbc:BaseAmount`,
  'cac:Item': 'cbc:Description cbc:Name cac:SellersItemIdentification cac:ClassifiedTaxCategory',
  'cac:SellersItemIdentification': 'cbc:ID',
  'cac:Price': 'cbc:PriceAmount cbc:BaseQuantity',
}

const orders = new Map(
  Object.entries(sequences).map(([name, text]) => {
    const members = text.split(/\s+/)
    const places = new Map(members.map((member, at) => [member.replace('*', ''), at] as const))
    const repeated = new Set(
      members.filter((member) => member.endsWith('*')).map((member) => member.slice(0, -1)),
    )
    return [name, { places, repeated }] as const
  }),
)

/** Known elements only, in order, and only those twice that may be. */
function isInOrder({ name, children }: Element): boolean {
  const order = orders.get(name)
  if (!order) return children.length === 0
  let last = -1
  return children.every((child) => {
    const place = order.places.get(child.name)
    const fits = place !== undefined && (place > last || (place === last && order.repeated.has(child.name)))
    last = place ?? last
    return fits
  })
}

const hasOnly = (allowed: readonly string[], given: Readonly<Record<string, string>>): boolean =>
  Object.keys(given).every((name) => allowed.includes(name))

function attributesFit({ name, attributes }: Element): boolean {
  if (name.endsWith('Amount')) return hasOnly(['currencyID'], attributes)
  if (name.endsWith('Quantity')) return hasOnly(['unitCode'], attributes)
  if (['cbc:EndpointID', 'cbc:CompanyID', 'cbc:ID'].includes(name)) return hasOnly(['schemeID'], attributes)
  return !name.startsWith('c') || hasOnly([], attributes)
}

const namespaces = {
  'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}

/** What the schema of UBL says, and the rules of the binding to it that say how often something stands (UBL-SR). */
export const sequenceRules: readonly Rule[] = [
  rule('UBL-XSD-ROOT', ({ root }) => {
    const wanted = { xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${root.name}-2`, ...namespaces }
    return (
      ['Invoice', 'CreditNote'].includes(root.name) &&
      Object.entries(wanted).every(([name, value]) => root.attributes[name] === value)
    )
  }),
  rule('UBL-XSD-ORDER', ({ root }) => root.everything().every(isInOrder)),
  rule('UBL-DT-ATTRIBUTES', ({ root }) => root.everything().every(attributesFit)),
  rule('UBL-DT-MIXED', ({ root }) =>
    root.everything().every(({ children, text }) => children.length === 0 || text.trim() === ''),
  ),
  rule('UBL-SR-48', ({ lines }) =>
    lines.every((line) => line.all('cac:Item/cac:ClassifiedTaxCategory').length === 1),
  ),
  rule('UBL-SR-53', ({ root }) =>
    root
      .deep('cac:PartyTaxScheme')
      .every((each) => each.textOf('cac:TaxScheme/cbc:ID') !== '' && each.has('cbc:CompanyID')),
  ),
]
