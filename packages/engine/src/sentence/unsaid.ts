import type { FactDeclaration } from '@signalbox/model/rules/fact'
import { fill } from '@signalbox/model/text/texts'
import { rangeText } from './bounds.ts'
import { anyOf, clauseOf, namesOf, pluralOf } from './clauses.ts'
import type { Condition } from './condition.ts'
import { alternatives, exceptions, mostInFull, words } from './lists.ts'
import type { Wording } from './wording.ts'

/** A condition with its column. */
export interface WordedCondition {
  readonly condition: Condition
  readonly fact: FactDeclaration
}

/** Words for a condition, or `undefined` when this form of it has no place here. */
export type Write = (said: WordedCondition, wording: Wording) => string | undefined

/** The conditions of a row, each of which is said once: where it reads best, or at the end as a clause. */
export interface Unsaid {
  readonly wording: Wording
  say(key: string, write: Write): string | undefined
  /** What has found no place so far. */
  rest(): readonly WordedCondition[]
}

export function unsaid(conditions: readonly WordedCondition[], wording: Wording): Unsaid {
  const left = new Map(conditions.map((said) => [said.condition.fact, said]))
  return {
    wording,
    say(key, write) {
      const said = left.get(key)
      const text = said && write(said, wording)
      if (text !== undefined) left.delete(key)
      return text
    },
    rest: () => [...left.values()],
  }
}

/**
 * Words for a list of values, `{0}` being the list: one form for those that are meant, one for those that are left out.
 */
export const listed =
  (positive: string, negative?: string): Write =>
  ({ condition, fact }, wording) => {
    if (condition.kind !== 'values' || condition.by !== 'equality') return undefined
    if (!condition.negative) return fill(positive, anyOf(fact, condition.values, wording))
    return negative && fill(negative, exceptions(namesOf(fact, condition.values, wording), pluralOf(fact)))
  }

/**
 * Words for values that need their noun: `with method A or B`, `with any of 5 methods (…)`, `with any method but A`.
 */
export const named =
  (preposition: string, noun: string, plural = `${noun}s`): Write =>
  ({ condition, fact }, wording) => {
    if (condition.kind !== 'values' || condition.by !== 'equality') return undefined
    const names = namesOf(fact, condition.values, wording)
    if (condition.negative) return words(preposition, 'any', noun, 'but', exceptions(names, plural))
    return words(preposition, names.length <= mostInFull && noun, alternatives(names, plural))
  }

/** Only lists short enough to stand before a noun. */
export const short =
  (write: Write): Write =>
  (said, wording) =>
    'values' in said.condition && said.condition.values.length > mostInFull ? undefined : write(said, wording)

/** Words for values that begin with something. */
export const beginning =
  (positive: string, negative?: string): Write =>
  ({ condition }) => {
    if (condition.kind !== 'values' || condition.by !== 'beginning') return undefined
    const form = condition.negative ? negative : positive
    return form && fill(form, alternatives(condition.values, 'beginnings'))
  }

/** Words for a range; none when it is open at both ends. */
export const ranged =
  (form: string): Write =>
  ({ condition, fact }, { formats }) => {
    const range = condition.kind === 'range' && rangeText(condition, fact, formats)
    return range ? fill(form, range) : undefined
  }

/** The first of several ways that fits. */
export const either =
  (...ways: readonly Write[]): Write =>
  (said, wording) => {
    for (const write of ways) {
      const text = write(said, wording)
      if (text !== undefined) return text
    }
    return undefined
  }

/** What is left after the noun and its modifiers, as clauses. */
export const clausesOf = (unsaid: Unsaid): string[] =>
  unsaid.rest().map(({ condition, fact }) => clauseOf(condition, fact, unsaid.wording))
