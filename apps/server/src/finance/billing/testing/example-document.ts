import { pricedLines, type LineDraft } from '@signalbox/model/billing/invoice-line'
import { decimalText } from '@signalbox/model/money/money-text'
import { creditorReference, type InvoiceDocument } from '../invoice-document.ts'

const line = (code: string, description: string, qty: string, unitPrice: string): LineDraft => ({
  code,
  description,
  qty,
  unitPrice,
  count: null,
  filter: null,
})

export const fewLines: readonly LineDraft[] = [
  line('MONTHLY', 'Monthly fee, 2026-10', '1', '250'),
  line('DEPOSIT-1', 'Deposits, Aurora Casino', '12840', '0.095'),
  line('DEPOSIT-VOLUME-1', 'Volume of deposits, Aurora Casino: 0.15 %', '1234567.89', '0.0015'),
  line('KICKBACK-walletx', 'Kickback of WalletX: 0.1 % of its fees', '-8421.40', '0.001'),
]

/** An invoice as it is issued, with what a test wants another way. */
export function exampleDocument(
  change: Partial<InvoiceDocument> = {},
  lines: readonly LineDraft[] = fewLines,
): InvoiceDocument {
  const rate = change.vatRate ?? '25'
  const currency = change.currency ?? 'EUR'
  const priced = pricedLines(lines, rate, currency)
  return {
    type: 'INVOICE',
    number: 'SB-2026-00042',
    issueDate: '2026-11-02',
    dueDate: '2026-12-02',
    period: '2026-10',
    currency,
    lines: priced.lines,
    net: decimalText(priced.net),
    vat: decimalText(priced.vat),
    gross: decimalText(priced.gross),
    vatCategory: 'S',
    vatRate: rate,
    vatNote: null,
    seller: {
      name: 'Signalbox Payments AB',
      orgNo: '556677-8899',
      vatNo: 'SE556677889901',
      address: 'Vasagatan 12',
      zip: '111 20',
      city: 'Stockholm',
      country: 'SWE',
      email: 'billing@signalbox.example',
      phone: '+46 8 123 45 67',
      iban: 'SE4550000000058398257466',
      bic: 'ESSESESS',
      logo: null,
    },
    buyer: {
      number: 'C-00042',
      legalName: 'Aurora Casino Ltd',
      orgNo: 'C 12345',
      vatNo: 'MT12345678',
      address: 'Republic Street 7',
      zip: 'VLT 1110',
      city: 'Valletta',
      country: 'MLT',
      billingEmail: 'ap@aurora.example',
      poNumber: 'PO-7781',
    },
    paymentTermsDays: 30,
    paymentReference: creditorReference('SB-2026-00042'),
    creditOf: null,
    ...change,
  }
}
