import { isWithinLimit, towardsLimit } from '@signalbox/model/money/limit'
import { boundIn, lacksRate } from '@signalbox/model/money/money-map'
import { addMoney, compareMoney, type Money, type MoneyMap } from '@signalbox/model/money/money'
import { amountText, parseMoney } from '@signalbox/model/money/money-text'
import type { NotingSheet } from '@signalbox/model/money/noted-rates'
import type { RateSheet } from '@signalbox/model/money/rates'
import { windowAt } from '@signalbox/model/money/window'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { OutputsOf } from '@signalbox/model/rules/outputs-of'
import { limit } from '@signalbox/model/rules/tables/limit'
import { periodLimit } from '@signalbox/model/rules/tables/period-limit'
import { velocity } from '@signalbox/model/rules/tables/velocity'
import type { CounterQuestion, CounterReading } from '../../../counters/counter-types.ts'
import { velocityStart } from '../../../counters/counter-windows.ts'
import type { Payment } from '../../state/payment.ts'
import { decline, declineNo } from '../decline.ts'
import type { RuleHit } from '../rule-answer.ts'
import { computeStep, go, type Next } from '../step.ts'
import type { StepContext } from '../step-context.ts'

type LimitStep = 'D6' | 'D7'

/** `10.00..500.00`: what the merchant sent for this user, in the currency of the payment. */
function merchantLimits(payment: Payment): { min?: Money; max?: Money } | undefined {
  const limits = payment.facts.userAttributes?.limits
  if (limits === undefined) return undefined
  const [min = '', max = ''] = limits.split('..')
  const read = { min: parseMoney(min, payment.tx.currency), max: parseMoney(max, payment.tx.currency) }
  return read.min || read.max
    ? { ...(read.min && { min: read.min }), ...(read.max && { max: read.max }) }
    : undefined
}

interface AmountBounds {
  readonly min?: Money
  readonly max?: Money
  readonly step?: Money
  /** A bound is set in another currency, and no rate says what it is in the payment's. */
  readonly missing?: MissingRate | undefined
  /** Whose bounds they are, for people. */
  readonly source: string
}

export interface MissingRate {
  readonly from: string
  readonly to: string
}

/** Nobody can say whether the payment is within a limit; the limit itself is not to blame. */
function refuseWithoutRate(payment: Payment, { from, to }: MissingRate, limitName: string): Next {
  payment.effect({ kind: 'rateNeeded', from, to })
  return decline(payment, StatusNo.ERR_DECLINED_CONFIG_ERROR, {
    at: 'D6',
    info: `No exchange rate from ${from} to ${to}, which ${limitName} needs`,
  })
}

function refuseAmount(payment: Payment, { min, max, step, missing, source }: AmountBounds): Next | undefined {
  if (missing) return refuseWithoutRate(payment, missing, `the limit of the ${source}`)
  const amount = payment.requested
  const refuse = (statusNo: number, why: string, bound: Money): Next =>
    decline(payment, statusNo, {
      at: 'D6',
      info: `${amountText(amount)} is ${why} ${amountText(bound)} (${source})`,
    })
  if (min && compareMoney(amount, min) < 0)
    return refuse(StatusNo.ERR_BELOW_LIMIT, 'below the minimum of', min)
  if (max && compareMoney(amount, max) > 0) return refuse(StatusNo.ERR_ABOVE_LIMIT, 'above the limit of', max)
  if (step && step.minor > 0n && amount.minor % step.minor !== 0n)
    return refuse(StatusNo.ERR_DECLINED_INVALID_AMOUNT, 'not a multiple of', step)
  return undefined
}

/** What a single payment may come to; `'DEFERRED'` when a row wants to know the PSP first. */
export async function amountBounds(
  payment: Payment,
  context: StepContext,
  step: LimitStep,
): Promise<AmountBounds | 'DEFERRED'> {
  let answer = await context.ask(payment, limit, step)
  if (answer.hits[0]?.outputs.useAttributeLimits) {
    const limits = merchantLimits(payment)
    if (limits) return { ...limits, source: 'set by the merchant for this user' }
    answer = await context.ask(payment, limit, step, { also: { userAttributes: {} } })
  }
  if (answer.outcome === 'DEFERRED') return 'DEFERRED'
  const [hit] = answer.hits
  if (!hit) return { source: 'no rule' }
  const bound = (key: 'min' | 'max' | 'step') => {
    const map = hit.outputs[key]
    return map && boundIn(map, key === 'max' ? 'max' : 'min', payment.tx.currency, answer.rates)
  }
  const [min, max, multiple] = [bound('min'), bound('max'), bound('step')]
  const { currency } = payment.tx
  const lacks = (['min', 'max', 'step'] as const).some(
    (key) => hit.outputs[key] && lacksRate(hit.outputs[key], currency, answer.rates),
  )
  return {
    ...(lacks && { missing: { from: answer.rates.base, to: currency } }),
    ...(min && { min }),
    ...(max && { max }),
    ...(multiple && { step: multiple }),
    source: `rule “${hit.rule.name}”`,
  }
}

async function checkAmount(
  payment: Payment,
  context: StepContext,
  step: LimitStep,
): Promise<Next | 'DEFERRED' | undefined> {
  const bounds = await amountBounds(payment, context, step)
  return bounds === 'DEFERRED' ? bounds : refuseAmount(payment, bounds)
}

/** The currency a limit is counted in: the payment's own where the row names it, else one it does name. */
function countedIn(map: MoneyMap | undefined, payment: Payment, rates: RateSheet): string {
  if (!map || payment.tx.currency in map) return payment.tx.currency
  return rates.base in map ? rates.base : (Object.keys(map)[0] ?? payment.tx.currency)
}

type PeriodRow = RuleHit<typeof periodLimit>
type VelocityRow = RuleHit<typeof velocity>

const periodStart = (
  { window: kind = 'DAY', rollingHours: hours = 24 }: OutputsOf<typeof periodLimit>,
  gateMs: number,
  timeZone: string,
): number => windowAt(kind === 'ROLLING' ? { kind, hours } : { kind, timeZone }, gateMs).fromMs

const lookBack = (
  { window = 1, unit = 'DAY', windowKind }: OutputsOf<typeof velocity>,
  gateMs: number,
  timeZone: string,
): number => velocityStart({ window, unit, windowKind }, timeZone, gateMs)

/** A row's reference without its version: the row stays the same when another one of its ruleset is edited. */
const rowOf = (hit: RuleHit<DecisionTable>): string => hit.ref.split('@')[0] ?? hit.ref

export interface Counted<Row> {
  readonly hit: Row
  readonly question: CounterQuestion
}

export const periodQuestion = (
  hit: PeriodRow,
  payment: Payment,
  rates: RateSheet,
  timeZone: string,
): Counted<PeriodRow> => ({
  hit,
  question: {
    scope: hit.outputs.scope,
    since: (gateMs) => periodStart(hit.outputs, gateMs, timeZone),
    currency: countedIn(hit.outputs.maxSum, payment, rates),
    net: hit.outputs.net,
  },
})

export function velocityQuestion(
  hit: VelocityRow,
  payment: Payment,
  rates: RateSheet,
  timeZone: string,
): Counted<VelocityRow> {
  const { scope = 'USER', countStates, maxSum, minSum, historyFilter: filters } = hit.outputs
  return {
    hit,
    question: {
      scope,
      since: (gateMs) => lookBack(hit.outputs, gateMs, timeZone),
      currency: countedIn(maxSum ?? minSum, payment, rates),
      statuses: countStates,
      sameTxType: filters.includes('SAME_TXTYPE'),
      samePsp: filters.includes('SAME_PSP'),
      sameAccount: filters.includes('SAME_ACCOUNT'),
      ...(filters.includes('SAME_CONDITIONS') && { sameRow: rowOf(hit) }),
    },
  }
}

/** What this payment adds to a sum counted in another currency; nothing where there is no rate to say so. */
const addedTo = (payment: Payment, currency: string, rates: RateSheet): Money | undefined =>
  towardsLimit(payment.requested, currency, rates)

/** What leaves only lowers the net deposits. */
export const addsToSum = ({ outputs }: PeriodRow, payment: Payment): boolean =>
  !outputs.net || payment.direction === 'DEPOSIT'

/** The rate without which a sum cannot be compared with what a row says. */
export function missingRate(
  payment: Payment,
  currency: string,
  maps: readonly (MoneyMap | undefined)[],
  { reading, rates }: { readonly reading: CounterReading; readonly rates: RateSheet },
): MissingRate | undefined {
  const bounds = maps.filter((map) => map !== undefined)
  if (bounds.length === 0) return undefined
  if (!addedTo(payment, currency, rates)) return { from: payment.tx.currency, to: currency }
  const isMissing = reading.isIncomplete || bounds.some((map) => lacksRate(map, currency, rates))
  return isMissing ? { from: rates.base, to: currency } : undefined
}

function periodExceeded(
  payment: Payment,
  { hit, question }: Counted<PeriodRow>,
  reading: CounterReading,
  rates: RateSheet,
): boolean {
  const { maxCount, maxSum } = hit.outputs
  if (maxCount !== undefined && reading.live + 1 > maxCount) return true
  if (!addsToSum(hit, payment)) return false
  const max = maxSum && boundIn(maxSum, 'max', question.currency, rates)
  const added = addedTo(payment, question.currency, rates)
  return max !== undefined && (added === undefined || !isWithinLimit(reading, added, max))
}

export function velocityExceeded(
  payment: Payment,
  { hit, question }: Counted<VelocityRow>,
  reading: CounterReading,
  rates: RateSheet,
): boolean {
  const { outputs } = hit
  const over = (limit: number | undefined, value: number) => limit !== undefined && value > limit
  if (over(outputs.maxTx, reading.count + 1)) return true
  if (over(outputs.maxAccounts, reading.accounts) || over(outputs.maxUsers, reading.users)) return true
  const bound = (key: 'maxSum' | 'minSum' | 'maxBalance', side: 'min' | 'max', currency: string) => {
    const map = outputs[key]
    return map && boundIn(map, side, currency, rates)
  }
  const added = addedTo(payment, question.currency, rates)
  const sum = added && addMoney(reading.sum, added)
  // What must have been reached is not reached by what may still fail.
  const reached = added && addMoney(reading.named, added)
  const [maxSum, minSum] = [
    bound('maxSum', 'max', question.currency),
    bound('minSum', 'min', question.currency),
  ]
  if (maxSum && (!sum || compareMoney(sum, maxSum) > 0)) return true
  if (minSum && reached && compareMoney(reached, minSum) < 0) return true
  const { balance } = payment.facts
  const maxBalance = balance && bound('maxBalance', 'max', balance.currency)
  return maxBalance !== undefined && compareMoney(balance as Money, maxBalance) > 0
}

/** The rows of limits over time that speak about a payment, and the sheets their amounts are converted with. */
interface CounterRows {
  readonly periods: readonly Counted<PeriodRow>[]
  readonly periodRates: NotingSheet
  readonly velocities: readonly Counted<VelocityRow>[]
  readonly velocityRates: NotingSheet
}

async function counterRows(payment: Payment, context: StepContext, step: LimitStep): Promise<CounterRows> {
  const { timeZone } = await context.merchant(payment.tx.merchantId)
  const counted = await context.ask(payment, periodLimit, 'D6')
  const candidates = await context.ask(payment, velocity, step, {
    silent: true,
    exceeded: () => false,
  })
  return {
    periods: counted.hits.map((hit) => periodQuestion(hit, payment, counted.rates, timeZone)),
    periodRates: counted.rates,
    velocities: candidates.passedOver.map((hit) =>
      velocityQuestion(hit, payment, candidates.rates, timeZone),
    ),
    velocityRates: candidates.rates,
  }
}

/** What the counters say about each row; readings come in the order of the questions, periods first. */
function judge(
  payment: Payment,
  { periods, periodRates, velocities, velocityRates }: CounterRows,
  readings: readonly CounterReading[],
) {
  const reading = (place: number) => readings[place] as CounterReading
  const unrated = [
    ...periods.map(({ hit, question }, i) => ({
      name: `the period limit “${hit.rule.name}”`,
      rate: addsToSum(hit, payment)
        ? missingRate(payment, question.currency, [hit.outputs.maxSum], {
            reading: reading(i),
            rates: periodRates,
          })
        : undefined,
    })),
    ...velocities.map(({ hit, question }, i) => ({
      name: `the velocity rule “${hit.rule.name}”`,
      rate: missingRate(payment, question.currency, [hit.outputs.maxSum, hit.outputs.minSum], {
        reading: reading(periods.length + i),
        rates: velocityRates,
      }),
    })),
  ].find(({ rate }) => rate)
  const broken = periods.find((each, i) => periodExceeded(payment, each, reading(i), periodRates))
  const exceeded = velocities.filter((each, i) =>
    velocityExceeded(payment, each, reading(periods.length + i), velocityRates),
  )
  return { unrated, broken: broken?.hit, exceeded: exceeded.map(({ hit }) => hit) }
}

function declineByPeriod(payment: Payment, { outputs, rule }: PeriodRow): Next {
  const gaming = outputs.reason === 'RESPONSIBLE_GAMING'
  return decline(
    payment,
    gaming ? StatusNo.ERR_RESPONSIBLE_GAMING_LIMIT : StatusNo.ERR_DECLINED_LIMIT_OVERDRAWN,
    {
      at: 'D6',
      info: `The period limit “${rule.name}” leaves no room for ${amountText(payment.requested)}`,
    },
  )
}

/** The velocity rules asked once more, now that it is known which of them are exceeded. */
async function checkVelocity(
  payment: Payment,
  context: StepContext,
  step: LimitStep,
  { exceeded, rates }: { readonly exceeded: readonly VelocityRow[]; readonly rates: NotingSheet },
): Promise<Next | 'DEFERRED' | undefined> {
  const over = new Set(exceeded.map(({ ref }) => ref))
  const verdict = await context.ask(payment, velocity, step, {
    rates,
    exceeded: (hit) => over.has(hit.ref),
  })
  if (verdict.outcome === 'DEFERRED') return 'DEFERRED'
  const [hit] = verdict.hits
  if (hit?.outputs.action === 'DECLINE')
    return decline(payment, declineNo(hit.outputs.failedStatusCode, StatusNo.ERR_DECLINED_FRAUD), {
      at: 'D6',
      info: `The velocity rule “${hit.rule.name}” is exceeded`,
      ...(hit.outputs.pspStatusCode && { pspStatusCode: hit.outputs.pspStatusCode }),
    })
  if (hit?.outputs.action === 'REVIEW')
    payment.patchState({ review: [...(payment.state.review ?? []), hit.rule.name] })
  return undefined
}

/** Everything that is counted, asked in one go: the payment counts itself in first, so that two at once see each other. */
async function checkCounters(
  payment: Payment,
  context: StepContext,
  step: LimitStep,
): Promise<Next | 'DEFERRED' | undefined> {
  const rows = await counterRows(payment, context, step)
  const readings = await context.reserve(payment, {
    questions: [...rows.periods, ...rows.velocities].map(({ question }) => question),
    matchedRows: rows.velocities.map(({ hit }) => rowOf(hit)),
    hasRoom: (found) => {
      const { unrated, broken, exceeded } = judge(payment, rows, found)
      return !unrated && !broken && (!exceeded[0] || exceeded[0].outputs.action !== 'DECLINE')
    },
  })
  payment.patchState({ reserved: true })
  const { unrated, broken, exceeded } = judge(payment, rows, readings)
  if (unrated?.rate) return refuseWithoutRate(payment, unrated.rate, unrated.name)
  if (broken) return declineByPeriod(payment, broken)
  return checkVelocity(payment, context, step, { exceeded, rates: rows.velocityRates })
}

/** `undefined` lets pass; rows that ask about the PSP are asked again once it is chosen. */
export async function checkLimits(
  payment: Payment,
  context: StepContext,
  step: LimitStep,
): Promise<Next | undefined> {
  const amount = await checkAmount(payment, context, step)
  if (amount && amount !== 'DEFERRED') return amount
  const counters = await checkCounters(payment, context, step)
  if (counters && counters !== 'DEFERRED') return counters
  payment.patchState({ limitsDeferred: amount === 'DEFERRED' || counters === 'DEFERRED' })
  return undefined
}

export const limits = computeStep('limits', async (payment, context) => {
  const declined = await checkLimits(payment, context, 'D6')
  if (declined) return declined
  payment.note('RULES', 'Within all limits')
  return go(payment.tx.method === 'WITHDRAWAL' ? 'price' : 'route')
})
