import { texts } from '../text/texts.ts'
import type { Cell } from './cell.ts'
import { checkCell } from './check-cell.ts'
import { checkOutput } from './check-output.ts'
import { checkMoneyMap, reversedCurrency } from './check-range.ts'
import type { DecisionTable, OutputDeclaration, OutputIs, OutputValue } from './decision-table.ts'
import { factOf } from './facts.ts'
import { isKnownTo } from './known-facts.ts'
import type { MoneyMap } from '../money/money.ts'
import { problem, quoted, type CellProblem, type RuleProblem } from './rule-problem.ts'
import type { Rule } from './rule.ts'

type Conditions = Readonly<Record<string, Cell>>
type Outputs = Readonly<Record<string, OutputValue>>

function checkColumn(table: DecisionTable, key: string, cell: Cell): CellProblem | undefined {
  const fact = factOf(key)
  if (fact && table.conditions.includes(key)) return checkCell(fact, cell)
  if (fact && !isKnownTo(table, fact))
    return problem('NOT_KNOWN_YET', `${fact.label} is not known yet when ${table.title} is evaluated`)
  return problem('UNKNOWN_COLUMN', `${table.title} has no condition ${quoted(key)}`)
}

/** Problems of conditions by column. */
export function* checkConditions(
  table: DecisionTable,
  conditions: Conditions,
): Generator<[string, CellProblem]> {
  for (const [key, cell] of Object.entries(conditions)) {
    const found = checkColumn(table, key, cell)
    if (found) yield [key, found]
  }
}

const holds = (outputs: Outputs, { output, is }: OutputIs): boolean => outputs[output] === is

function isMissing(
  { key, required, requiredWhen, requiredUnless }: OutputDeclaration,
  outputs: Outputs,
): boolean {
  if (Object.hasOwn(outputs, key)) return false
  return (
    required === true ||
    (requiredWhen !== undefined && holds(outputs, requiredWhen)) ||
    (requiredUnless !== undefined && !holds(outputs, requiredUnless))
  )
}

const isMoneyMap = (value: OutputValue | undefined): value is MoneyMap =>
  typeof value === 'object' &&
  !Array.isArray(value) &&
  Object.values(value).every((amount) => typeof amount === 'string') &&
  checkMoneyMap(value as MoneyMap) === undefined

function* checkPairs(table: DecisionTable, outputs: Outputs): Generator<[string, CellProblem]> {
  for (const [lower, upper] of table.ascending ?? []) {
    const [min, max] = [outputs[lower], outputs[upper]]
    const currency = isMoneyMap(min) && isMoneyMap(max) ? reversedCurrency(min, max) : undefined
    const label = table.outputs.find((output) => output.key === upper)?.label ?? upper
    if (currency !== undefined)
      yield [lower, problem('REVERSED', `Must not be more than ${quoted(label)} in ${currency}`)]
  }
}

function* checkOutputs(table: DecisionTable, outputs: Outputs): Generator<[string, CellProblem]> {
  const declared = new Map(table.outputs.map((output) => [output.key, output]))
  for (const [key, value] of Object.entries(outputs)) {
    const output = declared.get(key)
    const found = output
      ? checkOutput(output, value)
      : problem('UNKNOWN_COLUMN', `${table.title} has no output ${quoted(key)}`)
    if (found) yield [key, found]
  }
  for (const output of table.outputs)
    if (isMissing(output, outputs)) yield [output.key, problem('REQUIRED', texts.required)]
  yield* checkPairs(table, outputs)
  const wanted = table.atLeastOne ?? []
  const [first] = wanted
  if (first !== undefined && !wanted.some((key) => Object.hasOwn(outputs, key))) {
    const labels = wanted.map((key) => declared.get(key)?.label ?? key)
    yield [first, problem('REQUIRED', `The row needs one of: ${labels.join(', ')}`)]
  }
}

/** Everything wrong with a row of the table. Preconditions count where a column may not be blank. */
export function* checkRule(
  table: DecisionTable,
  rule: Rule,
  preconditions: Conditions = {},
): Generator<RuleProblem> {
  const at = (part: RuleProblem['part'], column: string, found: CellProblem): RuleProblem => ({
    ruleNo: rule.no,
    part,
    column,
    ...found,
  })
  for (const [column, found] of checkConditions(table, rule.conditions)) yield at('conditions', column, found)
  for (const column of table.requiredConditions ?? [])
    if (!Object.hasOwn(rule.conditions, column) && !Object.hasOwn(preconditions, column))
      yield at('conditions', column, problem('REQUIRED', texts.required))
  for (const [column, found] of checkOutputs(table, rule.outputs)) yield at('outputs', column, found)
}
