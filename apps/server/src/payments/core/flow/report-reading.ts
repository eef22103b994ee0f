import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import type { LedgerEvent } from '@signalbox/model/ledger/journal'
import { amountText } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'
import type { ReturnableRest } from '@signalbox/model/money/returned-part'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import type { Tx } from '../../../kit/database.ts'
import type { CallbackReading } from '../../connectors/connector.ts'
import { returnedSums } from '../record/returned-store.ts'
import type { Transaction } from '../record/transaction.ts'
import { NotBookable } from './not-bookable.ts'
import { chargedBackOf, returnableOf } from './returnable.ts'

export type Reported = Pick<
  Extract<CallbackReading, { kind: 'read' }>,
  'subject' | 'returnId' | 'amount' | 'pspRefId' | 'pspMessage' | 'statusNo'
> & {
  /** Its PSP names all that moves, and this names nothing. */
  readonly isUnnamed?: boolean
}

export const kinds = {
  reversal: { txType: 'Reversal', words: 'a reversal', event: 'REVERSAL' },
  disputeFiled: { txType: 'DisputeFiled', words: 'a dispute', event: 'CHARGEBACK' },
  disputeResolved: { txType: 'DisputeResolved', words: 'a dispute won', event: 'CHARGEBACK_WON' },
} as const satisfies Record<string, { txType: string; words: string; event: LedgerEvent }>
export type ReportedSubject = keyof typeof kinds

export const describe = (
  { psp, currency }: Transaction,
  subject: ReportedSubject,
  amount: Money | null,
): string =>
  `${psp ?? 'The PSP'} reports ${kinds[subject].words} of ${amount ? amountText(amount) : `an amount in ${currency}`}.`

export const notDecided = 'The payment itself is not decided; decide it first.'

/** What went back, or that nothing did: the outcome of the payment itself is reported in the same way. */
export function returnSubject({ subject }: Reported): ReportedSubject {
  if (subject in kinds) return subject as ReportedSubject
  throw new NotBookable('The message does not say that anything was returned.', { isFinal: true })
}

/** What a PSP that names its movements does not name is booked by nobody: it would take the place of what did move. */
export function requireNamed(about: Transaction, reading: Reported): void {
  if (!reading.isUnnamed) return
  const said = describe(about, returnSubject(reading), reading.amount)
  throw new NotBookable(
    `${said} ${about.psp ?? 'The PSP'} gives every movement an id. This message has none, so no money is known to have moved. Dismiss it.`,
    { isFinal: true },
  )
}

/** The payment a report is about: of what was captured in parts, the payment it was captured from. */
export const originIdOf = ({ method, originTxId, id }: Transaction): number =>
  method === 'CAPTURE' ? (originTxId ?? id) : id

/** What a report says was moved at the PSP, or why it makes no sense whatever is left of the payment. */
function readReport(origin: Transaction, subject: ReportedSubject, { amount }: Reported): Money {
  const said = describe(origin, subject, amount)
  const never = (why: string) => new NotBookable(`${said} ${why}`, { isFinal: true })
  const currency = origin.pspCurrency ?? origin.currency
  if (origin.method !== 'DEPOSIT' && origin.method !== 'WITHDRAWAL')
    throw never(
      `It is about a payment of type ${transactionTypeLabel(origin.txType)}, which cannot be returned.`,
    )
  if (origin.method === 'WITHDRAWAL' && subject !== 'reversal') throw never('A payout cannot be disputed.')
  if (!amount) throw never('The message has no amount.')
  if (amount.currency !== currency) throw never(`The payment was made in ${currency}.`)
  if (amount.minor <= 0n) throw never('This amount cannot be returned.')
  return amount
}

/** A PSP may also tell of what it tried and did not do. */
function requireHappened(said: string, { statusNo }: Reported): void {
  if (stateOfNumber(statusNo) === 'SUCCESSFUL') return
  throw new NotBookable(`${said} The message says it failed.`, { isFinal: true })
}

/** What a report says was moved, as far as that can be booked at all; else why nothing that may still happen changes it. */
export function movementOf(
  origin: Transaction,
  reading: Reported,
): { readonly subject: ReportedSubject; readonly amount: Money; readonly said: string } {
  const subject = returnSubject(reading)
  requireNamed(origin, reading)
  const amount = readReport(origin, subject, reading)
  const said = describe(origin, subject, amount)
  requireHappened(said, reading)
  return { subject, amount, said }
}

/** Whether a report is never booked, whatever becomes of the payment and whatever else is told of it. */
export function isNeverBooked(origin: Transaction, reading: Reported): boolean {
  try {
    movementOf(origin, reading)
    return false
  } catch (error) {
    if (error instanceof NotBookable) return error.isFinal
    throw error
  }
}

export const isWon = (subject: ReportedSubject): boolean => subject === 'disputeResolved'

/** What there is that a report can be about. */
export async function restOf(tx: Tx, origin: Transaction, subject: ReportedSubject): Promise<ReturnableRest> {
  const sums = await returnedSums(tx, origin)
  return isWon(subject) ? chargedBackOf(sums) : returnableOf(origin, sums)
}

/** What a report of what went back says. */
export function describeReport(about: Transaction, reading: Reported): string {
  const { subject, amount } = reading
  return subject in kinds ? describe(about, subject as ReportedSubject, amount) : ''
}

/** What an attempt would be refused with. */
export async function whyNot(attempt: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await attempt()
    return undefined
  } catch (error) {
    if (error instanceof NotBookable) return error.message
    throw error
  }
}
