import type { InvoiceLine } from '@signalbox/model/billing/invoice-line'
import type { InvoiceType } from '@signalbox/model/billing/invoice-state'
import type { Buyer, Seller } from '@signalbox/model/billing/parties'
import type { VatCategory } from '@signalbox/model/billing/vat'

/** Everything an issued invoice says, whatever it is written as. */
export interface InvoiceDocument {
  readonly type: InvoiceType
  readonly number: string
  readonly issueDate: string
  readonly dueDate: string
  /** The month, `YYYY-MM`. */
  readonly period: string
  readonly currency: string
  readonly lines: readonly InvoiceLine[]
  readonly net: string
  readonly vat: string
  readonly gross: string
  readonly vatCategory: VatCategory
  readonly vatRate: string
  readonly vatNote: string | null
  readonly seller: Seller
  readonly buyer: Buyer
  readonly paymentTermsDays: number
  readonly paymentReference: string
  readonly creditOf: { readonly number: string; readonly issueDate: string } | null
}

/** What banks carry with a payment and check by its digits (ISO 11649). */
export function creditorReference(number: string): string {
  const text = number
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .slice(-21)
  const digits = [...`${text}RF00`].map((sign) => String(Number.parseInt(sign, 36))).join('')
  const check = 98n - (BigInt(digits) % 97n)
  return `RF${String(check).padStart(2, '0')}${text}`
}
