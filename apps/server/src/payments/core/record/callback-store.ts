import { sql } from 'kysely'
import type { CallbackOutcome } from '@signalbox/model/payments/tx-event'
import type { Database, Tx } from '../../../kit/database.ts'
import type { TxKey } from './transaction-store.ts'

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
  /** When somebody tries again who finds it as it was stored. */
  readonly retryAt?: Date
}

/** False when the PSP has sent this event before. Forged ones are kept beside it: nobody can use up the id of a real one. */
export async function insertCallback(tx: Tx, row: CallbackRow): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into callback
      (merchant_id, id, psp, psp_account, dedupe_key, received_at, source_ip, signature_ok, tx_id, reading, body, outcome, note,
      retry_at)
    values (${row.merchantId}, ${row.id}, ${row.psp}, ${row.pspAccount}, ${row.dedupeKey}, ${row.receivedAt},
      ${row.sourceIp}, ${row.signatureOk}, ${row.txId}, ${JSON.stringify(row.reading)}::jsonb, ${row.body},
      ${row.outcome}, ${row.note}, ${row.retryAt ?? null})
    on conflict (psp, dedupe_key) where signature_ok do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export interface DeferredCallback {
  readonly id: string
  readonly psp: string
  readonly reading: Readonly<Record<string, unknown>>
}

export async function deferredCallbacks(
  tx: Tx,
  merchantId: number,
  txId: number,
): Promise<DeferredCallback[]> {
  const { rows } = await sql<DeferredCallback>`select id, psp, reading from callback
    where merchant_id = ${merchantId} and tx_id = ${txId} and outcome = 'PARKED' and retry_at is null
    order by received_at`.execute(tx)
  return rows
}

/** Payments with deferred callbacks nobody has applied. */
export async function deferredBefore(
  db: Database,
  before: Date,
): Promise<{ merchantId: number; txId: number; psp: string }[]> {
  const { rows } = await sql<{ merchantId: number; txId: number; psp: string }>`
    select distinct merchant_id, tx_id, psp from callback
    where outcome = 'PARKED' and retry_at is null and received_at < ${before} limit 200`.execute(db)
  return rows
}

/** A message that was stored and has not done what it says. */
export interface StoredCallback {
  readonly merchantId: number
  readonly id: string
  readonly txId: number
  readonly psp: string
  readonly sourceIp: string | null
  readonly outcome: CallbackOutcome
  readonly note: string | null
  readonly tries: number
  readonly reading: Readonly<Record<string, unknown>>
}

const storedColumns = sql`merchant_id, id, tx_id, psp, source_ip, outcome, note, tries, reading`
/** The others have been dealt with, or somebody is asking the PSP at this moment. */
const unfinished = sql`(outcome in ('RECEIVED', 'FAILED') or (outcome = 'PARKED' and retry_at is not null))`

export async function lockUnfinished(
  tx: Tx,
  { merchantId, id }: Pick<StoredCallback, 'merchantId' | 'id'>,
): Promise<StoredCallback | undefined> {
  const { rows } = await sql<StoredCallback>`select ${storedColumns} from callback
    where merchant_id = ${merchantId} and id = ${id} and tx_id is not null and ${unfinished} for update`.execute(
    tx,
  )
  return rows[0]
}

/** Messages whose time to be tried again has come. */
export async function dueCallbacks(db: Database, now: Date): Promise<StoredCallback[]> {
  const { rows } = await sql<StoredCallback>`select ${storedColumns} from callback
    where retry_at <= ${now} and tx_id is not null and ${unfinished} order by retry_at limit 200`.execute(db)
  return rows
}

/** Of a payment or of a capture of it: what went back of a capture went back of the payment. */
const ofPayment = ({ merchantId, id }: TxKey) => sql`merchant_id = ${merchantId}
  and tx_id = any(array(select ${id}::bigint union all select id from transaction
    where merchant_id = ${merchantId} and origin_tx_id = ${id} and method = 'CAPTURE'))`

/**
 * Messages of what went back of a payment that waited until it was decided: their time has come. Whether there are any,
 * and whether there are some that could not be booked.
 */
export async function endWaiting(
  tx: Tx,
  key: TxKey,
  now: Date,
): Promise<{ readonly waited: boolean; readonly failed: boolean }> {
  const { rows } = await sql<{ waited: boolean; failed: boolean }>`with due as (
      update callback set retry_at = ${now}
      where ${ofPayment(key)} and outcome = 'PARKED' and retry_at is not null returning id)
    select exists (select from due) as waited,
      exists (select from callback where ${ofPayment(key)} and outcome = 'FAILED') as failed`.execute(tx)
  return rows[0] ?? { waited: false, failed: false }
}

/** Messages about a payment that could not be booked. */
export async function failedCallbacks(db: Database, key: TxKey): Promise<StoredCallback[]> {
  const { rows } = await sql<StoredCallback>`select ${storedColumns} from callback
    where ${ofPayment(key)} and outcome = 'FAILED' order by received_at`.execute(db)
  return rows
}

/** What says of itself that something went back, and can be booked at all. */
const mayBeBooked = sql`reading @> any(array[${JSON.stringify({ subject: 'reversal' })}::jsonb,
  ${JSON.stringify({ subject: 'disputeFiled' })}::jsonb, ${JSON.stringify({ subject: 'disputeResolved' })}::jsonb])
  and not reading @> '{"isUnnamed": true}'`

/** Whether the PSP has told of a dispute of a payment that is not booked and not dismissed. */
export async function isDisputeWaiting(tx: Tx, key: TxKey): Promise<boolean> {
  const { rows } = await sql`select 1 from callback where ${ofPayment(key)}
    and outcome in ('RECEIVED', 'FAILED', 'PARKED') and reading @> '{"subject": "disputeFiled"}'
    and ${mayBeBooked} limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether the PSP has told of something else that went back of a payment and nobody has looked at yet. */
export async function isReportUnread(tx: Tx, key: TxKey, { id }: { readonly id: string }): Promise<boolean> {
  const { rows } = await sql`select 1 from callback where ${ofPayment(key)} and id <> ${id}
    and outcome in ('RECEIVED', 'PARKED') and ${mayBeBooked} limit 1`.execute(tx)
  return rows.length > 0
}

/** What two messages have in common that say the same, where one of them does not name it. */
const saidOfIt = sql`(select jsonb_object_agg(key, value) from jsonb_each(waiting.reading)
  where key in ('subject', 'amount', 'pspRefId', 'reference'))`

/** Whether the same is booked, by `isReturnApplied` and `wasToldBefore`, asked of all that wait at once. */
const isBooked = (key: TxKey) => sql`exists (select from callback
  where ${ofPayment(key)} and outcome = 'APPLIED' and case when reading->>'returnId' is not null
    then psp = waiting.psp and reading->'subject' = waiting.reading->'subject'
      and reading->'returnId' = waiting.reading->'returnId'
    else tx_id = waiting.tx_id and reading @> ${saidOfIt} end)`

/**
 * What went back of a payment under a name of the PSP, could not be booked and still is not. `hold`: nobody else touches
 * it meanwhile.
 */
export async function namedWaiting(
  tx: Tx,
  key: TxKey,
  { psp, hold }: { readonly psp: string; readonly hold: boolean },
): Promise<StoredCallback[]> {
  const { rows } = await sql<StoredCallback>`select ${storedColumns} from callback as waiting
    where ${ofPayment(key)} and psp = ${psp} and outcome = 'FAILED' and reading->>'returnId' is not null
      and ${mayBeBooked} and not ${isBooked(key)}
    order by received_at, id ${hold ? sql`for update` : sql``}`.execute(tx)
  return rows
}

/** How far somebody got with a message, and when the next one tries. */
export async function setCallbackProgress(
  tx: Tx,
  { merchantId, id }: Pick<StoredCallback, 'merchantId' | 'id'>,
  progress: {
    readonly outcome: CallbackOutcome
    readonly note: string | null
    readonly tries: number
    readonly retryAt: Date | null
  },
): Promise<void> {
  const { outcome, note, tries, retryAt } = progress
  await sql`update callback set outcome = ${outcome}, note = ${note}, tries = ${tries}, retry_at = ${retryAt}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
}

/** Why it waited, or could not be applied before, is over. */
export async function setCallbackOutcome(
  tx: Tx,
  merchantId: number,
  id: string,
  outcome: CallbackOutcome,
): Promise<void> {
  await sql`update callback set outcome = ${outcome}, retry_at = null,
      note = case when ${outcome} = 'APPLIED' or outcome = 'PARKED' then null else note end
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
}

/** Whether what went back under an id of the PSP is booked, of a payment or of a capture of it. */
export async function isReturnApplied(
  tx: Tx,
  payment: TxKey,
  { psp, ...back }: { readonly psp: string; readonly subject: string; readonly returnId: string },
): Promise<boolean> {
  const { rows } = await sql`select 1 from callback where ${ofPayment(payment)} and psp = ${psp}
    and outcome = 'APPLIED' and reading @> ${JSON.stringify(back)}::jsonb limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Whether the PSP has said the same of a payment under another id of the event, and it is booked. Two messages that both
 * name what went back are the same by that name, whatever they say of it; others by all that they say.
 */
export async function wasToldBefore(
  tx: Tx,
  txId: number,
  { merchantId, id, psp, reading }: Pick<UnknownCallback, 'merchantId' | 'id' | 'psp' | 'reading'>,
): Promise<boolean> {
  const { subject, returnId = null } = reading
  const same = JSON.stringify({
    subject,
    amount: reading.amount,
    pspRefId: reading.pspRefId,
    reference: reading.reference,
  })
  const { rows } = await sql`select 1 from callback where merchant_id = ${merchantId} and tx_id = ${txId}
    and id <> ${id} and outcome = 'APPLIED' and case when ${returnId !== null} and reading->>'returnId' is not null
      then psp = ${psp} and reading @> ${JSON.stringify({ subject, returnId })}::jsonb
      else reading @> ${same}::jsonb end limit 1`.execute(tx)
  return rows.length > 0
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
