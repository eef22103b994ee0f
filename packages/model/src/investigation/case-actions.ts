import { isSamePerson, type People } from '../access/people.ts'
import type { Permission } from '../access/policy.ts'
import type { Role } from '../access/roles.ts'
import { isFinal, stateOfNumber } from '../payments/transitions.ts'
import { stateInSentence } from '../reference/status-codes.ts'
import type { CallbackOutcome } from '../payments/tx-event.ts'
import { caseStates, reopenDays, type CaseState, type CaseType } from './case.ts'

export const caseActionNames = [
  'take',
  'assign',
  'unassign',
  'wait',
  'comment',
  'file',
  'resolve',
  'attach',
  'apply',
  'book',
  'dismiss',
  'close',
  'reopen',
] as const
export type CaseActionName = (typeof caseActionNames)[number]

/** What has to be known of a case to say what can be done about it. */
export interface CaseSubject {
  readonly type: CaseType
  readonly state: CaseState
  readonly assigneeId: string | null
  /** Of the payment it is about. */
  readonly txStatusNo: number | null
  /** The platform is at work on the payment: somebody's decision is being carried out. */
  readonly txWorking: boolean
  readonly resolvedAt: string | null
  /** What became of the callback it is about, where it is about one. */
  readonly callbackOutcome: CallbackOutcome | null
  /** Why it cannot be applied now, booked with a difference or dismissed: what trying would be refused with. */
  readonly callbackBlocked?: CallbackBlocked | undefined
  /** Who proposed to book the difference, which another person confirms; unknown where nobody asked. */
  readonly proposedBy?: People | undefined
}

export interface CallbackBlocked {
  readonly apply: string | undefined
  readonly book: string | undefined
  readonly dismiss?: string | undefined
  /** What it says and whether that can be booked, as the payment is now. */
  readonly stands?: string | undefined
}

/** Who wants to do something about a case. */
interface CaseActor {
  readonly id: string
  readonly roles: readonly Role[]
}

interface CaseAction {
  readonly label: string
  readonly access: Permission
  readonly bulk?: boolean
  /** `undefined` when it is possible, else why it is not. */
  readonly blockedBy: (subject: CaseSubject, actor: CaseActor, now: Date) => string | undefined
}

const decide = 'investigate.decide'
const isChief = ({ roles }: CaseActor): boolean => roles.includes('INVESTIGATOR_ADMIN')

const open = ({ state }: CaseSubject): string | undefined =>
  state === 'RESOLVED' ? 'The case is already resolved.' : undefined

const isInconsistent = ({ txStatusNo }: CaseSubject): boolean =>
  txStatusNo !== null && stateOfNumber(txStatusNo) === 'INCONSISTENT'

/** Whoever works on a case is not pushed aside by a colleague, only by who hands out the work. */
function whyNotTake(subject: CaseSubject, actor: CaseActor): string | undefined {
  if (subject.assigneeId === actor.id) return 'The case is already assigned to you.'
  if (subject.assigneeId !== null && !isChief(actor))
    return 'The case is assigned to someone else; only an investigation administrator can reassign it.'
  return open(subject)
}

function whyNotUnassign(subject: CaseSubject, actor: CaseActor): string | undefined {
  if (subject.assigneeId === null) return 'The case is not assigned.'
  if (subject.assigneeId !== actor.id && !isChief(actor)) return 'The case is assigned to someone else.'
  return open(subject)
}

function whyNotResolve(subject: CaseSubject): string | undefined {
  if (subject.type !== 'INCONSISTENT') return 'The case has no payment to decide.'
  if (subject.state === 'RESOLVED') return 'The case is already resolved.'
  if (subject.txWorking) return 'A decision is being carried out.'
  if (isInconsistent(subject)) return undefined
  const state = subject.txStatusNo === null ? 'gone' : stateInSentence(stateOfNumber(subject.txStatusNo))
  return `The transaction is ${state} (${subject.txStatusNo}); expected inconsistent.`
}

const isAboutCallback = ({ type }: CaseSubject): boolean =>
  type === 'UNKNOWN_CALLBACK' || type === 'CALLBACK_FAILED'

const notAboutCallback = 'The case is not about a callback.'

const whyNotAttach = (subject: CaseSubject): string | undefined =>
  subject.type === 'UNKNOWN_CALLBACK' ? open(subject) : 'The callback already belongs to a transaction.'

/** What a PSP has moved and can be booked, or may be once the payment is decided, is not dropped. */
function whyNotDismiss(subject: CaseSubject): string | undefined {
  if (!isAboutCallback(subject)) return notAboutCallback
  return open(subject) ?? (neverApplied(subject) ? undefined : subject.callbackBlocked?.dismiss)
}

const neverApplied = ({ callbackOutcome }: CaseSubject): string | undefined =>
  callbackOutcome === 'FAILED' ? undefined : 'The callback can never be applied; dismiss it.'

/** What could not be booked may fit once the payment has changed; what cannot be read or fits never, does not. */
function whyNotApply(subject: CaseSubject): string | undefined {
  if (subject.type !== 'CALLBACK_FAILED') return notAboutCallback
  if (subject.txWorking) return 'The payment is being processed.'
  return open(subject) ?? neverApplied(subject) ?? subject.callbackBlocked?.apply
}

/** More went back than there was: what there was is booked, and the rest is a difference somebody accepts. */
function whyNotBook(subject: CaseSubject, { id }: CaseActor): string | undefined {
  if (subject.type !== 'CALLBACK_FAILED') return notAboutCallback
  if (subject.txWorking) return 'The payment is being processed.'
  if (subject.txStatusNo === null || !isFinal(subject.txStatusNo)) return 'Decide the payment first.'
  if (isSamePerson(subject.proposedBy ?? [], [id])) return 'You proposed it; someone else must confirm it.'
  return open(subject) ?? neverApplied(subject) ?? subject.callbackBlocked?.book
}

/** A payment nobody understands keeps its case; a callback is attached or dismissed. */
function whyNotClose(subject: CaseSubject): string | undefined {
  if (subject.type === 'UNKNOWN_CALLBACK') return 'Attach or dismiss the callback.'
  if (subject.type === 'CALLBACK_FAILED') return 'Apply, book or dismiss the callback.'
  if (subject.type === 'INCONSISTENT' && (isInconsistent(subject) || subject.txWorking))
    return 'The payment is still inconsistent; decide it first.'
  return open(subject)
}

const dayMs = 86_400_000

function whyNotReopen(subject: CaseSubject, _actor: CaseActor, now: Date): string | undefined {
  if (subject.state !== 'RESOLVED' || subject.resolvedAt === null)
    return `The case is ${caseStates[subject.state].toLowerCase()}.`
  if (subject.type === 'UNKNOWN_CALLBACK' && subject.txStatusNo !== null)
    return 'The callback was attached and applied.'
  if (subject.callbackOutcome === 'APPLIED') return 'The callback was applied.'
  if (subject.type === 'INCONSISTENT' && subject.txStatusNo !== null && !isInconsistent(subject))
    return `The payment is ${stateInSentence(stateOfNumber(subject.txStatusNo))} (${subject.txStatusNo}) and already decided; to decide again, force it inconsistent.`
  return now.getTime() - Date.parse(subject.resolvedAt) > reopenDays * dayMs
    ? `The case was resolved more than ${reopenDays} days ago.`
    : undefined
}

/** What staff may do about a case. */
export const caseActions: Readonly<Record<CaseActionName, CaseAction>> = {
  take: { label: 'Take', access: decide, bulk: true, blockedBy: whyNotTake },
  assign: { label: 'Assign', access: 'investigate.assign', bulk: true, blockedBy: open },
  unassign: { label: 'Unassign', access: decide, bulk: true, blockedBy: whyNotUnassign },
  wait: { label: 'Wait for', access: decide, blockedBy: open },
  comment: { label: 'Comment', access: 'investigate.edit', blockedBy: () => undefined },
  file: { label: 'Add a file', access: 'investigate.edit', blockedBy: () => undefined },
  resolve: { label: 'Decide', access: decide, blockedBy: whyNotResolve },
  attach: { label: 'Attach to a transaction', access: decide, blockedBy: whyNotAttach },
  apply: { label: 'Apply again', access: decide, blockedBy: whyNotApply },
  book: { label: 'Book with a difference', access: decide, blockedBy: whyNotBook },
  dismiss: { label: 'Dismiss', access: decide, blockedBy: whyNotDismiss },
  close: { label: 'Close', access: decide, blockedBy: whyNotClose },
  reopen: { label: 'Reopen', access: decide, blockedBy: whyNotReopen },
}
