import type { RuleFigures } from '@signalbox/model/calls/rules-hub'
import { toWire } from '@signalbox/model/money/money-schema'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'

/** `NONE`: payments of which no row said anything. */
export type HitLevel = 'ROW' | 'RULESET' | 'TABLE' | 'NONE'

/** What hits came to, for payments of one type and base currency. */
export interface HitSum {
  readonly table: string
  readonly level: HitLevel
  /** Of the row or the version of a ruleset. */
  readonly ref: string
  readonly txType: string
  readonly currency: string
  readonly hits: number
  readonly payments: number
  readonly successful: number
  readonly failed: number
  readonly successfulMinor: bigint
  readonly failedMinor: bigint
  readonly feeMinor: bigint
  readonly refundedMinor: bigint
  readonly pspFeeMinor: bigint
  readonly chargedBack: number
  readonly overridden: number
  readonly firstHitAt: string
  readonly lastHitAt: string
}

/** How often a table was asked with the same versions and read as far. */
export interface EvaluationSum {
  readonly table: string
  readonly versions: readonly string[]
  readonly skipped: readonly string[]
  readonly stoppedAt: string
  readonly evaluations: number
}

const total = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0)
const totalMinor = <T>(items: readonly T[], of: (item: T) => bigint): bigint =>
  items.reduce((sum, item) => sum + of(item), 0n)

const leastDecided = 30
const z95 = 1.959964

/** Wilson score interval of 95 %. */
function wilson(successes: number, n: number): { rate: number; low: number; high: number } {
  const rate = successes / n
  const z2 = z95 * z95
  const middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
  const half = (z95 * Math.sqrt((rate * (1 - rate)) / n + z2 / (4 * n * n))) / (1 + z2 / n)
  return { rate, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

const approvalOf = (successful: number, failed: number) =>
  successful + failed < leastDecided ? null : wilson(successful, successful + failed)

function byCurrency<T>(sums: readonly HitSum[], of: (sums: readonly HitSum[], currency: string) => T): T[] {
  const currencies = [...new Set(sums.map(({ currency }) => currency))].sort()
  return currencies.map((currency) =>
    of(
      sums.filter((sum) => sum.currency === currency),
      currency,
    ),
  )
}

const money = (minor: bigint, currency: string) => toWire({ minor, currency })

/**
 * How many points more of the payments were successful than of payments of the same types that others decided about.
 * Null where nobody else decided about such.
 */
function differenceTo(own: readonly HitSum[], others: readonly HitSum[]): number | null {
  let [decided, expected, successful] = [0, 0, 0]
  for (const txType of new Set(own.map((sum) => sum.txType))) {
    const [mine, rest] = [own, others].map((sums) => {
      const same = sums.filter((sum) => sum.txType === txType)
      return { successful: total(same, (s) => s.successful), failed: total(same, (s) => s.failed) }
    })
    const [n, m] = [mine, rest].map((each) => (each?.successful ?? 0) + (each?.failed ?? 0))
    if (!n || !m) continue
    decided += n
    successful += mine?.successful ?? 0
    expected += (n * (rest?.successful ?? 0)) / m
  }
  return decided < leastDecided ? null : (successful - expected) / decided
}

function passedFraud(own: readonly HitSum[], all: readonly HitSum[]): number | null {
  const types = new Set(own.map(({ txType }) => txType))
  const passed = all.filter(({ level, txType }) => level === 'NONE' && types.has(txType))
  const successful = total(passed, (sum) => sum.successful)
  return successful === 0 ? null : total(passed, (sum) => sum.chargedBack) / successful
}

/**
 * The share of the value that was tried again and came in. Amounts of different currencies do not add up: each has a
 * share of its own, and counts by its payments.
 */
function upliftOf(own: readonly HitSum[]): number | null {
  const shares = byCurrency(own, (sums) => {
    const recovered = totalMinor(sums, (sum) => sum.successfulMinor)
    const retried = recovered + totalMinor(sums, (sum) => sum.failedMinor)
    const decided = total(sums, ({ successful, failed }) => successful + failed)
    return retried === 0n ? [] : { share: Number((recovered * 10_000n) / retried) / 10_000, decided }
  }).flat()
  const decided = total(shares, (each) => each.decided)
  return decided === 0 ? null : total(shares, ({ share, decided: count }) => share * count) / decided
}

type Effect = Pick<RuleFigures, 'approvalDifference' | 'fees' | 'cost' | 'passedFraudRate' | 'uplift'>

/** What the rows are there for; which of these it is depends on the table. */
function effectOf(table: string, own: readonly HitSum[], all: readonly HitSum[]): Effect {
  const category = tableOfSlug(table)?.category
  const isBlock = category === 'Fraud block' || table === 'kyc-block'
  const level = own[0]?.level
  const others = all.filter((sum) => (sum.level === level || sum.level === 'NONE') && !own.includes(sum))
  return {
    approvalDifference:
      table.endsWith('-routing') && level !== undefined && level !== 'TABLE'
        ? differenceTo(own, others)
        : null,
    fees:
      table === 'fee'
        ? byCurrency(own, (sums, currency) => ({
            revenue: money(
              totalMinor(sums, (sum) => sum.feeMinor),
              currency,
            ),
            refunds: money(
              totalMinor(sums, (sum) => sum.refundedMinor),
              currency,
            ),
          }))
        : null,
    cost: table === 'provider-fee' ? byCurrency(own, costIn) : null,
    passedFraudRate: isBlock ? passedFraud(own, all) : null,
    uplift: table === 'psp-fallback' ? upliftOf(own) : null,
  }
}

function costIn(sums: readonly HitSum[], currency: string) {
  const cost = totalMinor(sums, (sum) => sum.pspFeeMinor)
  const successful = BigInt(total(sums, (sum) => sum.successful))
  return {
    cost: money(cost, currency),
    perApproved: successful === 0n ? null : money(cost / successful, currency),
  }
}

export interface Reached {
  readonly evaluations: number
  readonly reach: number
}

/** The figures of some rows among all of their table. */
export function figuresOf(
  table: string,
  own: readonly HitSum[],
  all: readonly HitSum[],
  { evaluations, reach }: Reached,
): RuleFigures {
  const hits = total(own, (sum) => sum.hits)
  const [successful, failed] = [total(own, (sum) => sum.successful), total(own, (sum) => sum.failed)]
  const firsts = own.map(({ firstHitAt }) => firstHitAt).sort()
  const lasts = own.map(({ lastHitAt }) => lastHitAt).sort()
  return {
    evaluations,
    hits,
    share: evaluations === 0 ? null : hits / evaluations,
    // Of rows that share by weight, those below the first are looked at as well.
    reach: Math.max(reach, hits),
    payments: total(own, (sum) => sum.payments),
    successful,
    failed,
    approval: approvalOf(successful, failed),
    value: byCurrency(own, (sums, currency) => ({
      successful: money(
        totalMinor(sums, (sum) => sum.successfulMinor),
        currency,
      ),
      declined: money(
        totalMinor(sums, (sum) => sum.failedMinor),
        currency,
      ),
    })),
    ...effectOf(table, own, all),
    firstHitAt: firsts[0] ?? null,
    lastHitAt: lasts.at(-1) ?? null,
    overridden: total(own, (sum) => sum.overridden),
  }
}

const refForm = /^(\d+_[A-Z0-9]+_\d+)_(\d+)@(\d+)$/

/** `1979_RO_01_02@5` is row 2 of the version `1979_RO_01@5`. */
function readRef(ref: string): { readonly version: string; readonly no: number } | undefined {
  const [, ruleset, no, version] = refForm.exec(ref) ?? []
  return ruleset === undefined ? undefined : { version: `${ruleset}@${version}`, no: Number(no) }
}

interface VersionReading {
  inScope: number
  /** Read to the end. */
  whole: number
  /** By the row at which reading stopped. */
  readonly stops: Map<number, number>
}

/** How far the rows of each version were read. */
export class Reading {
  readonly #versions = new Map<string, VersionReading>()

  constructor(sums: readonly EvaluationSum[]) {
    for (const sum of sums) this.#add(sum)
  }

  #add({ versions, skipped, stoppedAt, evaluations }: EvaluationSum): void {
    const stop = readRef(stoppedAt)
    const place = stop ? versions.indexOf(stop.version) : -1
    for (const [index, name] of versions.entries()) {
      if (skipped.includes(name)) continue
      const version = this.#version(name)
      version.inScope += evaluations
      if (place < 0 || index < place) version.whole += evaluations
      else if (index === place && stop)
        version.stops.set(stop.no, (version.stops.get(stop.no) ?? 0) + evaluations)
    }
  }

  #version(name: string): VersionReading {
    let version = this.#versions.get(name)
    if (!version) this.#versions.set(name, (version = { inScope: 0, whole: 0, stops: new Map() }))
    return version
  }

  names(): string[] {
    return [...this.#versions.keys()]
  }

  /** Of a whole version: how often it was asked, and how often any of its rows was looked at. */
  ofVersion(name: string): Reached {
    return this.ofRow(name, 1)
  }

  ofRow(name: string, no: number): Reached {
    const version = this.#versions.get(name)
    if (!version) return { evaluations: 0, reach: 0 }
    let reach = version.whole
    for (const [stop, times] of version.stops) if (stop >= no) reach += times
    return { evaluations: version.inScope, reach }
  }
}
