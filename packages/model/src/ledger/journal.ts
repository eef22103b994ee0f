import { negateMoney, type Money } from '../money/money.ts'
import type { AccountType, LedgerAccount } from './account.ts'

/** One line of an entry: an account takes an amount on one side. The amount is more than zero. */
export interface JournalLine {
  readonly account: LedgerAccount
  readonly side: 'DEBIT' | 'CREDIT'
  readonly minor: bigint
}

/** What happened to money. One payment has at most one entry per event and sequence number. */
export type LedgerEvent =
  | 'DEPOSIT_SUCCESS'
  | 'WITHDRAWAL_RESERVED'
  | 'WITHDRAWAL_SUCCESS'
  | 'WITHDRAWAL_RELEASED'
  | 'CAPTURE'
  | 'REFUND'
  | 'REVERSAL'
  | 'CHARGEBACK'
  | 'CHARGEBACK_WON'
  | 'PSP_FEE'
  | 'MERCHANT_FEE'
  | 'SUSPENSE_HELD'
  | 'SUSPENSE_SUCCESS'
  | 'SUSPENSE_RETURNED'
  | 'SUCCESS_SUSPENDED'
  | 'SETTLEMENT'
  | 'VOUCHER_SOLD'
  | 'VOUCHER_REDEEMED'
  | 'VOUCHER_EXPIRED'
  | 'VOUCHER_REFUNDED'
  | 'INVOICE_ISSUED'
  | 'INVOICE_PAID'
  | 'INVOICE_WRITTEN_OFF'
  | 'ADJUSTMENT'
  | 'ENTRY_REVERSED'

/** Where an entry comes from. Payments and their children are TRANSACTION, with the transaction id as source id. */
export type JournalSource = 'TRANSACTION' | 'SETTLEMENT' | 'VOUCHER' | 'INVOICE' | 'ADJUSTMENT'

export interface JournalDraft {
  readonly merchantId: number
  readonly sourceType: JournalSource
  readonly sourceId: string
  readonly eventType: LedgerEvent
  /** Tells the second time apart where an event can happen to a payment again; 0 unless said otherwise. */
  readonly seq?: number
  /** The day in the merchant's books, `YYYY-MM-DD`. */
  readonly valueDate: string
  readonly description: string
  readonly lines: readonly JournalLine[]
  readonly reversalOf?: string
  readonly createdBy: string
}

const line = (side: JournalLine['side'], type: AccountType, dimension: string, money: Money): JournalLine[] =>
  money.minor === 0n
    ? []
    : [{ account: { type, dimension, currency: money.currency }, side, minor: money.minor }]

const other = { DEBIT: 'CREDIT', CREDIT: 'DEBIT' } as const

/** Nothing is no line, and a negative amount stands on the other side. */
function onSide(side: JournalLine['side'], type: AccountType, dimension: string, money: Money) {
  return money.minor < 0n
    ? line(other[side], type, dimension, negateMoney(money))
    : line(side, type, dimension, money)
}

export const debit = (type: AccountType, dimension: string, money: Money): JournalLine[] =>
  onSide('DEBIT', type, dimension, money)

export const credit = (type: AccountType, dimension: string, money: Money): JournalLine[] =>
  onSide('CREDIT', type, dimension, money)

/** Both directions of an exchange meet in one account. */
const pairOf = (a: string, b: string): string => (a < b ? `${a}/${b}` : `${b}/${a}`)

/** Money that comes in as one currency and leaves as another. Nothing where they are the same. */
export function exchanged(from: Money, into: Money): JournalLine[] {
  if (from.currency === into.currency) return []
  const pair = pairOf(from.currency, into.currency)
  return [...credit('FX_CLEARING', pair, from), ...debit('FX_CLEARING', pair, into)]
}

/** The lines that undo others. */
export const reversed = (lines: readonly JournalLine[]): JournalLine[] =>
  lines.map((entry) => ({ ...entry, side: other[entry.side] }))

/** What is missing on the credit side, per currency; empty when the lines balance. */
export function imbalance(lines: readonly JournalLine[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { account, side, minor } of lines) {
    const signed = side === 'DEBIT' ? minor : -minor
    sums.set(account.currency, (sums.get(account.currency) ?? 0n) + signed)
  }
  for (const [currency, sum] of sums) if (sum === 0n) sums.delete(currency)
  return sums
}

/** Stops the program that made the lines: an entry that does not balance is a mistake of ours, never of a user. */
export function assertPostable(lines: readonly JournalLine[]): void {
  if (lines.length < 2) throw new RangeError('An entry has at least two lines')
  for (const { minor, account } of lines)
    if (minor <= 0n) throw new RangeError(`${account.type} takes ${minor}: amounts are more than zero`)
  for (const [currency, sum] of imbalance(lines))
    throw new RangeError(`An entry is out of balance by ${sum} ${currency}`)
}
