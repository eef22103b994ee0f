import type { CaseCallback } from '@signalbox/model/calls/case-sheet'
import type { CaseRow } from '@signalbox/model/entities/case'
import { caseActionNames, caseActions } from '@signalbox/model/investigation/case-actions'
import {
  suspectedCauses,
  type CaseFacts,
  type SuspectedCause,
} from '@signalbox/model/investigation/suspected-cause'
import { maskIp } from '@signalbox/model/masking'
import { toWire, type WireMoney } from '@signalbox/model/money/money-schema'
import { mayAccess } from '@signalbox/model/policy'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { statusCodeOf } from '@signalbox/model/status-codes'
import type { Int8 } from '../../kit/database.ts'
import type { SessionUser } from '../../kit/session-user.ts'
import { reportedAmount } from '../../payments/flow/packed-reading.ts'
import { callbackFact, talkKey, type findCallback, type Talk } from './facts-store.ts'
import type { ListedCase } from './store.ts'

const moneyOrNone = (minor: Int8 | null, currency: string | null): WireMoney | null =>
  minor === null || currency === null ? null : toWire({ minor: BigInt(minor), currency })

export const pspAmountOf = ({ pspAmountMinor, pspCurrency }: ListedCase): WireMoney | null =>
  moneyOrNone(pspAmountMinor, pspCurrency)

function factsOf(row: ListedCase, talk: Talk): CaseFacts {
  const key = talkKey(row)
  const own =
    row.callbackPsp !== null && row.reading !== null ? [callbackFact(row.callbackPsp, true, row.reading)] : []
  return {
    type: row.type,
    cause: row.cause,
    psp: row.psp,
    statusNo: row.statusNo,
    expected: pspAmountOf(row),
    pspApproved: row.pspApproved,
    suspense: row.suspense,
    attempts: talk.attempts.get(key) ?? [],
    callbacks: row.type === 'UNKNOWN_CALLBACK' ? own : (talk.callbacks.get(key) ?? []),
    asked: row.asked,
  }
}

export const causesOf = (row: ListedCase, talk: Talk): SuspectedCause[] => suspectedCauses(factsOf(row, talk))

const goesBack: ReadonlySet<string> = new Set(['reversal', 'disputeFiled', 'disputeResolved'])

/** Whether there is room by now for what a callback says went back; one about the payment itself may always be tried. */
function fitsNow({ reading, statusNo, callbackRoom }: ListedCase): boolean {
  if (!reading || callbackRoom === null || !goesBack.has(reading.subject as string)) return true
  const reported = reportedAmount(reading)
  const isPaid = statusNo !== null && stateOfNumber(statusNo) === 'SUCCESSFUL'
  return isPaid && reported !== null && reported.minor <= BigInt(callbackRoom)
}

/** What this person may do about the case as it is now. */
function allowedOn(row: ListedCase, user: SessionUser, now: Date): string[] {
  const { type, state, assigneeId, statusNo: txStatusNo, txWorking, resolvedAt } = row
  const { callbackOutcome } = row
  const callbackFits = fitsNow(row)
  const subject = {
    type,
    state,
    assigneeId,
    txStatusNo,
    txWorking,
    resolvedAt,
    callbackOutcome,
    callbackFits,
  }
  return caseActionNames.filter(
    (name) => mayAccess(caseActions[name].access, user) && !caseActions[name].blockedBy(subject, user, now),
  )
}

/** A case as a line of the list. */
export function rowView(row: ListedCase, talk: Talk, user: SessionUser, now: Date): CaseRow {
  const code = row.statusNo === null ? undefined : statusCodeOf(row.statusNo)
  const reported = row.reading && reportedAmount(row.reading)
  const own = row.reading && row.callbackPsp ? callbackFact(row.callbackPsp, true, row.reading) : null
  return {
    id: row.id,
    version: row.version,
    merchantId: row.merchantId,
    severity: row.severityNow,
    type: row.type,
    state: row.state,
    dueAt: row.dueAt,
    overdue: row.overdue,
    suspected: (row.state === 'RESOLVED' ? row.cause : causesOf(row, talk)[0]?.text) ?? row.cause,
    amount: moneyOrNone(row.amountMinor, row.currency),
    psp: row.psp ?? row.callbackPsp,
    assignee: row.assignee,
    assigneeId: row.assigneeId,
    txId: row.txId,
    userId: row.userId,
    openedAt: row.openedAt,
    commentCount: row.commentCount,
    txState: code?.status ?? null,
    statusCode: code?.code ?? null,
    txType: row.txType,
    pspRefId: row.pspRefId,
    reference: own?.reference ?? null,
    reported: reported && toWire(reported),
    cause: row.cause,
    resolution: row.resolution,
    resolvedAt: row.resolvedAt,
    updatedAt: row.updatedAt,
    updatedBy: row.updatedBy,
    callbackId: row.callbackId,
    allowed: allowedOn(row, user, now),
  }
}

type StoredCallback = NonNullable<Awaited<ReturnType<typeof findCallback>>>

/** Bodies name people in too many ways to hide each of them, so where people are hidden the body is too. */
export function callbackView({ reading, ...callback }: StoredCallback, masked: boolean): CaseCallback {
  const amount = reportedAmount(reading)
  const said = (name: string): string | null => {
    const value = reading[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  return {
    ...callback,
    body: masked ? '' : callback.body,
    sourceIp: masked && callback.sourceIp ? maskIp(callback.sourceIp) : callback.sourceIp,
    reference: said('reference'),
    pspRefId: said('pspRefId'),
    subject: said('subject'),
    statusNo: typeof reading.statusNo === 'number' ? reading.statusNo : null,
    pspCode: said('pspCode'),
    pspMessage: said('pspMessage'),
    amount: amount && toWire(amount),
  }
}
