import { sql, type RawBuilder } from 'kysely'
import { statusIn, statusIs } from '../../kit/status-sql.ts'
import { approvalNumbers } from '@signalbox/model/reference/status-groups'
import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import type { MetricId } from '@signalbox/model/analytics/metrics'
import type { Tx } from '../../kit/database.ts'
import { grouping, keyArray, type Reading } from './read-store.ts'

/** Records of work around payments. They are few, so they are counted where they are kept. */

type Expression = RawBuilder<unknown>
export type WorkFact =
  | 'approval'
  | 'queue'
  | 'case'
  | 'kyc'
  | 'chargeback'
  | 'settlement'
  | 'interchange'
  | 'webhook'
  | 'api'
  | 'token'

interface WorkReading {
  readonly merchants: readonly number[]
  readonly from: Date
  readonly to: Date
  readonly now: Date
}

const merchantsOf = ({ merchants }: WorkReading): Expression => sql`any(${[...merchants]}::integer[])`
const during = (column: Expression, { from, to }: WorkReading): Expression =>
  sql`${column} >= ${from} and ${column} < ${to}`

/** Days a thing is old, in the steps people think in. */
const daysBetween = (since: Expression, until: Expression): Expression => sql`(select max(step)::text
  from unnest(array[0, 1, 2, 3, 7, 14, 30, 60, 90]) step where ${since} <= ${until} - step * interval '1 day')`
const ageOf = (since: Expression, { now }: WorkReading): Expression =>
  daysBetween(since, sql`${now}::timestamptz`)
/** Clients are counted by the day of UTC; at noon it is the same day nearly everywhere. */
const noonOf = (day: Expression): Expression => sql`((${day} + time '12:00') at time zone 'UTC')`

const queueOf = sql`(case when ${statusIn('t.status_no', ...approvalNumbers.second)} then 'SECOND_APPROVAL'
  when ${statusIn('t.status_no', ...approvalNumbers.hold)} then 'ON_HOLD'
  when ${statusIn('t.status_no', ...approvalNumbers.scheduled)} then 'SCHEDULED'
  else 'FIRST_APPROVAL' end)`

const hourMs = 3_600_000

/** Test users are left out of the work around payments too. A partial index has the few payments they made. */
const isOfTest = (merchant: string, payment: string): Expression => sql`exists (select 1 from transaction p
  where p.merchant_id = ${sql.ref(merchant)} and p.id = ${sql.ref(payment)} and p.is_test_user)`
/** A check may be about no payment: the last one of the user says who they are. */
const isTestUser = sql`coalesce((select p.is_test_user from transaction p
  where p.merchant_id = k.merchant_id and p.user_id = k.user_id order by p.id desc limit 1), false)`

const openMatches = ['UNMATCHED', 'MISSING', 'DIFFERENCE', 'SENT_TO_INVESTIGATION']

/** One row for each record, with the dimensions it has and what is counted about it. */
const rows: Readonly<Record<WorkFact, (reading: WorkReading) => Expression>> = {
  approval: (reading) => sql`select a.merchant_id, a.at, a.username as approver, a.decision = 'DENY' as hit,
      true as counted, null::float8 as age_ms
    from approval a where a.merchant_id = ${merchantsOf(reading)} and ${during(sql`a.at`, reading)}
      and not ${isOfTest('a.merchant_id', 'a.tx_id')}`,
  queue: (reading) => sql`select t.merchant_id, null::timestamptz as at, ${queueOf} as queue,
      ${ageOf(sql`t.created_at`, reading)} as age,
      -- How long people may take is the merchant's, and time on hold does not count: Approve says who is late.
      false as hit, false as counted,
      extract(epoch from ${reading.now}::timestamptz - t.created_at)::float8 * 1000 as age_ms
    from transaction t where t.merchant_id = ${merchantsOf(reading)} and ${statusIs('t.status_no', 'WAITING_APPROVAL')}
      and not t.is_test_user
    union all
    select c.merchant_id, null, 'CASES', ${ageOf(sql`c.opened_at`, reading)}, c.due_at < ${reading.now}, true,
      extract(epoch from ${reading.now}::timestamptz - c.opened_at)::float8 * 1000
    from investigation_case c where c.merchant_id = ${merchantsOf(reading)} and c.state <> 'RESOLVED'
      and not ${isOfTest('c.merchant_id', 'c.tx_id')}`,
  case: (
    reading,
  ) => sql`select c.merchant_id, c.resolved_at as at, coalesce(c.assignee, '') as investigator, true as hit,
      true as counted, extract(epoch from c.resolved_at - c.opened_at)::float8 * 1000 as age_ms
    from investigation_case c where c.merchant_id = ${merchantsOf(reading)} and c.state = 'RESOLVED'
      and ${during(sql`c.resolved_at`, reading)} and not ${isOfTest('c.merchant_id', 'c.tx_id')}`,
  kyc: (reading) => sql`select k.merchant_id, k.at, k.status as kyc_status, k.status = 'VERIFIED' as hit,
      k.status <> 'VERIFICATION_IN_PROGRESS' as counted, null::float8 as age_ms
    from kyc_check k where k.merchant_id = ${merchantsOf(reading)} and ${during(sql`k.at`, reading)}
      and not ${isTestUser}`,
  chargeback: (
    reading,
  ) => sql`select c.merchant_id, c.created_at as at, ${daysBetween(sql`o.created_at`, sql`c.created_at`)} as age,
      true as hit, true as counted, null::float8 as age_ms
    from transaction c join transaction o on o.merchant_id = c.merchant_id and o.id = c.origin_tx_id
    where c.merchant_id = ${merchantsOf(reading)} and c.method = 'CHARGEBACK' and ${statusIs('c.status_no', 'SUCCESSFUL')}
      and ${during(sql`c.created_at`, reading)} and not c.is_test_user
      and c.id >= ${firstTxIdAt(reading.from.getTime() - hourMs)} and c.id < ${firstTxIdAt(reading.to.getTime() + hourMs)}`,
  settlement: (
    reading,
  ) => sql`select l.merchant_id, l.booked_at as at, b.psp, ${ageOf(sql`l.booked_at`, reading)} as age,
      true as hit, true as counted, null::float8 as age_ms
    from settlement_line l join settlement_batch b on b.merchant_id = l.merchant_id and b.id = l.batch_id
    where l.merchant_id = ${merchantsOf(reading)} and ${during(sql`l.booked_at`, reading)}
      and l.match_status = any(${openMatches}::text[])`,
  interchange: (
    reading,
  ) => sql`select l.merchant_id, l.booked_at as at, b.psp, l.interchange_domain, true as hit, true as counted,
      null::float8 as age_ms
    from settlement_line l join settlement_batch b on b.merchant_id = l.merchant_id and b.id = l.batch_id
    where l.merchant_id = ${merchantsOf(reading)} and ${during(sql`l.booked_at`, reading)}
      and l.interchange_domain is not null`,
  webhook: (reading) => sql`select n.merchant_id, n.created_at as at, n.kind as channel_of_message,
      n.status = 'DEAD' as hit, n.status in ('SENT', 'DEAD') as counted, null::float8 as age_ms
    from notification n where n.merchant_id = ${merchantsOf(reading)} and ${during(sql`n.created_at`, reading)}
      and not ${isOfTest('n.merchant_id', 'n.tx_id')}`,
  api: (reading) => sql`select d.merchant_id, ${noonOf(sql`d.day`)} as at, a.name as api_client, d.calls,
      d.client_errors + d.server_errors as errors, null::float8 as age_ms
    from api_client_day d join api_client a on a.merchant_id = d.merchant_id and a.id = d.api_client_id
    where d.merchant_id = ${merchantsOf(reading)} and ${during(noonOf(sql`d.day`), reading)}`,
  token: (reading) => sql`select k.merchant_id, k.provisioned_at as at, k.state as token_state, true as hit,
      true as counted, null::float8 as age_ms
    from network_token k where k.merchant_id = ${merchantsOf(reading)} and ${during(sql`k.provisioned_at`, reading)}`,
}

export interface WorkRow {
  readonly at: string | null
  readonly key: string[]
  /** All records, those that can be a part of a share, and those that are. */
  readonly total: number
  readonly counted: number
  readonly hits: number
  readonly ageP90: number | null
}

/** A record is one row; calls of the API are kept as numbers of each day. */
const ofRecords = sql`count(*)::integer as total, (count(*) filter (where c.counted))::integer as counted,
  (count(*) filter (where c.counted and c.hit))::integer as hits`
const ofDays = sql`sum(c.calls)::float8 as total, sum(c.calls)::float8 as counted, sum(c.errors)::float8 as hits`

export async function readWork(tx: Tx, fact: WorkFact, reading: Reading, now: Date): Promise<WorkRow[]> {
  const isNow = fact === 'queue'
  const { at, keys, where } = grouping(isNow ? { ...reading, interval: 'none' } : reading)
  const window = {
    merchants: reading.merchants,
    from: new Date(reading.period.fromMs),
    to: new Date(reading.period.toMs),
    now,
  }
  const found =
    await sql<WorkRow>`select ${at} as at, ${keyArray(keys)} as key, ${fact === 'api' ? ofDays : ofRecords},
      percentile_disc(0.9) within group (order by c.age_ms) as age_p90
    from (${rows[fact](window)}) c where ${where} group by 1, 2 order by 1, 2 limit ${reading.most + 1}`.execute(
      tx,
    )
  return found.rows
}

/** Which number of the row a figure is. */
export const workFigures: Readonly<Partial<Record<MetricId, 'total' | 'share' | 'ageP90'>>> = {
  decisions: 'total',
  deniedShare: 'share',
  openItems: 'total',
  openAgeP90: 'ageP90',
  slaBreach: 'share',
  kycChecks: 'total',
  kycPass: 'share',
  differences: 'total',
  interchangeLines: 'total',
  casesResolved: 'total',
  caseTimeP90: 'ageP90',
  chargebacksFiled: 'total',
  apiCalls: 'total',
  apiErrors: 'share',
  messages: 'total',
  messagesFailed: 'share',
  tokens: 'total',
}
