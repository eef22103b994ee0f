import { parseYesNo } from '../field/validators.ts'
import type { Cell, Operator } from './cell.ts'
import { checkCell } from './check-cell.ts'
import { moneyRangeText, readMoneyRange } from './cell-text/amount-text.ts'
import { itemText, listText, maxCellText, readList } from './cell-text/list-text.ts'
import { mapCellText, readMapCell } from './cell-text/map-text.ts'
import { rangeText } from './cell-text/range-text.ts'
import { readSchedule, scheduleText } from './cell-text/schedule-text.ts'
import { excludes, readTextCell } from './cell-text/text-cell.ts'
import { reading, UnreadableText, type Parsed } from './cell-text/unreadable-text.ts'
import { readValue } from './cell-text/value-text.ts'
import type { FactDeclaration } from './fact.ts'
import { quoted } from './rule-problem.ts'

/** The one way a cell is written: in files, on the clipboard and for searching. No cell, which asks nothing, is no text. */
export function formatCell(fact: FactDeclaration, cell: Cell | undefined): string {
  switch (cell?.op) {
    case undefined:
      return ''
    case 'in':
    case 'cidr':
      return listText(cell.values)
    case 'notIn':
      return excludes(fact) ? listText(cell.values) : `not ${listText(cell.values)}`
    case 'notCidr':
      return `not ${listText(cell.values)}`
    case 'prefix':
      return beginningsText(cell.values)
    case 'notPrefix':
      return `not ${beginningsText(cell.values)}`
    case 'regex':
      return `/${cell.pattern}/`
    case 'notRegex':
      return `not /${cell.pattern}/`
    case 'range':
      return rangeText(fact, cell)
    case 'moneyRange':
      return moneyRangeText(cell)
    case 'is':
      return cell.value ? 'yes' : 'no'
    case 'match':
    case 'mismatch':
      return `${cell.op} ${listText(cell.values)}`
    case 'mapIn':
    case 'mapNotIn':
      return mapCellText(cell)
    case 'set':
    case 'notSet':
      if (cell.key !== undefined) return mapCellText(cell)
      return cell.op === 'set' ? 'set' : 'not set'
    case 'schedule':
      return scheduleText(cell)
  }
}

const beginningsText = (values: readonly string[]): string =>
  values.map((value) => `${itemText(value)}*`).join(', ')

const anything = /^(?:\*|any)?$/i

/** The cell a text stands for, undefined for anything; or what is wrong with it. */
export function parseCell(fact: FactDeclaration, text: string): Parsed<Cell | undefined> {
  return reading(
    () => {
      if (text.length > maxCellText) throw new UnreadableText('TOO_LONG', 'The text is too long for a cell')
      const trimmed = text.trim()
      return anything.test(trimmed) ? undefined : readerOf(fact)(fact, trimmed)
    },
    (cell) => cell && checkCell(fact, cell),
  )
}

type Reader = (fact: FactDeclaration, text: string) => Cell

const readers: readonly (readonly [Operator, Reader])[] = [
  ['is', readYesNo],
  ['schedule', (_fact, text) => readSchedule(text)],
  ['moneyRange', (_fact, text) => readMoneyRange(text)],
  ['match', readComparison],
  ['mapIn', (_fact, text) => readMapCell(text)],
]

const readerOf = ({ operators }: FactDeclaration): Reader =>
  readers.find(([operator]) => operators.includes(operator))?.[1] ?? readTextCell

function readYesNo(_fact: FactDeclaration, text: string): Cell {
  const value = parseYesNo(text)
  if (value === undefined) throw new UnreadableText('OPTION', `${quoted(text)} is neither yes nor no`)
  return { op: 'is', value }
}

function readComparison(fact: FactDeclaration, text: string): Cell {
  const match = /^(match|mismatch)\s/i.exec(text)
  if (!match)
    throw new UnreadableText('OPERATOR', 'Start with match or mismatch, as in match ip, registration')
  const values = readList(text.slice(match[0].length)).map((source) => readValue(fact, source))
  return { op: match[0].trim().toLowerCase() === 'match' ? 'match' : 'mismatch', values }
}
