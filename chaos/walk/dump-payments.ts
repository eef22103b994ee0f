import { sql } from 'kysely'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import type { Violation } from '../oracle.ts'
import type { Rig } from '../round.ts'
import { sandboxClient } from '../sandbox-client.ts'

const maxDumps = 5

type Row = Readonly<Record<string, unknown>>

/** The transaction a violation is about, in whatever words: ids have fifteen digits, merchants nine. */
const txIdIn = ({ subject, detail }: Violation): number[] => {
  const [found] = /\d{13,16}/.exec(`${subject} ${detail}`) ?? []
  return found === undefined ? [] : [Number(found)]
}

async function paymentsOf({ db }: Rig, txIds: readonly number[]) {
  const { rows } = await sql<{ merchantId: number; id: number }>`select distinct merchant_id,
    coalesce(origin_tx_id, id) as id from transaction where id = any(${txIds}::bigint[])`.execute(db)
  return rows
}

/** Everything both sides know of payments something is wrong with: when the run is over their databases are gone. */
export async function dumpPayments(rig: Rig, violations: readonly Violation[]): Promise<string[]> {
  const { db, sandboxUrl } = rig
  const lines: string[] = []
  const txIds = [...new Set(violations.flatMap(txIdIn))]
  for (const { merchantId, id } of (await paymentsOf(rig, txIds)).slice(0, maxDumps)) {
    const family = sql`select id from transaction where id = ${id} or origin_tx_id = ${id}`
    const { rows: ours } = await sql<Row>`
      select id, tx_type, status_no, psp, psp_amount_minor, created_at, next_step, capture_due_at
      from transaction where id in (${family}) order by id`.execute(db)
    const { rows: heard } = await sql<Row>`
      select received_at, dedupe_key, outcome, note, reading->>'subject' as subject, reading->'amount' as amount
      from callback where tx_id in (${family}) order by received_at`.execute(db)
    const { rows: cases } = await sql<Row>`select type, tx_id, state, resolution, opened_at
      from investigation_case where tx_id in (${family}) order by opened_at`.execute(db)
    const reference = txRefId(merchantId, id)
    const moved = await sandboxClient(sandboxUrl).book(reference)
    lines.push(
      reference,
      ...ours.map((row) => `  ours ${JSON.stringify(row)}`),
      ...heard.map((row) => `  heard ${JSON.stringify(row)}`),
      ...cases.map((row) => `  case ${JSON.stringify(row)}`),
      ...moved.map((line) => `  theirs ${JSON.stringify(line)}`),
    )
  }
  return lines
}
