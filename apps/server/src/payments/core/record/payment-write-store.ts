import { CompiledQuery } from 'kysely'
import type { Tx } from '../../../kit/database.ts'
import { packFacts } from '../state/facts-json.ts'
import { occurredValues, type KnownValues, type OccurredValue } from './known-values.ts'
import { columnOf } from './transaction-columns.ts'
import type { Transaction } from './transaction.ts'

/** What happened, before it has its place among what happened before. */
export interface EventRow {
  readonly at: string
  readonly type: string
  readonly step: string | null
  readonly fromNo: number | null
  readonly toNo: number
  readonly actor: string
  readonly summary: string
  readonly durationMs: number | null
  readonly facts: Readonly<Record<string, unknown>> | null
  readonly decisions: readonly unknown[] | null
}

export interface AttemptRow {
  readonly no: number
  readonly reason: string
  readonly action: string
  readonly psp: string
  readonly pspAccount: string
  readonly pspVersion: string | null
  readonly idempotencyKey: string
  /** As text: a JSON number would be rounded beyond 2^53. */
  readonly amountMinor: string
  readonly currency: string
  readonly ruleRef: string | null
  readonly requestedAt: string
  readonly schemeToken: string | null
}

export interface AttemptResultRow {
  readonly no: number
  readonly outcome: string
  readonly statusNo: number
  readonly pspRefId: string | null
  readonly pspStatusCode: string | null
  readonly pspStatusMessage: string | null
  readonly retryable: boolean
  readonly latencyMs: number
  readonly answeredAt: string
}

export interface LogRow {
  readonly id: string
  readonly attemptNo: number | null
  readonly direction: string
  readonly target: string
  readonly method: string
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string | null
  readonly status: number | null
  readonly responseHeaders: Readonly<Record<string, string>> | null
  readonly responseBody: string | null
  readonly at: string
  readonly latencyMs: number | null
}

export interface NotificationRow {
  readonly id: string
  readonly kind: string
  readonly leg: string
  readonly target: string
  readonly body: Readonly<Record<string, unknown>>
  readonly status: 'PENDING' | 'SENT' | 'FAILED' | 'DEAD'
  readonly nextAt: string | null
  readonly createdAt: string
  readonly sentAt: string | null
}

/** What is written together with a change of a payment, by the table it goes to. */
export interface PaymentRows {
  readonly events: readonly EventRow[]
  readonly attempts?: readonly AttemptRow[]
  readonly attemptResults?: readonly AttemptResultRow[]
  readonly logs?: readonly LogRow[]
  readonly notifications?: readonly NotificationRow[]
  /** What filters offer already; of whatever else the payment has, a note is made. */
  readonly knownValues?: KnownValues
}

/** Holds back what is no column: a misspelt name in a variable would otherwise pass unseen. */
type OnlyMembers<Changes> = Changes & {
  readonly [Name in Exclude<keyof Changes, keyof Transaction>]: never
}

type Key = Pick<Transaction, 'merchantId' | 'id' | 'version'>

/** A payment as its columns take it. */
function writeTransaction(changes: Partial<Transaction>): Partial<Record<keyof Transaction, unknown>> {
  const { stepState, attributes, ...plain } = changes
  return {
    ...plain,
    ...(stepState && { stepState: JSON.stringify({ ...stepState, facts: packFacts(stepState.facts) }) }),
    ...(attributes && { attributes: JSON.stringify(attributes) }),
  }
}

/**
 * Takes the payment as it was read to what it is now and writes all that belongs to it, in one statement: a payment is
 * written several times on its way, and a statement costs more than the rows in it. Compare and set: false, and nothing
 * written, when somebody else has changed the row since. What belongs to the payment hangs on the changed row, so none
 * of it can come before the row is ours.
 */
export async function updatePayment<Changes extends Partial<Transaction>>(
  tx: Tx,
  { merchantId, id, version }: Key,
  changes: OnlyMembers<Changes>,
  rows: PaymentRows,
): Promise<boolean> {
  const values: unknown[] = [merchantId, id, version, version + 1]
  const sets = Object.entries(writeTransaction(changes)).map(
    ([name, value]) => `${columnOf(name)} = ${next(values, value)}`,
  )
  return write(
    tx,
    `update transaction set version = $4${sets.map((set) => `, ${set}`).join('')}
      where merchant_id = $1 and id = $2 and version = $3 returning merchant_id, id`,
    values,
    // The version was compared in this very statement, so nobody else has written events since it began.
    {
      rows,
      lastEvent: 'select coalesce(max(seq), 0) as seq from tx_event where merchant_id = $1 and tx_id = $2',
      values: newValues(merchantId, changes, rows),
    },
  )
}

/** A payment that begins, with all that belongs to it. */
export async function insertPayment(tx: Tx, transaction: Transaction, rows: PaymentRows): Promise<void> {
  const { merchantId, id, ...others } = writeTransaction(transaction)
  const values: unknown[] = [merchantId, id]
  const columns = Object.entries(others)
  const places = columns.map(([, value]) => next(values, value))
  await write(
    tx,
    `insert into transaction (merchant_id, id, ${columns.map(([name]) => columnOf(name)).join(', ')})
      values ($1, $2, ${places.join(', ')}) returning merchant_id, id`,
    values,
    { rows, lastEvent: 'select 0 as seq', values: newValues(transaction.merchantId, transaction, rows) },
  )
}

function newValues(
  merchantId: number,
  changes: Partial<Transaction>,
  { knownValues }: PaymentRows,
): OccurredValue[] {
  const values = occurredValues(changes)
  return knownValues ? knownValues.unknown(merchantId, values) : values
}

interface Written {
  readonly rows: PaymentRows
  readonly lastEvent: string
  readonly values: readonly OccurredValue[]
}

/** The first two values are merchant and id. */
async function write(
  tx: Tx,
  change: string,
  values: unknown[],
  { rows, lastEvent, values: occurred }: Written,
): Promise<boolean> {
  const parts = [`payment as (${change})`]
  const add = (name: string, given: readonly unknown[] | undefined, text: (list: string) => string) => {
    if (given && given.length > 0)
      parts.push(`${name} as (${text(`${next(values, storableJson(given))}::json`)})`)
  }
  add('events', rows.events, (list) => eventText(list, lastEvent))
  add('attempts', rows.attempts, attemptText)
  add('results', rows.attemptResults, resultText)
  add('logs', rows.logs, logText)
  add('notifications', rows.notifications, notificationText)
  add('noted', occurred, valueText)
  const known = occurred.length === 0 ? `'[]'::json` : knownText(`$${values.length}::json`)
  const text = `with ${parts.join(',\n')}\nselect ${known} as known from payment`
  const { rows: written } = await tx.executeQuery<{ known: OccurredValue[] }>(CompiledQuery.raw(text, values))
  if (written[0]) rows.knownValues?.add(Number(values[0]), written[0].known)
  return written.length === 1
}

const eventText = (list: string, last: string): string => `
  insert into tx_event (merchant_id, tx_id, seq, at, type, step, from_no, to_no, actor, summary, duration_ms, facts,
    decisions)
  select payment.merchant_id, payment.id, last.seq + e.n, e.at, e.type, e.step, e."fromNo", e."toNo", e.actor, e.summary,
    e."durationMs", e.facts, e.decisions
  from payment cross join (${last}) last cross join
    rows from (json_to_recordset(${list}) as (at timestamptz, type text, step text, "fromNo" smallint, "toNo" smallint,
      actor text, summary text, "durationMs" integer, facts jsonb, decisions jsonb))
    with ordinality as e (at, type, step, "fromNo", "toNo", actor, summary, "durationMs", facts, decisions, n)`

const attemptText = (list: string): string => `
  insert into tx_attempt (merchant_id, tx_id, no, reason, action, psp, psp_account, psp_version, idempotency_key, amount_minor,
    currency, rule_ref, requested_at, scheme_token)
  select payment.merchant_id, payment.id, a.no, a.reason, a.action, a.psp, a."pspAccount", a."pspVersion", a."idempotencyKey",
    a."amountMinor", a.currency, a."ruleRef", a."requestedAt", a."schemeToken"
  from payment cross join json_to_recordset(${list}) as a (no smallint, reason text, action text, psp text,
    "pspAccount" text, "pspVersion" text, "idempotencyKey" text, "amountMinor" bigint, currency text, "ruleRef" text,
    "requestedAt" timestamptz, "schemeToken" text)`

const resultText = (list: string): string => `
  update tx_attempt set outcome = r.outcome, status_no = r."statusNo", psp_ref_id = r."pspRefId",
    psp_status_code = r."pspStatusCode", psp_status_message = r."pspStatusMessage", retryable = r.retryable,
    latency_ms = r."latencyMs", answered_at = r."answeredAt"
  from payment cross join json_to_recordset(${list}) as r (no smallint, outcome text, "statusNo" smallint,
    "pspRefId" text, "pspStatusCode" text, "pspStatusMessage" text, retryable boolean, "latencyMs" integer,
    "answeredAt" timestamptz)
  where tx_attempt.merchant_id = $1 and tx_attempt.tx_id = $2 and tx_attempt.no = r.no`

const logText = (list: string): string => `
  insert into tx_log (merchant_id, tx_id, id, attempt_no, direction, target, method, url, request_headers, request_body,
    status, response_headers, response_body, at, latency_ms)
  select payment.merchant_id, payment.id, l.id, l."attemptNo", l.direction, l.target, l.method, l.url,
    l."requestHeaders", l."requestBody", l.status, l."responseHeaders", l."responseBody", l.at, l."latencyMs"
  from payment cross join json_to_recordset(${list}) as l (id uuid, "attemptNo" smallint, direction text, target text,
    method text, url text, "requestHeaders" jsonb, "requestBody" text, status smallint, "responseHeaders" jsonb,
    "responseBody" text, at timestamptz, "latencyMs" integer)`

/**
 * One message per transaction, kind and leg: a step that runs twice tells it once, and what a merchant did not hear the
 * first time it may the second. Webhooks are numbered per receiver;
 * nobody else can number those of this payment, because the row was ours before this statement looked.
 */
const notificationText = (list: string): string => `
  insert into notification (merchant_id, id, tx_id, kind, leg, target, body, status, next_at, created_at, sent_at,
    sequence)
  select payment.merchant_id, n.id, payment.id, n.kind, n.leg, n.target, n.body, n.status, n."nextAt", n."createdAt",
    n."sentAt", case when n.kind = 'WEBHOOK' then (select coalesce(max(last.sequence), 0) from notification last
      where last.merchant_id = $1 and last.tx_id = $2 and last.target = n.target and last.sequence is not null)
      + row_number() over (partition by n.kind, n.target order by n.place) end
  from payment cross join rows from (json_to_recordset(${list}) as (id uuid, kind text, leg text, target text, body jsonb,
    status text, "nextAt" timestamptz, "createdAt" timestamptz, "sentAt" timestamptz)) with ordinality
    as n (id, kind, leg, target, body, status, "nextAt", "createdAt", "sentAt", place)
  on conflict (merchant_id, tx_id, kind, leg) do update set status = excluded.status, sent_at = excluded.sent_at
    where notification.status = 'DEAD' and notification.kind in ('TRANSFER', 'CANCEL')`

const valueText = (list: string): string => `
  insert into transaction_value (merchant_id, name, value)
  select payment.merchant_id, v.name, v.value from payment cross join json_to_recordset(${list}) as v (name text, value text)
  on conflict do nothing`

/**
 * Of these values, those that are stored whatever becomes of this transaction: noted by another one that has been
 * committed, and not by an earlier statement of this one.
 */
const knownText = (list: string): string => `
  coalesce((select json_agg(json_build_object('name', v.name, 'value', v.value))
    from json_to_recordset(${list}) as v (name text, value text)
    join transaction_value stored on stored.merchant_id = $1 and stored.name = v.name and stored.value = v.value
    where stored.xmin <> pg_current_xact_id()::xid), '[]')`

function next(values: unknown[], value: unknown): string {
  values.push(value)
  return `$${values.length}`
}

/** Half a character, where a text was cut in the middle of one, and the character no text in the database may have. */
const unstorable = /[\p{Surrogate}\0]/gu
const mayBeUnstorable = /\\u(?:0000|d[89a-f])/

function storableJson(rows: readonly unknown[]): string {
  const text = JSON.stringify(rows)
  if (!mayBeUnstorable.test(text)) return text
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(unstorable, '\u{fffd}') : value,
  )
}
