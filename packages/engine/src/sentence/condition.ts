import type { Bound, Cell } from '@signalbox/model/rules/cell'
import type { MoneyMap } from '@signalbox/model/money/money'

/**
 * What a cell says, in the eight forms a sentence has words for. Sentences are written from this form alone and a cell
 * can be made from it again, so what a sentence is about is exactly what the row asks.
 */
export type Condition = { readonly fact: string } & (
  | {
      readonly kind: 'values'
      readonly by: 'equality' | 'beginning' | 'network'
      readonly negative: boolean
      readonly values: readonly string[]
    }
  | {
      readonly kind: 'entry'
      readonly key: string
      readonly negative: boolean
      readonly values: readonly string[]
    }
  | { readonly kind: 'pattern'; readonly negative: boolean; readonly pattern: string }
  | { readonly kind: 'range'; readonly least?: Bound; readonly greatest?: Bound }
  | {
      readonly kind: 'amounts'
      readonly least?: MoneyMap
      readonly leastInclusive: boolean
      readonly greatest?: MoneyMap
      readonly greatestInclusive: boolean
      /** Other currencies are converted rather than left out. */
      readonly converts: boolean
    }
  | { readonly kind: 'truth'; readonly negative: boolean }
  | { readonly kind: 'presence'; readonly negative: boolean; readonly key?: string }
  | { readonly kind: 'agreement'; readonly negative: boolean; readonly sources: readonly string[] }
  | {
      readonly kind: 'hours'
      readonly timeZone: string
      readonly days: readonly number[]
      readonly from: string
      readonly to: string
    }
)

export type ConditionOf<Kind extends Condition['kind']> = Extract<Condition, { kind: Kind }>

export function conditionOf(fact: string, cell: Cell): Condition {
  switch (cell.op) {
    case 'in':
    case 'notIn':
      return values(fact, 'equality', cell.op === 'notIn', cell.values)
    case 'prefix':
    case 'notPrefix':
      return values(fact, 'beginning', cell.op === 'notPrefix', cell.values)
    case 'cidr':
    case 'notCidr':
      return values(fact, 'network', cell.op === 'notCidr', cell.values)
    case 'mapIn':
    case 'mapNotIn':
      return { fact, kind: 'entry', key: cell.key, negative: cell.op === 'mapNotIn', values: cell.values }
    case 'regex':
    case 'notRegex':
      return { fact, kind: 'pattern', negative: cell.op === 'notRegex', pattern: cell.pattern }
    case 'range':
      return { fact, kind: 'range', least: cell.min, greatest: cell.max }
    case 'moneyRange':
      return {
        fact,
        kind: 'amounts',
        least: cell.min,
        leastInclusive: cell.minInclusive,
        greatest: cell.max,
        greatestInclusive: cell.maxInclusive,
        converts: cell.onMissing === 'CONVERT',
      }
    case 'is':
      return { fact, kind: 'truth', negative: !cell.value }
    case 'set':
    case 'notSet':
      return { fact, kind: 'presence', negative: cell.op === 'notSet', key: cell.key }
    case 'match':
    case 'mismatch':
      return { fact, kind: 'agreement', negative: cell.op === 'mismatch', sources: cell.values }
    case 'schedule':
      return {
        fact,
        kind: 'hours',
        timeZone: cell.timeZone,
        days: cell.days,
        from: cell.from,
        to: cell.to,
      }
  }
}

const values = (
  fact: string,
  by: ConditionOf<'values'>['by'],
  negative: boolean,
  items: readonly string[],
): Condition => ({ fact, kind: 'values', by, negative, values: items })

const valueOperators = {
  equality: ['in', 'notIn'],
  beginning: ['prefix', 'notPrefix'],
  network: ['cidr', 'notCidr'],
} as const

/** The cell a condition was made of. */
export function cellOf(condition: Condition): Cell {
  switch (condition.kind) {
    case 'values':
      return {
        op: valueOperators[condition.by][condition.negative ? 1 : 0],
        values: condition.values,
      }
    case 'entry': {
      const { key, values: items } = condition
      return { op: condition.negative ? 'mapNotIn' : 'mapIn', key, values: items }
    }
    case 'pattern':
      return { op: condition.negative ? 'notRegex' : 'regex', pattern: condition.pattern }
    case 'range':
      return { op: 'range', ...present({ min: condition.least, max: condition.greatest }) }
    case 'amounts':
      return {
        op: 'moneyRange',
        ...present({ min: condition.least, max: condition.greatest }),
        minInclusive: condition.leastInclusive,
        maxInclusive: condition.greatestInclusive,
        onMissing: condition.converts ? 'CONVERT' : 'NO_MATCH',
      }
    case 'truth':
      return { op: 'is', value: !condition.negative }
    case 'presence':
      return { op: condition.negative ? 'notSet' : 'set', ...present({ key: condition.key }) }
    case 'agreement':
      return { op: condition.negative ? 'mismatch' : 'match', values: condition.sources }
    case 'hours': {
      const { timeZone, days, from, to } = condition
      return { op: 'schedule', timeZone, days, from, to }
    }
  }
}

/** Cells are stored and compared as JSON, where a member that is `undefined` is not there. */
const present = <Members extends object>(members: Members): Partial<Members> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<Members>
