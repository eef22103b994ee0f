import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { TxStatus } from '@signalbox/model/reference/status-codes'
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

/**
 * Accounts and users first, and these always alone: a payment comes back to them before its transaction ends, and by then
 * nobody who stands in a gate with others can turn them out.
 */
const gateOrder: readonly CounterScope[] = ['ACCOUNT', 'USER', 'BIN', 'DEVICE', 'EMAIL', 'IP', 'MERCHANT']
const comesBack: ReadonlySet<CounterScope> = new Set(['ACCOUNT', 'USER'])

/** How a payment stands at the gates of what it is counted under. */
interface Gates {
  /** It counts these, and passes alone. */
  readonly alone?: ReadonlySet<CounterScope>
  /** Others may count these, and see it or are not seen by it; those who only add to them pass side by side. */
  readonly together?: ReadonlySet<CounterScope>
}

interface Gate {
  readonly scope: CounterScope
  readonly bucket: number
  readonly alone: boolean
}

/**
 * Whoever counts the same thing waits here until the one before has committed, and then sees what it reserved. Always
 * in the same order, so that two that count several things cannot wait for each other; and before anything else that
 * several payments share, the rows of accounts and the probes of windows, is locked (`locks-at-once.test.ts`).
 */
export async function lockGates(
  tx: Tx,
  subject: Counted,
  { alone = new Set(), together }: Gates = {},
): Promise<void> {
  const isAlone = (scope: CounterScope) => comesBack.has(scope) || alone.has(scope)
  const gates = gateOrder.flatMap((scope): Gate[] => {
    const key = keyOf(subject, scope)
    if (key === undefined || !(isAlone(scope) || together?.has(scope))) return []
    return [{ scope, bucket: bucketOf(key), alone: isAlone(scope) }]
  })
  for (let first = 0; first < gates.length;) {
    const passesAlone = gates[first]?.alone ?? true
    const end = gates.findIndex((gate, place) => place > first && gate.alone !== passesAlone)
    const next = gates.slice(first, end < 0 ? undefined : end)
    await (passesAlone ? passAlone(tx, subject.merchantId, next) : passTogether(tx, subject.merchantId, next))
    first += next.length
  }
}

const inOrder = (gates: readonly Gate[]): RawBuilder<unknown> =>
  sql`unnest(${gates.map((gate) => gate.scope)}::text[], ${gates.map((gate) => gate.bucket)}::smallint[])
      with ordinality as gate (scope, bucket, place)`

async function passAlone(tx: Tx, merchantId: number, gates: readonly Gate[]): Promise<void> {
  await sql`insert into counter_gate (merchant_id, scope, bucket)
    select ${merchantId}, scope, bucket from ${inOrder(gates)} order by place
    on conflict (merchant_id, scope, bucket) do update set bucket = excluded.bucket`.execute(tx)
}

async function passTogether(tx: Tx, merchantId: number, gates: readonly Gate[]): Promise<void> {
  const pass = async () => {
    const { rows } = await sql`select 1 from ${inOrder(gates)} join counter_gate using (scope, bucket)
      where merchant_id = ${merchantId} order by place for share of counter_gate`.execute(tx)
    return rows.length
  }
  if ((await pass()) === gates.length) return
  // The first who ever comes to a gate makes it.
  await sql`insert into counter_gate (merchant_id, scope, bucket)
    select ${merchantId}, scope, bucket from ${inOrder(gates)} order by place
    on conflict (merchant_id, scope, bucket) do nothing`.execute(tx)
  await pass()
}

/** What one question finds. Amounts are texts because sums may be larger than a safe number. */
export interface CountRow {
  readonly no: number
  readonly count: number
  readonly live: number
  readonly sum: string
  readonly named: string
  readonly used: string
  readonly reserved: string
  /** Of the four sums, in the base currency: payments that were not converted to the currency asked for. */
  readonly restSum: string
  readonly restNamed: string
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
  { at, baseCurrency }: { readonly at: Date; readonly baseCurrency: string },
): Promise<CountRow[]> {
  const asked = questions.flatMap((question, no) => {
    const key = keyOf(subject, question.scope)
    return key === undefined ? [] : [countQuery(no, subject, question, { key, at, baseCurrency })]
  })
  if (asked.length === 0) return []
  const { rows } = await sql<CountRow>`${sql.join(asked, sql` union all `)}`.execute(tx)
  return rows
}

/** Money moved, or may still. */
const live = sql`status not in ('FAILED', 'CANCELLED')`

/** What is left of an amount once the PSP has let go what it had reserved and nobody captured. */
const keptAt =
  (at: Date) =>
  (amount: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`case when reserved_until <= ${at} then ceil(${amount}::numeric * captured_minor / authorized_minor)::bigint
      else ${amount} end`

function countQuery(
  no: number,
  subject: CounterSubject,
  question: CounterQuestion,
  { key, at, baseCurrency }: { readonly key: string; readonly at: Date; readonly baseCurrency: string },
): RawBuilder<unknown> {
  const { currency, net = false, statuses = [] } = question
  const kept = net ? keptAt(at) : (amount: RawBuilder<unknown>) => amount
  const own = kept(sql`(amounts ->> ${currency})::bigint`)
  const rest = sql`case when not amounts ? ${currency} then ${kept(sql`(amounts ->> ${baseCurrency})::bigint`)} end`
  const named = statuses.length === 0 ? sql`true` : sql`status = any(${[...statuses]}::text[])`
  const moved = sql`status = 'SUCCESSFUL'`
  // Money on its way out gives no room before it has left.
  const sign = net ? sql`case when method = 'WITHDRAWAL' then -1 else 1 end` : sql`1`
  // A number of payments is never net.
  const isSame = net ? sql`method = ${subject.method}` : sql`true`
  const pending = net ? sql`${live} and not ${moved} and method = 'DEPOSIT'` : sql`${live} and not ${moved}`
  const total = (amount: RawBuilder<unknown>, when: RawBuilder<unknown>) =>
    sql`coalesce(sum(${sign} * ${amount}) filter (where ${when}), 0)::text`
  const others = (column: string, asking: string | undefined) =>
    sql`count(distinct ${sql.ref(column)}) filter (where ${sql.ref(column)} is distinct from ${asking ?? null})::integer
      + ${asking === undefined ? 0 : 1}`
  return sql`select ${no}::integer as no, count(*) filter (where ${isSame})::integer as count,
      count(*) filter (where ${isSame} and ${live})::integer as live,
      ${total(own, sql`true`)} as sum, ${total(own, named)} as named, ${total(own, moved)} as used, ${total(own, pending)} as reserved,
      ${total(rest, sql`true`)} as rest_sum, ${total(rest, named)} as rest_named,
      ${total(rest, moved)} as rest_used,
      ${total(rest, pending)} as rest_reserved,
      ${others('account_key', subject.keys.ACCOUNT)} as accounts, ${others('user_key', subject.keys.USER)} as users
    from counter_event where ${sql.join(conditions(subject, question, key, at), sql` and `)}`
}

/** Who passed the gate and may still succeed takes up what successful payments take up. */
const hasStatus = (statuses: readonly TxStatus[]): RawBuilder<unknown> => {
  const isNamed = sql`status = any(${[...statuses]}::text[])`
  return statuses.includes('SUCCESSFUL') ? sql`(${isNamed} or ${live})` : isNamed
}

/** What came to nothing, or will have to look for room itself once somebody has approved it. */
const isAskedAgain = sql`(not ${live} or (status = 'WAITING_APPROVAL' and method = 'WITHDRAWAL'))`

/**
 * Where a payment that comes back to its limits stands in the line. Nothing is greater than the place of one that has
 * none yet: all count who were there before.
 */
const ownPlace = ({ merchantId, txId }: CounterSubject): RawBuilder<unknown> =>
  sql`(coalesce((select own.at from counter_event own where own.merchant_id = ${merchantId} and own.tx_id = ${txId}),
    'infinity'::timestamptz), ${txId}::bigint)`

function conditions(
  subject: CounterSubject,
  { scope, since, statuses = [], net = false, ...same }: CounterQuestion,
  key: string,
  at: Date,
): RawBuilder<unknown>[] {
  return [
    sql`merchant_id = ${subject.merchantId}`,
    ...(scope === 'MERCHANT' ? [] : [sql`${sql.ref(keyColumns[scope])} = ${key}`]),
    sql`at >= ${new Date(since(at.getTime()))}`,
    sql`tx_id <> ${subject.txId}`,
    sql`not (${isAskedAgain} and (at, tx_id) > ${ownPlace(subject)})`,
    ...(net ? [] : [sql`method = ${subject.method}`]),
    ...(statuses.length === 0 ? [] : [hasStatus(statuses)]),
    ...(same.sameTxType ? [sql`tx_type = ${subject.txType}`] : []),
    ...(same.samePsp ? [sql`psp = ${subject.psp ?? null}`] : []),
    ...(same.sameAccount ? [sql`account_key = ${subject.keys.ACCOUNT ?? null}`] : []),
    ...(same.sameRow === undefined ? [] : [sql`${same.sameRow} = any(matched_rows)`]),
  ]
}

/** A payment is counted once, however often it comes back to its limits: where it passed them last, or first tried to. */
export async function upsertEvent(
  tx: Tx,
  subject: CounterSubject,
  { status, at }: { readonly status: string; readonly at: Date },
): Promise<void> {
  const { merchantId, txId, method, txType, providerType, psp = null, keys, amounts } = subject
  await sql`insert into counter_event (merchant_id, tx_id, at, method, tx_type, provider_type, psp, status, amounts,
      user_key, account_key, ip_key, bin_key, email_key, device_key, matched_rows)
    values (${merchantId}, ${txId}, ${at}, ${method}, ${txType}, ${providerType}, ${psp}, ${status},
      ${JSON.stringify(amounts)}::jsonb, ${keys.USER ?? null}, ${keys.ACCOUNT ?? null}, ${keys.IP ?? null},
      ${keys.BIN ?? null}, ${keys.EMAIL ?? null}, ${keys.DEVICE ?? null}, ${[...subject.matchedRows]}::text[])
    on conflict (merchant_id, tx_id) do update set
      at = case when excluded.status = 'FAILED' then counter_event.at else excluded.at end,
      psp = excluded.psp, status = excluded.status, amounts = excluded.amounts, account_key = excluded.account_key,
      bin_key = excluded.bin_key, matched_rows = excluded.matched_rows`.execute(tx)
}

export async function updateStatus(tx: Tx, merchantId: number, txId: number, status: string): Promise<void> {
  await sql`update counter_event set status = ${status}
    where merchant_id = ${merchantId} and tx_id = ${txId} and status <> ${status}`.execute(tx)
}

/** What a PSP has only reserved: until when, and how much of it was captured. */
export interface Reservation {
  readonly until: Date | null
  readonly authorizedMinor: bigint
  readonly capturedMinor: bigint
}

export async function updateReservation(
  tx: Tx,
  merchantId: number,
  txId: number,
  { until, authorizedMinor, capturedMinor }: Reservation,
): Promise<void> {
  await sql`update counter_event set reserved_until = ${until}, authorized_minor = ${authorizedMinor},
      captured_minor = ${capturedMinor}
    where merchant_id = ${merchantId} and tx_id = ${txId}`.execute(tx)
}

/** What an erased user leaves behind still adds up for the merchant, and belongs to nobody. */
export async function forgetKeys(tx: Tx, merchantId: number, userKey: string): Promise<void> {
  await sql`update counter_event set user_key = null, account_key = null, ip_key = null, email_key = null,
      device_key = null
    where merchant_id = ${merchantId} and user_key = ${userKey}`.execute(tx)
}
