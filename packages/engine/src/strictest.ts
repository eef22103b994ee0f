import { moneyIn, moneyOf } from '@signalbox/model/money/money-map'
import type { Money, MoneyMap } from '@signalbox/model/money/money'
import type { RateSheet } from '@signalbox/model/money/rates'
import type { Hit } from './compile-ruleset.ts'

/** What is left of several limits on the same sums: the lowest of each kind, and the row that set it. */
export interface StrictestLimit {
  readonly window: string
  /** Only for rolling windows. */
  readonly rollingHours: number | undefined
  readonly scope: string
  /** Deposits less withdrawals. */
  readonly net: boolean
  readonly maxSum: { readonly amount: Money; readonly hit: Hit } | undefined
  readonly maxCount: { readonly count: number; readonly hit: Hit } | undefined
}

/**
 * Limits count the same payments when window, scope and netting are the same; others stand beside each other, and a
 * payment must keep all of them. A sum the row does not name in the currency is converted and rounded down.
 */
export function strictestLimits(
  hits: readonly Hit[],
  currency: string,
  rates: RateSheet | undefined,
): StrictestLimit[] {
  const limits = new Map<string, StrictestLimit>()
  for (const hit of hits) {
    const limit = limitOf(hit, currency, rates)
    const { window, rollingHours, scope, net } = limit
    const key = JSON.stringify([window, rollingHours, scope, net])
    const rival = limits.get(key)
    limits.set(key, rival ? stricter(rival, limit) : limit)
  }
  return [...limits.values()]
}

function limitOf(hit: Hit, currency: string, rates: RateSheet | undefined): StrictestLimit {
  const { window, rollingHours, scope, net, maxSum, maxCount } = hit.outputs
  const amount = isMoneyMap(maxSum) ? sumIn(maxSum, currency, rates) : undefined
  return {
    window: typeof window === 'string' ? window : '',
    rollingHours: window === 'ROLLING' && typeof rollingHours === 'number' ? rollingHours : undefined,
    scope: typeof scope === 'string' ? scope : '',
    net: net === true,
    maxSum: amount && { amount, hit },
    maxCount: typeof maxCount === 'number' ? { count: maxCount, hit } : undefined,
  }
}

const sumIn = (map: MoneyMap, currency: string, rates: RateSheet | undefined): Money | undefined =>
  rates ? moneyIn(map, currency, rates, 'FLOOR') : moneyOf(map, currency)

const isMoneyMap = (value: unknown): value is MoneyMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Of two equal limits the row that comes first keeps it. */
function stricter(a: StrictestLimit, b: StrictestLimit): StrictestLimit {
  return {
    ...a,
    maxSum: !a.maxSum || (b.maxSum && b.maxSum.amount.minor < a.maxSum.amount.minor) ? b.maxSum : a.maxSum,
    maxCount: !a.maxCount || (b.maxCount && b.maxCount.count < a.maxCount.count) ? b.maxCount : a.maxCount,
  }
}
