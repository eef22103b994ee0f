import { isTimeZone } from '../text/local-time.ts'
import { texts } from '../text/texts.ts'
import { operatorLabels, type Cell } from './cell.ts'
import { checkMoneyRange, checkRange } from './check-range.ts'
import { checkPrefix, checkText, checkValue, maxValues } from './check-value.ts'
import type { FactDeclaration } from './fact.ts'
import { isAddressBlock } from './network-address.ts'
import { firstOf, firstProblem, noneOf, problem, quoted, type CellProblem } from './rule-problem.ts'
import { isRulePattern } from './rule-pattern.ts'

/** What is wrong with asking this of the fact; undefined when nothing is. */
export function checkCell(fact: FactDeclaration, cell: Cell): CellProblem | undefined {
  if (!fact.operators.includes(cell.op))
    return problem('OPERATOR', `“${operatorLabels[cell.op]}” cannot be used with ${fact.label}`)
  switch (cell.op) {
    case 'in':
    case 'notIn':
      return checkList(cell.values, (value) => checkValue(fact, value))
    case 'prefix':
    case 'notPrefix':
      return checkList(cell.values, (value) => checkPrefix(fact, value))
    case 'cidr':
    case 'notCidr':
      return checkList(cell.values, checkAddress)
    case 'mapIn':
    case 'mapNotIn':
      return firstProblem(
        () => checkText(cell.key),
        () => checkList(cell.values, checkText),
      )
    case 'match':
    case 'mismatch':
      return checkSources(fact, cell.values)
    case 'range':
      return checkRange(fact, cell)
    case 'moneyRange':
      return checkMoneyRange(cell)
    case 'regex':
    case 'notRegex':
      return isRulePattern(cell.pattern, fact) ? undefined : problem('PATTERN', texts.invalidPattern)
    case 'is':
      return undefined
    case 'set':
    case 'notSet':
      return checkKey(fact, cell.key)
    case 'schedule':
      return checkSchedule(cell)
  }
}

function checkList(
  values: readonly string[],
  check: (value: string) => CellProblem | undefined,
): CellProblem | undefined {
  if (values.length === 0) return noneOf('value')
  if (values.length > maxValues) return problem('TOO_MANY', `A list can have at most ${maxValues} values`)
  return firstOf(values, (value) => check(value))
}

const checkAddress = (value: string): CellProblem | undefined =>
  isAddressBlock(value)
    ? undefined
    : problem('ADDRESS', `${quoted(value)} is not an address or a block such as 192.0.2.0/24`)

function checkSources(fact: FactDeclaration, sources: readonly string[]): CellProblem | undefined {
  if (new Set(sources).size < Math.max(2, sources.length))
    return problem('SOURCES', 'Enter at least two different sources to compare')
  return firstOf(sources, (source) =>
    Object.hasOwn(fact.options ?? {}, source)
      ? undefined
      : problem('OPTION', `${quoted(source)} is not a source of a country`),
  )
}

/** Of a map one asks for a key, of anything else there is none. */
function checkKey(fact: FactDeclaration, key: string | undefined): CellProblem | undefined {
  const isMap = fact.type.endsWith('_MAP')
  if (key === undefined) return isMap ? problem('EMPTY', `Enter a key of ${fact.label}`) : undefined
  return isMap ? checkText(key) : problem('SHAPE', `${fact.label} has no keys`)
}

const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/

function checkSchedule({
  days,
  from,
  to,
  timeZone,
}: Extract<Cell, { op: 'schedule' }>): CellProblem | undefined {
  const wrongTime = [from, to].find((time) => !timeOfDay.test(time))
  if (wrongTime !== undefined) return problem('SCHEDULE', `${quoted(wrongTime)} is not a time of day`)
  if (days.length === 0) return problem('SCHEDULE', noneOf('day').message)
  if (new Set(days).size !== days.length) return problem('SCHEDULE', 'A day is named twice')
  if (!days.every((day) => Number.isInteger(day) && day >= 1 && day <= 7))
    return problem('SCHEDULE', 'Days are 1 for Monday to 7 for Sunday')
  return isTimeZone(timeZone) ? undefined : problem('SCHEDULE', `Unknown time zone ${quoted(timeZone)}`)
}
