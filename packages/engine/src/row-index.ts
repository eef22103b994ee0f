import type { Cell } from '@signalbox/model/rules/cell'
import type { Axis, TextAxis } from './lookups/intervals.ts'
import type { RowSets } from './row-sets.ts'

/**
 * How rows are found: every probe turns one fact into the set of rows that accept it, and a row matches when it is in all
 * of these sets. A column needs more than one probe only when its rows ask in different ways, by list and by pattern
 * say. Rows that ask nothing of a probe are in all of its sets.
 */
export interface RowIndex {
  readonly rowCount: number
  /** By bit: the row it stands for, counted from 0. Rows that ask alike have bits side by side. */
  readonly rowOf: Int32Array
  /** By row: its bit. */
  readonly bitOf: Int32Array
  /** By word: the first of its rows. */
  readonly firstRowOf: Int32Array
  /** Those that any row uses. */
  readonly columns: readonly Column[]
  readonly probes: readonly Probe[]
  /**
   * How many of the probes are asked which words have any rows, before anybody looks at the rows: rows are sorted by the
   * first columns, so these leave few words, and the others hardly fewer.
   */
  readonly leading: number
  readonly sets: RowSets
  /** The class of the rows that are switched on. */
  readonly enabled: number
  readonly allEnabled: boolean
  /** The class of the rows that ask about the PSP. */
  readonly late: number
}

export interface Column {
  readonly key: string
  /** Key of the fact it looks at. */
  readonly fact: string
}

/**
 * All kinds have the same members, whatever is behind `lookup`: reading objects of one shape is what keeps asking twelve
 * columns below a microsecond.
 */
interface ProbeOf<Kind extends string, Lookup> {
  readonly kind: Kind
  /** Number of its column. */
  readonly column: number
  /** Key of the fact it reads. */
  readonly fact: string
  /** How `readFact` finds it. */
  readonly reader: number
  /** Asks about the PSP, which is not chosen yet when some tables are asked for the first time. */
  readonly late: boolean
  /** The class of a missing fact, and of one that cannot be read. */
  readonly missing: number
  /** The class of the rows that ask nothing here. */
  readonly blank: number
  /** The rows that ask something here, as far as the first word goes. */
  readonly asked: number
  readonly lookup: Lookup
}

/** Where a fact may be a list, rows that want one of its values differ from those that refuse all of them. */
interface ListLookup {
  /** The class of the rows satisfied by any value of a list; the others want all of them. */
  readonly anyOf: number
  /** The class of a value no row names. */
  readonly other: number
}

export type Reading = 'ANY_CASE' | 'EXACT' | 'NUMBER' | 'BOOLEAN'

export interface ValueLookup extends ListLookup {
  /** Looks at one entry of a map. */
  readonly key: string | undefined
  readonly reading: Reading
  /** By value. Where case does not matter, spellings met on the way are added: their number stays bounded. */
  readonly classes: Map<unknown, number>
  /** How many of them the rows name. */
  readonly named: number
  /** Known, but not what the column compares: only rows that ask whether it is known say anything. */
  readonly unreadable: number
}

export interface PrefixLookup extends ListLookup {
  readonly anyCase: boolean
  /** Lengths of the prefixes, longest first. The class of a prefix includes those of its own prefixes. */
  readonly lengths: readonly number[]
  readonly classes: ReadonlyMap<string, number>
}

export interface AddressLookup extends ListLookup {
  readonly ipv4: Axis
  readonly ipv6: TextAxis
}

export interface PatternLookup extends ListLookup {
  readonly caseSensitive: boolean
  readonly patterns: readonly string[]
  /** By pattern: the bits of the rows that change their mind where it matches. */
  readonly bits: readonly Int32Array[]
}

export interface RangeLookup {
  /** `BIN` compares with ranges, `BIN_PREFIX` with prefixes. */
  readonly scale: 'NUMBER' | 'INSTANT' | 'BIN' | 'BIN_PREFIX'
  readonly axis: Axis
}

export interface MoneyLookup {
  readonly axes: ReadonlyMap<string, Axis>
  /** The class of a currency no row names. */
  readonly other: number
}

export type MoneyRange = Extract<Cell, { op: 'moneyRange' }>

/** Rows whose bounds are converted depend on the rates of the day; their axis is made when a currency is first seen. */
export interface ConvertedMoneyLookup {
  readonly rowCount: number
  readonly blank: Int32Array
  readonly cells: readonly { readonly bit: number; readonly row: number; readonly cell: MoneyRange }[]
}

export interface LocationLookup {
  readonly sources: readonly string[]
  readonly agree: number
  readonly differ: number
}

/** One per time zone: where in the week its clocks are decides. */
export interface ScheduleLookup {
  readonly timeZone: string
  readonly axis: Axis
}

export type Probe =
  | ProbeOf<'value', ValueLookup>
  | ProbeOf<'prefix', PrefixLookup>
  | ProbeOf<'address', AddressLookup>
  | ProbeOf<'pattern', PatternLookup>
  | ProbeOf<'range', RangeLookup>
  | ProbeOf<'money', MoneyLookup>
  | ProbeOf<'convertedMoney', ConvertedMoneyLookup>
  | ProbeOf<'location', LocationLookup>
  | ProbeOf<'schedule', ScheduleLookup>

/** A probe whose fact may be a list. */
export type ListProbe = Extract<Probe, { lookup: ListLookup }>
