import { sql, type RawBuilder } from 'kysely'
import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import { fallbackAfter, statusCodes } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { cardProviderTypes } from '@signalbox/model/reference/transaction-types'
import {
  challengeFlows,
  flowsWithoutChallenge,
  passedFlows,
  unfinishedChallenge,
  type ThreeDsFlow,
} from '@signalbox/model/transaction/choices'
import { snake } from '../../kit/column.ts'
import { legOutcome } from '../../payments/core/record/leg-outcome-store.ts'
import { statusIn, statusIs } from '../../kit/status-sql.ts'
import type { CubeColumn, CubeFact } from './cubes.ts'
import {
  amountNames,
  bandWidth,
  measureNames,
  type AmountName,
  type LegCount,
  type MeasureName,
  type PaymentCount,
} from './measures.ts'

/** Every statement about payments is made of these: what is kept, what is checked, and what is read without rollups. */

type Expression = RawBuilder<unknown>

export interface Window {
  readonly merchants: readonly number[]
  readonly from: Date
  /** Not included. */
  readonly to: Date
}

const hourMs = 3_600_000
const isDeposit = sql<boolean>`t.method = 'DEPOSIT'`
const isPayout = sql<boolean>`t.method = 'WITHDRAWAL'`
const isDone = statusIs('t.status_no', 'SUCCESSFUL')
const isPaid = sql<boolean>`(${isDeposit} and ${isDone})`
const isCard = sql<boolean>`t.provider_type in (${sql.join(cardProviderTypes.map((type) => sql.lit(type)))})`
const flowIn = (flows: readonly ThreeDsFlow[]) =>
  sql<boolean>`t.three_ds_flow in (${sql.join(flows.map((flow) => sql.lit(flow)))})`
const wasChallenged = flowIn(challengeFlows)
const wasNotChallenged = flowIn(flowsWithoutChallenge)
const passedThreeDs = flowIn(passedFlows)

/** Codes after which another PSP might have tried. */
const retryableCodes = statusCodes
  .map(({ no }) => no)
  .filter((no) => ['ALLOWED', 'NAMED'].includes(fallbackAfter(no, 'D15')))
const firstFailed = sql<boolean>`(a.first_outcome = 'notSent'
  or (a.first_outcome = 'declined' and ${statusIn('a.first_status', ...retryableCodes)}))`

const one = (condition: Expression): Expression => sql`(case when ${condition} then 1 else 0 end)`
const ms = (later: string, earlier: string): Expression =>
  sql`greatest(0, round(extract(epoch from ${sql.ref(later)} - ${sql.ref(earlier)}) * 1000))::bigint`

const counts: Readonly<Record<PaymentCount, Expression>> = {
  deposits: one(isDeposit),
  successful: one(isPaid),
  failed: one(sql`${isDeposit} and ${statusIs('t.status_no', 'FAILED')}`),
  cancelled: one(sql`${isDeposit} and ${statusIs('t.status_no', 'CANCELLED')}`),
  inconsistent: one(sql`${isDeposit} and ${statusIs('t.status_no', 'INCONSISTENT')}`),
  expired: one(sql`${isDeposit} and ${statusIn('t.status_no', StatusNo.ERR_DECLINED_EXPIRED)}`),
  blocked: one(sql`${isDeposit} and t.decline_stage in ('RULES', 'KYC', 'FRAUD', 'MERCHANT')`),
  abandoned: one(
    sql`${isDeposit} and ${statusIn('t.status_no', StatusNo.ERR_DECLINED_EXPIRED, StatusNo.ERR_CANCELLED_BY_USER)}`,
  ),
  declined: one(
    sql`${isDeposit} and ${statusIs('t.status_no', 'FAILED')} and t.decline_stage in ('PSP', 'ISSUER', 'THREE_DS')`,
  ),
  everInconsistent: one(
    sql`${isDeposit} and (e.began_at is not null or ${statusIs('t.status_no', 'INCONSISTENT')})`,
  ),
  resolved: one(sql`${isDeposit} and e.ended_at is not null`),
  resolveMs: sql`(case when ${isDeposit} and e.ended_at is not null then ${ms('e.ended_at', 'e.began_at')} else 0 end)`,
  withdrawals: one(isPayout),
  paidOut: one(sql`${isPayout} and ${isDone}`),
  refunds: one(sql`t.method = 'REFUND' and ${isDone}`),
  chargebacks: one(sql`${isDeposit} and t.chargeback_minor > 0`),
  cards: one(sql`${isPaid} and ${isCard}`),
  cardChargebacks: one(sql`${isPaid} and ${isCard} and t.chargeback_minor > 0`),
  tokenCards: one(sql`${isPaid} and ${isCard} and t.scheme_token_used`),
  soft: one(sql`${isDeposit} and a.soft`),
  softRecovered: one(sql`${isPaid} and a.soft`),
  firstFailed: one(sql`${isDeposit} and ${firstFailed}`),
  recovered: one(sql`${isPaid} and a.legs >= 2 and ${firstFailed}`),
  recoveryMs: sql`(case when ${isPaid} and a.legs >= 2 and ${firstFailed}
    then coalesce(${ms('t.completed_at', 'a.first_answered_at')}, 0) else 0 end)`,
  challenged: one(sql`${isDeposit} and ${wasChallenged}`),
  frictionless: one(sql`${isDeposit} and ${wasNotChallenged}`),
  challengePassed: one(sql`${isDeposit} and ${wasChallenged} and ${passedThreeDs}`),
  // Until the payment is over, the user may still come back.
  challengeAbandoned: one(
    sql`${isDeposit} and ${flowIn([unfinishedChallenge])}
      and (${statusIs('t.status_no', 'FAILED')} or ${statusIs('t.status_no', 'CANCELLED')})`,
  ),
  threeDsPassed: one(sql`${isDeposit} and ${passedThreeDs}`),
  exempted: one(
    sql`${isDeposit} and ${isCard} and t.psp_sent_at is not null and t.three_ds_exemption is not null`,
  ),
  cardsSent: one(sql`${isDeposit} and ${isCard} and t.psp_sent_at is not null`),
  liabilityShifted: one(sql`${isPaid} and ${isCard} and t.three_ds_eci in ('01', '02', '05', '06')`),
  verified: one(sql`${isDeposit} and t.verified_at is not null`),
  authorised: one(sql`${isDeposit} and t.authorized_at is not null`),
  routed: one(sql`${isDeposit} and coalesce(t.psp, t.initiated_psp) is not null`),
  sent: one(sql`${isDeposit} and t.psp_sent_at is not null`),
  sentSuccessful: one(sql`${isPaid} and t.psp_sent_at is not null`),
  pspApproved: one(sql`${isDeposit} and coalesce(a.approved, false)`),
  approvals: one(sql`${isPayout} and ${isDone} and t.approval_mode <> 'NONE'`),
  autoApprovals: one(sql`${isPayout} and ${isDone} and t.approval_mode = 'AUTO'`),
  settledDeposits: one(sql`${isPaid} and t.settled_at is not null`),
  withoutRate: one(
    sql`${isDone} and t.amount_base_minor is null and t.method in ('DEPOSIT', 'WITHDRAWAL', 'REFUND')`,
  ),
}

/** From the currency of the payment to the base currency, by what the payment itself is worth in both. */
const toBase = (minor: Expression): Expression =>
  sql`(case when t.amount_minor = 0 then 0 else round(${minor}::numeric * abs(t.amount_base_minor) / abs(t.amount_minor)) end)`
const toOwn = (minor: Expression): Expression =>
  sql`(case when coalesce(t.amount_base_minor, 0) = 0 then 0
    else round(${minor}::numeric * abs(t.amount_minor) / abs(t.amount_base_minor)) end)`

const pspFee = sql`coalesce(t.psp_fee_actual_minor, t.psp_fee_minor)`
const pspFeeCurrency = sql`case when t.psp_fee_actual_minor is not null then t.psp_fee_actual_currency else t.psp_fee_currency end`
/** Fees are in the currency of the PSP, which may be any of three. */
const feeInOwn = sql`(case ${pspFeeCurrency} when t.currency then ${pspFee}
  when t.base_currency then ${toOwn(pspFee)}
  when t.psp_currency then (case when coalesce(t.psp_amount_minor, 0) = 0 then 0
    else round(${pspFee}::numeric * abs(t.amount_minor) / abs(t.psp_amount_minor)) end) end)`
const feeInBase = sql`(case ${pspFeeCurrency} when t.base_currency then ${pspFee} else ${toBase(feeInOwn)} end)`

const when = (condition: Expression, own: Expression, base: Expression) => ({
  own: sql`(case when ${condition} then coalesce(${own}, 0) else 0 end)::bigint`,
  base: sql`(case when ${condition} then coalesce(${base}, 0) else 0 end)::bigint`,
})
const whole = (condition: Expression) =>
  when(condition, sql`abs(t.amount_minor)`, sql`abs(t.amount_base_minor)`)
const part = (condition: Expression, own: Expression) => when(condition, own, toBase(own))
const margin = sql`round(abs(t.amount_minor)::numeric * coalesce(t.fx_margin_ppm, 0) / 1000000)`
const disputed = sql`(case t.method when 'CHARGEBACK' then 1 else -1 end)`

const amounts: Readonly<Record<AmountName, { readonly own: Expression; readonly base: Expression }>> = {
  value: whole(isPaid),
  payout: whole(sql`${isPayout} and ${isDone}`),
  refund: whole(sql`t.method = 'REFUND' and ${isDone}`),
  disputed: when(
    sql`t.method in ('CHARGEBACK', 'CHARGEBACK_WON') and ${isDone}`,
    sql`abs(t.amount_minor) * ${disputed}`,
    sql`abs(t.amount_base_minor) * ${disputed}`,
  ),
  chargedBack: part(isDeposit, sql`t.chargeback_minor`),
  cardValue: whole(sql`${isPaid} and ${isCard}`),
  cardChargedBack: part(sql`${isPaid} and ${isCard}`, sql`t.chargeback_minor`),
  recoveredValue: whole(sql`${isPaid} and a.legs >= 2 and ${firstFailed}`),
  cost: when(isPaid, feeInOwn, feeInBase),
  fee: part(isPaid, sql`t.fee_minor`),
  fxMargin: part(isPaid, margin),
  settled: whole(sql`${isPaid} and t.settled_at is not null`),
}

const legCounts: Readonly<Record<LegCount, Expression>> = {
  legs: sql`1`,
  legsApproved: one(sql`${legOutcome} = 'approved'`),
  legsDeclined: one(sql`${legOutcome} = 'declined'`),
  legsUnclear: one(sql`l.outcome is null or l.outcome = 'unknown'`),
  firstLegs: one(sql`l.no = 1 and ${legOutcome} in ('approved', 'declined')`),
  firstLegsApproved: one(sql`l.no = 1 and ${legOutcome} = 'approved'`),
}

const flag = (condition: Expression): Expression => sql`(case when ${condition} then 'true' else 'false' end)`
const stateOf = sql`(case ${sql.join(
  (
    [
      'SUCCESSFUL',
      'FAILED',
      'CANCELLED',
      'INCONSISTENT',
      'REGISTERED',
      'PROCESSING',
      'REPROCESSING',
      'WAITING_INPUT',
      'WAITING_APPROVAL',
    ] as const
  ).map((state) => sql`when ${statusIs('t.status_no', state)} then ${sql.lit(state)}`),
  sql` `,
)} end)`

const columns: Readonly<Record<Exclude<CubeColumn, 'band' | 'legNo' | 'legReason' | 'rule'>, Expression>> = {
  psp: sql`t.psp`,
  pspAccount: sql`t.psp_account`,
  method: sql`t.method`,
  providerType: sql`t.provider_type`,
  txType: sql`t.tx_type`,
  currency: sql`t.currency`,
  userCountry: sql`t.user_country`,
  ipCountry: sql`t.ip_country`,
  issuerCountry: sql`t.issuer_country`,
  countryMatch: sql`(case when t.ip_country is null or t.issuer_country is null then ''
    else ${flag(sql`t.ip_country = t.issuer_country`)} end)`,
  bin6: sql`left(t.bin, 6)`,
  // Some PSPs tell six digits only.
  bin8: sql`(case when length(t.bin) >= 8 then left(t.bin, 8) end)`,
  issuer: sql`t.issuer_name`,
  cardBrand: sql`t.card_brand`,
  cardType: sql`t.card_type`,
  channel: sql`t.channel`,
  userCat: sql`t.user_category`,
  state: stateOf,
  declineStage: sql`t.decline_stage`,
  statusCode: sql`t.status_no::text`,
  pspStatusCode: sql`t.psp_status_code`,
  threeDsFlow: sql`t.three_ds_flow`,
  threeDsExemption: sql`t.three_ds_exemption`,
  fallback: flag(sql`t.fallback_used`),
  firstPsp: sql`t.initiated_psp`,
  token: flag(sql`t.scheme_token_used`),
  fraudBand: sql`(case when t.fraud_score is not null then least(90, t.fraud_score / 10 * 10) end)::text`,
  fraudDecision: sql`t.fraud_decision`,
}

/** A payment of these merchants that was made in the window, test users left out. */
const inWindow = ({ merchants, from, to }: Window): Expression => sql`
  t.merchant_id = any(${[...merchants]}::integer[]) and t.created_at >= ${from} and t.created_at < ${to}
  and t.id >= ${firstTxIdAt(from.getTime() - hourMs)} and t.id < ${firstTxIdAt(to.getTime() + hourMs)}
  and not t.is_test_user`

const ofWindow = (alias: string, { merchants, from, to }: Window): Expression => sql`
  ${sql.ref(`${alias}.merchant_id`)} = any(${[...merchants]}::integer[])
  and ${sql.ref(`${alias}.tx_id`)} >= ${firstTxIdAt(from.getTime() - hourMs)}
  and ${sql.ref(`${alias}.tx_id`)} < ${firstTxIdAt(to.getTime() + hourMs)}`

/** What the submissions of each payment come to. */
const attempts = (window: Window): Expression => sql`
  select l.merchant_id, l.tx_id, count(*) as legs, bool_or(${legOutcome} = 'approved') as approved,
    bool_or(${statusIn('l.status_no', StatusNo.ERR_DECLINED_SCA_REQUIRED_BY_ISSUER)}) as soft,
    max(l.outcome) filter (where l.no = 1) as first_outcome, max(l.status_no) filter (where l.no = 1) as first_status,
    max(l.answered_at) filter (where l.no = 1) as first_answered_at
  from tx_attempt l join transaction t on t.merchant_id = l.merchant_id and t.id = l.tx_id
  where ${ofWindow('l', window)} group by 1, 2`

/** When nobody knew whether money had moved, and when somebody did. An index holds these few events. */
const doubts = (window: Window): Expression => sql`
  select d.merchant_id, d.tx_id, min(d.at) as began_at,
    (select min(n.at) from tx_event n where n.merchant_id = d.merchant_id and n.tx_id = d.tx_id and n.at >= min(d.at)
      and n.seq > min(d.seq) and not ${statusIs('n.to_no', 'INCONSISTENT')}) as ended_at
  from tx_event d where ${ofWindow('d', window)} and ${statusIs('d.to_no', 'INCONSISTENT')} group by 1, 2`

const bandOf = (duration: Expression): Expression =>
  sql`floor(ln(greatest(1, ${duration})) / ln(${sql.lit(bandWidth)}))::integer::text`

const known = (column: Expression): Expression => sql`coalesce(${column}, '')`

const joined: Readonly<Record<CubeFact, (window: Window) => Expression>> = {
  payment: (window) => sql`transaction t
    left join (${attempts(window)}) a on a.merchant_id = t.merchant_id and a.tx_id = t.id
    left join (${doubts(window)}) e on e.merchant_id = t.merchant_id and e.tx_id = t.id where ${inWindow(window)}`,
  rule: (window) => sql`transaction t
    left join (${attempts(window)}) a on a.merchant_id = t.merchant_id and a.tx_id = t.id
    left join (${doubts(window)}) e on e.merchant_id = t.merchant_id and e.tx_id = t.id
    cross join lateral (select distinct unnest(t.rule_refs) as rule) r where ${inWindow(window)}`,
  complete: (
    window,
  ) => sql`transaction t where ${inWindow(window)} and t.completed_at is not null and ${isDone}
    and t.method in ('DEPOSIT', 'WITHDRAWAL')`,
  settle: (window) => sql`transaction t where ${inWindow(window)} and ${isPaid} and t.settled_at is not null
    and t.completed_at is not null`,
  wait: (window) => sql`transaction t join (select l.merchant_id, l.tx_id, max(l.at) as at from approval l
      where ${ofWindow('l', window)} group by 1, 2) w on w.merchant_id = t.merchant_id and w.tx_id = t.id
    where ${inWindow(window)} and ${isPayout}`,
  leg: (window) => sql`tx_attempt l join transaction t on t.merchant_id = l.merchant_id and t.id = l.tx_id
    where ${inWindow(window)} and ${ofWindow('l', window)}`,
  latency: (window) => sql`tx_attempt l join transaction t on t.merchant_id = l.merchant_id and t.id = l.tx_id
    where ${inWindow(window)} and ${ofWindow('l', window)} and l.latency_ms is not null`,
}

/** What a submission has that its payment has not, or has otherwise. */
const ofLeg = {
  psp: sql`l.psp`,
  pspAccount: sql`l.psp_account`,
  legNo: sql`l.no::text`,
  legReason: sql`l.reason`,
}

const special: Readonly<Record<CubeFact, Partial<Record<CubeColumn, Expression>>>> = {
  payment: {},
  rule: { rule: sql`r.rule` },
  complete: { band: bandOf(ms('t.completed_at', 't.created_at')) },
  settle: { band: bandOf(ms('t.settled_at', 't.completed_at')) },
  wait: { band: bandOf(ms('w.at', 't.created_at')) },
  leg: ofLeg,
  latency: { ...ofLeg, band: bandOf(sql`l.latency_ms`) },
}

function measuresOf(fact: CubeFact): readonly (readonly [MeasureName, Expression])[] {
  if (fact === 'leg') return Object.entries(legCounts) as [MeasureName, Expression][]
  if (fact !== 'payment' && fact !== 'rule') return [['timed', sql`1`]]
  return [
    ...(Object.entries(counts) as [MeasureName, Expression][]),
    ...amountNames.flatMap((name): [MeasureName, Expression][] => [
      [`${name}Base`, amounts[name].base],
      [`${name}Own`, amounts[name].own],
    ]),
  ]
}

const measured = new Map<CubeFact, ReadonlySet<MeasureName>>()
/** What the rows of a fact add up, in the order of the table. */
export function measuresIn(fact: CubeFact): readonly MeasureName[] {
  let known = measured.get(fact)
  if (!known) measured.set(fact, (known = new Set(measuresOf(fact).map(([name]) => name))))
  return measureNames.filter((name) => known.has(name))
}

/** The rows of a fact in a window, one by one, with these columns and all they add up. */
export function factRows(fact: CubeFact, window: Window, wanted: readonly CubeColumn[]): Expression {
  const ofFact: Partial<Record<CubeColumn, Expression>> = { ...columns, ...special[fact] }
  const parts = [
    sql`t.merchant_id`,
    sql`t.created_at`,
    sql`t.base_currency`,
    ...wanted.map((name) => sql`${known(ofFact[name] ?? sql`null::text`)} as ${sql.ref(snake(name))}`),
    ...measuresOf(fact).map(([name, value]) => sql`${value} as ${sql.ref(snake(name))}`),
  ]
  return sql`select ${sql.join(parts)} from ${joined[fact](window)}`
}

/** The users of a window and when they first failed and last paid, one row each and for each beginning. */
export const userRows = (window: Window, at: Expression): Expression => sql`
  select t.merchant_id, ${at} as at, hashtextextended(t.user_id, 0) as user_key, count(*)::integer as deposits,
    min(t.created_at) filter (where ${statusIs('t.status_no', 'FAILED')}) as failed_at,
    max(t.created_at) filter (where ${isDone}) as paid_at
  from transaction t where ${inWindow(window)} and ${isDeposit} group by 1, 2, 3`
