import type { Book } from './book.ts'
import type { StatementToWrite } from './bank-statement-file.ts'
import { numberOf } from './planted.ts'
import { isPaid, paidAmount, payoutsOf, spoiltPayout } from './payouts.ts'

/** Where the providers pay to; one account for each currency, as banks have them. */
const bankIban = 'DE89370400440532013000'
/** What stood on the account before the first payout. */
const openingMinor = 10_000_00n

/** A statement for every day on which money came, oldest first, each beginning with what the one before ended with. */
export function bankStatements(book: Book, nowMs: number, currency: string): StatementToWrite[] {
  const paid = payoutsOf(book, nowMs).filter(
    (payout) => payout.currency === currency && isPaid(payout, nowMs),
  )
  const days = [...new Set(paid.map(({ payoutDate }) => payoutDate))].toSorted()
  let balance = openingMinor
  return days.map((day, index) => {
    const entries = paid
      .filter(({ payoutDate }) => payoutDate === day)
      .map((payout) => ({
        bookedOn: day,
        amount: paidAmount(payout, spoiltPayout(book, payout)),
        bankRef: `BK${numberOf(payout.id)}`,
        reference: payout.batchRef,
        counterparty: payout.psp,
        text: `Settlement ${payout.batchRef}`,
      }))
    const opening = { minor: balance, currency }
    balance = entries.reduce((sum, { amount }) => sum + amount.minor, balance)
    return {
      ref: `${currency}-${day}`,
      sequenceNo: index + 1,
      iban: bankIban,
      openedOn: day,
      closedOn: day,
      opening,
      entries,
    }
  })
}
