import { sql } from 'kysely'
import type { CallbackOutcome } from '@signalbox/model/payments/tx-event'
import type { Database, Tx } from '../../kit/database.ts'

export interface CallbackRow {
  readonly merchantId: number
  readonly id: string
  readonly psp: string
  readonly pspAccount: string
  readonly dedupeKey: string
  readonly receivedAt: Date
  readonly sourceIp: string
  readonly signatureOk: boolean
  readonly txId: number | null
  readonly reading: Readonly<Record<string, unknown>>
  readonly body: string
  readonly outcome: CallbackOutcome
  readonly note: string | null
}

/** False when the PSP has sent this event before. Forged ones are all kept: nobody can use up the id of a real one. */
export async function insertCallback(tx: Tx, row: CallbackRow): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into callback
      (merchant_id, id, psp, psp_account, dedupe_key, received_at, source_ip, signature_ok, tx_id, reading, body, outcome, note)
    values (${row.merchantId}, ${row.id}, ${row.psp}, ${row.pspAccount}, ${row.dedupeKey}, ${row.receivedAt},
      ${row.sourceIp}, ${row.signatureOk}, ${row.txId}, ${JSON.stringify(row.reading)}::jsonb, ${row.body},
      ${row.outcome}, ${row.note})
    on conflict (psp, dedupe_key) where signature_ok do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export interface ParkedCallback {
  readonly id: string
  readonly reading: Readonly<Record<string, unknown>>
}

export async function parkedCallbacks(tx: Tx, merchantId: number, txId: number): Promise<ParkedCallback[]> {
  const { rows } = await sql<ParkedCallback>`select id, reading from callback
    where merchant_id = ${merchantId} and tx_id = ${txId} and outcome = 'PARKED' order by received_at`.execute(
    tx,
  )
  return rows
}

/** Payments with messages that were parked and forgotten. */
export async function parkedBefore(
  db: Database,
  before: Date,
): Promise<{ merchantId: number; txId: number; psp: string }[]> {
  const { rows } = await sql<{ merchantId: number; txId: number; psp: string }>`
    select distinct merchant_id, tx_id, psp from callback
    where outcome = 'PARKED' and received_at < ${before} limit 200`.execute(db)
  return rows
}

export async function setCallbackOutcome(
  tx: Tx,
  merchantId: number,
  id: string,
  outcome: CallbackOutcome,
): Promise<void> {
  await sql`update callback set outcome = ${outcome} where merchant_id = ${merchantId} and id = ${id}`.execute(
    tx,
  )
}

export interface UnknownCallback {
  readonly merchantId: number
  readonly id: string
  readonly psp: string
  readonly outcome: CallbackOutcome
  readonly reading: Readonly<Record<string, unknown>>
}

export async function lockCallback(
  tx: Tx,
  merchantId: number,
  id: string,
): Promise<UnknownCallback | undefined> {
  const { rows } = await sql<UnknownCallback>`select merchant_id, id, psp, outcome, reading from callback
    where merchant_id = ${merchantId} and id = ${id} for update`.execute(tx)
  return rows[0]
}

/** A message that was nobody's belongs to a payment from now on. */
export async function attachCallback(
  tx: Tx,
  callback: Pick<UnknownCallback, 'merchantId' | 'id'>,
  to: { readonly merchantId: number; readonly txId: number },
  { outcome, note }: { readonly outcome: CallbackOutcome; readonly note: string },
): Promise<void> {
  await sql`update callback set merchant_id = ${to.merchantId}, tx_id = ${to.txId}, outcome = ${outcome}, note = ${note}
    where merchant_id = ${callback.merchantId} and id = ${callback.id}`.execute(tx)
}
