import { decimalOf, zero, type Decimal } from './decimal.ts'
import { parseXml, type Element } from './xml.ts'

/** What the rules look at. */
export interface Doc {
  readonly root: Element
  readonly isInvoice: boolean
  readonly lines: readonly Element[]
  readonly subtotals: readonly Element[]
  readonly seller: Element
  readonly buyer: Element
  readonly totals: Element
  readonly currency: string
  /** Whether it says that it keeps to Peppol BIS Billing 3.0. */
  readonly isPeppol: boolean
}

export interface Rule {
  readonly id: string
  readonly holds: (doc: Doc) => boolean
}

export const rule = (id: string, holds: Rule['holds']): Rule => ({ id, holds })

/** Stands for a part that is missing: nothing is in it. */
const nothing = parseXml('<nothing/>')

export function readDocument(xml: string): Doc {
  const root = parseXml(xml)
  const first = (path: string) => root.all(path)[0] ?? nothing
  return {
    root,
    isInvoice: root.name === 'Invoice',
    lines: [...root.all('cac:InvoiceLine'), ...root.all('cac:CreditNoteLine')],
    subtotals: root.all('cac:TaxTotal/cac:TaxSubtotal'),
    seller: first('cac:AccountingSupplierParty/cac:Party'),
    buyer: first('cac:AccountingCustomerParty/cac:Party'),
    totals: first('cac:LegalMonetaryTotal'),
    currency: root.textOf('cbc:DocumentCurrencyCode'),
    isPeppol: root.textOf('cbc:CustomizationID').includes('peppol'),
  }
}

export const amount = (element: Element, path: string): Decimal | undefined => decimalOf(element.textOf(path))
export const amountOrZero = (element: Element, path: string): Decimal => amount(element, path) ?? zero

/** The party's numbers for a tax. */
export const taxNumbers = (party: Element, scheme?: string): readonly Element[] =>
  party
    .all('cac:PartyTaxScheme')
    .filter((each) => scheme === undefined || each.textOf('cac:TaxScheme/cbc:ID').toUpperCase() === scheme)
    .flatMap((each) => each.all('cbc:CompanyID'))

export const vatNumber = (party: Element): string => taxNumbers(party, 'VAT')[0]?.text.trim() ?? ''
export const legalNumbers = (party: Element) => party.all('cac:PartyLegalEntity/cbc:CompanyID')
export const countryIn = (party: Element): string =>
  party.textOf('cac:PostalAddress/cac:Country/cbc:IdentificationCode')

export const lineCategories = ({ lines }: Doc): readonly Element[] =>
  lines.flatMap((line) => line.all('cac:Item/cac:ClassifiedTaxCategory'))
export const rowCategories = ({ subtotals }: Doc): readonly Element[] =>
  subtotals.flatMap((row) => row.all('cac:TaxCategory'))
export const categoryOf = (category: Element): string => category.textOf('cbc:ID')
export const lineCategory = (line: Element): string =>
  line.textOf('cac:Item/cac:ClassifiedTaxCategory/cbc:ID')
