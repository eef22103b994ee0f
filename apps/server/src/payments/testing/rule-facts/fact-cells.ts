import type { Money } from '@signalbox/model/money/money'
import type { Cell, Operator } from '@signalbox/model/rules/cell'
import type { FactDeclaration, FactValue } from '@signalbox/model/rules/fact'

const texts = (value: FactValue): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => each !== '').map(String)

const inTexts = (op: 'in' | 'notIn' | 'prefix' | 'notPrefix' | 'cidr' | 'notCidr') => (value: FactValue) => {
  const values = texts(value)
  return values.length > 0 ? ({ op, values } as Cell) : undefined
}

function exactRange(value: FactValue): Cell {
  const bound = { value: value as number | string, inclusive: true }
  return { op: 'range', min: bound, max: bound }
}

function exactAmount(value: FactValue): Cell {
  const { minor, currency } = value as Money
  const amount = { [currency]: String(minor < 0n ? 0n : minor) }
  return {
    op: 'moneyRange',
    min: amount,
    max: amount,
    minInclusive: true,
    maxInclusive: true,
    onMissing: 'NO_MATCH',
  }
}

function firstEntry(value: FactValue): Cell | undefined {
  const [entry] = Object.entries(value as Record<string, string>)
  return entry && { op: 'mapIn', key: entry[0], values: [entry[1]] }
}

/** The minute it was, on the day of the week it was. */
function thatMinute(value: FactValue): Cell {
  const at = new Date(value as string)
  const clock = (date: Date) => date.toISOString().slice(11, 16)
  return {
    op: 'schedule',
    timeZone: 'UTC',
    days: [at.getUTCDay() || 7],
    from: clock(at),
    to: clock(new Date(at.getTime() + 60_000)),
  }
}

/** The countries that are known, compared with each other. */
const comparison = (value: FactValue): Cell | undefined => {
  const sources = Object.keys(value as Record<string, string>)
  return sources.length > 1 ? { op: 'match', values: sources.slice(0, 2) } : undefined
}

const makers: Partial<Record<Operator, (value: FactValue) => Cell | undefined>> = {
  in: inTexts('in'),
  prefix: inTexts('prefix'),
  cidr: inTexts('cidr'),
  notIn: inTexts('notIn'),
  is: (value) => ({ op: 'is', value: value === true }),
  range: exactRange,
  moneyRange: exactAmount,
  mapIn: firstEntry,
  schedule: thatMinute,
  match: comparison,
  set: (value) => (typeof value === 'object' ? undefined : { op: 'set' }),
}

/** A condition that the value meets, by the first operator of the fact that can say so. */
export function cellFor({ operators }: FactDeclaration, value: FactValue): Cell | undefined {
  for (const operator of operators) {
    const cell = makers[operator]?.(value)
    if (cell) return cell
  }
  return undefined
}
