import type { Cell } from '../cell.ts'

/** Short ways to write cells in tests. */
export const oneOf = (...values: string[]): Cell => ({ op: 'in', values })
export const noneOf = (...values: string[]): Cell => ({ op: 'notIn', values })
export const startsWith = (...values: string[]): Cell => ({ op: 'prefix', values })
export const inBlocks = (...values: string[]): Cell => ({ op: 'cidr', values })
export const fits = (pattern: string): Cell => ({ op: 'regex', pattern })
export const yes: Cell = { op: 'is', value: true }
export const no: Cell = { op: 'is', value: false }

export const atLeast = (value: number): Cell => ({ op: 'range', min: { value, inclusive: true } })
export const atMost = (value: number): Cell => ({ op: 'range', max: { value, inclusive: true } })
export const below = (value: number): Cell => ({ op: 'range', max: { value, inclusive: false } })
export const between = (min: number, max: number): Cell => ({
  op: 'range',
  min: { value: min, inclusive: true },
  max: { value: max, inclusive: true },
})

const money = { op: 'moneyRange', minInclusive: true, maxInclusive: true, onMissing: 'NO_MATCH' } as const
export const amountAtLeast = (min: Record<string, string>): Cell => ({ ...money, min })
export const amountAtMost = (max: Record<string, string>): Cell => ({ ...money, max })
export const amountBelow = (max: Record<string, string>): Cell => ({ ...money, max, maxInclusive: false })
