import type { LiveMessage } from '@signalbox/model/calls/events'
import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'

interface OutboxEvent extends LiveMessage {
  /** Number of the transaction that wrote it. */
  readonly txId: bigint
}

export interface OutboxBatch {
  readonly events: readonly OutboxEvent[]
  /** Every event of a transaction below this number has been seen. Where to read on from. */
  readonly horizon: bigint
  /** There was more than was asked for. */
  readonly cut: boolean
}

interface Row {
  readonly horizon: string
  readonly txId: string | null
  readonly id: string
  readonly merchantId: number
  readonly topic: string
  readonly key: string
  readonly payload: Readonly<Record<string, unknown>>
}

const pageSize = 1_000

/**
 * Numbers of transactions are given out at their first write but become visible at their commit, so a late one may
 * turn up below others already read. One statement sees one snapshot: it tells the oldest transaction still running,
 * and everything below that is settled. Reading on from there, and passing over what was seen, misses nothing.
 */
async function readPage(
  db: Database,
  from: bigint,
  after: { txId: bigint; id: string } | null,
): Promise<Row[]> {
  const position = after
    ? sql`(tx_id, id) > (${String(after.txId)}::xid8, ${after.id}::uuid)`
    : sql`tx_id >= ${String(from)}::xid8`
  const { rows } = await sql<Row>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
           o.tx_id::text as tx_id, o.id, o.merchant_id, o.topic, o.key, o.payload
    from (select 1) as always
    left join lateral (
      select * from outbox where ${position} order by tx_id, id limit ${pageSize}
    ) as o on true`.execute(db)
  return rows
}

export async function readOutbox(db: Database, from: bigint, most: number): Promise<OutboxBatch> {
  const events: OutboxEvent[] = []
  let horizon: bigint | null = null
  for (;;) {
    const page = await readPage(db, from, events.at(-1) ?? null)
    // The first page's snapshot is the oldest; what commits while we read on lies above its horizon.
    horizon ??= BigInt(page[0]?.horizon ?? from)
    for (const { horizon: _, txId, ...message } of page) {
      if (txId !== null) events.push({ ...message, txId: BigInt(txId) })
    }
    const last = page.length < pageSize
    if (last || events.length > most)
      return { events: events.slice(0, most), horizon, cut: events.length > most }
  }
}

export async function currentHorizon(db: Database | Tx): Promise<bigint> {
  const { rows } = await sql<{ horizon: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(db)
  return BigInt(rows[0]?.horizon ?? 0)
}
