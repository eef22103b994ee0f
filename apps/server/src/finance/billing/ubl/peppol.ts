import type { InvoiceDocument } from '../invoice-document.ts'
import { legalId, peppolAddress } from './identifiers.ts'

/** What a party has to have by the rules of its country for Peppol (their numbers stand beside them). */
const ofCountry: Readonly<Record<string, (document: InvoiceDocument) => boolean>> = {
  // A number of the tax authority, which there is none of, would have to be on each (GR-R-001, GR-R-004).
  GRC: () => false,
  // SE-R-006.
  SWE: ({ vatCategory, vatRate }) => vatCategory !== 'S' || [0, 6, 12, 25].includes(Number(vatRate)),
  // NO-R-001.
  NOR: ({ seller }) => seller.vatNo === null || legalId({ ...seller, orgNo: null }) !== null,
  // DK-R-002, and at home a bank with its BIC (DK-R-006).
  DNK: ({ seller, buyer }) => legalId(seller) !== null && (buyer.country !== 'DNK' || seller.bic !== null),
  // IS-R-002 and IS-R-004.
  ISL: ({ seller, buyer }) =>
    legalId(seller) !== null && (buyer.country !== 'ISL' || legalId(buyer) !== null),
  // DE-R-006 and DE-R-027.
  DEU: ({ seller, buyer }) => buyer.country !== 'DEU' || /\d.*\d.*\d/.test(seller.phone ?? ''),
}

const isFilled = ({ address, zip, city }: InvoiceDocument['seller'] | InvoiceDocument['buyer']): boolean =>
  [address, zip, city].every((part) => part.trim() !== '')

/**
 * Whether the invoice keeps to Peppol BIS Billing 3.0: both parties can be reached in its network, and the rules of the
 * seller's country are kept. Otherwise it is an invoice of EN 16931 alone and says so.
 */
export function keepsToPeppol(document: InvoiceDocument): boolean {
  const { seller, buyer } = document
  if (peppolAddress(seller) === null || peppolAddress(buyer) === null) return false
  return isFilled(seller) && isFilled(buyer) && (ofCountry[seller.country]?.(document) ?? true)
}
