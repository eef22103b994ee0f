import { isSamePerson, peopleOf } from '@signalbox/model/access/people'
import { vatTreatment } from '@signalbox/model/billing/vat'
import type { InvoiceSheet } from '@signalbox/model/calls/billing'
import { toWire } from '@signalbox/model/money/money-schema'
import type { Work } from '../../kit/handle.ts'
import { findSeller, partiesOf, peopleBehind } from './billing-store.ts'
import { creditorReference } from './invoice-document.ts'
import {
  creditBalance,
  creditNotesOf,
  findInvoice,
  paymentsOf,
  readCustomer,
  timelineOf,
  type StoredPayment,
} from './invoice-store.ts'
import { buyerOn, sellerOn } from './issue.ts'
import type { Invoice } from './records.ts'

const paymentView = ({
  id,
  kind,
  currency,
  amountMinor,
  appliedMinor,
  paidOn,
  reference,
  by,
  at,
}: StoredPayment) => ({
  id,
  kind,
  amount: toWire({ minor: BigInt(amountMinor), currency }),
  applied: toWire({ minor: BigInt(appliedMinor), currency }),
  paidOn,
  reference,
  by,
  at,
})

/** The parties: as they were when it was issued, before that as they are. */
async function parties(
  work: Work,
  record: Invoice,
): Promise<Pick<InvoiceSheet, 'seller' | 'buyer' | 'vatNote'>> {
  const kept = await partiesOf(work.tx, record)
  if (kept.seller && kept.buyer) return kept
  const customer = await readCustomer(work.tx, { merchantId: record.merchantId, id: record.customerId })
  const seller = await findSeller(work.tx, customer?.seller ?? null)
  if (!customer || !seller) return { seller: null, buyer: null, vatNote: kept.vatNote }
  return {
    seller: sellerOn(seller),
    buyer: buyerOn(customer, record.poNumber),
    vatNote: vatTreatment({ seller, buyer: customer }).note,
  }
}

/** Everything about an invoice that its own fields do not say. */
export async function invoiceSheet(work: Work, record: Invoice): Promise<InvoiceSheet> {
  const { tx } = work
  const { drafted, writeOff, credit } = await peopleBehind(tx, record)
  const requested = record.creditBy === null ? writeOff : credit
  const original = record.creditOf
    ? await findInvoice(tx, { merchantId: record.merchantId, id: record.creditOf })
    : undefined
  const balance = await creditBalance(tx, record.customerId, record.currency)
  return {
    ...(await parties(work, record)),
    paymentReference: record.number === null ? null : creditorReference(record.number),
    payments: (await paymentsOf(tx, record)).map(paymentView),
    creditNotes: (await creditNotesOf(tx, record)).map(({ id, number, gross }) => ({ id, number, gross })),
    creditOf: original ? { id: original.id, number: original.number } : null,
    timeline: await timelineOf(tx, record),
    creditBalance: toWire({ minor: balance, currency: record.currency }),
    mayDecide: !isSamePerson(peopleOf(work.user), record.state === 'DRAFT' ? drafted : requested),
  }
}
