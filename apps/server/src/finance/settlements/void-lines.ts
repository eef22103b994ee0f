import { settlementLine } from '@signalbox/model/entities/settlement-line'
import { entityStore } from '../../kit/entity-store.ts'
import { keepVersion } from '../../kit/history-store.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { closeObsoleteCase } from '../../payments/core/cases/cases.ts'
import { ownScope } from './own-scope.ts'
import { investigatedVirtual, isCaseNeeded, markVoid, type DecidedLine } from './void-store.ts'

interface BatchOfLines {
  readonly merchantId: number
  readonly id: string
  readonly batchRef: string
}

/** What somebody decided, or wanted to, as the subject of a sentence. */
function decisionText({ matchStatus, writeOffBy, resolvedBy }: DecidedLine): string {
  const by = resolvedBy ?? 'somebody'
  if (matchStatus === 'WRITTEN_OFF') return `The write-off by ${by}`
  if (matchStatus === 'ACCEPTED') return `The acceptance by ${by}`
  if (matchStatus === 'SENT_TO_INVESTIGATION') return `The investigation requested by ${by}`
  return `The write-off requested by ${writeOffBy ?? 'somebody'}`
}

const noteOf = (line: DecidedLine, why: string): string => `${why} ${decisionText(line)} is void.`

const isRequest = ({ matchStatus }: DecidedLine): boolean =>
  !['WRITTEN_OFF', 'ACCEPTED', 'SENT_TO_INVESTIGATION'].includes(matchStatus)

/** A decision or a request that holds no more, in the log. */
function auditVoid(unit: UnitOfWork, line: DecidedLine, note: string, matchStatus: string): void {
  unit.audit({
    merchantId: line.merchantId,
    entityType: settlementLine.slug,
    entityId: line.id,
    entityLabel: `Line ${line.lineNo}`,
    changeType: 'UPDATE',
    action: isRequest(line) ? 'CANCEL_WRITE_OFF' : 'VOID_DECISION',
    before: {
      matchStatus: line.matchStatus,
      writeOffBy: line.writeOffBy,
      resolvedBy: line.resolvedBy,
      note: line.note,
    },
    after: { matchStatus, writeOffBy: null },
    note,
  })
}

type Investigated = Pick<DecidedLine, 'merchantId' | 'id' | 'caseId' | 'txMerchantId' | 'txId' | 'resolvedAt'>

/**
 * Nobody has to look into a line that is gone or decided otherwise. A case of its payment that was there before stays, and
 * so does one another line needs.
 */
export async function closeCaseOfLine(
  unit: UnitOfWork,
  line: Investigated,
  { why, by }: { readonly why: string; readonly by: string },
): Promise<void> {
  const { caseId, resolvedAt: openedAt } = line
  if (caseId === null || openedAt === null || (await isCaseNeeded(unit.tx, line))) return
  const merchantId = line.txMerchantId ?? line.merchantId
  await closeObsoleteCase(unit, { merchantId, id: caseId, openedAt }, why, by)
}

/**
 * Lines that are gone although somebody had decided about them, or asked for a second person: they stay as void, and say
 * what is void and why. A request is cancelled, a case is closed.
 */
export async function voidLines(
  unit: UnitOfWork,
  batch: BatchOfLines,
  lines: readonly DecidedLine[],
  { why, by }: { readonly why: string; readonly by: string },
): Promise<void> {
  if (lines.length === 0) return
  const { tx, now } = unit
  const notes = lines.map((line) => ({ id: line.id, note: noteOf(line, why) }))
  await markVoid(tx, batch.merchantId, notes, { now, by })
  const store = entityStore(settlementLine, tx, ownScope(batch.merchantId))
  for (const line of lines) {
    const record = await store.get(line.id)
    const { merchantId, id: recordId } = line
    const note = noteOf(line, why)
    const { version } = record
    const kept = { merchantId, entity: settlementLine.slug, recordId, version, record } as const
    await keepVersion(tx, { ...kept, changeType: 'UPDATE', by, note }, now)
    auditVoid(unit, line, note, record.matchStatus)
    unit.emit({
      merchantId,
      topic: settlementLine.slug,
      key: recordId,
      payload: { changeType: 'UPDATE', version },
    })
    if (line.matchStatus === 'SENT_TO_INVESTIGATION')
      await closeCaseOfLine(unit, line, {
        why: `Line ${line.lineNo} of settlement ${batch.batchRef}: ${why}`,
        by,
      })
  }
}

/** Write-offs that waited for a second person and are not about the same any more: they have to be asked for anew. */
export function tellCancelled(unit: UnitOfWork, lines: readonly DecidedLine[]): void {
  for (const line of lines)
    auditVoid(
      unit,
      line,
      noteOf(line, 'The line is about something else since it was matched again.'),
      line.matchStatus,
    )
}

/** A file that does not count has no total and misses nothing: nobody has to look into these. */
export async function closeVirtualCases(unit: UnitOfWork, batch: BatchOfLines, by: string): Promise<void> {
  const why = `Settlement batch ${batch.batchRef} was rejected.`
  for (const line of await investigatedVirtual(unit.tx, batch)) await closeCaseOfLine(unit, line, { why, by })
}
