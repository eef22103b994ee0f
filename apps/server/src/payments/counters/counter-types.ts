import type { Money, MoneyMap } from '@signalbox/model/money/money'
import type { TxStatus } from '@signalbox/model/reference/status-codes'

/** What payments are counted per. */
export type CounterScope = 'USER' | 'ACCOUNT' | 'IP' | 'BIN' | 'EMAIL' | 'DEVICE' | 'MERCHANT'

/** What goes back of either is counted too, see `return-store.ts`, and asks for no room itself. */
type CountedMethod = 'DEPOSIT' | 'WITHDRAWAL'

/** The payment that asks. Keys are fingerprints, see `counter-keys.ts`; a scope without a key counts nothing. */
export interface CounterSubject {
  readonly merchantId: number
  readonly txId: number
  readonly method: CountedMethod
  readonly txType: string
  readonly providerType: string
  readonly psp?: string
  readonly keys: Readonly<Partial<Record<Exclude<CounterScope, 'MERCHANT'>, string>>>
  /** The amount in every currency a limit may be set in, converted when the payment came: `countedAmounts()`. */
  readonly amounts: MoneyMap
  /** Rows of velocity tables whose conditions hold for the payment, as references without a version. */
  readonly matchedRows: readonly string[]
}

/** One thing to count. The payment that asks is never part of the answer. */
export interface CounterQuestion {
  readonly scope: CounterScope
  /**
   * The first instant that counts for whoever is at the gate at this one. There is no last one: all who passed the gate
   * before count, whatever a clock says.
   */
  readonly since: (gateMs: number) => number
  /** Sums are given in this currency. */
  readonly currency: string
  /**
   * Payments of these statuses; all when empty. With those that succeeded count those that may still: of two at once the
   * second would otherwise find room that the first has taken.
   */
  readonly statuses?: readonly TxStatus[]
  /** Sums are deposits less withdrawals, each less what went back of it, instead of payments of the same method. */
  readonly net?: boolean
  readonly sameTxType?: boolean
  readonly samePsp?: boolean
  readonly sameAccount?: boolean
  /** Only payments this row matched too. */
  readonly sameRow?: string
}

export interface CounterReading {
  readonly count: number
  /** No rate says what some of the payments are worth in the currency asked for: the sums lack them. */
  readonly isIncomplete?: boolean
  readonly sum: Money
  /** Of the sum: payments that have one of the statuses asked for already. */
  readonly named: Money
  /** Of the sum: money that moved. */
  readonly used: Money
  /** Of the sum: money that may still move. */
  readonly reserved: Money
  /** Of the count: payments that succeeded or may still. */
  readonly live: number
  /** Different accounts and users among the payments counted, the asking one included. */
  readonly accounts: number
  readonly users: number
}
