import XMLBuilder from 'fast-xml-builder'
import { billingPeriod } from '@signalbox/model/billing/billing-period'
import type { InvoiceLine } from '@signalbox/model/billing/invoice-line'
import { countryOf } from '@signalbox/model/reference/countries'
import type { InvoiceDocument } from '../invoice-document.ts'

/** Members without a value are left out: an empty element says something, and that would be wrong. */
type Node = { readonly [name: string]: unknown }

const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
const node = (members: Node): Node =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => isThere(value)))

const alpha2 = (country: string): string => (countryOf(country)?.flag ?? country.slice(0, 2)).toUpperCase()

/** Tax ids are left out where nothing is taxed: the standard says so (BR-O-02 to BR-O-04). */
const taxScheme = (vatNo: string | null, category: InvoiceDocument['vatCategory']) =>
  vatNo === null || category === 'O'
    ? undefined
    : { 'cbc:CompanyID': vatNo, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }

interface PartyLike {
  readonly name: string
  readonly number?: string
  readonly orgNo: string | null
  readonly vatNo: string | null
  readonly address: string
  readonly zip: string
  readonly city: string
  readonly country: string
  readonly email: string
  readonly phone?: string | null
}

const party = (who: PartyLike, category: InvoiceDocument['vatCategory']): Node => ({
  'cac:Party': node({
    'cbc:EndpointID': { '@_schemeID': 'EM', '#text': who.email },
    'cac:PartyIdentification': { 'cbc:ID': who.number ?? who.orgNo ?? who.name.slice(0, 40) },
    'cac:PartyName': { 'cbc:Name': who.name },
    'cac:PostalAddress': {
      'cbc:StreetName': who.address,
      'cbc:CityName': who.city,
      'cbc:PostalZone': who.zip,
      'cac:Country': { 'cbc:IdentificationCode': alpha2(who.country) },
    },
    'cac:PartyTaxScheme': taxScheme(who.vatNo, category),
    'cac:PartyLegalEntity': node({ 'cbc:RegistrationName': who.name, 'cbc:CompanyID': who.orgNo }),
    'cac:Contact': node({
      'cbc:Name': who.name,
      'cbc:Telephone': who.phone,
      'cbc:ElectronicMail': who.email,
    }),
  }),
})

const money = (currency: string, amount: string): Node => ({ '@_currencyID': currency, '#text': amount })

/** Nothing that is outside the scope of VAT has a rate (BR-O-05). */
const category = (id: string, rate: string): Node =>
  node({
    'cbc:ID': id,
    'cbc:Percent': id === 'O' ? undefined : rate,
  })

const scheme = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }

const exemptions: Readonly<Record<string, string>> = { AE: 'vatex-eu-ae', O: 'vatex-eu-o' }

const taxTotal = ({ currency, net, vat, vatCategory, vatRate, vatNote }: InvoiceDocument): Node => ({
  'cbc:TaxAmount': money(currency, vat),
  'cac:TaxSubtotal': {
    'cbc:TaxableAmount': money(currency, net),
    'cbc:TaxAmount': money(currency, vat),
    'cac:TaxCategory': {
      ...category(vatCategory, vatRate),
      ...node({
        'cbc:TaxExemptionReasonCode': exemptions[vatCategory]?.toUpperCase(),
        'cbc:TaxExemptionReason': vatNote,
      }),
      ...scheme,
    },
  },
})

const totals = ({ currency, net, gross }: InvoiceDocument): Node => ({
  'cbc:LineExtensionAmount': money(currency, net),
  'cbc:TaxExclusiveAmount': money(currency, net),
  'cbc:TaxInclusiveAmount': money(currency, gross),
  'cbc:PayableAmount': money(currency, gross),
})

const quantityName = { INVOICE: 'cbc:InvoicedQuantity', CREDIT_NOTE: 'cbc:CreditedQuantity' } as const

const line =
  ({ type, currency, vatCategory }: InvoiceDocument) =>
  ({ code, description, qty, unitPrice, net, vatRate }: InvoiceLine, at: number): Node => ({
    'cbc:ID': String(at + 1),
    // One of it (UN/ECE Recommendation 20).
    [quantityName[type]]: { '@_unitCode': 'C62', '#text': qty },
    'cbc:LineExtensionAmount': money(currency, net),
    'cac:Item': {
      'cbc:Name': description.slice(0, 100),
      'cac:SellersItemIdentification': { 'cbc:ID': code },
      'cac:ClassifiedTaxCategory': { ...category(vatCategory, vatRate), ...scheme },
    },
    'cac:Price': { 'cbc:PriceAmount': money(currency, unitPrice) },
  })

const paymentMeans = ({ paymentReference, seller }: InvoiceDocument): Node => ({
  // A credit transfer.
  'cbc:PaymentMeansCode': '30',
  'cbc:PaymentID': paymentReference,
  'cac:PayeeFinancialAccount': node({
    'cbc:ID': seller.iban,
    'cbc:Name': seller.name,
    'cac:FinancialInstitutionBranch': seller.bic === null ? undefined : { 'cbc:ID': seller.bic },
  }),
})

const profile = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const process = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

const headOf = (document: InvoiceDocument): Node => {
  const { type, number, issueDate, dueDate, currency, buyer, vatNote } = document
  const isInvoice = type === 'INVOICE'
  return node({
    'cbc:CustomizationID': profile,
    'cbc:ProfileID': process,
    'cbc:ID': number,
    'cbc:IssueDate': issueDate,
    'cbc:DueDate': isInvoice ? dueDate : undefined,
    [isInvoice ? 'cbc:InvoiceTypeCode' : 'cbc:CreditNoteTypeCode']: isInvoice ? '380' : '381',
    'cbc:Note': vatNote,
    'cbc:DocumentCurrencyCode': currency,
    'cbc:BuyerReference': buyer.number,
  })
}

const bodyOf = (document: InvoiceDocument): Node => {
  const { type, seller, buyer, creditOf, period, vatCategory, paymentTermsDays, lines } = document
  const { firstDay, lastDay } = billingPeriod(period)
  const isInvoice = type === 'INVOICE'
  return node({
    'cac:InvoicePeriod': { 'cbc:StartDate': firstDay, 'cbc:EndDate': lastDay },
    'cac:OrderReference': buyer.poNumber === null ? undefined : { 'cbc:ID': buyer.poNumber },
    'cac:BillingReference':
      creditOf === null
        ? undefined
        : {
            'cac:InvoiceDocumentReference': {
              'cbc:ID': creditOf.number,
              'cbc:IssueDate': creditOf.issueDate,
            },
          },
    'cac:AccountingSupplierParty': party(seller, vatCategory),
    'cac:AccountingCustomerParty': party(
      { ...buyer, name: buyer.legalName, email: buyer.billingEmail },
      vatCategory,
    ),
    'cac:PaymentMeans': paymentMeans(document),
    'cac:PaymentTerms': isInvoice ? { 'cbc:Note': `${paymentTermsDays} days net` } : undefined,
    'cac:TaxTotal': taxTotal(document),
    'cac:LegalMonetaryTotal': totals(document),
    [isInvoice ? 'cac:InvoiceLine' : 'cac:CreditNoteLine']: lines.map(line(document)),
  })
}

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@_',
  format: true,
  suppressEmptyNode: true,
})

// oxlint-disable-next-line no-control-regex -- characters that no XML document may hold
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

const clean = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replaceAll(forbidden, '')
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, clean(member)]))
}

/** The invoice as Peppol BIS Billing 3.0, which is UBL 2.1 within EN 16931. */
export function writeUbl(document: InvoiceDocument): string {
  const root = document.type === 'INVOICE' ? 'Invoice' : 'CreditNote'
  const content = clean({ ...headOf(document), ...bodyOf(document) }) as Node
  const xml = builder.build({
    [root]: {
      '@_xmlns': `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
      '@_xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
      '@_xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
      ...content,
    },
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`
}
