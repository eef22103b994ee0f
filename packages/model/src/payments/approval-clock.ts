import { isInState } from '../reference/status-codes.ts'
import { isApprovalScheduled, isOnHold } from '../reference/status-groups.ts'

/** One step of a payment while it waited for approval, as its timeline has it. */
export interface ApprovalMove {
  readonly at: string
  readonly type: string
  readonly fromNo: number | null
  readonly toNo: number
}

/** How pressing a decision is. Only the first three wait for somebody to take one. */
export type Urgency = 'late' | 'soon' | 'fine' | 'scheduled' | 'paused' | 'done'

export interface ApprovalClock {
  /** When somebody of the present level was first asked. */
  readonly since: string
  /** Time the present level has had, what it spent on hold left out. */
  readonly waitedMs: number
  /** When a person should have decided, or the clock will; null while on hold. */
  readonly dueAt: string | null
  readonly urgency: Urgency
}

export interface ClockSubject {
  readonly statusNo: number
  /** When it began, for payments whose timeline says nothing about approval. */
  readonly createdAt: string
  /** When it is approved without anybody, for those that are. */
  readonly approvalDueAt: string | null
  /** In order. */
  readonly moves: readonly ApprovalMove[]
}

/** The share of the time after which a decision becomes pressing. */
const soonShare = 0.75

const isWaiting = (statusNo: number): boolean => isInState(statusNo, 'WAITING_APPROVAL')

interface Run {
  /** Whose turn it is began at. */
  since: number
  /** Counted up to the last stop. */
  waitedMs: number
  /** Null while on hold. */
  runningFrom: number | null
}

/** Asked anew: it came to the queue, went up to the second level, or was delayed and begins again. */
const isAskedAnew = ({ type, fromNo, toNo }: ApprovalMove): boolean =>
  fromNo === null || !isWaiting(fromNo) || (type === 'APPROVAL' && !isOnHold(toNo) && !isOnHold(fromNo))

function follow(run: Run, move: ApprovalMove): Run {
  const at = Date.parse(move.at)
  if (isAskedAnew(move)) return { since: at, waitedMs: 0, runningFrom: isOnHold(move.toNo) ? null : at }
  const { runningFrom } = run
  if (isOnHold(move.toNo) && runningFrom !== null)
    return { ...run, waitedMs: run.waitedMs + Math.max(0, at - runningFrom), runningFrom: null }
  if (!isOnHold(move.toNo) && runningFrom === null) return { ...run, runningFrom: at }
  return run
}

function urgencyOf(statusNo: number, waitedMs: number, targetMs: number): Urgency {
  if (!isWaiting(statusNo)) return 'done'
  if (isOnHold(statusNo)) return 'paused'
  if (isApprovalScheduled(statusNo)) return 'scheduled'
  if (waitedMs >= targetMs) return 'late'
  return waitedMs >= targetMs * soonShare ? 'soon' : 'fine'
}

/** Where a payment stands against the time its merchant gives people to decide. */
export function readClock(subject: ClockSubject, targetMs: number, now: Date): ApprovalClock {
  const { statusNo, createdAt, approvalDueAt } = subject
  const begun = Date.parse(createdAt)
  const start: Run = { since: begun, waitedMs: 0, runningFrom: isOnHold(statusNo) ? null : begun }
  const run = subject.moves.filter(({ toNo }) => isWaiting(toNo)).reduce(follow, start)
  const running = run.runningFrom === null ? 0 : Math.max(0, now.getTime() - run.runningFrom)
  const waitedMs = run.waitedMs + running
  const urgency = urgencyOf(statusNo, waitedMs, targetMs)
  const byPeople = new Date(now.getTime() + targetMs - waitedMs).toISOString()
  const dueAt = {
    done: null,
    paused: null,
    scheduled: approvalDueAt,
    late: byPeople,
    soon: byPeople,
    fine: byPeople,
  }[urgency]
  return { since: new Date(run.since).toISOString(), waitedMs, dueAt, urgency }
}

export interface Pressing {
  readonly id: number
  readonly clock: Pick<ApprovalClock, 'dueAt' | 'since'>
}

/** What is due first comes first; what has no time to be due by comes last, the longest waiting before the others. */
export function byUrgency(one: Pressing, other: Pressing): number {
  const rank = ({ clock: { dueAt, since } }: Pressing): [number, number] => [
    dueAt === null ? 1 : 0,
    Date.parse(dueAt ?? since),
  ]
  const [[noneA, atA], [noneB, atB]] = [rank(one), rank(other)]
  return noneA - noneB || atA - atB || one.id - other.id
}
