import type { Cell } from '@signalbox/model/rules/cell'
import type { FactDeclaration } from '@signalbox/model/rules/fact'
import { buildAddressLookup } from './lookups/address-lookup.ts'
import { blankRows, type Bucket, type CellOf, type RowCell } from './lookups/bucket.ts'
import { buildLocationLookup } from './lookups/location-lookup.ts'
import { buildConvertedMoneyLookup, buildMoneyLookup } from './lookups/money-lookup.ts'
import { buildPatternLookup } from './lookups/pattern-lookup.ts'
import { buildPrefixLookup } from './lookups/prefix-lookup.ts'
import { buildBinPrefixLookup, buildRangeLookup } from './lookups/range-lookup.ts'
import { buildScheduleLookup } from './lookups/schedule-lookup.ts'
import { buildValueLookup, rowsWithout } from './lookups/value-lookup.ts'
import { maxLeading } from './narrow-rows.ts'
import { readerOf } from './read-fact.ts'
import type { Column, Probe, RowIndex } from './row-index.ts'
import { byTelling, orderRows, type Row } from './row-order.ts'
import { flipBit, RowSetBuilder } from './row-sets.ts'
import { maxProbes } from './select-sets.ts'
import { CellError, type Vocabulary } from './vocabulary.ts'

/** A probe may need a place for each end of a range, and three more while it puts a list together. */
const roomPerProbe = 2
const roomForList = 3
/** Up to so many words, looking at the rows of all of them is quicker than finding out which have any. */
const fewWords = 8

/** @param maxFlips see `RowSetBuilder`; tests set it to meet both ways of keeping a class in small tables */
export function buildIndex(rows: readonly Row[], vocabulary: Vocabulary, maxFlips?: number): RowIndex {
  const telling = byTelling(rows)
  const rowOf = orderRows(rows, telling)
  const bitOf = new Int32Array(rows.length)
  for (const [bit, row] of rowOf.entries()) bitOf[row] = bit
  const { columns, buckets } = sortIntoBuckets(rows, bitOf, vocabulary)
  if (buckets.length > maxProbes) throw new RangeError(`More than ${maxProbes} different questions`)

  const builder = new RowSetBuilder(rows.length, maxFlips)
  const rowsWhere = (passes: (row: Row) => boolean): Int32Array => {
    const set = builder.emptySet()
    for (const [row, bit] of bitOf.entries()) if (passes(rows[row] as Row)) flipBit(set, bit)
    return set
  }
  const everyRow = rowsWhere(() => true)
  // Where all rows fit in one word, asking stops as soon as none is left, so what is quickly asked comes first.
  const cost = ({ kind }: OpenBucket) => (builder.width === 1 && kind !== 'value' ? columns.length : 0)
  const rank = (bucket: OpenBucket) => cost(bucket) + telling.indexOf(bucket.declaration.key)
  const probes = buckets
    .sort((a, b) => rank(a) - rank(b))
    .map((bucket) =>
      buildProbe(builder, blankRows(builder, everyRow, bucket), bucket, rows.length, vocabulary),
    )
  const isLate = (key: string) => vocabulary.factOf(key)?.group === 'PSP'
  const enabled = builder.add(rowsWhere((row) => row.enabled))
  const late = builder.add(rowsWhere((row) => Object.keys(row.conditions).some(isLate)))
  return {
    rowCount: rows.length,
    rowOf,
    bitOf,
    firstRowOf: firstRowsOf(rowOf, builder.width),
    columns,
    probes,
    leading: builder.width > fewWords ? Math.min(probes.length, maxLeading) : 0,
    sets: builder.finish(probes.length * roomPerProbe + roomForList),
    enabled,
    allEnabled: rows.every((row) => row.enabled),
    late,
  }
}

function firstRowsOf(rowOf: Int32Array, width: number): Int32Array {
  const first = new Int32Array(width).fill(rowOf.length)
  for (const [bit, row] of rowOf.entries()) first[bit >>> 5] = Math.min(first[bit >>> 5] as number, row)
  return first
}

interface Buckets {
  readonly columns: readonly Column[]
  readonly buckets: OpenBucket[]
}

type BucketKind = Probe['kind'] | 'binPrefix'
type OpenBucket = Bucket & { readonly kind: BucketKind; readonly cells: RowCell[] }

function sortIntoBuckets(rows: readonly Row[], bitOf: Int32Array, { factOf }: Vocabulary): Buckets {
  const columns: Column[] = []
  const columnOf = new Map<string, { number: number; declaration: FactDeclaration }>()
  const buckets = new Map<string, OpenBucket>()
  for (const [row, { conditions }] of rows.entries()) {
    const bit = bitOf[row] as number
    for (const [key, cell] of Object.entries(conditions)) {
      let column = columnOf.get(key)
      if (!column) {
        const declaration = factOf(key)
        if (!declaration) throw new CellError(key, row, 'no such fact')
        const number = columns.push({ key, fact: declaration.reads ?? key }) - 1
        columnOf.set(key, (column = { number, declaration }))
      }
      const { number, declaration } = column
      const { kind, detail } = howAsked(cell, declaration)
      const name = `${number} ${kind} ${detail ?? ''}`
      const bucket = buckets.get(name)
      if (bucket) bucket.cells.push({ row, bit, cell })
      else buckets.set(name, { column: number, declaration, kind, detail, cells: [{ row, bit, cell }] })
    }
  }
  return { columns, buckets: [...buckets.values()] }
}

function howAsked(
  cell: Cell,
  { shape }: FactDeclaration,
): { readonly kind: BucketKind; readonly detail?: string } {
  switch (cell.op) {
    case 'in':
    case 'notIn':
      return { kind: shape === 'IP' ? 'address' : 'value' }
    case 'is':
      return { kind: 'value' }
    case 'set':
    case 'notSet':
    case 'mapIn':
    case 'mapNotIn':
      return { kind: 'value', detail: cell.key }
    case 'range':
      return { kind: 'range' }
    case 'moneyRange':
      return { kind: cell.onMissing === 'CONVERT' ? 'convertedMoney' : 'money' }
    case 'prefix':
    case 'notPrefix':
      return { kind: shape === 'BIN' ? 'binPrefix' : 'prefix' }
    case 'cidr':
    case 'notCidr':
      return { kind: 'address' }
    case 'regex':
    case 'notRegex':
      return { kind: 'pattern' }
    case 'match':
    case 'mismatch':
      return { kind: 'location', detail: [...new Set(cell.values)].sort().join() }
    case 'schedule':
      return { kind: 'schedule', detail: cell.timeZone }
  }
}

function buildProbe(
  builder: RowSetBuilder,
  blank: Int32Array,
  bucket: OpenBucket,
  rowCount: number,
  { expandCountries }: Vocabulary,
): Probe {
  // `howAsked` put nothing but cells of the right kind into a bucket.
  const only = <Op extends Cell['op']>() => bucket as Bucket as Bucket<CellOf<Op>>
  const { column, declaration } = bucket
  const fact = declaration.reads ?? declaration.key
  const fixed = {
    column,
    fact,
    reader: readerOf(fact),
    late: declaration.group === 'PSP',
    missing: builder.add(rowsWithout(blank, bucket)),
    blank: builder.add(blank),
    asked: ~(blank[0] ?? 0),
  }
  switch (bucket.kind) {
    case 'value':
      return {
        kind: 'value',
        ...fixed,
        lookup: buildValueLookup(builder, blank, only(), expandCountries),
      }
    case 'prefix':
      return { kind: 'prefix', ...fixed, lookup: buildPrefixLookup(builder, blank, only()) }
    case 'binPrefix':
      return { kind: 'range', ...fixed, lookup: buildBinPrefixLookup(builder, blank, only()) }
    case 'address':
      return { kind: 'address', ...fixed, lookup: buildAddressLookup(builder, blank, only()) }
    case 'pattern':
      return { kind: 'pattern', ...fixed, lookup: buildPatternLookup(builder, blank, only()) }
    case 'range':
      return { kind: 'range', ...fixed, lookup: buildRangeLookup(builder, blank, only()) }
    case 'money':
      return { kind: 'money', ...fixed, lookup: buildMoneyLookup(builder, blank, only()) }
    case 'convertedMoney':
      return {
        kind: 'convertedMoney',
        ...fixed,
        lookup: buildConvertedMoneyLookup(blank, only(), rowCount),
      }
    case 'location':
      return { kind: 'location', ...fixed, lookup: buildLocationLookup(builder, blank, only()) }
    case 'schedule':
      return { kind: 'schedule', ...fixed, lookup: buildScheduleLookup(builder, blank, only()) }
  }
}
