import type { PaymentMoney } from '@signalbox/model/ledger/postings'
import { absoluteMoney } from '@signalbox/model/money/money'
import type { LedgerEvent } from '@signalbox/model/ledger/journal'
import type { JournalLine } from '@signalbox/model/ledger/journal'
import type { Payment } from '../state/payment.ts'

/** The amounts of a payment as the books want them. */
export const paymentMoney = (payment: Payment): PaymentMoney => ({
  direction: payment.direction,
  psp: payment.tx.psp ?? '',
  pspAccount: payment.tx.pspAccount ?? '',
  wallet: absoluteMoney(payment.amount),
  fee: { minor: payment.tx.feeMinor, currency: payment.tx.currency },
  vat: { minor: payment.tx.vatMinor, currency: payment.tx.currency },
  billTo: payment.tx.feeBillTo ?? 'USER',
  pspAmount: payment.pspAmount,
})

/** Asks for an entry in the books; nothing moved is no entry. */
export function book(
  payment: Payment,
  eventType: LedgerEvent,
  description: string,
  lines: readonly JournalLine[],
): void {
  if (lines.length === 0) return
  payment.effect({
    kind: 'post',
    draft: { eventType, description, lines, seq: payment.state.ledgerSeq ?? 0 },
  })
}
