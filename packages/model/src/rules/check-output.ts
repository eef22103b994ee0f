import { texts } from '../text/texts.ts'
import { isEmail } from '../field/validators.ts'
import { checkMoneyMap, percentText } from './check-range.ts'
import { checkBounds, checkCurrency, checkOption, checkText, maxValues } from './check-value.ts'
import type { OutputDeclaration, OutputType, OutputValue } from './decision-table.ts'
import { firstOf, firstProblem, noneOf, problem, quoted, type CellProblem } from './rule-problem.ts'

type Check = (output: OutputDeclaration, value: OutputValue) => CellProblem | undefined

const wrongKind = (what: string): CellProblem => problem('SHAPE', `Must be ${what}`)

const isList = (value: OutputValue): value is readonly string[] => Array.isArray(value)

const isMapOf = <T extends OutputValue>(
  value: OutputValue,
  isMember: (member: unknown) => member is T,
): value is OutputValue & Readonly<Record<string, T>> =>
  typeof value === 'object' && !isList(value) && Object.values(value).every(isMember)

const isString = (value: unknown): value is string => typeof value === 'string'
const isStrings = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isString)

function checkItem(output: OutputDeclaration, item: string): CellProblem | undefined {
  return firstProblem(
    () => checkText(item),
    () => output.options && checkOption(output.options, item),
    () =>
      output.format === 'EMAIL' && !isEmail(item)
        ? problem('EMAIL', `${texts.invalidEmail}: ${quoted(item)}`)
        : undefined,
  )
}

const checkSingleText: Check = (output, value) =>
  typeof value === 'string'
    ? firstProblem(
        () => checkText(value, output.max),
        () => output.options && checkOption(output.options, value),
      )
    : wrongKind('a text')

const checkInteger: Check = (output, value) =>
  typeof value === 'number' && Number.isSafeInteger(value)
    ? checkBounds(value, output, output.type === 'PERCENT' ? percentText : undefined)
    : wrongKind(output.type === 'PERCENT' ? 'a percentage with at most four decimals' : 'a whole number')

const checkItems: Check = (output, value) => {
  if (!isStrings(value)) return wrongKind('a list')
  if (value.length === 0) return noneOf('value')
  if (value.length > maxValues) return problem('TOO_MANY', `A list can have at most ${maxValues} values`)
  return firstOf(value, (item) => checkItem(output, item))
}

const checkLists: Check = (output, value) => {
  if (!isMapOf(value, isStrings)) return wrongKind('a list per name')
  const entries = Object.entries(value)
  if (entries.length === 0) return noneOf('name')
  return firstOf(entries, ([key, items]) =>
    firstProblem(
      () => checkText(key),
      () => checkItems(output, items),
    ),
  )
}

const checks: Record<OutputType, Check> = {
  STRING: checkSingleText,
  TEXT: checkSingleText,
  CHOICE: checkSingleText,
  NUMBER: checkInteger,
  PERCENT: checkInteger,
  BOOLEAN: (_output, value) => (typeof value === 'boolean' ? undefined : wrongKind('yes or no')),
  CURRENCY: (_output, value) => (isString(value) ? checkCurrency(value) : wrongKind('a currency')),
  LIST: checkItems,
  STRING_NUMBER_MAP: (_output, value) =>
    isMapOf(value, isString) ? checkMoneyMap(value) : wrongKind('an amount per currency'),
  STRING_LIST_MAP: checkLists,
}

/** What is wrong with deciding this; undefined when nothing is. */
export const checkOutput: Check = (output, value) => checks[output.type](output, value)
