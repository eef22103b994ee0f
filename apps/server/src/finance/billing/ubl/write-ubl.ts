import XMLBuilder from 'fast-xml-builder'
import { billingPeriod } from '@signalbox/model/billing/billing-period'
import { isVatRounding, type InvoiceLine } from '@signalbox/model/billing/invoice-line'
import type { InvoiceDocument } from '../invoice-document.ts'
import { alpha2, legalId, peppolAddress, vatId, type Identifier } from './identifiers.ts'
import { keepsToPeppol } from './peppol.ts'
import { hundredthsText, roundingOf } from './rounding.ts'
import { writtenVat, type WrittenVat } from './vat-on-document.ts'

/** Members without a value are left out before it is written: an empty element says something, and that would be wrong. */
type Node = { readonly [name: string]: unknown }

interface PartyLike {
  readonly isSeller: boolean
  readonly name: string
  /** By which the other party knows it. */
  readonly number: string | undefined
  readonly orgNo: string | null
  readonly vatNo: string | null
  readonly address: string
  readonly zip: string
  readonly city: string
  readonly country: string
  readonly email: string
  readonly phone?: string | null
}

/** What the parts of a document are written from. */
interface Context {
  readonly document: InvoiceDocument
  readonly vat: WrittenVat
  readonly isPeppol: boolean
}

const identifier = ({ scheme, id }: Identifier): Node => ({
  ...(scheme !== null && { '@_schemeID': scheme }),
  '#text': id,
})

const vatScheme = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }

/** Numbers for VAT are left out where nothing is taxed: the standard says so (BR-O-02 to BR-O-04). */
function taxNumber(who: PartyLike, { vat }: Context): Node | undefined {
  if (vat.id === 'O' || who.vatNo === null) return undefined
  const id = vatId(who)
  if (id !== null) return { 'cbc:CompanyID': id, ...vatScheme }
  // A number that is none of VAT to the standard is one of another tax, and of the seller only (BT-32).
  return who.isSeller ? { 'cbc:CompanyID': who.vatNo, 'cac:TaxScheme': { 'cbc:ID': 'TAX' } } : undefined
}

/** By a network's address, or by email where the document says that it goes by no network. */
const endpoint = (who: PartyLike, isPeppol: boolean): Node =>
  identifier((isPeppol ? peppolAddress(who) : null) ?? { scheme: 'EM', id: who.email })

function party(who: PartyLike, context: Context): Node {
  const [legal, tax] = [legalId(who), taxNumber(who, context)]
  // A party without a number that anybody finds it by is known by its name (BR-CO-26).
  const isKnown = legal !== null || (tax !== undefined && vatId(who) !== null)
  const number = who.number ?? (isKnown ? undefined : [...who.name].slice(0, 40).join(''))
  return {
    'cac:Party': {
      'cbc:EndpointID': endpoint(who, context.isPeppol),
      'cac:PartyIdentification': { 'cbc:ID': number },
      'cac:PartyName': { 'cbc:Name': who.name },
      'cac:PostalAddress': {
        'cbc:StreetName': who.address,
        'cbc:CityName': who.city,
        'cbc:PostalZone': who.zip,
        'cac:Country': { 'cbc:IdentificationCode': alpha2(who.country) },
      },
      'cac:PartyTaxScheme': tax,
      'cac:PartyLegalEntity': {
        'cbc:RegistrationName': who.name,
        'cbc:CompanyID': legal === null ? undefined : identifier(legal),
      },
      'cac:Contact': {
        'cbc:Name': who.name,
        'cbc:Telephone': who.phone,
        'cbc:ElectronicMail': who.email,
      },
    },
  }
}

const money = (currency: string, amount: string): Node => ({ '@_currencyID': currency, '#text': amount })

const taxTotal = ({ document: { currency, net, vat: amount }, vat }: Context): Node => ({
  'cbc:TaxAmount': money(currency, amount),
  'cac:TaxSubtotal': {
    'cbc:TaxableAmount': money(currency, net),
    'cbc:TaxAmount': money(currency, amount),
    'cac:TaxCategory': {
      'cbc:ID': vat.id,
      'cbc:Percent': vat.rate,
      'cbc:TaxExemptionReasonCode': vat.reasonCode,
      'cbc:TaxExemptionReason': vat.reason,
      ...vatScheme,
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

function rounding(line: InvoiceLine, currency: string): Node | undefined {
  const hundredths = roundingOf(line)
  if (hundredths === 0n) return undefined
  return {
    'cbc:ChargeIndicator': String(hundredths > 0n),
    'cbc:AllowanceChargeReason': `Rounding to whole ${currency}`,
    'cbc:Amount': money(currency, hundredthsText(hundredths < 0n ? -hundredths : hundredths)),
  }
}

const longestName = 100

/** The name of what is billed; all of it stands below when it is long. */
function item({ code, description }: InvoiceLine, vat: WrittenVat): Node {
  const text = cleanText(description)
  const signs = [...text]
  return {
    'cbc:Description': signs.length > longestName ? text : undefined,
    'cbc:Name': text === '' ? code : signs.slice(0, longestName).join(''),
    'cac:SellersItemIdentification': { 'cbc:ID': code },
    'cac:ClassifiedTaxCategory': { 'cbc:ID': vat.id, 'cbc:Percent': vat.rate, ...vatScheme },
  }
}

const line =
  ({ document: { type, currency }, vat }: Context) =>
  (each: InvoiceLine, at: number): Node => ({
    'cbc:ID': String(at + 1),
    // Lines of the standard have no VAT of their own to say it with.
    'cbc:Note': isVatRounding(each) ? `VAT ${each.vat} ${currency}` : undefined,
    // One of it (UN/ECE Recommendation 20).
    [quantityName[type]]: { '@_unitCode': 'C62', '#text': each.qty },
    'cbc:LineExtensionAmount': money(currency, each.net),
    'cac:AllowanceCharge': rounding(each, currency),
    'cac:Item': item(each, vat),
    'cac:Price': { 'cbc:PriceAmount': money(currency, each.unitPrice) },
  })

/** Between two parties in Denmark, a transfer is a debit of the payer's account (DK-R-005). */
const transferCode = ({ seller, buyer }: InvoiceDocument): string =>
  seller.country === 'DNK' && buyer.country === 'DNK' ? '31' : '30'

/** How an invoice is paid. A credit note is set against what is owed; Dutch rules know no code for that (NL-R-008). */
function paymentMeans(document: InvoiceDocument): Node | undefined {
  const { type, paymentReference, seller } = document
  if (type === 'CREDIT_NOTE') return seller.country === 'NLD' ? undefined : { 'cbc:PaymentMeansCode': '97' }
  return {
    'cbc:PaymentMeansCode': transferCode(document),
    'cbc:PaymentID': paymentReference,
    'cac:PayeeFinancialAccount': {
      'cbc:ID': seller.iban,
      'cbc:Name': seller.name,
      'cac:FinancialInstitutionBranch': { 'cbc:ID': seller.bic },
    },
  }
}

/** A credit note needs terms as well: UBL has no due day for it (BR-CO-25). */
function paymentTerms({ type, paymentTermsDays, creditOf }: InvoiceDocument): Node {
  if (type === 'INVOICE') return { 'cbc:Note': `${paymentTermsDays} days net` }
  return {
    'cbc:Note': creditOf === null ? 'Credited to your account' : `Credited against ${creditOf.number}`,
  }
}

const standard = 'urn:cen.eu:en16931:2017'
const peppol = `${standard}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`
const process = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

const headOf = ({ document, isPeppol, vat }: Context): Node => {
  const { type, number, issueDate, dueDate, currency, buyer } = document
  const isInvoice = type === 'INVOICE'
  return {
    'cbc:CustomizationID': isPeppol ? peppol : standard,
    'cbc:ProfileID': isPeppol ? process : undefined,
    'cbc:ID': number,
    'cbc:IssueDate': issueDate,
    'cbc:DueDate': isInvoice ? dueDate : undefined,
    [isInvoice ? 'cbc:InvoiceTypeCode' : 'cbc:CreditNoteTypeCode']: isInvoice ? '380' : '381',
    'cbc:Note': vat.reason,
    'cbc:DocumentCurrencyCode': currency,
    'cbc:BuyerReference': buyer.number,
  }
}

/** Two Danish parties name their numbers with the lists those are of (DK-R-013), and ours is of none. */
const buyerNumber = ({ seller, buyer }: InvoiceDocument): string | undefined =>
  seller.country === 'DNK' && buyer.country === 'DNK' ? undefined : buyer.number

const bodyOf = (context: Context): Node => {
  const { document } = context
  const { type, seller, buyer, creditOf, period, lines } = document
  const { firstDay, lastDay } = billingPeriod(period)
  const { legalName: name, billingEmail: email } = buyer
  return {
    'cac:InvoicePeriod': { 'cbc:StartDate': firstDay, 'cbc:EndDate': lastDay },
    'cac:OrderReference': { 'cbc:ID': buyer.poNumber },
    'cac:BillingReference': {
      'cac:InvoiceDocumentReference': { 'cbc:ID': creditOf?.number, 'cbc:IssueDate': creditOf?.issueDate },
    },
    'cac:AccountingSupplierParty': party({ ...seller, isSeller: true, number: undefined }, context),
    'cac:AccountingCustomerParty': party(
      { ...buyer, isSeller: false, name, email, number: buyerNumber(document) },
      context,
    ),
    'cac:PaymentMeans': paymentMeans(document),
    'cac:PaymentTerms': paymentTerms(document),
    'cac:TaxTotal': taxTotal(context),
    'cac:LegalMonetaryTotal': totals(document),
    [type === 'INVOICE' ? 'cac:InvoiceLine' : 'cac:CreditNoteLine']: lines.map(line(context)),
  }
}

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@_',
  format: true,
  suppressEmptyNode: true,
})

// oxlint-disable-next-line no-control-regex -- characters that no XML document may hold
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

const cleanText = (text: string): string =>
  text
    .replaceAll(forbidden, '')
    .replaceAll(/\p{Surrogate}/gu, '')
    .trim()

/** Without what no XML may hold, and without what would be empty (PEPPOL-EN16931-R008). */
function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value) || undefined
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value ?? undefined
  const members = Object.entries(value).map(([name, member]) => [name, clean(member)] as const)
  const kept = members.filter(([, member]) => member !== undefined)
  return kept.some(([name]) => !name.startsWith('@_')) ? Object.fromEntries(kept) : undefined
}

/** The invoice as UBL 2.1 of EN 16931, and of Peppol BIS Billing 3.0 where both parties have what that asks for. */
export function writeUbl(document: InvoiceDocument): string {
  const root = document.type === 'INVOICE' ? 'Invoice' : 'CreditNote'
  const context = { document, vat: writtenVat(document), isPeppol: keepsToPeppol(document) }
  const content = clean({ ...headOf(context), ...bodyOf(context) }) as Node
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
