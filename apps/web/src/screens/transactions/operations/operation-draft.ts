import type { OperationReasons } from '@signalbox/model/calls/operation-reasons'
import type { TransactionOperationBody } from '@signalbox/model/calls/transaction-operation'
import type { NotificationKind } from '@signalbox/model/payments/tx-event'
import type { TransactionRow } from '@signalbox/model/entities/transaction'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { parseMoney } from '@signalbox/model/money/money-text'
import { corrections, type CorrectionType } from '@signalbox/model/payments/corrections'
import type { OperationName } from '@signalbox/model/payments/operations'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { texts } from '@signalbox/model/text/texts'
import { operationWords, type Asked } from './operation-words.ts'

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
export interface Doing {
  readonly name: OperationName
  readonly rows: readonly TransactionRow[]
  readonly reasons: OperationReasons | undefined
  /** What speaks against approving it; whoever does all the same says why. */
  readonly redFlags?: readonly string[]
  readonly draft: OperationDraft
}

export const asksFor = ({ name, draft, reasons, rows }: Doing, what: Asked): boolean => {
  const asked = operationWords[name].asks?.includes(what) === true
  const { correction } = draft
  if (name === 'correction' && what === 'amount')
    return correction !== undefined && corrections[correction].inParts
  // What nobody doubts is not asked, nor is a choice of one.
  if (what === 'moved') return asked && Boolean(reasons?.inDoubt)
  if (what === 'target') return asked && (reasons?.targets.length ?? 0) > 0
  if (what === 'kind') return asked && (rows.length > 1 || (reasons?.lastTold.length ?? 0) > 1)
  return asked
}

const asksForAmount = (doing: Doing): boolean =>
  (['amount', 'newAmount', 'moved'] as const).some((what) => asksFor(doing, what))

const chosenCorrection = ({ reasons, draft }: Doing) =>
  reasons?.corrections.find(({ type }) => type === draft.correction)

/** All there is to do it with: what the dialog begins with. */
function mostOf(doing: Doing): WireMoney | null {
  const { name, reasons } = doing
  if (name === 'correction') return chosenCorrection(doing)?.most ?? null
  return (name === 'refund' ? reasons?.left.refund : reasons?.left.capture) ?? null
}

export function amountOf(doing: Doing): WireMoney | null {
  const { draft, rows, name } = doing
  if (draft.amount !== undefined) return draft.amount
  if (asksFor(doing, 'moved'))
    return doing.reasons?.inDoubt?.reported ?? doing.reasons?.inDoubt?.asked ?? null
  if (name === 'repeat') return { amount: '', currency: rows[0]?.currency ?? '' }
  return mostOf(doing) ?? { amount: '', currency: rows[0]?.currency ?? '' }
}

export const reasonTagsOf = (doing: Doing) =>
  (doing.name === 'correction' ? chosenCorrection(doing)?.tags : doing.reasons?.tags[doing.name]) ?? []

export const evidenceOf = ({ draft, rows }: Doing): string => draft.evidence ?? rows[0]?.pspRefId ?? ''

/** Several transactions have tags of their own, so theirs are added to; one shows what it has. */
export const tagsOf = ({ draft, rows }: Doing): readonly string[] =>
  draft.tags ?? (rows.length === 1 ? (rows[0]?.tags ?? []) : [])

export const needsInfo = ({ name, reasons, redFlags = [], draft }: Doing): boolean =>
  operationWords[name].infoRequired === true ||
  ((reasons?.required === true || redFlags.length > 0) && draft.tagId === null)

export type Problems = Readonly<
  Partial<Record<'info' | 'evidence' | 'amount' | 'correction' | 'date' | 'tags', string>>
>

const isMissing = (text: string): boolean => text.trim() === ''

/** What is still wrong with what was filled in. */
export function problemsOf(doing: Doing): Problems {
  const { draft } = doing
  const amount = amountOf(doing)
  return {
    ...(needsInfo(doing) && !operationWords[doing.name].noInfo && isMissing(draft.info)
      ? { info: texts.required }
      : {}),
    ...(asksFor(doing, 'evidence') && isMissing(evidenceOf(doing)) ? { evidence: texts.required } : {}),
    ...(asksForAmount(doing) && !(amount && parseMoney(amount.amount, amount.currency))
      ? { amount: texts.invalidAmount }
      : {}),
    ...(asksFor(doing, 'correction') && !draft.correction ? { correction: texts.required } : {}),
    ...(draft.correction === 'ManualChargeback' && draft.date === '' ? { date: texts.required } : {}),
    ...(asksFor(doing, 'tags') && changedTags(doing).length === 0 ? { tags: texts.required } : {}),
  }
}

function changedTags(doing: Doing): string[] {
  const { addTags = [], removeTags = [] } = tagChanges(doing)
  return [...addTags, ...removeTags]
}

function tagChanges(doing: Doing): Pick<OperationInput, 'addTags' | 'removeTags'> {
  const { rows, draft } = doing
  const wanted = tagsOf(doing)
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
export function inputOf(doing: Doing): OperationInput {
  const { draft } = doing
  const amount = amountOf(doing)
  return {
    ...(draft.info.trim() !== '' && { info: draft.info.trim() }),
    ...(draft.tagId !== null && { tagId: draft.tagId }),
    ...(asksForAmount(doing) && amount && { amount }),
    ...(asksFor(doing, 'evidence') && { pspRefId: evidenceOf(doing).trim() }),
    ...(asksFor(doing, 'code') && { statusNo: Number(draft.code ?? usualFailure) }),
    ...(asksFor(doing, 'merchant') && { sendToMerchant: draft.tellMerchant }),
    ...(draft.correction && { correction: draft.correction }),
    ...(draft.date !== '' && { notificationDate: draft.date }),
    ...(asksFor(doing, 'tags') && tagChanges(doing)),
    ...(draft.assigneeId && { assigneeId: draft.assigneeId }),
    ...(asksFor(doing, 'target') && targetOf(draft)),
    ...(asksFor(doing, 'kind') && draft.kind && { kind: draft.kind }),
  }
}
