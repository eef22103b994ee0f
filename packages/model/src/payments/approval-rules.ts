import { approvalNumbers, undecidedApproval } from '../reference/status-groups.ts'
import { stateInSentence } from '../reference/status-codes.ts'
import { StatusNo } from '../reference/status-no.ts'
import { isSamePerson, type People } from '../access/people.ts'
import type { Role } from '../access/roles.ts'
import { operations, type OperationName } from './operations.ts'
import type { TxMethod } from './transaction-method.ts'
import { stateOfNumber } from './transitions.ts'

export const decisionNames = ['approve', 'deny', 'hold', 'unhold', 'delay'] as const satisfies OperationName[]
export type DecisionName = (typeof decisionNames)[number]

export interface ApprovalSubject {
  readonly statusNo: number
  readonly method: TxMethod
  /** The number it had before it was put on hold. */
  readonly heldFrom: number | null
  /** Who stands behind its request. */
  readonly beganBy: People
  /** Who approved at the first level. */
  readonly firstPeople: People
  /** Who approved it before another PSP was to try, where a rule lets nobody approve twice. */
  readonly excludedApprovers: People
  /** Until when nothing may be paid to its account. */
  readonly accountHeldUntil: string | null
}

export interface Approver {
  /** Who stands behind the decision: the person, or the people of an API client. */
  readonly people: People
  readonly roles: readonly Role[]
}

/** Why somebody cannot decide: their role, their own part in it, or the state of the payment. */
export interface Obstacle {
  readonly code: 'FORBIDDEN' | 'FOUR_EYES' | 'INVALID_STATE'
  readonly message: string
}

export const levelOf = (statusNo: number, heldFrom: number | null): 1 | 2 =>
  statusNo === StatusNo.WAITING_WITHDRAWAL_SECOND_APPROVAL ||
  heldFrom === StatusNo.WAITING_WITHDRAWAL_SECOND_APPROVAL
    ? 2
    : 1

const mayDecideAt = (level: 1 | 2, roles: readonly Role[]): boolean =>
  roles.includes('ADMIN_APPROVER') || roles.includes(level === 1 ? 'FIRST_APPROVER' : 'SECOND_APPROVER')

/** From which numbers each decision leads on. */
const decidedFrom: Readonly<Record<DecisionName, readonly number[]>> = {
  approve: undecidedApproval,
  deny: [...undecidedApproval, ...approvalNumbers.hold],
  hold: undecidedApproval,
  unhold: approvalNumbers.hold,
  delay: [StatusNo.WAITING_WITHDRAWAL_APPROVAL, StatusNo.WAITING_WITHDRAWAL_AUTO_APPROVAL],
}

/** Names what was found and what was expected, because people act on what they saw a moment ago. */
function wrongState(name: DecisionName, { statusNo }: ApprovalSubject): string | undefined {
  if (decidedFrom[name].includes(statusNo)) return undefined
  return `The transaction is ${stateInSentence(stateOfNumber(statusNo))} (${statusNo}); expected status ${decidedFrom[name].join(', ')}.`
}

const isAccountHeld = ({ method, accountHeldUntil }: ApprovalSubject, now: Date): boolean =>
  method === 'WITHDRAWAL' && accountHeldUntil !== null && Date.parse(accountHeldUntil) > now.getTime()

/** What only a decision asks: the right level, a person who had no part in it, an account money may go to. */
function obstacleToDeciding(
  name: 'approve' | 'deny',
  subject: ApprovalSubject,
  approver: Approver,
  now: Date,
): Obstacle | undefined {
  const level = levelOf(subject.statusNo, subject.heldFrom)
  // Saying no keeps the money where it is, so anybody who approves may.
  if (name === 'approve' && !mayDecideAt(level, approver.roles))
    return {
      code: 'FORBIDDEN',
      message:
        level === 1
          ? 'The payment is waiting for the first approver.'
          : 'The payment is waiting for the second approver.',
    }
  if (isSamePerson(subject.beganBy, approver.people))
    return { code: 'FOUR_EYES', message: 'You started this payment; someone else must decide it.' }
  if (level === 2 && isSamePerson(subject.firstPeople, approver.people))
    return {
      code: 'FOUR_EYES',
      message: 'You gave the first approval; someone else must give the second.',
    }
  if (name === 'approve' && isSamePerson(subject.excludedApprovers, approver.people))
    return {
      code: 'FOUR_EYES',
      message: 'You already approved this payment; a rule forbids approving it twice.',
    }
  if (name === 'approve' && isAccountHeld(subject, now))
    return {
      code: 'INVALID_STATE',
      message: `The account data was changed; withdrawals to this account wait until ${subject.accountHeldUntil}.`,
    }
  return undefined
}

/** Why this person cannot do this to the payment as it is now. `undefined` when they can. */
export function obstacleTo(
  name: DecisionName,
  subject: ApprovalSubject,
  approver: Approver,
  now: Date,
): Obstacle | undefined {
  if (!operations[name].roles.some((role) => approver.roles.includes(role)))
    return { code: 'FORBIDDEN', message: 'You can view this payment but not decide it.' }
  const wrong = wrongState(name, subject)
  if (wrong) return { code: 'INVALID_STATE', message: wrong }
  return name === 'approve' || name === 'deny' ? obstacleToDeciding(name, subject, approver, now) : undefined
}
