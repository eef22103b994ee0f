import type { DecisionTable, OutputValue } from '@signalbox/model/rules/decision-table'
import type { Rule } from '@signalbox/model/rules/rule'

type Outputs = Rule['outputs']

/** What a payment notices when its answer changes from one to another. */
export interface Shift {
  readonly loosens: boolean
  readonly tightens: boolean
}

export type CompareAnswers = (from: Outputs | null, to: Outputs | null) => Shift

const both: Shift = { loosens: true, tightens: true }
const neither: Shift = { loosens: false, tightens: false }

const merge = (shifts: readonly Shift[]): Shift => ({
  loosens: shifts.some(({ loosens }) => loosens),
  tightens: shifts.some(({ tightens }) => tightens),
})

const shiftOf = (from: number | bigint, to: number | bigint): Shift => ({
  loosens: to < from,
  tightens: to > from,
})

/** Accepting ends the table, so that no later row may decline: looser than saying nothing. */
const verdictRanks: Readonly<Record<string, number>> = { ACCEPT: 0, DECLINE: 3 }
const rankIn = (
  ranks: Readonly<Record<string, number>>,
  value: OutputValue | undefined,
): number | undefined => (typeof value === 'string' ? ranks[value] : undefined)
const verdictRank = (outputs: Outputs | null): number =>
  outputs === null ? 1 : (rankIn(verdictRanks, outputs.action) ?? 2)

/** A review, a challenge and another PSP are all stricter than nothing, and none of them than another. */
const compareVerdicts: CompareAnswers = (from, to) => {
  const [before, after] = [verdictRank(from), verdictRank(to)]
  return before === 2 && after === 2 && from?.action !== to?.action ? both : shiftOf(before, after)
}

type Amounts = Readonly<Record<string, string>>
const amountsOf = (outputs: Outputs, key: string): Amounts | undefined => {
  const value = outputs[key]
  return typeof value === 'object' && !Array.isArray(value) ? (value as Amounts) : undefined
}

/** Amounts in the same currencies, one by one. Others would have to be converted at rates nobody knows yet. */
function compareAmounts(
  from: Amounts | undefined,
  to: Amounts | undefined,
  stricter: 'higher' | 'lower',
): Shift {
  if (!from || !to) {
    if (!from && !to) return neither
    return from ? { loosens: true, tightens: false } : { loosens: false, tightens: true }
  }
  const currencies = Object.keys(from)
  if (currencies.length !== Object.keys(to).length || currencies.some((currency) => !(currency in to)))
    return both
  return merge(
    currencies.map((currency) => {
      const [before, after] = [BigInt(from[currency] ?? 0), BigInt(to[currency] ?? 0)]
      return stricter === 'higher' ? shiftOf(before, after) : shiftOf(after, before)
    }),
  )
}

const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const compareLimits: CompareAnswers = (from, to) => {
  if (from === null || to === null)
    return from === to ? neither : { loosens: to === null, tightens: from === null }
  return merge([
    compareAmounts(amountsOf(from, 'min'), amountsOf(to, 'min'), 'higher'),
    compareAmounts(amountsOf(from, 'max'), amountsOf(to, 'max'), 'lower'),
    sameValue(from.step, to.step) ? neither : both,
  ])
}

const unitMinutes: Readonly<Record<string, number>> = { MINUTE: 1, HOUR: 60, DAY: 1440 }

/** From what nobody looks at to what nobody lets through. Without a row it depends on the kind of payment. */
function approvalRank(outputs: Outputs | null): readonly [least: number, most: number] {
  if (outputs === null) return [0, 1_000_000]
  const { approvalMethod, approvalAction = 'APPROVE', levels = 'ONE', delay, unit = 'MINUTE' } = outputs
  const one = (rank: number) => [rank, rank] as const
  if (approvalAction !== 'APPROVE') return one(3_000_000)
  if (approvalMethod === 'MANUAL') return one(levels === 'TWO' ? 2_000_000 : 1_000_000)
  return one(Number(delay ?? 0) * (rankIn(unitMinutes, unit) ?? 1) * 0.1)
}

const compareApprovals: CompareAnswers = (from, to) => {
  if (from === null && to === null) return neither
  const [before, after] = [approvalRank(from), approvalRank(to)]
  const tags = sameValue(from?.tags ?? [], to?.tags ?? []) ? neither : both
  return merge([tags, { loosens: after[0] < before[1], tightens: after[1] > before[0] }])
}

const blockTables = [
  'general-block',
  'ip-block',
  'bin-block',
  'fraud-provider-block',
  'kyc-block',
  'bic-block',
  'fraud-score',
]

const comparisons: Readonly<Record<string, CompareAnswers>> = {
  ...Object.fromEntries(blockTables.map((slug) => [slug, compareVerdicts])),
  limit: compareLimits,
  approval: compareApprovals,
}

/** How answers of a table compare where its first row decides; undefined where none is stricter than another. */
export const answersOf = ({ slug }: Pick<DecisionTable, 'slug'>): CompareAnswers | undefined =>
  comparisons[slug]

const periodOf = ({ window, rollingHours, scope = 'USER', net = false }: Outputs): string =>
  JSON.stringify([window, window === 'ROLLING' ? rollingHours : null, scope, net])

/** Whether one limit of a period stops everything the other stops. */
export function isAsStrict(limit: Outputs, other: Outputs): boolean {
  if (periodOf(limit) !== periodOf(other)) return false
  if (other.maxCount !== undefined && !(Number(limit.maxCount ?? Infinity) <= Number(other.maxCount)))
    return false
  return !compareAmounts(amountsOf(other, 'maxSum'), amountsOf(limit, 'maxSum'), 'lower').loosens
}
