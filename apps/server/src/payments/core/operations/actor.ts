import { seenText } from '@signalbox/model/text/seen-text'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { allPeople, type People } from '@signalbox/model/access/people'
import type { OperationSubject } from '@signalbox/model/payments/operation-subject'
import { operations, type OperationName } from '@signalbox/model/payments/operations'
import type { Role } from '@signalbox/model/access/roles'
import { isPaidWith } from '../record/paid-with.ts'
import type { Payment } from '../state/payment.ts'
import type { Transaction } from '../record/transaction.ts'

/** Who asks for an operation: somebody in the back office, or an API client. */
export interface Operator {
  readonly id: string
  readonly name: string
  /** How the timeline names it: an API client with the people behind it. */
  readonly label: string
  /** Who stands behind it, for every rule that wants a second person. */
  readonly people: People
  readonly roles: readonly Role[]
}

/** Somebody who acts in their own name: a person, or the platform itself. */
export const inOwnName = (actor: Pick<Operator, 'id' | 'name' | 'roles'>): Operator => ({
  ...actor,
  label: actor.name,
  people: allPeople(actor.id, actor.name),
})

export interface OperationInput {
  /** The version the caller saw; left out by API clients, who see none. */
  readonly version?: number | undefined
  readonly info?: string | undefined
  readonly tagId?: string | undefined
}

export const subjectOf = (tx: Transaction, now: Date): OperationSubject => ({
  statusNo: tx.statusNo,
  method: tx.method,
  authorizedAmountMinor: tx.authorizedAmountMinor,
  capturedAmountMinor: tx.capturedAmountMinor,
  refundedAmountMinor: tx.refundedAmountMinor,
  refundingAmountMinor: tx.refundingAmountMinor,
  voidedAmountMinor: tx.voidedAmountMinor,
  capturingMinor: tx.capturingMinor,
  reservationEnded: tx.captureUntil !== null && Date.parse(tx.captureUntil) < now.getTime(),
  chargebackAmountMinor: tx.chargebackAmountMinor,
  returnedAmountMinor: tx.returnedAmountMinor,
  inFlight: tx.stepState.pending?.step === 'submit' || tx.stepState.pending?.step === 'child-submit',
  working: tx.nextStep !== null,
  pspApproved: tx.stepState.pspApproved ?? false,
  ageMs: now.getTime() - Date.parse(tx.lastUpdated),
  reprocessCount: tx.reprocessCount,
  hasAccount: tx.accountId !== null,
  hasInstrument: isPaidWith(tx.txType, tx.stepState.input),
  erased: tx.gdprErasedAt !== null,
})

/** Why something was done is part of what was done. */
export function requireInfo({ info }: OperationInput): string {
  if (info && seenText(info).length >= 3) return info.trim()
  throw invalid({ field: 'info', code: 'REQUIRED', message: 'This field is required' })
}

/** Refuses unless this person may do this to the payment as it is now. `known`: what is not to be seen in its row. */
export function requireOperation(
  payment: Payment,
  name: OperationName,
  operator: Operator,
  { version }: OperationInput = {},
  known?: Pick<OperationSubject, 'reprocessCount'>,
): void {
  const operation = operations[name]
  if (!operation.roles.some((role) => operator.roles.includes(role))) throw new Refusal('FORBIDDEN')
  if (version !== undefined && version !== payment.tx.version)
    throw new Refusal('VERSION_CONFLICT', { current: { id: payment.tx.id } })
  const why = operation.blockedBy({ ...subjectOf(payment.tx, payment.now), ...known }, operator.roles)
  if (why) throw new Refusal('INVALID_STATE', { message: why })
}
