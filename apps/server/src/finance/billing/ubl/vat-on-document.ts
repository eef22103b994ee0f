import type { InvoiceDocument } from '../invoice-document.ts'
import { vatId } from './identifiers.ts'

/** How a document says that it is taxed, by the categories of EN 16931. */
export interface WrittenVat {
  readonly id: 'S' | 'Z' | 'AE' | 'O'
  /** What is outside the scope of VAT has no rate (BR-O-05). */
  readonly rate: string | undefined
  readonly reasonCode: string | undefined
  readonly reason: string | undefined
}

const notTaxed = (note: string | null): WrittenVat => ({
  id: 'O',
  rate: undefined,
  reasonCode: 'VATEX-EU-O',
  reason: note ?? 'Outside the scope of VAT.',
})

/**
 * A domestic rate of nothing is no standard rate (BR-S-05): it is the zero rate of whoever is registered for VAT, and
 * outside its scope for whoever is not (BR-Z-02).
 */
export function writtenVat({ vatCategory, vatRate, vatNote, seller }: InvoiceDocument): WrittenVat {
  if (vatCategory === 'O') return notTaxed(vatNote)
  if (vatCategory === 'AE')
    return { id: 'AE', rate: '0', reasonCode: 'VATEX-EU-AE', reason: vatNote ?? 'Reverse charge' }
  if (Number(vatRate) > 0) return { id: 'S', rate: vatRate, reasonCode: undefined, reason: undefined }
  if (vatId(seller) === null) return notTaxed(vatNote)
  return { id: 'Z', rate: '0', reasonCode: undefined, reason: undefined }
}
