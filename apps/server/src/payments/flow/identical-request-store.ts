import { createHash } from 'node:crypto'
import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { Transaction } from '../transactions/transaction.ts'

const dayMs = 86_400_000
/** Nothing stays open longer: what waits for approval ends after thirty days. */
const longestOpenDays = 31
const gates = 1024

/** Of two identical requests at the same moment, on whichever nodes, the second waits until the first is written. */
async function lockRequest(tx: Tx, merchantId: number, print: string): Promise<void> {
  const bucket = createHash('sha1').update(print).digest().readUInt16BE(0) % gates
  await sql`insert into counter_gate (merchant_id, scope, bucket) values (${merchantId}, 'REQUEST', ${bucket})
    on conflict (merchant_id, scope, bucket) do update set bucket = excluded.bucket`.execute(tx)
}

/**
 * The open payment that asks for the same as this one, if there is one. Open is what is registered, worked on or waits
 * for approval, and what waits for the user or the PSP within its time. Others that ask wait until this transaction ends.
 */
export async function findIdenticalOpen(
  tx: Tx,
  { merchantId, userId, id, stepState }: Transaction,
  now: Date,
): Promise<number | undefined> {
  const print = stepState.input.requestPrint
  if (print === undefined) return undefined
  await lockRequest(tx, merchantId, print)
  const { rows } = await sql<{ id: number }>`select id from transaction
    where merchant_id = ${merchantId} and user_id = ${userId} and id <> ${id}
      and id >= ${firstTxIdAt(now.getTime() - longestOpenDays * dayMs)}
      and step_state -> 'input' ->> 'requestPrint' = ${print}
      and (status_no between 100 and 299 or status_no between 350 and 399
        or (status_no between 300 and 349 and (expires_at is null or expires_at > ${now})))
    order by id limit 1`.execute(tx)
  return rows[0]?.id
}
