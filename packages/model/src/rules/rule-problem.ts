import { fill, texts } from '../text/texts.ts'

/** What can be wrong with a cell or an output. */
export type ProblemCode =
  /** Not the shape the wire asks for. */
  | 'SHAPE'
  | 'UNKNOWN_COLUMN'
  /** The fact is not known when the table is asked. */
  | 'NOT_KNOWN_YET'
  | 'OPERATOR'
  | 'EMPTY'
  | 'TOO_MANY'
  | 'TOO_LONG'
  | 'TEXT'
  | 'NUMBER'
  | 'COUNTRY'
  | 'CURRENCY'
  | 'AMOUNT'
  | 'OPTION'
  | 'REVERSED'
  | 'OUT_OF_BOUNDS'
  | 'ADDRESS'
  | 'BIN'
  | 'BANK_CODE'
  | 'EMAIL'
  | 'PATTERN'
  | 'INSTANT'
  | 'SCHEDULE'
  | 'CRON'
  | 'SOURCES'
  | 'REQUIRED'
  | 'DUPLICATE'
  | 'ORDER'

export interface CellProblem {
  readonly code: ProblemCode
  /** Says what is wrong and names the value, so that it can be found in a pasted list. */
  readonly message: string
}

/** A problem and its place. A key may name a condition and an output of the same table, so the part is told too. */
export interface RuleProblem extends CellProblem {
  /** The number of the row; null for the ruleset itself. */
  readonly ruleNo: number | null
  readonly part: 'ruleset' | 'preconditions' | 'rule' | 'conditions' | 'outputs'
  /** Key of the condition, output or member; null when it is the whole row. */
  readonly column: string | null
}

export const problem = (code: ProblemCode, message: string): CellProblem => ({ code, message })

/** Nothing is there where something must be. */
export const noneOf = (what: string): CellProblem => problem('EMPTY', fill(texts.addAtLeastOne, what))

export const notANumber = (value: string): string => `${texts.mustBeNumber}: ${quoted(value)}`

const shown = 40

/** A value as a message quotes it. */
export const quoted = (value: string): string =>
  `“${value.length > shown ? `${value.slice(0, shown)}…` : value}”`

/** The first problem among several checks; the later ones are not made. */
export function firstProblem(...checks: readonly (() => CellProblem | undefined)[]): CellProblem | undefined {
  for (const check of checks) {
    const found = check()
    if (found) return found
  }
  return undefined
}

/** The first problem among the members of a list. */
export function firstOf<T>(
  items: readonly T[],
  check: (item: T) => CellProblem | undefined,
): CellProblem | undefined {
  for (const item of items) {
    const found = check(item)
    if (found) return found
  }
  return undefined
}
