import type { OperationReasons } from '@signalbox/model/calls/operation-reasons'
import type { TransactionOperationBody } from '@signalbox/model/calls/transaction-operation'
import type { NotificationKind } from '@signalbox/model/payments/tx-event'
import type { TransactionRow } from '@signalbox/model/entities/transaction'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { parseMoney } from '@signalbox/model/money/money-text'
import { corrections, type CorrectionType } from '@signalbox/model/payments/corrections'
import type { OperationName } from '@signalbox/model/payments/operations'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { isDay } from '@signalbox/model/text/calendar-day'
import { texts } from '@signalbox/model/text/texts'
import { operationTexts, type OperationField } from './operation-texts.ts'

/** What an operation is told; the call takes it as it is. */
export type OperationInput = Omit<TransactionOperationBody, 'version'>

/** What somebody has filled in so far. What they did not touch is not there. */
export interface OperationDraft {
  readonly info: string
  readonly tagId: string | null
  readonly amount?: WireMoney | null
  readonly evidence?: string
  readonly code?: string
  readonly tellMerchant: boolean
  readonly correction?: CorrectionType
  readonly date: string
  readonly tags?: readonly string[]
  readonly removed: readonly string[]
  /** Null: whoever does it takes it. */
  readonly assigneeId?: string | null
  /** Where it is tried again; null where the rules say. */
  readonly target?: string | null
  /** Which message is sent again; null for all. */
  readonly kind?: NotificationKind | null
}

export const emptyDraft: OperationDraft = { info: '', tagId: null, tellMerchant: true, date: '', removed: [] }
export const usualFailure = String(StatusNo.ERR_DECLINED_OTHER_REASON)

/** An operation that somebody is about to do, and all that is known about it. */
export interface PendingOperation {
  readonly name: OperationName
  readonly rows: readonly TransactionRow[]
  readonly reasons: OperationReasons | undefined
  /** What speaks against approving it; whoever does all the same says why. */
  readonly redFlags?: readonly string[]
  readonly draft: OperationDraft
}

export const asksFor = ({ name, draft, reasons, rows }: PendingOperation, what: OperationField): boolean => {
  const asked = operationTexts[name].asks?.includes(what) === true
  const { correction } = draft
  if (name === 'correction' && what === 'amount')
    return correction !== undefined && corrections[correction].inParts
  // What nobody doubts is not asked, nor is a choice of one.
  if (what === 'moved') return asked && Boolean(reasons?.inDoubt)
  if (what === 'target') return asked && (reasons?.targets.length ?? 0) > 0
  if (what === 'kind') return asked && (rows.length > 1 || (reasons?.lastTold.length ?? 0) > 1)
  return asked
}

const asksForAmount = (pending: PendingOperation): boolean =>
  (['amount', 'newAmount', 'moved'] as const).some((what) => asksFor(pending, what))

const chosenCorrection = ({ reasons, draft }: PendingOperation) =>
  reasons?.corrections.find(({ type }) => type === draft.correction)

/** All there is to do it with: what the dialog begins with. */
function mostOf(pending: PendingOperation): WireMoney | null {
  const { name, reasons } = pending
  if (name === 'correction') return chosenCorrection(pending)?.most ?? null
  return (name === 'refund' ? reasons?.left.refund : reasons?.left.capture) ?? null
}

export function amountOf(pending: PendingOperation): WireMoney | null {
  const { draft, rows, name } = pending
  if (draft.amount !== undefined) return draft.amount
  if (asksFor(pending, 'moved'))
    return pending.reasons?.inDoubt?.reported ?? pending.reasons?.inDoubt?.asked ?? null
  if (name === 'repeat') return { amount: '', currency: rows[0]?.currency ?? '' }
  return mostOf(pending) ?? { amount: '', currency: rows[0]?.currency ?? '' }
}

export const reasonTagsOf = (pending: PendingOperation) =>
  (pending.name === 'correction' ? chosenCorrection(pending)?.tags : pending.reasons?.tags[pending.name]) ??
  []

export const evidenceOf = ({ draft, rows }: PendingOperation): string =>
  draft.evidence ?? rows[0]?.pspRefId ?? ''

/** Several transactions have tags of their own, so theirs are added to; one shows what it has. */
export const tagsOf = ({ draft, rows }: PendingOperation): readonly string[] =>
  draft.tags ?? (rows.length === 1 ? (rows[0]?.tags ?? []) : [])

export const needsInfo = ({ name, reasons, redFlags = [], draft }: PendingOperation): boolean =>
  operationTexts[name].infoRequired === true ||
  ((reasons?.required === true || redFlags.length > 0) && draft.tagId === null)

export type Problems = Readonly<
  Partial<Record<'info' | 'evidence' | 'amount' | 'correction' | 'date' | 'tags', string>>
>

const isMissing = (text: string): boolean => text.trim() === ''

/** What is still wrong with what was filled in. */
export function problemsOf(pending: PendingOperation): Problems {
  const { draft } = pending
  const amount = amountOf(pending)
  return {
    ...(needsInfo(pending) && !operationTexts[pending.name].noInfo && isMissing(draft.info)
      ? { info: texts.required }
      : {}),
    ...(asksFor(pending, 'evidence') && isMissing(evidenceOf(pending)) ? { evidence: texts.required } : {}),
    ...(asksForAmount(pending) && !(amount && parseMoney(amount.amount, amount.currency))
      ? { amount: texts.invalidAmount }
      : {}),
    ...(asksFor(pending, 'correction') && !draft.correction ? { correction: texts.required } : {}),
    ...dateProblem(draft),
    ...(asksFor(pending, 'tags') && changedTags(pending).length === 0 ? { tags: texts.required } : {}),
  }
}

/** A letter about a chargeback has a day on it; any other correction may name one. */
function dateProblem({ correction, date }: OperationDraft): Problems {
  if (date.trim() === '') return correction === 'ManualChargeback' ? { date: texts.required } : {}
  return isDay(date.trim()) ? {} : { date: texts.invalidDate }
}

function changedTags(pending: PendingOperation): string[] {
  const { addTags = [], removeTags = [] } = tagChanges(pending)
  return [...addTags, ...removeTags]
}

function tagChanges(pending: PendingOperation): Pick<OperationInput, 'addTags' | 'removeTags'> {
  const { rows, draft } = pending
  const wanted = tagsOf(pending)
  if (rows.length > 1) return { addTags: wanted, removeTags: draft.removed }
  const before = rows[0]?.tags ?? []
  return {
    addTags: wanted.filter((tag) => !before.includes(tag)),
    removeTags: before.filter((tag) => !wanted.includes(tag)),
  }
}

/** Targets are told apart by PSP and account, as one text. */
export const targetKey = ({ psp, pspAccount }: { readonly psp: string; readonly pspAccount: string }) =>
  `${psp}/${pspAccount}`

function targetOf({ target }: OperationDraft): Pick<OperationInput, 'psp' | 'pspAccount'> {
  if (!target) return {}
  const slash = target.indexOf('/')
  return { psp: target.slice(0, slash), pspAccount: target.slice(slash + 1) }
}

/**
 * What is sent. Of an amount always what is shown: whatever is left when it arrives may be more than anybody saw, and the
 * server refuses what no longer fits.
 */
export function inputOf(pending: PendingOperation): OperationInput {
  const { draft } = pending
  const amount = amountOf(pending)
  return {
    ...(draft.info.trim() !== '' && { info: draft.info.trim() }),
    ...(draft.tagId !== null && { tagId: draft.tagId }),
    ...(asksForAmount(pending) && amount && { amount }),
    ...(asksFor(pending, 'evidence') && { pspRefId: evidenceOf(pending).trim() }),
    ...(asksFor(pending, 'code') && { statusNo: Number(draft.code ?? usualFailure) }),
    ...(asksFor(pending, 'merchant') && { sendToMerchant: draft.tellMerchant }),
    ...(draft.correction && { correction: draft.correction }),
    ...(draft.date.trim() !== '' && { notificationDate: draft.date.trim() }),
    ...(asksFor(pending, 'tags') && tagChanges(pending)),
    ...(draft.assigneeId && { assigneeId: draft.assigneeId }),
    ...(asksFor(pending, 'target') && targetOf(draft)),
    ...(asksFor(pending, 'kind') && draft.kind && { kind: draft.kind }),
  }
}
