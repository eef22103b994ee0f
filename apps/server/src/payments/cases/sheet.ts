import type { CaseCandidate, CaseSheet } from '@signalbox/model/calls/case-sheet'
import type { MerchantConfig } from '@signalbox/model/configuration/merchant-config'
import { isAmountInDoubt } from '@signalbox/model/payments/operation-subject'
import { maskAllBut, type Mask } from '@signalbox/model/text/mask-text'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Tx } from '../../kit/database.ts'
import type { Work } from '../../kit/handle.ts'
import { hiddenFrom } from '../../kit/hiding-merchants-store.ts'
import { handleOf } from '../../kit/user-handle.ts'
import { readPspName } from '../../setup/psp/read-model.ts'
import { whyNotAttach } from './why-not-attach.ts'
import { maskOfPayment } from '../core/record/person-store.ts'
import { findTransaction } from '../core/record/transaction-store.ts'
import { blockedCallbacks } from './blocked-callbacks.ts'
import { callbackView, causesOf, pspAmountOf, rowView } from './case-view.ts'
import { listFiles } from './file-store.ts'
import { aboutSomebodySeen } from './filter-store.ts'
import { findCandidates } from './candidate-store.ts'
import { findCallback, readTalk, type StoredCallback } from './facts-store.ts'
import { findRow, listEntries, type ListedCase } from './store.ts'

export interface SheetDeps {
  readonly merchantConfig: (tx: Tx, merchantId: number) => Promise<MerchantConfig>
}

const mostCandidates = 5

/** Payments a callback may be about, of which each can be chosen. */
async function candidatesFor(work: Work, callback: StoredCallback): Promise<CaseCandidate[]> {
  const offered: CaseCandidate[] = []
  for (const candidate of await findCandidates(work.tx, work, callback)) {
    const row = await findTransaction(work.tx, candidate.merchantId, candidate.txId)
    if (row && !(await whyNotAttach(work.tx, row, callback))) offered.push(candidate)
    if (offered.length === mostCandidates) break
  }
  return offered
}

/** The message a case is about, and the payments it may mean while nobody has said which. */
async function callbackOf(
  work: Work,
  row: ListedCase,
  mask: Mask | undefined,
): Promise<Pick<CaseSheet, 'callback' | 'candidates'>> {
  const { merchantId, callbackId } = row
  const found = callbackId === null ? undefined : await findCallback(work.tx, merchantId, callbackId)
  if (!found) return { callback: null, candidates: [] }
  // A message may hold more of a user than the rest of the page, so looking at it leaves a trace.
  work.audit({
    merchantId,
    entityType: 'case',
    entityId: row.id,
    entityLabel: row.type,
    action: 'VIEW_LOG',
  })
  return {
    callback: callbackView(found, mask),
    candidates: row.txId === null ? await candidatesFor(work, found) : [],
  }
}

/** One case with everything that is known, suspected and written down about it. */
export async function sheetOf(work: Work, deps: SheetDeps, id: string): Promise<CaseSheet> {
  const row = await findRow(work.tx, id, {
    merchants: work.scope.effective,
    conditions: [aboutSomebodySeen(work.user.roles)],
    now: work.now,
  })
  if (!row) throw new Refusal('NOT_FOUND')
  const { merchantId, txId } = row
  const talk = await readTalk(work.tx, txId === null ? [] : [{ merchantId, txId }])
  const blocked = await blockedCallbacks(work.tx, [row])
  const sources = { talk, blocked, pspName: await readPspName(work.tx) }
  const { tags } = await deps.merchantConfig(work.tx, merchantId)
  const hidden = await hiddenFrom(work, [merchantId])
  const mask = hidden.has(merchantId) ? maskOfPayment(row) : undefined
  const told = <T extends object>(items: T[], ours: (keyof T & string)[], ids?: (keyof T & string)[]): T[] =>
    mask ? maskAllBut(items, mask, ours, ids) : items
  const userHandle = handleOf(work.deps.auditKey)
  const { callback, candidates } = await callbackOf(work, row, mask)
  return {
    ...rowView(row, { user: work.user, now: work.now, hidden, userHandle, ...sources }),
    causes: told(causesOf(row, sources), ['code', 'points', 'weight']),
    asked: row.asked,
    txVersion: row.txVersion,
    txStatusNo: row.statusNo,
    pspAmount: pspAmountOf(row),
    pspReported: row.pspReported,
    amountInDoubt:
      isAmountInDoubt(row.statusNo, row.txType) && work.user.roles.includes('INVESTIGATOR_ADMIN'),
    attemptCount: row.attemptCount ?? 0,
    txWorking: row.txWorking,
    entries: told(await listEntries(work.tx, row), ['id', 'kind', 'author', 'at', 'subject'], ['reference']),
    files: told(await listFiles(work.tx, row), ['id', 'kind', 'author', 'at']),
    reasons: [...tags.Force],
    callback,
    candidates: told(
      mask ? candidates.map((each) => ({ ...each, userId: userHandle(each.userId) })) : candidates,
      ['created', 'userId', 'pspAmount', 'pspRefId', 'why'],
    ),
  }
}
