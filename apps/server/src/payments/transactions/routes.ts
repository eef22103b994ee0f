import { bankMappingCalls } from '@signalbox/model/calls/resources'
import { transactionCalls } from '@signalbox/model/calls/transaction'
import type { TransactionAuditEntry } from '@signalbox/model/calls/transaction-detail'
import { maskAllBut, maskId } from '@signalbox/model/text/mask-text'
import type { Tx } from '../../kit/database.ts'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { hiddenFrom } from '../../kit/hiding-merchants-store.ts'
import type { Target } from '../core/operations/reprocess-target.ts'
import type { DecisionTracer } from '../../setup/ruleset/read-model.ts'
import { mappingOfPayment } from './bank-mapping.ts'
import { decisionsOf } from './decisions.ts'
import { detailOf, openTransaction, externalCallsOf, postingsOf, type DetailDeps } from './detail.ts'
import { lastTold, listAttempts, listEvents, listRelated, userTotals } from './detail-store.ts'
import { exportTransactions, listTransactions, viewContext, type ListWork } from './list.ts'
import { listNotes } from './note-store.ts'
import { addNote, takeBackNote } from './notes.ts'
import { tooSmallRests } from '../core/operations/too-small-rests.ts'
import { subjectOfRow } from './offered-operations.ts'
import { isMaskedFor } from './transaction-view.ts'
import { amountInDoubt, mayReprocess, readDisputes, reasonsOf } from './reasons.ts'
import type { WholeTransaction } from './store.ts'
import { maskOfPayment } from '../core/record/person-store.ts'
import { listValues } from '../core/record/value-store.ts'

/** What people did to one thing. The audit log stands above payments and is handed in. */
export type AuditAbout = (
  log: { readonly tx: Tx; readonly auditKey: Buffer },
  merchants: readonly number[],
  about: { readonly entityType: string; readonly entityId: string },
) => Promise<TransactionAuditEntry[]>

export interface TransactionDeps extends DetailDeps {
  /** Where a payment could be sent when it is tried again. */
  readonly targets: (tx: Tx, row: WholeTransaction) => Promise<Target[]>
  readonly tracer: DecisionTracer
  readonly auditAbout: AuditAbout
}

const asWork = (work: unknown) => work as Work

/** A payment, and how what is written about it is told to this reader. */
async function openFor(work: ListWork, id: number) {
  const row = await openTransaction(work, id)
  const hidden = await hiddenFrom(work, [row.merchantId])
  const isHidden = hidden.has(row.merchantId)
  const mask = maskOfPayment(row)
  const told = <T extends object>(items: T[], ...ours: (keyof T & string)[]): T[] =>
    isHidden ? maskAllBut(items, mask, ours) : items
  return { row, told }
}

/** What payments of these merchants can be filtered by. Callers give channels any name; those that say who somebody is are left out. */
async function optionsFor(work: ListWork): Promise<Awaited<ReturnType<typeof listValues>>> {
  const values = await listValues(work.tx, work.scope.effective)
  const hidden = await hiddenFrom(work, work.scope.effective)
  if (hidden.size === 0) return values
  const isHarmless = (value: string) => maskId(value) === value
  return {
    ...values,
    ...Object.fromEntries(Object.entries(values).map(([name, list]) => [name, list.filter(isHarmless)])),
  }
}

const oursOfAttempt = [
  ...(['reason', 'action', 'psp', 'pspAccount', 'pspVersion', 'ruleRef', 'outcome', 'pspRefId'] as const),
  ...(['amount', 'requestedAt', 'answeredAt'] as const),
] as const
const oursOfEntry = ['at', 'actorName', 'actorType', 'action', 'result', 'errorCode'] as const

export function handlers(deps: TransactionDeps): Handler[] {
  return [
    handle(transactionCalls.list, (work) => listTransactions(work, deps, work.query)),
    handle(transactionCalls.options, (work) => optionsFor(work)),
    handle(transactionCalls.export, (work) => exportTransactions(asWork(work), deps, work.query)),
    handle(transactionCalls.get, (work) => detailOf(work, deps, work.params.id)),
    handle(transactionCalls.timeline, async (work) => {
      const { row, told } = await openFor(work, work.params.id)
      return { events: told(await listEvents(work.tx, row), 'at', 'type', 'step', 'actor') }
    }),
    handle(bankMappingCalls.findForTransaction, (work) => mappingOfPayment(work, work.params.txId)),
    handle(transactionCalls.related, async (work) => {
      const { merchantId, id, originTxId, rootTxId } = await openTransaction(work, work.params.id)
      return { items: await listRelated(work.tx, { merchantId, id: rootTxId ?? originTxId ?? id }) }
    }),
    handle(transactionCalls.userTotals, async (work) => {
      const { merchantId, userId } = await openTransaction(work, work.params.id)
      return userTotals(work.tx, { merchantId, userId, now: work.now })
    }),
    handle(transactionCalls.attempts, async (work) => {
      const { row, told } = await openFor(work, work.params.id)
      return { attempts: told(await listAttempts(work.tx, row), ...oursOfAttempt) }
    }),
    handle(transactionCalls.decisions, async (work) => {
      const today = work.query.rules === 'today'
      if (today) work.require('rules.view')
      const row = await openTransaction(work, work.params.id)
      const formats = await work.deps.userFormats(work.tx, work.user)
      const masked = isMaskedFor(row, await viewContext(work, deps))
      return { decisions: await decisionsOf(work.tx, deps.tracer, row, { formats, masked, today }) }
    }),
    handle(transactionCalls.calls, (work) => externalCallsOf(asWork(work), deps, work.params.id)),
    handle(transactionCalls.postings, async (work) => ({
      entries: await postingsOf(work, work.params.id),
    })),
    handle(transactionCalls.audit, async (work) => {
      const { row, told } = await openFor(work, work.params.id)
      const { merchantId, id } = row
      const about = { entityType: 'transaction', entityId: String(id) }
      const reader = { tx: work.tx, auditKey: work.deps.auditKey }
      return { items: told(await deps.auditAbout(reader, [merchantId], about), ...oursOfEntry) }
    }),
    handle(transactionCalls.reasons, async (work) => {
      const row = await openTransaction(work, work.params.id)
      const config = await deps.merchantConfig(work.tx, row.merchantId)
      return reasonsOf(row, config, {
        lastTold: await lastTold(work.tx, row),
        inDoubt: await amountInDoubt(work, row),
        disputes: await readDisputes(work, row),
        tooSmall: await tooSmallRests(work.tx, row, subjectOfRow(row, work.now)),
        targets: (await mayReprocess(work, row)) ? await deps.targets(work.tx, row) : [],
        now: work.now,
      })
    }),
    handle(transactionCalls.notes, async (work) => {
      const { row, told } = await openFor(work, work.params.id)
      return { items: told(await listNotes(work.tx, row, work.user.id), 'id', 'author', 'at') }
    }),
    handle(transactionCalls.addNote, (work) => addNote(asWork(work), work.params.id, work.body.text)),
    handle(transactionCalls.strikeNote, (work) =>
      takeBackNote(asWork(work), work.params.id, work.params.noteId),
    ),
  ]
}
