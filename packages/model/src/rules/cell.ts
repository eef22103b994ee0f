import type { MoneyMap } from '../money/money.ts'

/** One end of a range. Numbers for counts and scores, ISO instants for periods, digits for card number ranges. */
export interface Bound {
  readonly value: number | string
  readonly inclusive: boolean
}

/**
 * What one column of a rule asks of a fact. A column a rule does not mention asks nothing.
 *
 * A missing fact fails every operator but `notSet`, the negated ones included: `notIn` says something about a country
 * that is known. `match` and `mismatch` look at the sources that are there and need two of them.
 */
export type Cell =
  | { readonly op: 'in' | 'notIn'; readonly values: readonly string[] }
  | { readonly op: 'range'; readonly min?: Bound; readonly max?: Bound }
  | {
      readonly op: 'moneyRange'
      /** Least amount per currency. */
      readonly min?: MoneyMap
      /** Greatest amount per currency. */
      readonly max?: MoneyMap
      readonly minInclusive: boolean
      readonly maxInclusive: boolean
      /** What happens to a currency the bounds do not name. */
      readonly onMissing: 'NO_MATCH' | 'CONVERT'
    }
  | { readonly op: 'prefix' | 'notPrefix'; readonly values: readonly string[] }
  | { readonly op: 'cidr' | 'notCidr'; readonly values: readonly string[] }
  | { readonly op: 'regex' | 'notRegex'; readonly pattern: string }
  | { readonly op: 'is'; readonly value: boolean }
  | { readonly op: 'set' | 'notSet'; readonly key?: string }
  | { readonly op: 'match' | 'mismatch'; readonly values: readonly string[] }
  | { readonly op: 'mapIn' | 'mapNotIn'; readonly key: string; readonly values: readonly string[] }
  | {
      readonly op: 'schedule'
      readonly timeZone: string
      /** ISO weekdays, 1 is Monday. */
      readonly days: readonly number[]
      /** `HH:MM`; a window whose end is not after its start runs over midnight and belongs to the day it starts. */
      readonly from: string
      readonly to: string
    }

export type Operator = Cell['op']

export const operators = [
  'in',
  'notIn',
  'range',
  'moneyRange',
  'prefix',
  'notPrefix',
  'cidr',
  'notCidr',
  'regex',
  'notRegex',
  'is',
  'set',
  'notSet',
  'match',
  'mismatch',
  'mapIn',
  'mapNotIn',
  'schedule',
] as const satisfies readonly Operator[]

/** What an operator asks, in words. */
export const operatorLabels: Readonly<Record<Operator, string>> = {
  in: 'is one of',
  notIn: 'is none of',
  range: 'is between',
  moneyRange: 'is an amount',
  prefix: 'begins with',
  notPrefix: 'does not begin with',
  cidr: 'is in the network',
  notCidr: 'is not in the network',
  regex: 'matches the pattern',
  notRegex: 'does not match the pattern',
  is: 'is yes or no',
  set: 'is set',
  notSet: 'is not set',
  match: 'match',
  mismatch: 'do not match',
  mapIn: 'has one of the values',
  mapNotIn: 'has none of the values',
  schedule: 'follows the schedule',
}
