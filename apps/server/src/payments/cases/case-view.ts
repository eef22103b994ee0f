import type { CaseCallback } from '@signalbox/model/calls/case-sheet'
import type { CaseRow } from '@signalbox/model/entities/case'
import {
  caseActionNames,
  caseActions,
  type CallbackBlocked,
} from '@signalbox/model/investigation/case-actions'
import {
  suspectedCauses,
  type CaseFacts,
  type SuspectedCause,
} from '@signalbox/model/investigation/suspected-cause'
import { maskId, maskTexts, type Mask } from '@signalbox/model/text/mask-text'
import { maskIp } from '@signalbox/model/text/masking'
import { toWire, type WireMoney } from '@signalbox/model/money/money-schema'
import { mayAccess } from '@signalbox/model/access/policy'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import type { Int8 } from '../../kit/database.ts'
import type { SessionUser } from '../../kit/session-user.ts'
import { reportedAmount } from '../core/flow/packed-reading.ts'
import { maskOfPayment } from '../core/record/person-store.ts'
import { callbackFact, talkKey, type findCallback, type Talk } from './facts-store.ts'
import type { ListedCase } from './store.ts'

/** How the messages that could not be applied stand now, by case. */
export type BlockedCallbacks = ReadonlyMap<string, CallbackBlocked>

const moneyOrNone = (minor: Int8 | null, currency: string | null): WireMoney | null =>
  minor === null || currency === null ? null : toWire({ minor: BigInt(minor), currency })

export const pspAmountOf = ({ pspAmountMinor, pspCurrency }: ListedCase): WireMoney | null =>
  moneyOrNone(pspAmountMinor, pspCurrency)

/** What causes are found by beside the case itself. */
export interface CauseSources {
  readonly talk: Talk
  readonly blocked: BlockedCallbacks
  /** What people call a PSP. */
  readonly pspName: (psp: string) => string
}

function factsOf(row: ListedCase, { talk, blocked, pspName }: CauseSources): CaseFacts {
  const key = talkKey(row)
  const own =
    row.callbackPsp !== null && row.reading !== null ? [callbackFact(row.callbackPsp, true, row.reading)] : []
  const callbacks = row.type === 'UNKNOWN_CALLBACK' ? own : (talk.callbacks.get(key) ?? [])
  const named = <T extends { readonly psp: string }>(fact: T): T => ({ ...fact, psp: pspName(fact.psp) })
  return {
    type: row.type,
    txType: row.txType,
    cause: row.cause,
    psp: row.psp && pspName(row.psp),
    statusNo: row.statusNo,
    expected: pspAmountOf(row),
    pspApproved: row.pspApproved,
    suspense: row.suspense,
    merchantHasIt: row.merchantHasIt,
    attempts: (talk.attempts.get(key) ?? []).map(named),
    callbacks: callbacks.map(named),
    asked: row.asked,
    stands: blocked.get(row.id)?.stands,
  }
}

export const causesOf = (row: ListedCase, sources: CauseSources): SuspectedCause[] =>
  suspectedCauses(factsOf(row, sources))

/** Whether a case is about a message that could not be applied and about which somebody still may decide. */
export const isUndecidedCallback = ({ type, state, callbackOutcome, txId }: ListedCase): boolean =>
  type === 'CALLBACK_FAILED' && state !== 'RESOLVED' && callbackOutcome === 'FAILED' && txId !== null

/** Who looks, and by what they are told the causes. */
interface Viewer extends CauseSources {
  readonly user: SessionUser
  readonly now: Date
  /** Merchants whose users are hidden from them. */
  readonly hidden: ReadonlySet<number>
  /** How a user is called where people are hidden. */
  readonly userHandle: Mask
}

/** What this person may do about the case as it is now. */
function allowedOn(row: ListedCase, { user, now, blocked }: Viewer): string[] {
  const { type, state, assigneeId, statusNo: txStatusNo, txWorking, resolvedAt } = row
  const { callbackOutcome, proposedBy } = row
  const subject = {
    type,
    state,
    assigneeId,
    txStatusNo,
    txWorking,
    resolvedAt,
    callbackOutcome,
    proposedBy,
    callbackBlocked: blocked.get(row.id),
  }
  return caseActionNames.filter(
    (name) => mayAccess(caseActions[name].access, user) && !caseActions[name].blockedBy(subject, user, now),
  )
}

/** A case as a line of the list. */
export function rowView(row: ListedCase, viewer: Viewer): CaseRow {
  const code = row.statusNo === null ? undefined : statusCodeOf(row.statusNo)
  const reported = row.reading && reportedAmount(row.reading)
  const mask = viewer.hidden.has(row.merchantId) ? maskOfPayment(row) : undefined
  const told = <T>(text: T): T => (mask ? maskTexts(text, mask) : text)
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
    suspected: told((row.state === 'RESOLVED' ? row.cause : causesOf(row, viewer)[0]?.text) ?? row.cause),
    amount: moneyOrNone(row.amountMinor, row.currency),
    psp: row.psp ?? row.callbackPsp,
    assignee: row.assignee,
    assigneeId: row.assigneeId,
    txId: row.txId,
    userId: mask && row.userId !== null ? viewer.userHandle(row.userId) : row.userId,
    openedAt: row.openedAt,
    commentCount: row.commentCount,
    txState: code?.status ?? null,
    statusCode: code?.code ?? null,
    txType: row.txType,
    pspRefId: row.pspRefId,
    reference: mask && own?.reference ? maskId(own.reference) : (own?.reference ?? null),
    reported: reported && toWire(reported),
    cause: told(row.cause),
    resolution: row.resolution,
    resolvedAt: row.resolvedAt,
    updatedAt: row.updatedAt,
    updatedBy: row.updatedBy,
    callbackId: row.callbackId,
    allowed: allowedOn(row, viewer),
  }
}

type StoredCallback = NonNullable<Awaited<ReturnType<typeof findCallback>>>

/** Bodies name people in too many ways to hide each of them, so where people are hidden the body is too. */
export function callbackView({ reading, ...callback }: StoredCallback, mask: Mask | undefined): CaseCallback {
  const amount = reportedAmount(reading)
  const said = (name: string, hide?: Mask): string | null => {
    const value = reading[name]
    if (typeof value !== 'string' || value === '') return null
    return mask && hide ? hide(value) : value
  }
  return {
    ...callback,
    body: mask ? '' : callback.body,
    sourceIp: mask && callback.sourceIp ? maskIp(callback.sourceIp) : callback.sourceIp,
    reference: said('reference', maskId),
    pspRefId: said('pspRefId'),
    subject: said('subject', maskId),
    statusNo: typeof reading.statusNo === 'number' ? reading.statusNo : null,
    pspCode: said('pspCode', maskId),
    pspMessage: said('pspMessage', mask),
    amount: amount && toWire(amount),
  }
}
