import { approvalNumbers, undecidedApproval } from '../reference/status-groups.ts'
import { StatusNo } from '../reference/status-no.ts'
import type { TaggedOperation } from '../configuration/merchant-config.ts'
import type { AccountStatus } from '../entities/user-psp-account.ts'
import type { Role } from '../access/roles.ts'
import { whyNotWritten } from './corrections.ts'
import {
  inStates,
  isPaymentOfUser,
  notIn,
  whyNotCapture,
  whyNotReopened,
  whyNotReturned,
  whyNotVoid,
  withNumber,
  type OperationSubject,
} from './operation-subject.ts'
import { stateOfNumber } from './transitions.ts'

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
  'correction',
  'resend',
  'repeat',
  'tag',
  'assign',
  'unassign',
] as const
export type OperationName = (typeof operationNames)[number]

export interface Operation {
  readonly name: OperationName
  readonly label: string
  readonly roles: readonly Role[]
  readonly bulk: boolean
  /** Whose reasons can be given; corrections name theirs themselves. */
  readonly tagged?: TaggedOperation
  /** What a person is told it does, before confirming. */
  readonly effect: string
  /** `undefined` when it is possible, else why it is not. */
  readonly blockedBy: (subject: OperationSubject, roles: readonly Role[]) => string | undefined
}

const approvers: readonly Role[] = ['FIRST_APPROVER', 'SECOND_APPROVER', 'ADMIN_APPROVER']
const investigators: readonly Role[] = ['INVESTIGATOR', 'INVESTIGATOR_ADMIN']
const minute = 60_000

/** Of two decisions about what nobody understands the second comes too late, even before the first is carried out. */
const whileCarriedOut = (subject: OperationSubject): string | undefined =>
  subject.working && stateOfNumber(subject.statusNo) === 'INCONSISTENT'
    ? 'A decision is being carried out.'
    : undefined

/** Where the PSP has said yes, what is missing is not its word: asking it again would end nothing. */
function whyNotCheck(subject: OperationSubject): string | undefined {
  const isConfirmed =
    subject.pspApproved && !subject.working && stateOfNumber(subject.statusNo) === 'INCONSISTENT'
  if (isConfirmed) return 'The PSP has already confirmed the payment.'
  return (
    inStates('PROCESSING', 'REPROCESSING', 'WAITING_INPUT', 'INCONSISTENT')(subject) ??
    subject.refusedAtPsp?.check
  )
}

/** The PSP has moved the money, and the merchant is being told. */
const tellingMerchant: readonly number[] = [StatusNo.PROCESSING_MERCHANT, StatusNo.REPROCESSING_MERCHANT]

function whyNotCancel(subject: OperationSubject): string | undefined {
  if (subject.inFlight) return 'The PSP has not answered yet.'
  if (subject.working && stateOfNumber(subject.statusNo) === 'PROCESSING')
    return 'The payment is being processed right now.'
  return (
    inStates('REGISTERED', 'PROCESSING', 'WAITING_INPUT', 'WAITING_APPROVAL')(subject) ??
    subject.refusedAtPsp?.cancel
  )
}

function whyNotRefund(subject: OperationSubject): string | undefined {
  if (subject.erased) return 'The user was erased; there is no account to pay back to.'
  return whyNotReturned(subject) ?? subject.refusedAtPsp?.refund
}

function whyNotForceFailed(subject: OperationSubject): string | undefined {
  const state = stateOfNumber(subject.statusNo)
  if (tellingMerchant.includes(subject.statusNo))
    return 'The PSP has moved the money; the merchant is being notified.'
  if (state === 'PROCESSING' || state === 'REPROCESSING')
    return subject.ageMs > 15 * minute ? undefined : 'The payment is still being processed; wait 15 minutes.'
  return inStates('INCONSISTENT', 'WAITING_INPUT', 'WAITING_APPROVAL')(subject) ?? whileCarriedOut(subject)
}

const maxReprocesses = 3
/** The issuer forbade another try. */
const doNotTryAgain = StatusNo.ERR_DECLINED_DO_NOT_TRY_AGAIN

/** What nobody understands is tried again as it is; what failed is over, and becomes a new payment. */
function whyNotReprocess(subject: OperationSubject): string | undefined {
  if (subject.reprocessCount >= maxReprocesses)
    return `The payment was reprocessed ${maxReprocesses} times already.`
  if (stateOfNumber(subject.statusNo) !== 'FAILED' || !isPaymentOfUser(subject))
    return (
      withNumber(
        StatusNo.ERR_READ_TIMEOUT,
        StatusNo.ERR_IO_EXCEPTION,
        StatusNo.ERR_UNKNOWN_RESPONSE,
      )(subject) ??
      whileCarriedOut(subject) ??
      whyNotSentAgain(subject) ??
      subject.refusedAtPsp?.reprocess
    )
  if (subject.statusNo === doNotTryAgain) return 'The issuer said not to try again.'
  return whyNotRepeat(subject) ?? subject.refusedAtPsp?.reprocess
}

const accountNotStored = 'The account used for the payment is not stored.'

/** What follows a payment goes by the PSP's reference; the payment itself needs what it is paid with. */
function whyNotSentAgain(subject: OperationSubject): string | undefined {
  if (!isPaymentOfUser(subject)) return undefined
  if (subject.erased) return 'The user was erased.'
  return subject.hasInstrument === false ? accountNotStored : undefined
}

function whyNotRepeat(subject: OperationSubject): string | undefined {
  if (!isPaymentOfUser(subject)) return 'Only deposits and withdrawals can be repeated.'
  if (subject.erased) return 'The user was erased.'
  if (!subject.hasAccount || subject.accountStored === false) return accountNotStored
  return subject.accountStatus && whyAccountDoesNotPay(subject.accountStatus)
}

/** Only an account that has worked and that nobody has blocked pays without its user. */
export const whyAccountDoesNotPay = (status: AccountStatus): string | undefined =>
  status === 'ACTIVE' ? undefined : `The account is ${status.toLowerCase()}; only an active account can pay.`

const whyNotAssign = ({ hasCase }: OperationSubject): string | undefined =>
  hasCase === false ? 'There is no open case.' : undefined

/** What staff and API clients may do to a transaction. */
export const operations: Readonly<Record<OperationName, Operation>> = {
  approve: {
    name: 'approve',
    label: 'Approve',
    roles: approvers,
    bulk: true,
    tagged: 'Approve',
    effect:
      'The payment will be processed; where two approvals are needed, the second approver decides next.',
    blockedBy: (subject) => withNumber(...undecidedApproval)(subject) ?? subject.refusedAtPsp?.approve,
  },
  deny: {
    name: 'deny',
    label: 'Deny',
    roles: approvers,
    bulk: true,
    tagged: 'Deny',
    effect: 'The payment is cancelled and reserved money is returned to the user.',
    blockedBy: inStates('WAITING_APPROVAL'),
  },
  hold: {
    name: 'hold',
    label: 'Put on hold',
    roles: [...approvers, 'MERCHANT_SUPPORT'],
    bulk: true,
    tagged: 'On-Hold',
    effect: 'The payment cannot be approved, and deadlines are paused, until it is taken off hold.',
    blockedBy: withNumber(...undecidedApproval),
  },
  unhold: {
    name: 'unhold',
    label: 'Take off hold',
    roles: approvers,
    bulk: true,
    tagged: 'Unhold',
    effect: 'The payment returns to approval at the level it had reached.',
    blockedBy: withNumber(...approvalNumbers.hold),
  },
  delay: {
    name: 'delay',
    label: 'Delay approval',
    roles: ['ADMIN_APPROVER'],
    bulk: false,
    tagged: 'Delay-Approval',
    effect: 'The approval rules are evaluated again and the deadline starts anew.',
    blockedBy: withNumber(StatusNo.WAITING_WITHDRAWAL_APPROVAL, StatusNo.WAITING_WITHDRAWAL_AUTO_APPROVAL),
  },
  cancel: {
    name: 'cancel',
    label: 'Cancel',
    roles: ['MERCHANT_SUPPORT', ...approvers, ...investigators],
    bulk: false,
    effect: 'The payment is cancelled, also at the PSP if it supports that, and the merchant is notified.',
    blockedBy: whyNotCancel,
  },
  capture: {
    name: 'capture',
    label: 'Capture',
    roles: [...investigators, 'MERCHANT_ADMIN'],
    bulk: false,
    tagged: 'Capture',
    effect: 'The PSP captures the reserved money, or part of it.',
    blockedBy: whyNotCapture,
  },
  void: {
    name: 'void',
    label: 'Void',
    roles: [...investigators, 'MERCHANT_ADMIN'],
    bulk: false,
    tagged: 'Void',
    effect: 'The PSP releases the reserved money.',
    blockedBy: whyNotVoid,
  },
  refund: {
    name: 'refund',
    label: 'Refund',
    roles: [...investigators, 'MERCHANT_ADMIN'],
    bulk: false,
    tagged: 'Refund',
    effect: 'The PSP refunds the user, in full or in part.',
    blockedBy: whyNotRefund,
  },
  reprocess: {
    name: 'reprocess',
    label: 'Reprocess',
    roles: ['INVESTIGATOR_ADMIN'],
    bulk: false,
    effect:
      'An unclear payment is tried again if the PSP does not know it. A failed payment becomes a new payment with the same account.',
    blockedBy: whyNotReprocess,
  },
  check: {
    name: 'check',
    label: 'Check PSP status',
    roles: [...investigators, 'MERCHANT_SUPPORT'],
    bulk: true,
    effect: 'The PSP is asked for the status, and its answer is applied like a callback.',
    blockedBy: whyNotCheck,
  },
  'force-successful': {
    name: 'force-successful',
    label: 'Force successful',
    roles: investigators,
    bulk: false,
    tagged: 'Force',
    effect: 'The payment counts as successful; the merchant credits the user.',
    blockedBy: (subject, roles) =>
      (roles.includes('INVESTIGATOR_ADMIN')
        ? inStates('INCONSISTENT', 'WAITING_INPUT')(subject)
        : inStates('INCONSISTENT')(subject)) ?? whileCarriedOut(subject),
  },
  'force-failed': {
    name: 'force-failed',
    label: 'Force failed',
    roles: investigators,
    bulk: false,
    tagged: 'Force',
    effect: 'The payment counts as failed; the merchant releases what it reserved.',
    blockedBy: (subject, roles) =>
      roles.includes('INVESTIGATOR_ADMIN')
        ? whyNotForceFailed(subject)
        : (inStates('INCONSISTENT')(subject) ?? whileCarriedOut(subject)),
  },
  'force-inconsistent': {
    name: 'force-inconsistent',
    label: 'Force inconsistent',
    roles: ['INVESTIGATOR_ADMIN'],
    bulk: false,
    tagged: 'Force',
    effect: 'A finished payment is reopened for a correction.',
    blockedBy: (subject) => inStates('SUCCESSFUL', 'FAILED', 'CANCELLED')(subject) ?? whyNotReopened(subject),
  },
  correction: {
    name: 'correction',
    label: 'Correct the books',
    roles: investigators,
    bulk: false,
    effect:
      'Records something that happened outside the platform. Neither the PSP nor the merchant is called.',
    blockedBy: (subject) => whyNotWritten(subject) && notIn(subject, 'a deposit or withdrawal that is over'),
  },
  resend: {
    name: 'resend',
    label: 'Resend notification',
    roles: ['MERCHANT_SUPPORT', ...investigators, 'MERCHANT_ADMIN'],
    bulk: true,
    effect: 'The last message to the merchant is sent again as it was.',
    blockedBy: inStates('SUCCESSFUL', 'FAILED', 'CANCELLED'),
  },
  repeat: {
    name: 'repeat',
    label: 'Repeat',
    roles: ['MERCHANT_ADMIN', 'MERCHANT_SUPPORT'],
    bulk: false,
    effect: 'A new payment is made with the user’s stored account, without the user.',
    blockedBy: whyNotRepeat,
  },
  tag: {
    name: 'tag',
    label: 'Tag',
    roles: [...approvers, ...investigators, 'MERCHANT_SUPPORT'],
    bulk: true,
    effect: 'Tags help to find transactions. The payment does not change.',
    blockedBy: () => undefined,
  },
  assign: {
    name: 'assign',
    label: 'Assign',
    roles: investigators,
    bulk: true,
    effect: 'The open case is assigned to you or to the person you choose.',
    blockedBy: whyNotAssign,
  },
  unassign: {
    name: 'unassign',
    label: 'Unassign',
    roles: investigators,
    bulk: true,
    effect: 'The open case is unassigned.',
    blockedBy: whyNotAssign,
  },
}

/** What somebody with these roles may do to a transaction now. */
export const allowedOperations = (subject: OperationSubject, roles: readonly Role[]): OperationName[] =>
  operationNames.filter((name) => {
    const operation = operations[name]
    return operation.roles.some((role) => roles.includes(role)) && !operation.blockedBy(subject, roles)
  })
