import { sql } from 'kysely'
import type { DimensionId } from '@signalbox/model/analytics/dimensions'
import type { MetricId } from '@signalbox/model/analytics/metrics'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Database } from '../../../kit/database.ts'

/**
 * The figures of analytics as somebody would count them by hand: payment by payment, from the definitions of the figures and
 * from nothing the rollups are made of.
 */

interface Leg {
  readonly no: number
  readonly psp: string
  readonly pspAccount: string
  readonly reason: string
  readonly outcome: string | null
  readonly statusNo: number | null
  readonly answeredAt: string | null
  readonly latencyMs: number | null
}

export interface Paid {
  readonly merchantId: number
  readonly id: number
  readonly statusNo: number
  readonly method: string
  readonly amountUnits: number
  readonly base: number | null
  readonly pspAmountUnits: number
  readonly feeUnits: number
  readonly ppm: number | null
  readonly pspFeeUnits: number
  readonly pspFeeCurrency: string
  readonly actualFeeUnits: number | null
  readonly actualFeeCurrency: string | null
  readonly chargeback: number
  readonly currency: string
  readonly pspCurrency: string
  readonly createdAt: string
  readonly completedAt: string | null
  readonly ruleRefs: readonly string[]
  readonly legs: readonly Leg[]
  readonly events: readonly { readonly at: string; readonly toNo: number }[]
  readonly decidedAt: string | null
  readonly text: Readonly<Record<string, string | null>>
}

/** A first answer that says nothing yet is decided by how the payment ended, if nobody else was asked after it. */
function saidBy(leg: Leg, { legs, statusNo, text }: Paid): string {
  if (leg.outcome !== 'redirect' && leg.outcome !== 'pending') return leg.outcome ?? ''
  if (leg.no !== Math.max(...legs.map(({ no }) => no)) || Number(text.attempt_count) !== legs.length)
    return ''
  const state = stateOfNumber(statusNo)
  if (state === 'SUCCESSFUL') return 'approved'
  const left = [StatusNo.ERR_DECLINED_3D_EXPIRED, StatusNo.ERR_DECLINED_EXPIRED] as readonly number[]
  return state === 'FAILED' && !left.includes(statusNo) ? 'declined' : ''
}

/** All payments of people who are no test users. */
export async function readPaid(db: Database): Promise<Paid[]> {
  const { rows } = await sql<Paid>`
    select t.merchant_id, t.id::float8 as id, t.status_no, t.method, abs(t.amount_minor)::float8 as amount_units,
      abs(t.amount_base_minor)::float8 as base, abs(t.psp_amount_minor)::float8 as psp_amount_units, t.fee_minor::float8 as fee_units,
      t.fx_margin_ppm as ppm, t.psp_fee_minor::float8 as psp_fee_units, t.psp_fee_currency, t.psp_fee_actual_minor::float8 as actual_fee_units,
      t.psp_fee_actual_currency as actual_fee_currency, t.chargeback_minor::float8 as chargeback, t.currency, t.psp_currency,
      t.created_at, t.completed_at, t.rule_refs,
      (select coalesce(json_agg(json_build_object('no', no, 'psp', psp, 'pspAccount', psp_account, 'reason', reason,
        'outcome', outcome, 'statusNo', status_no, 'answeredAt', answered_at, 'latencyMs', latency_ms) order by no), '[]')
        from tx_attempt a where a.merchant_id = t.merchant_id and a.tx_id = t.id) as legs,
      (select coalesce(json_agg(json_build_object('at', at, 'toNo', to_no) order by seq), '[]')
        from tx_event e where e.merchant_id = t.merchant_id and e.tx_id = t.id) as events,
      (select max(at) from approval p where p.merchant_id = t.merchant_id and p.tx_id = t.id) as decided_at,
      to_jsonb(t) as text
    from transaction t where not t.is_test_user order by t.id`.execute(db)
  return rows
}

/** The parts of the local time of an instant, by the calendar of the platform this runs on. */
function localParts(at: string, zone: string): Record<string, string> {
  const format = formats.get(zone) ?? formatOf(zone)
  formats.set(zone, format)
  const known = localTimes.get(`${zone} ${at}`)
  if (known) return known
  const parts = format.formatToParts(new Date(at)).map(({ type, value }) => [type, value] as const)
  const found = Object.fromEntries<string>(parts)
  localTimes.set(`${zone} ${at}`, found)
  return found
}
const localTimes = new Map<string, Record<string, string>>()
const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (zone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    weekday: 'short',
  })

const dayMs = 86_400_000
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The local calendar unit an instant belongs to, by its name. */
export function localUnit(at: string, unit: string, zone: string): string {
  if (unit === 'none') return ''
  if (unit === '5min') return String(Math.floor(Date.parse(at) / 300_000))
  const { year, month, day, hour, minute } = localParts(at, zone)
  const date = `${year}-${month}-${day}`
  if (unit === 'month') return date.slice(0, 7)
  if (unit === 'day') return date
  if (unit === 'week') {
    const ms = Date.parse(date)
    return new Date(ms - ((new Date(ms).getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10)
  }
  // An hour that comes twice is two hours: they differ by what the clock is ahead of UTC.
  const ahead =
    Math.floor(Date.parse(`${date}T${hour}:${minute}:00Z`) / 60_000) - Math.floor(Date.parse(at) / 60_000)
  return `${date} ${hour} ${ahead}`
}

const state = ({ statusNo }: Paid): string => stateOfNumber(statusNo)
const yes = (value: unknown): string => (value ? 'true' : 'false')

type Key = (paid: Paid, zone: string) => string | readonly string[]
const column =
  (name: string): Key =>
  ({ text }) =>
    String(text[name] ?? '')

export const keyOf: Partial<Record<DimensionId, Key>> = {
  merchant: ({ merchantId }) => String(merchantId),
  psp: column('psp'),
  pspAccount: column('psp_account'),
  method: column('method'),
  providerType: column('provider_type'),
  txType: column('tx_type'),
  currency: column('currency'),
  userCountry: column('user_country'),
  ipCountry: column('ip_country'),
  issuerCountry: column('issuer_country'),
  countryMatch: ({ text }) =>
    text.ip_country && text.issuer_country ? yes(text.ip_country === text.issuer_country) : '',
  bin6: ({ text }) => (text.bin ?? '').slice(0, 6),
  bin8: ({ text }) => ((text.bin ?? '').length < 8 ? '' : (text.bin ?? '').slice(0, 8)),
  issuer: column('issuer_name'),
  cardBrand: column('card_brand'),
  cardType: column('card_type'),
  channel: column('channel'),
  userCat: column('user_category'),
  state,
  declineStage: column('decline_stage'),
  statusCode: ({ statusNo }) => String(statusNo),
  pspStatusCode: column('psp_status_code'),
  threeDsFlow: column('three_ds_flow'),
  threeDsExemption: column('three_ds_exemption'),
  fallback: ({ text }) => yes(text.fallback_used),
  firstPsp: column('initiated_psp'),
  token: ({ text }) => yes(text.scheme_token_used),
  fraudBand: ({ text }) =>
    text.fraud_score === null ? '' : String(Math.min(90, Math.floor(Number(text.fraud_score) / 10) * 10)),
  fraudDecision: column('fraud_decision'),
  weekday: ({ createdAt }, zone) => String(weekdays.indexOf(localParts(createdAt, zone).weekday ?? '') + 1),
  hour: ({ createdAt }, zone) => String(Number(localParts(createdAt, zone).hour)),
  rule: ({ ruleRefs }) => [...new Set(ruleRefs)],
}

export interface Counted {
  readonly value: number | null
  readonly n?: number
  /** How far a rounded sum may be from one that was rounded payment by payment. */
  readonly within?: number
}
type Counting = (paid: readonly Paid[], all: readonly Paid[]) => Counted

const sum = (list: readonly number[]): number => list.reduce((total, each) => total + each, 0)
const deposits = (paid: readonly Paid[]) => paid.filter(({ method }) => method === 'DEPOSIT')
const won = (paid: readonly Paid[]) => deposits(paid).filter((each) => state(each) === 'SUCCESSFUL')
const payouts = (paid: readonly Paid[]) =>
  paid.filter((each) => each.method === 'WITHDRAWAL' && state(each) === 'SUCCESSFUL')
const inState = (paid: readonly Paid[], ...states: string[]) =>
  deposits(paid).filter((each) => states.includes(state(each)))
const cards = (paid: readonly Paid[]) =>
  paid.filter(({ text }) => ['CREDITCARD', 'APPLEPAY', 'GOOGLEPAY'].includes(text.provider_type ?? ''))
const moved = (paid: readonly Paid[], method: string) =>
  paid.filter((each) => each.method === method && state(each) === 'SUCCESSFUL')

const count =
  (choose: (paid: readonly Paid[]) => readonly unknown[]): Counting =>
  (paid) => ({ value: choose(paid).length, n: choose(paid).length })
const divided = (value: number, n: number): Counted => ({ value: n === 0 ? null : value / n, n })
const share =
  (
    hits: (paid: readonly Paid[]) => readonly unknown[],
    among: (paid: readonly Paid[]) => readonly unknown[],
  ) =>
  (paid: readonly Paid[]): Counted =>
    divided(hits(paid).length, among(paid).length)

const money = (paid: readonly Paid[]): number => sum(paid.map(({ base }) => (base ?? 0) / 100))
/** From the currency of a payment to euro, at what the payment itself was worth. */
const inBase = ({ base, amountUnits }: Paid, own: number): number => (own * (base ?? 0)) / amountUnits / 100
const rounded = (value: number, paid: readonly unknown[]): Counted => ({ value, within: 0.011 * paid.length })

function costOf(paid: Paid): number {
  const fee = paid.actualFeeUnits ?? paid.pspFeeUnits
  const currency = paid.actualFeeUnits === null ? paid.pspFeeCurrency : paid.actualFeeCurrency
  if (currency === 'EUR') return fee / 100
  return inBase(paid, currency === paid.currency ? fee : (fee * paid.amountUnits) / paid.pspAmountUnits)
}
const costs = (paid: readonly Paid[]) => sum(won(paid).map(costOf))
const fees = (paid: readonly Paid[]) => sum(won(paid).map((each) => inBase(each, each.feeUnits)))
const margins = (paid: readonly Paid[]) =>
  sum(won(paid).map((each) => inBase(each, (each.amountUnits * (each.ppm ?? 0)) / 1_000_000)))
const chargedBack = (paid: readonly Paid[]) => sum(paid.map((each) => inBase(each, each.chargeback)))

const soft = (paid: readonly Paid[]) =>
  paid.filter(({ legs }) =>
    legs.some(({ statusNo }) => statusNo === StatusNo.ERR_DECLINED_SCA_REQUIRED_BY_ISSUER),
  )
/** The answers after which another PSP may try that these payments have. */
const retryable: readonly (number | null)[] = [
  StatusNo.ERR_PSP_OUT_OF_SERVICE,
  StatusNo.ERR_FAILED_TO_CONNECT,
]
const failedFirst = (paid: readonly Paid[]) =>
  deposits(paid).filter(({ legs: [first] }) => {
    if (!first) return false
    return first.outcome === 'notSent' || (first.outcome === 'declined' && retryable.includes(first.statusNo))
  })
const recovered = (paid: readonly Paid[]) => won(failedFirst(paid)).filter(({ legs }) => legs.length >= 2)

function doubt({ events }: Paid): { readonly began: number; readonly ended: number | null } | null {
  const unclear = events.map(({ toNo }) => stateOfNumber(toNo) === 'INCONSISTENT')
  const first = unclear.indexOf(true)
  if (first < 0) return null
  const end = events.find((_event, index) => index > first && !unclear[index])
  return { began: Date.parse(events[first]?.at ?? ''), ended: end ? Date.parse(end.at) : null }
}
const everUnclear = (paid: readonly Paid[]) =>
  deposits(paid).filter((each) => doubt(each) !== null || state(each) === 'INCONSISTENT')

/** Deposits that were authenticated, whether or not they passed; a card without 3-D Secure was not. */
const authenticated = (paid: readonly Paid[]) =>
  deposits(paid).filter(({ text }) => text.three_ds_flow !== null && text.three_ds_flow !== 'NOT_SUPPORTED')
const challenged = (paid: readonly Paid[]) =>
  authenticated(paid).filter(({ text }) => text.three_ds_flow?.startsWith('CHALLENGE'))
const passed = (paid: readonly Paid[]) =>
  authenticated(paid).filter(({ text }) =>
    ['FRICTIONLESS', 'CHALLENGED', 'ATTEMPTED'].includes(text.three_ds_flow ?? ''),
  )
const staged = (paid: readonly Paid[], ...stages: string[]) =>
  inState(paid, 'FAILED').filter(({ text }) => stages.includes(text.decline_stage ?? ''))
const having = (name: string) => (paid: readonly Paid[]) =>
  deposits(paid).filter(({ text }) => text[name] !== null)

const percentile =
  (p: number, durations: (paid: readonly Paid[]) => readonly number[]): Counting =>
  (paid) => {
    const sorted = durations(paid).toSorted((a, b) => a - b)
    const value = sorted[Math.ceil(sorted.length * p) - 1] ?? null
    // Durations are kept in bands a tenth wide.
    return { value, n: sorted.length, within: (value ?? 0) * 0.06 + 1 }
  }
const took = (paid: readonly Paid[]): number[] =>
  paid.flatMap(({ completedAt, createdAt }) =>
    completedAt === null ? [] : [Date.parse(completedAt) - Date.parse(createdAt)],
  )
const waited = (paid: readonly Paid[]): number[] =>
  paid.flatMap(({ method, decidedAt, createdAt }) =>
    decidedAt === null || method !== 'WITHDRAWAL' ? [] : [Date.parse(decidedAt) - Date.parse(createdAt)],
  )

function uplift(paid: readonly Paid[]): Counted {
  const bins = new Set(deposits(paid).map(({ text }) => (text.bin ?? '').slice(0, 6)))
  let [weight, total] = [0, 0]
  for (const bin of bins) {
    const rate = (isToken: boolean) => {
      const some = deposits(paid).filter(
        ({ text }) => (text.bin ?? '').slice(0, 6) === bin && Boolean(text.scheme_token_used) === isToken,
      )
      const hits = inState(some, 'SUCCESSFUL').length
      return { hits, n: hits + staged(some, 'PSP', 'ISSUER', 'THREE_DS').length }
    }
    const [token, card] = [rate(true), rate(false)]
    if (bin === '' || token.n === 0 || card.n === 0) continue
    weight += token.n
    total += token.n * (token.hits / token.n - card.hits / card.n)
  }
  return divided(total, weight)
}

const approved = (paid: readonly Paid[]) => payouts(paid).filter(({ text }) => text.approval_mode !== 'NONE')

export const byHand: Partial<Record<MetricId, Counting>> = {
  deposits: count(deposits),
  successful: count(won),
  failed: count((paid) => inState(paid, 'FAILED')),
  cancelled: count((paid) => inState(paid, 'CANCELLED')),
  inconsistent: count((paid) => inState(paid, 'INCONSISTENT')),
  expired: count((paid) =>
    deposits(paid).filter(({ statusNo }) => statusNo === StatusNo.ERR_DECLINED_EXPIRED),
  ),
  conversion: share(won, (paid) => inState(paid, 'SUCCESSFUL', 'FAILED', 'CANCELLED', 'INCONSISTENT')),
  pspApproval: share(won, (paid) => [...won(paid), ...staged(paid, 'PSP', 'ISSUER', 'THREE_DS')]),
  blockRate: share((paid) => staged(paid, 'RULES', 'KYC', 'FRAUD', 'MERCHANT'), deposits),
  abandonment: share(
    (paid) =>
      deposits(paid).filter(({ statusNo }) =>
        [StatusNo.ERR_CANCELLED_BY_USER, StatusNo.ERR_DECLINED_EXPIRED].some((no) => no === statusNo),
      ),
    deposits,
  ),
  inconsistentRate: share(everUnclear, deposits),
  resolveTime: (paid) => {
    const times = deposits(paid).flatMap((each) => {
      const found = doubt(each)
      return found?.ended ? [found.ended - found.began] : []
    })
    return divided(sum(times), times.length)
  },
  value: (paid) => ({ value: money(won(paid)) }),
  avgTicket: (paid) => divided(money(won(paid)), won(paid).length),
  withdrawalValue: (paid) => ({ value: money(payouts(paid)) }),
  netDeposits: (paid) => ({
    value:
      money(won(paid)) -
      money(payouts(paid)) -
      money(moved(paid, 'REFUND')) -
      money(moved(paid, 'CHARGEBACK')) +
      money(moved(paid, 'CHARGEBACK_WON')),
  }),
  declineShare: (paid, all) => divided(inState(paid, 'FAILED').length, inState(all, 'FAILED').length),
  softDeclines: count((paid) => soft(deposits(paid))),
  softRecovery: share(
    (paid) => soft(won(paid)),
    (paid) => soft(deposits(paid)),
  ),
  fallbackChances: count(failedFirst),
  fallbackRecovery: share(recovered, failedFirst),
  recoveredValue: (paid) => ({ value: money(recovered(paid)) }),
  fallbackDelay: (paid) =>
    divided(
      sum(
        recovered(paid).map(({ completedAt, legs: [first] }) =>
          completedAt && first?.answeredAt
            ? Math.max(0, Date.parse(completedAt) - Date.parse(first.answeredAt))
            : 0,
        ),
      ),
      recovered(paid).length,
    ),
  tokenShare: share(
    (paid) => cards(won(paid)).filter(({ text }) => text.scheme_token_used),
    (paid) => cards(won(paid)),
  ),
  tokenUplift: uplift,
  challengeRate: share(challenged, authenticated),
  frictionlessShare: share(
    (paid) => authenticated(paid).filter(({ text }) => !text.three_ds_flow?.startsWith('CHALLENGE')),
    authenticated,
  ),
  challengeSuccess: share((paid) => passed(challenged(paid)), challenged),
  challengeAbandon: share(
    (paid) => inState(paid, 'FAILED', 'CANCELLED').filter(({ text }) => text.three_ds_flow === 'CHALLENGE'),
    challenged,
  ),
  exemptionShare: share(
    (paid) => cards(having('psp_sent_at')(paid)).filter(({ text }) => text.three_ds_exemption !== null),
    (paid) => cards(having('psp_sent_at')(paid)),
  ),
  liabilityShift: share(
    (paid) =>
      cards(won(paid)).filter(({ text }) => ['01', '02', '05', '06'].includes(text.three_ds_eci ?? '')),
    (paid) => cards(won(paid)),
  ),
  completeP50: percentile(0.5, (paid) => took(won(paid))),
  completeP90: percentile(0.9, (paid) => took(won(paid))),
  completeP99: percentile(0.99, (paid) => took(won(paid))),
  payoutP50: percentile(0.5, (paid) => took(payouts(paid))),
  payoutP90: percentile(0.9, (paid) => took(payouts(paid))),
  approvalWaitP50: percentile(0.5, waited),
  approvalWaitP90: percentile(0.9, waited),
  expectedValue: (paid) => ({ value: money(won(paid)) }),
  settledValue: (paid) => ({ value: money(won(paid).filter(({ text }) => text.settled_at !== null)) }),
  settleP50: percentile(0.5, (paid) =>
    won(paid).flatMap(({ text, completedAt }) =>
      text.settled_at && completedAt ? [Date.parse(text.settled_at) - Date.parse(completedAt)] : [],
    ),
  ),
  pspCost: (paid) => rounded(costs(paid), paid),
  costShare: (paid) => ({ ...divided(costs(paid), money(won(paid))), n: won(paid).length, within: 0.002 }),
  costPerSuccess: (paid) => ({ ...divided(costs(paid), won(paid).length), within: 0.011 }),
  netValue: (paid) => rounded(money(won(paid)) - costs(paid), paid),
  feeIncome: (paid) => rounded(fees(paid), paid),
  fxMargin: (paid) => rounded(margins(paid), paid),
  margin: (paid) => rounded(fees(paid) + margins(paid) - costs(paid), [...paid, ...paid]),
  chargebacks: count((paid) => deposits(paid).filter(({ chargeback }) => chargeback > 0)),
  chargebackValue: (paid) => rounded(chargedBack(deposits(paid)), paid),
  chargebackRatio: share(
    (paid) => cards(won(paid)).filter(({ chargeback }) => chargeback > 0),
    (paid) => cards(won(paid)),
  ),
  chargebackValueRatio: (paid) => ({
    ...divided(chargedBack(cards(won(paid))), money(cards(won(paid)))),
    n: cards(won(paid)).length,
    within: 0.002,
  }),
  refunds: count((paid) => moved(paid, 'REFUND')),
  refundValue: (paid) => ({ value: money(moved(paid, 'REFUND')) }),
  refundRate: (paid) => ({
    ...divided(money(moved(paid, 'REFUND')), money(won(paid))),
    n: won(paid).length,
  }),
  funnelInitiated: count(deposits),
  funnelVerified: count(having('verified_at')),
  funnelAuthorised: count(having('authorized_at')),
  funnelRouted: count((paid) =>
    deposits(paid).filter(({ text }) => text.psp !== null || text.initiated_psp !== null),
  ),
  funnelSent: count(having('psp_sent_at')),
  funnelThreeDsStarted: count(authenticated),
  funnelThreeDsPassed: count(passed),
  funnelApproved: count((paid) =>
    deposits(paid).filter((each) => each.legs.some((leg) => saidBy(leg, each) === 'approved')),
  ),
  funnelTransferred: count(won),
  confirmationRate: share(having('psp_sent_at'), deposits),
  successRate: share((paid) => having('psp_sent_at')(won(paid)), having('psp_sent_at')),
  overallRate: share(won, deposits),
  withdrawals: count((paid) => paid.filter(({ method }) => method === 'WITHDRAWAL')),
  paidOut: count(payouts),
  autoApproval: share((paid) => approved(paid).filter(({ text }) => text.approval_mode === 'AUTO'), approved),
}

/** A submission with the payment it belongs to. */
export interface SentLeg {
  readonly leg: Leg
  readonly paid: Paid
}
const legShare = (hits: readonly unknown[], among: readonly unknown[]) => divided(hits.length, among.length)
const ended = (legs: readonly SentLeg[], ...outcomes: string[]) =>
  legs.filter(({ leg, paid }) => outcomes.includes(saidBy(leg, paid)))
const firsts = (legs: readonly SentLeg[]) => legs.filter(({ leg }) => leg.no === 1)
const latencies = (legs: readonly SentLeg[], p: number): Counted => {
  const sorted = legs
    .flatMap(({ leg }) => (leg.latencyMs === null ? [] : [leg.latencyMs]))
    .toSorted((a, b) => a - b)
  const value = sorted[Math.ceil(sorted.length * p) - 1] ?? null
  return { value, n: sorted.length, within: (value ?? 0) * 0.06 + 1 }
}

type CountingLegs = (legs: readonly SentLeg[], all: readonly SentLeg[]) => Counted

export const legsByHand: Partial<Record<MetricId, CountingLegs>> = {
  routedShare: (legs, all) => legShare(legs, all),
  legs: (legs) => ({ value: legs.length, n: legs.length }),
  legsSuccessful: (legs) => ({ value: ended(legs, 'approved').length }),
  legApproval: (legs) => legShare(ended(legs, 'approved'), ended(legs, 'approved', 'declined')),
  firstLegRate: (legs) =>
    legShare(ended(firsts(legs), 'approved'), ended(firsts(legs), 'approved', 'declined')),
  legUnknown: (legs) =>
    legShare(
      legs.filter(({ leg }) => leg.outcome === null || leg.outcome === 'unknown'),
      legs,
    ),
  latencyP50: (legs) => latencies(legs, 0.5),
  latencyP95: (legs) => latencies(legs, 0.95),
}

export function keyOfLeg(id: DimensionId, { leg, paid }: SentLeg, zone: string): string {
  if (id === 'psp') return leg.psp
  if (id === 'pspAccount') return leg.pspAccount
  if (id === 'legNo') return String(leg.no)
  if (id === 'legReason') return leg.reason
  return String(keyOf[id]?.(paid, zone) ?? '')
}
