import type { AccountStatus } from '../entities/user-psp-account.ts'
import { stateInSentence, type TxStatus } from '../reference/status-codes.ts'
import { captureWaiting, capturedLater } from '../reference/status-groups.ts'
import { StatusNo } from '../reference/status-no.ts'
import { stateOfNumber } from './transitions.ts'
import { isPaymentMethod, methodOf, type TxMethod } from './transaction-method.ts'

/** What has to be known of a transaction to say which operations it allows. */
export interface OperationSubject {
  readonly statusNo: number
  readonly method: TxMethod
  readonly authorizedAmountMinor: bigint
  readonly capturedAmountMinor: bigint
  readonly refundedAmountMinor: bigint
  /** Refunds that are still under way: they count against the rest. */
  readonly refundingAmountMinor: bigint
  readonly voidedAmountMinor: bigint
  /** Captures and voids that are still under way: they count against the rest. */
  readonly capturingMinor: bigint
  /** The PSP does not keep the reservation any longer. */
  readonly reservationEnded: boolean
  /** What was charged back and not won again. */
  readonly chargebackAmountMinor: bigint
  /** What the payer's bank took back, or of a payout what came back. */
  readonly returnedAmountMinor: bigint
  /** A submission to the PSP has been sent and is not answered yet. */
  readonly inFlight: boolean
  /** The platform itself goes on with it: a step is to come. */
  readonly working: boolean
  /** The PSP has said that it carried the payment out. */
  readonly pspApproved: boolean
  readonly ageMs: number
  /** How often it was tried again; of a payment together with all that came of the same first one, where that was asked. */
  readonly reprocessCount: number
  /** An account of the user is known that could be used again. */
  readonly hasAccount: boolean
  /** How that account stands; unknown where nobody asked. */
  readonly accountStatus?: AccountStatus | undefined
  /** Whether what pays with that account is stored, such as its card in the vault; unknown where nobody asked. */
  readonly accountStored?: boolean | undefined
  /** Whether the payment itself still knows what it was to be paid with; unknown where nobody asked. */
  readonly hasInstrument?: boolean
  /** The user was erased. */
  readonly erased: boolean
  /** Somebody has to look into it; unknown where nobody asked. */
  readonly hasCase?: boolean
  /** Of these rests the PSP would move nothing, because it counts in larger steps; unknown where nobody asked. */
  readonly tooSmall?: readonly RestName[]
  /** What its PSP does not take now, or cannot be asked, and why; unknown where nobody asked. */
  readonly refusedAtPsp?: Readonly<Partial<Record<FollowUpName | PspQuestionName, string>>> | undefined
}

/** What is asked of the PSP of a payment after it. */
export const followUpNames = ['capture', 'void', 'refund'] as const
export type FollowUpName = (typeof followUpNames)[number]

/** What else may need the PSP of a payment: to be asked how it stands, to let go of it, or to be sent it. */
export const pspQuestionNames = ['approve', 'cancel', 'check', 'reprocess'] as const
export type PspQuestionName = (typeof pspQuestionNames)[number]

/** What is left of a payment to be taken, or to be given back. */
export type RestName = 'capture' | 'refund'

const whyTooSmall = ({ tooSmall = [] }: OperationSubject, name: RestName): string | undefined =>
  tooSmall.includes(name) ? 'The amount left is too small for the PSP.' : undefined

/** The PSP moved another amount than it was asked for. */
export const amountMismatch = StatusNo.ERR_AMOUNT_MISMATCH

/** Whether somebody may say how much moved. Of a capture or refund we say so ourselves: it happened as asked, or not. */
export const isAmountInDoubt = (statusNo: number | null, txType: string | null): boolean => {
  const method = txType === null ? undefined : methodOf(txType)
  return statusNo === amountMismatch && (method === 'DEPOSIT' || method === 'WITHDRAWAL')
}

/** Names what was found and what was expected, because people act on what they saw a moment ago. */
export const notIn = (subject: OperationSubject, expected: string): string =>
  `The transaction is ${stateInSentence(stateOfNumber(subject.statusNo))} (${subject.statusNo}); expected ${expected}.`

export const inStates =
  (...states: TxStatus[]) =>
  (subject: OperationSubject): string | undefined =>
    states.includes(stateOfNumber(subject.statusNo))
      ? undefined
      : notIn(subject, states.map(stateInSentence).join(' or '))

export const withNumber =
  (...numbers: number[]) =>
  (subject: OperationSubject): string | undefined =>
    numbers.includes(subject.statusNo) ? undefined : notIn(subject, `status ${numbers.join(', ')}`)

/** What was captured and neither went back, nor is on its way back, nor was taken back. */
export const refundableMinor = (subject: OperationSubject): bigint =>
  subject.capturedAmountMinor - gone(subject)

/** What has left a payment again, or is on its way. */
const gone = ({
  refundedAmountMinor,
  refundingAmountMinor,
  chargebackAmountMinor,
  returnedAmountMinor,
}: OperationSubject): bigint =>
  refundedAmountMinor + refundingAmountMinor + chargebackAmountMinor + returnedAmountMinor

export const capturableMinor = (subject: OperationSubject): bigint =>
  subject.authorizedAmountMinor -
  subject.capturedAmountMinor -
  subject.voidedAmountMinor -
  subject.capturingMinor

export const isPaymentOfUser = ({ method }: OperationSubject): boolean => isPaymentMethod(method)

/** Why a payment has taken nothing that could go back; `undefined` when it has. */
export function whyNothingTaken(
  subject: OperationSubject,
  done: 'refunded' | 'charged back',
): string | undefined {
  if (subject.method !== 'DEPOSIT') return `Only deposits can be ${done}.`
  if (stateOfNumber(subject.statusNo) !== 'SUCCESSFUL') return inStates('SUCCESSFUL')(subject)
  if (subject.capturedAmountMinor > 0n) return undefined
  return subject.voidedAmountMinor > 0n
    ? 'Nothing was captured; the reservation was voided.'
    : 'Nothing was captured yet; void it instead.'
}

/** Why money cannot be given back; `undefined` when some can. */
export function whyNotReturned(subject: OperationSubject): string | undefined {
  const why = whyNothingTaken(subject, 'refunded')
  if (why) return why
  if (refundableMinor(subject) > 0n) return whyTooSmall(subject, 'refund')
  return subject.chargebackAmountMinor + subject.returnedAmountMinor > 0n
    ? 'The full amount was already refunded or charged back.'
    : 'The full amount was already refunded.'
}

/** Reserved, or captured by transactions of its own. */
const bookedByCaptures: readonly number[] = [...captureWaiting, ...capturedLater]

/** What staff and rules asked for can be looked into again; what a PSP or a person reported is corrected instead. */
const reopened: readonly TxMethod[] = [
  'DEPOSIT',
  'WITHDRAWAL',
  'ACCOUNT_VERIFICATION',
  'CAPTURE',
  'VOID',
  'REFUND',
]

const underWay = 'A capture or void is under way.'

/** Why a payment that is over cannot be opened again; `undefined` when it can. */
export function whyNotReopened(subject: OperationSubject): string | undefined {
  if (!reopened.includes(subject.method))
    return 'The PSP reported this transaction; correct the original payment instead.'
  if (stateOfNumber(subject.statusNo) !== 'SUCCESSFUL') return inStates('FAILED', 'CANCELLED')(subject)
  if (gone(subject) > 0n) return 'Part of the payment was already returned; undo that first.'
  if (subject.capturingMinor > 0n) return underWay
  return bookedByCaptures.includes(subject.statusNo) && subject.capturedAmountMinor > 0n
    ? 'The payment was captured in separate transactions; reopen those instead.'
    : undefined
}

export function whyNotCapture(subject: OperationSubject): string | undefined {
  const why = withNumber(...captureWaiting)(subject)
  if (why) return why
  if (subject.reservationEnded) return 'The reservation has expired and can no longer be captured.'
  if (capturableMinor(subject) > 0n) return whyTooSmall(subject, 'capture') ?? subject.refusedAtPsp?.capture
  return subject.capturingMinor > 0n ? underWay : 'Nothing is left to capture.'
}

/** Everything that is left is voided, so nothing else may be taking it. */
export function whyNotVoid(subject: OperationSubject): string | undefined {
  if (subject.capturedAmountMinor > 0n) return 'Part of the payment was already captured; refund it instead.'
  const why = withNumber(...captureWaiting)(subject)
  if (why) return why
  if (subject.capturingMinor > 0n) return underWay
  return capturableMinor(subject) > 0n ? subject.refusedAtPsp?.void : 'The payment was already voided.'
}
