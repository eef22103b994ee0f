import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { CounterQuestion, CounterScope, CounterSubject } from './counter-types.ts'

const buckets = 1024

const bucketOf = (key: string): number => createHash('sha1').update(key).digest().readUInt16BE(0) % buckets

const keyColumns: Record<Exclude<CounterScope, 'MERCHANT'>, string> = {
  USER: 'user_key',
  ACCOUNT: 'account_key',
  IP: 'ip_key',
  BIN: 'bin_key',
  EMAIL: 'email_key',
  DEVICE: 'device_key',
}

type Counted = Pick<CounterSubject, 'merchantId' | 'keys'>

/** What the scope counts under; `undefined` when the payment has no such thing. */
const keyOf = ({ merchantId, keys }: Counted, scope: CounterScope): string | undefined =>
  scope === 'MERCHANT' ? String(merchantId) : keys[scope]

/** Accounts and users first: some payments stop at their gates before it is known what else will be counted. */
const gateOrder: readonly CounterScope[] = ['ACCOUNT', 'USER', 'BIN', 'DEVICE', 'EMAIL', 'IP', 'MERCHANT']

/**
 * Whoever counts the same thing waits here until the one before has committed, and then sees what it reserved. Always
 * in the same order, so that two that count several things cannot wait for each other.
 */
export async function lockGates(tx: Tx, subject: Counted, scopes: ReadonlySet<CounterScope>): Promise<void> {
  const gates = [...scopes].flatMap((scope) => {
    const key = keyOf(subject, scope)
    return key === undefined ? [] : [{ scope, bucket: bucketOf(key) }]
  })
  if (gates.length === 0) return
  gates.sort((a, b) => gateOrder.indexOf(a.scope) - gateOrder.indexOf(b.scope))
  await sql`insert into counter_gate (merchant_id, scope, bucket)
    select ${subject.merchantId}, scope, bucket
    from unnest(${gates.map((gate) => gate.scope)}::text[], ${gates.map((gate) => gate.bucket)}::smallint[])
      with ordinality as gate (scope, bucket, place) order by place
    on conflict (merchant_id, scope, bucket) do update set bucket = excluded.bucket`.execute(tx)
}

/** What one question finds. Amounts are texts because sums may be larger than a safe number. */
export interface CountRow {
  readonly no: number
  readonly count: number
  readonly live: number
  readonly sum: string
  readonly used: string
  readonly reserved: string
  /** Of the three sums, in the base currency: payments that were not converted to the currency asked for. */
  readonly restSum: string
  readonly restUsed: string
  readonly restReserved: string
  readonly accounts: number
  readonly users: number
}

/** Several questions in one statement. */
export async function countEvents(
  tx: Tx,
  subject: CounterSubject,
  questions: readonly CounterQuestion[],
  baseCurrency: string,
): Promise<CountRow[]> {
  const asked = questions.flatMap((question, no) => {
    const key = keyOf(subject, question.scope)
    return key === undefined ? [] : [countQuery(no, subject, question, key, baseCurrency)]
  })
  if (asked.length === 0) return []
  const { rows } = await sql<CountRow>`${sql.join(asked, sql` union all `)}`.execute(tx)
  return rows
}

function countQuery(
  no: number,
  subject: CounterSubject,
  question: CounterQuestion,
  key: string,
  baseCurrency: string,
): RawBuilder<unknown> {
  const { currency, net = false } = question
  const own = sql`(amounts ->> ${currency})::bigint`
  const rest = sql`case when not amounts ? ${currency} then (amounts ->> ${baseCurrency})::bigint end`
  const live = sql`status not in ('FAILED', 'CANCELLED')`
  const moved = sql`status = 'SUCCESSFUL'`
  // Money on its way out gives no room before it has left.
  const sign = net ? sql`case when method = 'DEPOSIT' then 1 else -1 end` : sql`1`
  const pending = net ? sql`${live} and not ${moved} and method = 'DEPOSIT'` : sql`${live} and not ${moved}`
  const total = (amount: RawBuilder<unknown>, when: RawBuilder<unknown>) =>
    sql`coalesce(sum(${sign} * ${amount}) filter (where ${when}), 0)::text`
  const others = (column: string, asking: string | undefined) =>
    sql`count(distinct ${sql.ref(column)}) filter (where ${sql.ref(column)} is distinct from ${asking ?? null})::integer
      + ${asking === undefined ? 0 : 1}`
  return sql`select ${no}::integer as no, count(*)::integer as count,
      count(*) filter (where ${live})::integer as live,
      ${total(own, sql`true`)} as sum, ${total(own, moved)} as used, ${total(own, pending)} as reserved,
      ${total(rest, sql`true`)} as rest_sum, ${total(rest, moved)} as rest_used,
      ${total(rest, pending)} as rest_reserved,
      ${others('account_key', subject.keys.ACCOUNT)} as accounts, ${others('user_key', subject.keys.USER)} as users
    from counter_event where ${sql.join(conditions(subject, question, key), sql` and `)}`
}

function conditions(
  subject: CounterSubject,
  { scope, window, statuses = [], net = false, ...same }: CounterQuestion,
  key: string,
): RawBuilder<unknown>[] {
  return [
    sql`merchant_id = ${subject.merchantId}`,
    ...(scope === 'MERCHANT' ? [] : [sql`${sql.ref(keyColumns[scope])} = ${key}`]),
    sql`at >= ${new Date(window.fromMs)} and at < ${new Date(window.untilMs)}`,
    sql`tx_id <> ${subject.txId}`,
    ...(net ? [] : [sql`method = ${subject.method}`]),
    ...(statuses.length === 0 ? [] : [sql`status = any(${[...statuses]}::text[])`]),
    ...(same.sameTxType ? [sql`tx_type = ${subject.txType}`] : []),
    ...(same.samePsp ? [sql`psp = ${subject.psp ?? null}`] : []),
    ...(same.sameAccount ? [sql`account_key = ${subject.keys.ACCOUNT ?? null}`] : []),
    ...(same.sameRow === undefined ? [] : [sql`${same.sameRow} = any(matched_rows)`]),
  ]
}

/** A payment is counted once, however often it comes back to its limits. */
export async function upsertEvent(tx: Tx, subject: CounterSubject, status: string): Promise<void> {
  const { merchantId, txId, at, method, txType, providerType, psp = null, keys, amounts } = subject
  await sql`insert into counter_event (merchant_id, tx_id, at, method, tx_type, provider_type, psp, status, amounts,
      user_key, account_key, ip_key, bin_key, email_key, device_key, matched_rows)
    values (${merchantId}, ${txId}, ${at}, ${method}, ${txType}, ${providerType}, ${psp}, ${status},
      ${JSON.stringify(amounts)}::jsonb, ${keys.USER ?? null}, ${keys.ACCOUNT ?? null}, ${keys.IP ?? null},
      ${keys.BIN ?? null}, ${keys.EMAIL ?? null}, ${keys.DEVICE ?? null}, ${[...subject.matchedRows]}::text[])
    on conflict (merchant_id, tx_id) do update set
      psp = excluded.psp, status = excluded.status, amounts = excluded.amounts, account_key = excluded.account_key,
      bin_key = excluded.bin_key, matched_rows = excluded.matched_rows`.execute(tx)
}

export async function updateStatus(tx: Tx, merchantId: number, txId: number, status: string): Promise<void> {
  await sql`update counter_event set status = ${status}
    where merchant_id = ${merchantId} and tx_id = ${txId} and status <> ${status}`.execute(tx)
}

/** What an erased user leaves behind still adds up for the merchant, and belongs to nobody. */
export async function forgetKeys(tx: Tx, merchantId: number, userKey: string): Promise<void> {
  await sql`update counter_event set user_key = null, account_key = null, ip_key = null, email_key = null,
      device_key = null
    where merchant_id = ${merchantId} and user_key = ${userKey}`.execute(tx)
}
