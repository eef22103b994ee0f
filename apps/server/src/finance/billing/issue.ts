import { addDays } from '@signalbox/model/billing/billing-period'
import { storedMoney } from '@signalbox/model/billing/invoice-line'
import type { Buyer, Seller } from '@signalbox/model/billing/parties'
import { invoiceIssued } from '@signalbox/model/ledger/business-postings'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { post } from '../../payments/ledger/ledger.ts'
import { approvedIban, findSeller, nextInSeries, type StoredSeller } from './billing-store.ts'
import { lockCustomer } from './invoice-store.ts'
import { dayOf, refuseState, type Customer, type Invoice } from './records.ts'

const digits = 5

/** The next number of a legal entity, a year and a kind of document. */
async function nextNumber(unit: UnitOfWork, seller: StoredSeller, type: Invoice['type'], year: string) {
  const prefix = type === 'CREDIT_NOTE' ? `${seller.code}-CN-${year}` : `${seller.code}-${year}`
  const no = await nextInSeries(unit.tx, seller.merchantId, prefix)
  return `${prefix}-${String(no).padStart(digits, '0')}`
}

/** What an invoice says of who sends it, and of nothing else they are. */
export const sellerOn = ({ merchantId: _m, code: _c, vatRate: _v, ...seller }: StoredSeller): Seller => seller

export const buyerOn = (customer: Customer, poNumber: string | null): Buyer => ({
  number: customer.number,
  legalName: customer.legalName,
  orgNo: customer.orgNo,
  vatNo: customer.vatNo,
  address: customer.address,
  zip: customer.zip,
  city: customer.city,
  country: customer.country,
  billingEmail: customer.billingEmail,
  poNumber,
})

/** Books of the customer's merchant: what it owes the platform, or owes no more. */
async function bookIssued(unit: UnitOfWork, record: Invoice, number: string, day: string, by: string) {
  const [net, vat] = [storedMoney(record.net), storedMoney(record.vat)]
  if (net.minor === 0n && vat.minor === 0n) return
  const sign = record.type === 'CREDIT_NOTE' ? -1n : 1n
  const signed = (money: typeof net) => ({ ...money, minor: money.minor * sign })
  const draft = {
    merchantId: record.merchantId,
    sourceType: 'INVOICE',
    sourceId: record.id,
    eventType: 'INVOICE_ISSUED',
    valueDate: day,
    description: `${record.type === 'CREDIT_NOTE' ? 'Credit note' : 'Invoice'} ${number}`,
    lines: invoiceIssued(record.customerNumber, signed(net), signed(vat)),
    createdBy: by,
  } as const
  await post(unit.tx, draft, unit)
}

/** EN 16931, BR-S-02 and BR-AE-02: who charges or reverses VAT has a number for it. */
export function lacksVatNumber(
  { vatNo }: Pick<Seller, 'vatNo'>,
  { vatCategory, vatRate }: Pick<Invoice, 'vatCategory' | 'vatRate'>,
): boolean {
  const isNeeded = vatCategory === 'AE' || (vatCategory === 'S' && Number(vatRate) > 0)
  return isNeeded && (vatNo === null || vatNo === '')
}

/** A credit note is not asked: what was charged wrongly must be given back, with a number or without. */
function requireVatNumber(seller: StoredSeller, record: Invoice): void {
  if (record.type === 'CREDIT_NOTE' || !lacksVatNumber(seller, record)) return
  const rest = 'Enter it there before an invoice with VAT or reverse charge is issued.'
  refuseState(`The legal entity ${seller.code} has no VAT number. ${rest}`, record)
}

/**
 * Customers pay to the account that stands on the invoice, so two people have seen it. Another legal entity, made and put
 * under the customer by one of them afterwards, would be nobody's but theirs. Nobody pays for a credit note.
 */
async function requireApprovedPayee(unit: UnitOfWork, seller: StoredSeller, record: Invoice): Promise<void> {
  if (record.type === 'CREDIT_NOTE') return
  const approved = await approvedIban(unit.tx, record)
  if (approved === null || approved === seller.iban) return
  const rest = 'Return it to draft and have it approved again.'
  refuseState(`It would be paid to another account than when it was approved. ${rest}`, record)
}

export interface Issued {
  readonly number: string
  readonly title: string
  readonly issueDate: string
  readonly dueDate: string
  readonly seller: Seller
  readonly buyer: Buyer
}

/**
 * Gives a number, freezes who bills whom and books it, all in the transaction that makes it issued. Its documents are
 * written from that afterwards: all others who issue wait for the number.
 */
export async function issueRecord(unit: UnitOfWork, record: Invoice, by: string): Promise<Issued> {
  const customer = await lockCustomer(unit.tx, { merchantId: record.merchantId, id: record.customerId })
  const stored = await findSeller(unit.tx, customer.seller)
  if (!stored) return refuseState('There is no legal entity to bill with.', record)
  requireVatNumber(stored, record)
  await requireApprovedPayee(unit, stored, record)
  const issueDate = dayOf(unit.now)
  const dueDate =
    record.type === 'CREDIT_NOTE' ? issueDate : addDays(issueDate, Number(customer.paymentTermsDays))
  const [seller, buyer] = [sellerOn(stored), buyerOn(customer, record.poNumber)]
  const number = await nextNumber(unit, stored, record.type, issueDate.slice(0, 4))
  await bookIssued(unit, record, number, issueDate, by)
  return { number, title: number, issueDate, dueDate, seller, buyer }
}
