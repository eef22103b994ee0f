import type { Cell } from '@signalbox/model/rules/cell'
import type { Axis, TextAxis } from './probes/intervals.ts'
import type { RowSets } from './row-sets.ts'

/**
 * How rows are found: every probe turns one fact into the set of rows that accept it, and a row matches when it is in all
 * of these sets. A column needs more than one probe only when its rows ask in different ways, by list and by pattern
 * say. Rows that ask nothing of a probe are in all of its sets.
 */
export interface RowIndex {
  readonly rowCount: number
  /** Those that any row uses. */
  readonly columns: readonly Column[]
  readonly probes: readonly Probe[]
  readonly sets: RowSets
  /** The class of the rows that are switched on. */
  readonly enabled: number
  /** The class of the rows that ask about the PSP. */
  readonly late: number
}

export interface Column {
  readonly key: string
  /** Key of the fact it looks at. */
  readonly fact: string
}

interface AnyProbe {
  /** Number of its column. */
  readonly column: number
  /** Key of the fact it reads. */
  readonly fact: string
  /** Asks about the PSP, which is not chosen yet when some tables are asked for the first time. */
  readonly late: boolean
  /** The class of a missing fact, and of one that cannot be read. */
  readonly missing: number
}

/** Where a fact may be a list, rows that want one of its values differ from those that refuse all of them. */
interface ListProbe extends AnyProbe {
  /** The class of the rows satisfied by any value of a list; the others want all of them. */
  readonly anyOf: number
  /** The class of a value no row names. */
  readonly other: number
}

export type Reading = 'ANY_CASE' | 'EXACT' | 'NUMBER' | 'BOOLEAN'

export interface ValueProbe extends ListProbe {
  readonly kind: 'value'
  /** Looks at one entry of a map. */
  readonly key: string | undefined
  readonly reading: Reading
  readonly classes: ReadonlyMap<unknown, number>
  /** Known, but not what the column compares: only rows that ask whether it is known say anything. */
  readonly unreadable: number
}

export interface PrefixProbe extends ListProbe {
  readonly kind: 'prefix'
  readonly anyCase: boolean
  /** Lengths of the prefixes, longest first. The class of a prefix includes those of its own prefixes. */
  readonly lengths: readonly number[]
  readonly classes: ReadonlyMap<string, number>
}

export interface AddressProbe extends ListProbe {
  readonly kind: 'address'
  readonly ipv4: Axis
  readonly ipv6: TextAxis
}

export interface PatternProbe extends ListProbe {
  readonly kind: 'pattern'
  readonly caseSensitive: boolean
  readonly patterns: readonly string[]
  /** By pattern: the rows that change their mind where it matches. */
  readonly rows: readonly Int32Array[]
}

export interface RangeProbe extends AnyProbe {
  readonly kind: 'range'
  readonly scale: 'NUMBER' | 'INSTANT' | 'BIN'
  readonly axis: Axis
}

export interface MoneyProbe extends AnyProbe {
  readonly kind: 'money'
  readonly axes: ReadonlyMap<string, Axis>
  /** The class of a currency no row names. */
  readonly other: number
}

export type MoneyRange = Extract<Cell, { op: 'moneyRange' }>

/** Rows whose bounds are converted depend on the rates of the day; their axis is made when a currency is first seen. */
export interface ConvertedMoneyProbe extends AnyProbe {
  readonly kind: 'convertedMoney'
  readonly rowCount: number
  readonly blank: Int32Array
  readonly cells: readonly { readonly row: number; readonly cell: MoneyRange }[]
}

export interface LocationProbe extends AnyProbe {
  readonly kind: 'location'
  readonly sources: readonly string[]
  readonly agree: number
  readonly differ: number
}

/** One per time zone: where in the week its clocks are decides. */
export interface ScheduleProbe extends AnyProbe {
  readonly kind: 'schedule'
  readonly timeZone: string
  readonly axis: Axis
}

export type Probe =
  | ValueProbe
  | PrefixProbe
  | AddressProbe
  | PatternProbe
  | RangeProbe
  | MoneyProbe
  | ConvertedMoneyProbe
  | LocationProbe
  | ScheduleProbe
