import { transactionCalls } from '@signalbox/model/calls/transaction'
import type { Tx } from '../../kit/database.ts'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import type { Target } from '../../payments/operations/reprocess-target.ts'
import { entriesAbout } from '../audit/read-model.ts'
import type { DecisionTracer } from '../ruleset/read-model.ts'
import { decisionsOf } from './decisions.ts'
import { detailOf, openTransaction, outsideTalk, postingsOf, type DetailParts } from './detail.ts'
import { lastTold, listAttempts, listEvents, listRelated, userTotals } from './detail-store.ts'
import { exportTransactions, listTransactions, viewParts } from './list.ts'
import { listNotes } from './note-store.ts'
import { addNote, takeBackNote } from './notes.ts'
import { tooSmallRests } from '../../payments/operations/too-small-rests.ts'
import { isMaskedFor, subjectOfRow } from './transaction-view.ts'
import { amountInDoubt, mayReprocess, readDisputes, reasonsOf } from './reasons.ts'
import type { WholeTransaction } from './store.ts'
import { listValues } from '../../payments/transactions/value-store.ts'

export interface TransactionParts extends DetailParts {
  /** Where a payment could be sent when it is tried again. */
  readonly targets: (tx: Tx, row: WholeTransaction) => Promise<Target[]>
  readonly tracer: DecisionTracer
}

const asWork = (work: unknown) => work as Work

export function handlers(parts: TransactionParts): Handler[] {
  return [
    handle(transactionCalls.list, (work) => listTransactions(work, parts, work.query)),
    handle(transactionCalls.options, (work) => listValues(work.tx, work.scope.effective)),
    handle(transactionCalls.export, (work) => exportTransactions(asWork(work), parts, work.query)),
    handle(transactionCalls.get, (work) => detailOf(work, parts, work.params.id)),
    handle(transactionCalls.timeline, async (work) => ({
      events: await listEvents(work.tx, await openTransaction(work, work.params.id)),
    })),
    handle(transactionCalls.related, async (work) => {
      const { merchantId, id, originTxId, rootTxId } = await openTransaction(work, work.params.id)
      return { items: await listRelated(work.tx, { merchantId, id: rootTxId ?? originTxId ?? id }) }
    }),
    handle(transactionCalls.userTotals, async (work) => {
      const { merchantId, userId } = await openTransaction(work, work.params.id)
      return userTotals(work.tx, merchantId, userId)
    }),
    handle(transactionCalls.attempts, async (work) => ({
      attempts: await listAttempts(work.tx, await openTransaction(work, work.params.id)),
    })),
    handle(transactionCalls.decisions, async (work) => {
      const today = work.query.rules === 'today'
      if (today) work.require('rules.view')
      const row = await openTransaction(work, work.params.id)
      const formats = await work.deps.userFormats(work.tx, work.user)
      const masked = isMaskedFor(row, await viewParts(work, parts))
      return { decisions: await decisionsOf(work.tx, parts.tracer, row, { formats, masked, today }) }
    }),
    handle(transactionCalls.calls, (work) => outsideTalk(asWork(work), parts, work.params.id)),
    handle(transactionCalls.postings, async (work) => ({
      entries: await postingsOf(work, work.params.id),
    })),
    handle(transactionCalls.audit, async (work) => {
      const { merchantId, id } = await openTransaction(work, work.params.id)
      return {
        items: await entriesAbout({ tx: work.tx, auditKey: work.deps.auditKey }, [merchantId], {
          entityType: 'transaction',
          entityId: String(id),
        }),
      }
    }),
    handle(transactionCalls.reasons, async (work) => {
      const row = await openTransaction(work, work.params.id)
      const config = await parts.merchantConfig(work.tx, row.merchantId)
      return reasonsOf(row, config, {
        lastTold: await lastTold(work.tx, row),
        inDoubt: await amountInDoubt(work, row),
        disputes: await readDisputes(work, row),
        tooSmall: await tooSmallRests(work.tx, row, subjectOfRow(row, work.now)),
        targets: (await mayReprocess(work, row)) ? await parts.targets(work.tx, row) : [],
        now: work.now,
      })
    }),
    handle(transactionCalls.notes, async (work) => ({
      items: await listNotes(work.tx, await openTransaction(work, work.params.id), work.user.id),
    })),
    handle(transactionCalls.addNote, (work) => addNote(asWork(work), work.params.id, work.body.text)),
    handle(transactionCalls.strikeNote, (work) =>
      takeBackNote(asWork(work), work.params.id, work.params.noteId),
    ),
  ]
}
