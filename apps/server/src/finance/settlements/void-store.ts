import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import { ofBatch, type MatchedBatch } from './match-terms-store.ts'

/** A line somebody decided about, or asked a second person to write off. */
export interface DecidedLine {
  readonly merchantId: number
  readonly id: string
  readonly lineNo: number
  readonly matchStatus: string
  readonly writeOffBy: string | null
  readonly resolvedBy: string | null
  readonly resolvedAt: string | null
  readonly note: string | null
  readonly caseId: string | null
  readonly txMerchantId: number | null
  readonly txId: number | null
}

export const toldColumns = sql`l.merchant_id, l.id, l.line_no, l.match_status, l.write_off_by, l.resolved_by,
  l.resolved_at, l.note, l.case_id, l.tx_merchant_id, l.tx_id`

export const isDecided = sql<boolean>`(l.write_off_by is not null
  or l.match_status in ('ACCEPTED', 'WRITTEN_OFF', 'SENT_TO_INVESTIGATION'))`

/** A total that explained another amount goes. One somebody decided about is given back and stays until it is told to be void. */
export async function dropOtherTotals(tx: Tx, batch: MatchedBatch, off: bigint): Promise<DecidedLine[]> {
  const { rows } = await sql<DecidedLine>`with gone as (
      select l.*, ${isDecided} as decided from settlement_line l
      where ${ofBatch(batch)} and l.origin = 'TOTAL' and l.match_status <> 'VOID' and l.gross_minor <> ${String(off)}::bigint),
    dropped as (
      delete from settlement_line l using gone
      where l.merchant_id = gone.merchant_id and l.id = gone.id and not gone.decided)
    select ${toldColumns} from gone l where l.decided`.execute(tx)
  return rows
}

interface VoidNote {
  readonly id: string
  readonly note: string
}

/**
 * The lines stay to be read, and count for nothing: they are about no payment any more, nothing is different, nobody is
 * asked about them.
 */
export async function markVoid(
  tx: Tx,
  merchantId: number,
  notes: readonly VoidNote[],
  { now, by }: { readonly now: Date; readonly by: string },
): Promise<void> {
  await sql`update settlement_line l set match_status = 'VOID', differences = '{}', tx_merchant_id = null, tx_id = null,
      write_off_by = null, write_off_people = '{}', note = told.note, resolved_by = ${by}, resolved_at = ${now},
      version = l.version + 1, updated_at = ${now}, updated_by = ${by}
    from unnest(${notes.map(({ id }) => id)}::uuid[], ${notes.map(({ note }) => note)}::text[]) as told (id, note)
    where l.merchant_id = ${merchantId} and l.id = told.id`.execute(tx)
}

/** Totals of a batch, and payments it misses, that somebody looks into: they come and go with the batch. */
export async function investigatedVirtual(
  tx: Tx,
  { merchantId, id }: Pick<MatchedBatch, 'merchantId' | 'id'>,
): Promise<DecidedLine[]> {
  const { rows } = await sql<DecidedLine>`select ${toldColumns} from settlement_line l
    where l.merchant_id = ${merchantId} and l.batch_id = ${id}::uuid and l.origin in ('TOTAL', 'MISSING')
      and l.match_status = 'SENT_TO_INVESTIGATION' order by l.line_no`.execute(tx)
  return rows
}

/** Whether a case is about another difference of its payment too, or about one it was opened for without anybody asking. */
export async function isCaseNeeded(
  tx: Tx,
  { id, caseId, txMerchantId, txId }: Pick<DecidedLine, 'id' | 'caseId' | 'txMerchantId' | 'txId'>,
): Promise<boolean> {
  if (txMerchantId === null || txId === null) return false
  const { rows } = await sql`select 1 from settlement_line l
    join settlement_batch b on b.merchant_id = l.merchant_id and b.id = l.batch_id and b.state <> 'REJECTED'
    where l.tx_merchant_id = ${txMerchantId} and l.tx_id = ${txId}::bigint and l.case_id = ${caseId}
      and ('STATE_DIFF' = any(l.differences) or (l.id <> ${id}::uuid and l.match_status = 'SENT_TO_INVESTIGATION'))
    limit 1`.execute(tx)
  return rows.length > 0
}
