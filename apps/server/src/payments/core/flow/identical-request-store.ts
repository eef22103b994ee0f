import { createHash } from 'node:crypto'
import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import { sql } from 'kysely'
import type { Tx } from '../../../kit/database.ts'
import { statusIs } from '../../../kit/status-sql.ts'
import type { Transaction } from '../record/transaction.ts'

const dayMs = 86_400_000
/** Nothing stays open longer: what waits for approval ends after thirty days. */
const longestOpenDays = 31
const gates = 1024

/**
 * Of two identical requests at the same moment, on whichever nodes, the second waits until the first is written. Says
 * what was committed when it began to wait.
 */
async function lockRequest(tx: Tx, merchantId: number, print: string): Promise<string> {
  const bucket = createHash('sha1').update(print).digest().readUInt16BE(0) % gates
  const { rows } = await sql<{ snapshot: string }>`
    insert into counter_gate (merchant_id, scope, bucket) values (${merchantId}, 'REQUEST', ${bucket})
    on conflict (merchant_id, scope, bucket) do update set bucket = excluded.bucket
    returning pg_current_snapshot()::text as snapshot`.execute(tx)
  return rows[0]?.snapshot ?? ''
}

/** Longer than any request waits between its arrival and its turn. */
const lately = sql`interval '2 minutes'`

/** The full id of the transaction that wrote a row: `xmin` lacks the upper half. */
const writtenBy = sql`(select case when low > now then low - 4294967296 else low end
  from (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as now) n,
    lateral (select (now >> 32 << 32) + t.xmin::text::bigint as low) l)::text::xid8`

/**
 * The payment that asks for the same as this one and was open when this one came in, if there is one. Open is what is
 * registered, worked on or waits for approval, and what waits for the user or the PSP within its time. Whoever comes in
 * waits here for those before it, and the open one may end meanwhile: it counts all the same, or several requests of
 * one moment would be paid one after the other. What ended is told by its time, and, as that is noted before the commit
 * that ends it, by whether the commit was seen on arrival. A payment refused as it was registered was never open.
 */
export async function findIdenticalOpen(
  tx: Tx,
  { merchantId, userId, id, stepState }: Transaction,
  now: Date,
): Promise<number | undefined> {
  const { requestPrint: print, arrival } = stepState.input
  if (print === undefined) return undefined
  const atGate = await lockRequest(tx, merchantId, print)
  const { at, snapshot } = arrival ?? { at: now.toISOString(), snapshot: atGate }
  const { rows } = await sql<{ id: number }>`select id from transaction t
    where merchant_id = ${merchantId} and user_id = ${userId} and id <> ${id}
      and id >= ${firstTxIdAt(now.getTime() - longestOpenDays * dayMs)}
      and step_state -> 'input' ->> 'requestPrint' = ${print}
      and (${statusIs('status_no', 'REGISTERED', 'PROCESSING', 'REPROCESSING', 'WAITING_APPROVAL')}
        or (${statusIs('status_no', 'WAITING_INPUT')} and (expires_at is null or expires_at > ${at}))
        or (coalesce(completed_at, updated_at) > greatest(created_at, ${at}::timestamptz - ${lately})
          and (coalesce(completed_at, updated_at) > ${at}
            or not pg_visible_in_snapshot(${writtenBy}, ${snapshot}::pg_snapshot))))
    order by id limit 1`.execute(tx)
  return rows[0]?.id
}
