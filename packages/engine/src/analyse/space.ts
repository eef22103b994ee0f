import type { Cell } from '@signalbox/model/rules/cell'
import type { FactDeclaration, FactValue } from '@signalbox/model/rules/fact'
import type { Vocabulary } from '../vocabulary.ts'
import { axisOf, type Axis } from './axis.ts'
import { comparableCells, type CellSet, type ComparableCell } from './cell-set.ts'
import {
  allOf,
  andOf,
  BitsPool,
  bitsWith,
  complement,
  complementOf,
  isEmpty,
  setPlaces,
  type Bits,
} from './point-bits.ts'

type Conditions = Readonly<Record<string, Cell>>

/** A row as the analysis sees it: all of these hold at once. */
export interface SpaceRow {
  readonly conditions: readonly Conditions[]
}

/** What a dimension stands for, so that a payment can be made from its points. */
export interface Dimension {
  readonly column: string
  /** The entry of a map it looks at. */
  readonly entry: string
  readonly fact: FactDeclaration
  /** `axis`: the values of the fact. `cell`: whether a cell nobody can compare holds. `member`: whether a value is in the list. */
  readonly about: 'axis' | 'cell' | 'member'
  readonly values: readonly (FactValue | undefined)[]
  readonly cell?: Cell
  readonly size: number
  /** What rows ask for here, each kind of it once. */
  readonly regions: Region[]
  /** By row: its region; -1 where it asks nothing. */
  readonly regionOf: Int32Array
}

export interface Region {
  readonly bits: Bits
  readonly rows: number[]
}

const none: readonly Demand[] = []

type Demand = readonly [dimension: number, bits: Bits]

interface ColumnCells {
  readonly fact: FactDeclaration
  readonly column: string
  readonly entry: string
  readonly many: boolean
  readonly cells: Map<ComparableCell, Cell>
}

const isComparable = ({ kind }: CellSet): boolean => kind !== 'opaque'

/**
 * What the rows of a table accept, on finitely many points that stand for all payments. A dimension per fact, and one
 * more for each cell nobody can compare with others: it holds or it does not. There may be points no payment lies on,
 * because facts depend on each other; what is true of all points is true of all payments.
 */
export class Space {
  readonly dimensions: Dimension[] = []
  readonly rowCount: number
  readonly #vocabulary: Vocabulary
  readonly #demands = new Map<ComparableCell, readonly Demand[]>()
  readonly #regionIds: Map<Bits, number>[] = []
  readonly #met = new Map<Bits, Map<Bits, Bits>>()
  readonly #hashes = new Map<Bits, number>()
  /** Rows that accept nothing at all, with the column that says so. */
  readonly empty = new Map<number, string>()

  constructor(rows: readonly SpaceRow[], vocabulary: Vocabulary) {
    this.rowCount = rows.length
    this.#vocabulary = vocabulary
    const columns = this.#collect(rows)
    for (const column of columns.values()) this.#addColumn(column)
    rows.forEach((row, number) => this.#place(row, number))
  }

  #collect(rows: readonly SpaceRow[]): Map<string, ColumnCells> {
    const columns = new Map<string, ColumnCells>()
    for (const { conditions } of rows) {
      for (const each of conditions) {
        for (const { column, cell, made } of comparableCells(each, this.#vocabulary)) {
          const fact = this.#vocabulary.factOf(column)
          if (!fact) continue
          const key = made.entry === '' ? column : `${column} ${made.entry}`
          let own = columns.get(key)
          if (!own) {
            own = { fact, column, entry: made.entry, many: made.many, cells: new Map() }
            columns.set(key, own)
          }
          own.cells.set(made, cell)
        }
      }
    }
    return columns
  }

  #addDimension(given: Omit<Dimension, 'size' | 'regions' | 'regionOf'>): number {
    this.#regionIds.push(new Map())
    return (
      this.dimensions.push({
        ...given,
        size: given.values.length,
        regions: [],
        regionOf: new Int32Array(this.rowCount).fill(-1),
      }) - 1
    )
  }

  #addColumn({ fact, column, entry, many, cells }: ColumnCells): void {
    const sets = [...cells.keys()].map(({ set }) => set)
    const axis =
      many || (fact.type.endsWith('_MAP') && entry === '' && fact.type !== 'STRING_NUMBER_MAP')
        ? presence
        : axisOf(fact, sets.filter(isComparable), this.#spelling(fact, cells))
    const about = { column, entry, fact }
    const main = this.#addDimension({ ...about, about: 'axis', values: axis.values })
    const pool = new BitsPool(axis.values.length, sets.length)
    const present = complement(bitsWith(axis.values.length, [[0, 1]]), axis.values.length)
    const members = new Map<string, number>()
    const memberOf = (value: string): number => {
      let dimension = members.get(value)
      if (dimension === undefined) {
        dimension = this.#addDimension({ ...about, about: 'member', values: [false, value] })
        members.set(value, dimension)
      }
      return dimension
    }
    for (const [made, cell] of cells) {
      const { set } = made
      if (set.kind === 'missing') this.#demands.set(made, [[main, bitsWith(axis.values.length, [[0, 1]])]])
      else if (set.kind === 'known') this.#demands.set(made, [[main, present]])
      else if (many && set.kind === 'texts' && (set.negated || set.values.size === 1)) {
        const wanted = set.negated ? no : yes
        this.#demands.set(made, [
          [main, present],
          ...[...set.values].map((value): Demand => [memberOf(value), wanted]),
        ])
      } else if (many || set.kind === 'opaque' || axis === presence) {
        const own = this.#addDimension({ ...about, about: 'cell', values: [false, true], cell })
        this.#demands.set(made, [
          [main, present],
          [own, yes],
        ])
      } else this.#demands.set(made, [[main, bitsOf(axis, set, pool)]])
    }
  }

  /** How values were written: comparing forgets whether letters were large or small. */
  #spelling(fact: FactDeclaration, cells: ReadonlyMap<ComparableCell, Cell>): Map<string, string> {
    const spelling = new Map<string, string>()
    for (const cell of cells.values()) {
      if (!('values' in cell)) continue
      const values = fact.type === 'COUNTRY' ? this.#vocabulary.expandCountries(cell.values) : cell.values
      for (const value of values) spelling.set(fact.caseSensitive ? value : value.toLowerCase(), value)
    }
    return spelling
  }

  #place({ conditions }: SpaceRow, row: number): void {
    // Where several ask about one dimension, what all of them accept.
    const wanted = new Map<number, Bits>()
    for (const each of conditions) {
      for (const { column, made } of comparableCells(each, this.#vocabulary)) {
        for (const [dimension, bits] of this.#demands.get(made) ?? none) {
          const before = wanted.get(dimension)
          const both = before ? this.#both(before, bits) : bits
          if (isEmpty(both)) this.empty.set(row, column)
          wanted.set(dimension, both)
        }
      }
    }
    for (const [number, bits] of wanted) {
      const dimension = this.dimensions[number]
      const ids = this.#regionIds[number]
      if (!dimension || !ids) continue
      let id = ids.get(bits)
      if (id === undefined) {
        id = dimension.regions.push({ bits, rows: [] }) - 1
        ids.set(bits, id)
      }
      dimension.regions[id]?.rows.push(row)
      dimension.regionOf[row] = id
    }
  }

  /** The same two meet in every row of a ruleset with preconditions. */
  #both(a: Bits, b: Bits): Bits {
    let met = this.#met.get(a)
    if (!met) this.#met.set(a, (met = new Map<Bits, Bits>()))
    let both = met.get(b)
    if (!both) met.set(b, (both = andOf(a, b)))
    return both
  }

  /**
   * The same for rows that ask the same, however they are written; others share one by chance only. What cannot be
   * compared is left out of it.
   */
  signatureOf(row: number): number {
    let signature = 0
    for (const [d, dimension] of this.dimensions.entries()) {
      const region = dimension.about === 'cell' ? undefined : this.regionOf(row, dimension)
      if (region) signature = Math.imul(signature ^ this.#hashOf(region), 0x9e3779b1) ^ (d + 1)
    }
    return signature
  }

  #hashOf({ bits }: Region): number {
    let hash = this.#hashes.get(bits)
    if (hash === undefined) {
      hash = 1
      for (let i = 0; i < bits.length; i++)
        hash = Math.imul(hash ^ (bits[i] as number), 0x85ebca6b) ^ (hash >>> 15)
      this.#hashes.set(bits, hash)
    }
    return hash
  }

  regionOf(row: number, dimension: Dimension): Region | undefined {
    return dimension.regions[dimension.regionOf[row] ?? -1]
  }
}

/** Missing or there: more is not known of it. */
const presence: Axis = { values: [undefined, true], readable: 1, places: () => [] }
const no: Bits = bitsWith(2, [[0, 1]])
const yes: Bits = bitsWith(2, [[1, 2]])

function bitsOf(axis: Axis, set: CellSet, pool: BitsPool): Bits {
  const bits = pool.next()
  setPlaces(bits, axis.places(set), true)
  if (!('negated' in set) || !set.negated) return bits
  complementOf(bits, axis.values.length)
  setPlaces(bits, [[0, axis.readable]], false)
  return bits
}

export const everywhere = (size: number): Bits => allOf(size)
