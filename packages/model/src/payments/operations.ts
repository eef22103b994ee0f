import type { Role } from '../roles.ts'
import type { TxStatus } from '../status-codes.ts'
import { stateOfNumber } from './transitions.ts'
import type { TxMethod } from './transaction-method.ts'

export const operationNames = [
  'approve',
  'deny',
  'hold',
  'unhold',
  'delay',
  'cancel',
  'capture',
  'void',
  'refund',
  'reprocess',
  'check',
  'force-successful',
  'force-failed',
  'force-inconsistent',
  'resend',
] as const
export type OperationName = (typeof operationNames)[number]

/** What has to be known of a transaction to say which operations it allows. */
export interface OperationSubject {
  readonly statusNo: number
  readonly method: TxMethod
  readonly authorizedMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  /** Refunds that are still under way: they count against the rest. */
  readonly refundingMinor: bigint
  readonly voidedMinor: bigint
  /** A submission to the PSP has been sent and is not answered yet. */
  readonly inFlight: boolean
  readonly ageMs: number
  readonly reprocessCount: number
}

export interface Operation {
  readonly name: OperationName
  readonly label: string
  readonly roles: readonly Role[]
  /** Roles that may do it from more states than the others. */
  readonly bulk: boolean
  /** What a person is told it does, before confirming. */
  readonly effect: string
  /** `undefined` when it is possible, else why it is not. */
  readonly blockedBy: (subject: OperationSubject, roles: readonly Role[]) => string | undefined
}

const approvers: readonly Role[] = ['FIRST_APPROVER', 'SECOND_APPROVER', 'ADMIN_APPROVER']
const investigators: readonly Role[] = ['INVESTIGATOR', 'INVESTIGATOR_ADMIN']
const minute = 60_000

/** Names what was found and what was expected, because people act on what they saw a moment ago. */
const notIn = (subject: OperationSubject, expected: string): string =>
  `The transaction is ${stateOfNumber(subject.statusNo)} (${subject.statusNo}); expected ${expected}.`

const inStates =
  (...states: TxStatus[]) =>
  (subject: OperationSubject): string | undefined =>
    states.includes(stateOfNumber(subject.statusNo)) ? undefined : notIn(subject, states.join(' or '))

const withNumber =
  (...numbers: number[]) =>
  (subject: OperationSubject): string | undefined =>
    numbers.includes(subject.statusNo) ? undefined : notIn(subject, `status ${numbers.join(', ')}`)

export const refundableMinor = (subject: OperationSubject): bigint =>
  subject.capturedMinor - subject.refundedMinor - subject.refundingMinor

export const capturableMinor = (subject: OperationSubject): bigint =>
  subject.authorizedMinor - subject.capturedMinor - subject.voidedMinor

function whyNotRefund(subject: OperationSubject): string | undefined {
  if (subject.method !== 'DEPOSIT') return 'Only deposits can be refunded.'
  if (stateOfNumber(subject.statusNo) !== 'SUCCESSFUL') return notIn(subject, 'SUCCESSFUL')
  if (subject.capturedMinor === 0n) return 'Nothing was captured yet; void it instead.'
  return refundableMinor(subject) > 0n ? undefined : 'Everything was refunded already.'
}

function whyNotVoid(subject: OperationSubject): string | undefined {
  if (subject.capturedMinor > 0n) return 'Something was captured already; refund it instead.'
  return withNumber(3, 4)(subject) ?? (capturableMinor(subject) > 0n ? undefined : 'It was voided already.')
}

function whyNotCancel(subject: OperationSubject): string | undefined {
  if (subject.inFlight) return 'The PSP has not answered yet.'
  return inStates('REGISTERED', 'WAITING_INPUT', 'WAITING_APPROVAL')(subject)
}

function whyNotForceFailed(subject: OperationSubject): string | undefined {
  const state = stateOfNumber(subject.statusNo)
  if (state === 'PROCESSING' || state === 'REPROCESSING')
    return subject.ageMs > 15 * minute ? undefined : 'It is still being processed; wait 15 minutes.'
  return inStates('INCONSISTENT', 'WAITING_INPUT', 'WAITING_APPROVAL')(subject)
}

const maxReprocesses = 3

function whyNotReprocess(subject: OperationSubject): string | undefined {
  if (subject.reprocessCount >= maxReprocesses) return `It was reprocessed ${maxReprocesses} times already.`
  return withNumber(400, 404, 405)(subject)
}

/** What staff and API clients may do to a transaction. */
export const operations: Readonly<Record<OperationName, Operation>> = {
  approve: {
    name: 'approve',
    label: 'Approve',
    roles: approvers,
    bulk: true,
    effect: 'The payment goes on; where two approvals are needed, to the second approver.',
    blockedBy: withNumber(350, 351, 352, 353, 356),
  },
  deny: {
    name: 'deny',
    label: 'Deny',
    roles: approvers,
    bulk: true,
    effect: 'The payment is cancelled and reserved money goes back to the user.',
    blockedBy: inStates('WAITING_APPROVAL'),
  },
  hold: {
    name: 'hold',
    label: 'Put on hold',
    roles: [...approvers, 'MERCHANT_SUPPORT'],
    bulk: true,
    effect: 'Nobody approves it, and no clock runs, until it is taken off hold.',
    blockedBy: withNumber(350, 351, 352, 353, 356),
  },
  unhold: {
    name: 'unhold',
    label: 'Take off hold',
    roles: approvers,
    bulk: true,
    effect: 'It waits for approval again, at the level it had reached.',
    blockedBy: withNumber(354, 355),
  },
  delay: {
    name: 'delay',
    label: 'Delay approval',
    roles: ['ADMIN_APPROVER'],
    bulk: false,
    effect: 'The approval rules are asked again and the clock starts from now.',
    blockedBy: withNumber(351, 353),
  },
  cancel: {
    name: 'cancel',
    label: 'Cancel',
    roles: ['MERCHANT_SUPPORT', ...approvers, ...investigators],
    bulk: false,
    effect: 'The payment is cancelled and the merchant is told.',
    blockedBy: whyNotCancel,
  },
  capture: {
    name: 'capture',
    label: 'Capture',
    roles: [...investigators, 'MERCHANT_ADMIN'],
    bulk: false,
    effect: 'The PSP takes the reserved money, or a part of it.',
    blockedBy: (subject) =>
      withNumber(3, 4)(subject) ??
      (capturableMinor(subject) > 0n ? undefined : 'Nothing is left to capture.'),
  },
  void: {
    name: 'void',
    label: 'Void',
    roles: [...investigators, 'MERCHANT_ADMIN'],
    bulk: false,
    effect: 'The PSP gives the reserved money back.',
    blockedBy: whyNotVoid,
  },
  refund: {
    name: 'refund',
    label: 'Refund',
    roles: [...investigators, 'MERCHANT_ADMIN'],
    bulk: false,
    effect: 'The PSP pays the money back to the user, all of it or a part.',
    blockedBy: whyNotRefund,
  },
  reprocess: {
    name: 'reprocess',
    label: 'Reprocess',
    roles: ['INVESTIGATOR_ADMIN'],
    bulk: false,
    effect: 'Another attempt is made, after the PSP said that it does not know this one.',
    blockedBy: whyNotReprocess,
  },
  check: {
    name: 'check',
    label: 'Check PSP status',
    roles: [...investigators, 'MERCHANT_SUPPORT'],
    bulk: true,
    effect: 'The PSP is asked, and its answer is applied like a notification.',
    blockedBy: inStates('PROCESSING', 'REPROCESSING', 'WAITING_INPUT', 'INCONSISTENT'),
  },
  'force-successful': {
    name: 'force-successful',
    label: 'Force successful',
    roles: investigators,
    bulk: false,
    effect: 'The payment counts as successful; the merchant credits the user.',
    blockedBy: (subject, roles) =>
      roles.includes('INVESTIGATOR_ADMIN')
        ? inStates('INCONSISTENT', 'WAITING_INPUT')(subject)
        : inStates('INCONSISTENT')(subject),
  },
  'force-failed': {
    name: 'force-failed',
    label: 'Force failed',
    roles: investigators,
    bulk: false,
    effect: 'The payment counts as failed; the merchant releases what it reserved.',
    blockedBy: (subject, roles) =>
      roles.includes('INVESTIGATOR_ADMIN') ? whyNotForceFailed(subject) : inStates('INCONSISTENT')(subject),
  },
  'force-inconsistent': {
    name: 'force-inconsistent',
    label: 'Force inconsistent',
    roles: ['INVESTIGATOR_ADMIN'],
    bulk: false,
    effect: 'A finished payment is opened again for a correction.',
    blockedBy: inStates('SUCCESSFUL', 'FAILED', 'CANCELLED'),
  },
  resend: {
    name: 'resend',
    label: 'Resend notification',
    roles: ['MERCHANT_SUPPORT', ...investigators, 'MERCHANT_ADMIN'],
    bulk: true,
    effect: 'The last message to the merchant is sent again as it was.',
    blockedBy: inStates('SUCCESSFUL', 'FAILED', 'CANCELLED'),
  },
}

/** What somebody with these roles may do to a transaction now. */
export const allowedOperations = (subject: OperationSubject, roles: readonly Role[]): OperationName[] =>
  operationNames.filter((name) => {
    const operation = operations[name]
    return operation.roles.some((role) => roles.includes(role)) && !operation.blockedBy(subject, roles)
  })
