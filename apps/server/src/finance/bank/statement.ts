import { exponentOf } from '@signalbox/model/reference/currencies'
import { isTooLarge } from '@signalbox/model/money/money'
import { amountText, parseMoney } from '@signalbox/model/money/money-text'
import type { BankFormat } from '@signalbox/model/bank/bank-states'

/** What a bank booked, as its statement has it. */
export interface StatementEntry {
  readonly bookedOn: string
  readonly valueOn: string | null
  /** Minor units of the statement's currency; money that left is negative. */
  readonly minor: bigint
  /** The bank took something back that it had booked. */
  readonly isReversal: boolean
  /** The bank's own number of it. */
  readonly bankRef: string | null
  /** What whoever paid called it. */
  readonly reference: string | null
  readonly counterparty: string | null
  readonly text: string
}

/** One statement of one account, whatever it was written in. */
export interface Statement {
  readonly format: BankFormat
  readonly ref: string
  /** Number of the statement, with its page if it has several. */
  readonly sequenceNo: string | null
  readonly accountNo: string
  readonly currency: string
  readonly openedOn: string
  readonly closedOn: string
  readonly openingMinor: bigint
  readonly closingMinor: bigint
  readonly entries: readonly StatementEntry[]
}

/** Why a file cannot be read, in words for whoever sent it. */
export class UnreadableStatement extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableStatement'
  }
}

export const limits = { chars: 10_000_000, statements: 400, entries: 20_000 } as const

const sumOf = ({ entries }: Statement): bigint => entries.reduce((sum, { minor }) => sum + minor, 0n)

/** A bank that cannot add up, or a file somebody changed: nothing of it is taken. */
export function sumProblem(statement: Statement): string | null {
  const { openingMinor, closingMinor, currency } = statement
  const reached = openingMinor + sumOf(statement)
  if (reached === closingMinor) return null
  const text = (minor: bigint) => amountText({ minor, currency })
  return `The opening balance ${text(openingMinor)} and the entries make ${text(reached)}, but the closing balance is ${text(closingMinor)}`
}

/** Accounts are written with and without spaces, in either case. */
export const plainAccountNo = (text: string): string => text.replaceAll(/[\s.-]/g, '').toUpperCase()

/** Banks write leading zeros, and more decimals than the currency has as long as they are zeros. */
export function minorFrom(whole: string, decimals: string, currency: string): bigint | undefined {
  if (!/^\d{1,18}$/.test(whole) || !/^\d{0,5}$/.test(decimals)) return undefined
  const exponent = exponentOf(currency)
  if (/[^0]/.test(decimals.slice(exponent))) return undefined
  const kept = decimals.slice(0, exponent)
  const plain = whole.replace(/^0+(?=\d)/, '')
  const minor = parseMoney(kept === '' ? plain : `${plain}.${kept}`, currency)?.minor
  return minor === undefined || isTooLarge(minor) ? undefined : minor
}
