import type { OutputValue } from './decision-table.ts'

export const rowResults = [
  'HIT',
  'MISS',
  /** Matches, but another row was drawn, had its component first, or its threshold is not exceeded. */
  'PASSED_OVER',
  'NOT_REACHED',
  'DISABLED',
  'PRECONDITION_FAILED',
  'EXPIRED',
] as const
export type RowResult = (typeof rowResults)[number]

export interface FailedCell {
  readonly column: string
  /** What the rule asks for, as its text. */
  readonly expected: string
  /** What the payment had; null when the fact is missing. */
  readonly actual: string | null
  /** The difference in a sentence. */
  readonly sentence: string
}

export interface TraceRow {
  readonly ref: string
  readonly rulesetId: string
  readonly ruleId: string
  readonly no: number
  readonly name: string
  readonly result: RowResult
  /** All cells that failed, not only the first. */
  readonly failed: readonly FailedCell[]
}

/** Why a table decided as it did, for every row. */
export interface TableTrace {
  readonly table: string
  /** The rows that decided, in their order. */
  readonly hits: readonly string[]
  readonly outcome: Readonly<Record<string, OutputValue>> | null
  /** What each of the rows that decided says, where there may be several. */
  readonly outcomes?: readonly Readonly<Record<string, OutputValue>>[]
  /** In a weighted group: who could have been drawn and what the draw was. */
  readonly draw: {
    readonly weights: Readonly<Record<string, number>>
    readonly roll: number
    readonly removed: readonly { readonly ref: string; readonly why: string }[]
  } | null
  /** Of very large tables only those that acted and those that came closest. */
  readonly rows: readonly TraceRow[]
  /** How many rows the table has. */
  readonly rowCount?: number
}
