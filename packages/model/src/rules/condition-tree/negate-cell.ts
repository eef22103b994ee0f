import type { Bound, Cell, Operator } from '../cell.ts'
import type { FactDeclaration } from '../fact.ts'

type ListOperator = Extract<
  Operator,
  'in' | 'notIn' | 'prefix' | 'notPrefix' | 'cidr' | 'notCidr' | 'match' | 'mismatch'
>

const opposites: Readonly<Record<ListOperator, ListOperator>> = {
  in: 'notIn',
  notIn: 'in',
  prefix: 'notPrefix',
  notPrefix: 'prefix',
  cidr: 'notCidr',
  notCidr: 'cidr',
  match: 'mismatch',
  mismatch: 'match',
}

type Range = Extract<Cell, { op: 'range' }>
type MoneyRange = Extract<Cell, { op: 'moneyRange' }>

const turned = ({ value, inclusive }: Bound): Bound => ({ value, inclusive: !inclusive })

/** Below the range, or above it. */
const outside = ({ min, max }: Range): readonly Cell[] => [
  ...(min ? [{ op: 'range', max: turned(min) } as const] : []),
  ...(max ? [{ op: 'range', min: turned(max) } as const] : []),
]

/** The same for amounts; a currency without a bound at an end has nothing beyond that end. */
const outsideAmounts = ({ min, max, minInclusive, maxInclusive, onMissing }: MoneyRange): readonly Cell[] => [
  ...(min
    ? [{ op: 'moneyRange', max: min, minInclusive: true, maxInclusive: !minInclusive, onMissing } as const]
    : []),
  ...(max
    ? [{ op: 'moneyRange', min: max, minInclusive: !maxInclusive, maxInclusive: true, onMissing } as const]
    : []),
]

function oppositesOf(cell: Cell): readonly Cell[] {
  switch (cell.op) {
    case 'is':
      return [{ op: 'is', value: !cell.value }]
    case 'set':
    case 'notSet':
      return [{ ...cell, op: cell.op === 'set' ? 'notSet' : 'set' }]
    case 'regex':
    case 'notRegex':
      return [{ ...cell, op: cell.op === 'regex' ? 'notRegex' : 'regex' }]
    case 'mapIn':
    case 'mapNotIn':
      return [{ ...cell, op: cell.op === 'mapIn' ? 'mapNotIn' : 'mapIn' }]
    case 'range':
      return outside(cell)
    case 'moneyRange':
      return outsideAmounts(cell)
    case 'schedule':
      return []
    default:
      return [{ op: opposites[cell.op], values: cell.values }]
  }
}

/**
 * Cells of which one holds where the given one does not, of a fact that is known: what is missing matches neither.
 * Null where the column has no operator to say it with.
 */
export function negateCell({ operators }: FactDeclaration, cell: Cell): readonly Cell[] | null {
  const cells = oppositesOf(cell)
  return cells.length > 0 && cells.every(({ op }) => operators.includes(op)) ? cells : null
}
