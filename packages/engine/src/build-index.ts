import type { Cell } from '@signalbox/model/rules/cell'
import type { FactDeclaration } from '@signalbox/model/rules/fact'
import { buildAddressProbe } from './probes/address-probe.ts'
import { blankRows, type Bucket, type CellOf, type RowCell } from './probes/bucket.ts'
import { buildLocationProbe } from './probes/location-probe.ts'
import { buildConvertedMoneyProbe, buildMoneyProbe } from './probes/money-probe.ts'
import { buildPatternProbe } from './probes/pattern-probe.ts'
import { buildPrefixProbe } from './probes/prefix-probe.ts'
import { buildRangeProbe } from './probes/range-probe.ts'
import { buildScheduleProbe } from './probes/schedule-probe.ts'
import { buildValueProbe } from './probes/value-probe.ts'
import type { Column, Probe, RowIndex } from './row-index.ts'
import { flipRow, RowSetBuilder } from './row-sets.ts'
import { CellError, type Vocabulary } from './vocabulary.ts'

export interface Row {
  readonly enabled: boolean
  readonly conditions: Readonly<Record<string, Cell>>
}

/** A probe may need a place for each end of a range, and three more while it puts a list together. */
const roomPerProbe = 2
const roomForList = 3

/** @param maxFlips see `RowSetBuilder`; tests set it to meet both ways of keeping a class in small tables */
export function buildIndex(rows: readonly Row[], vocabulary: Vocabulary, maxFlips?: number): RowIndex {
  const builder = new RowSetBuilder(rows.length, maxFlips)
  const rowsWhere = (passes: (row: Row) => boolean): Int32Array => {
    const set = builder.emptySet()
    for (const [number, row] of rows.entries()) if (passes(row)) flipRow(set, number)
    return set
  }
  const everyRow = rowsWhere(() => true)
  const { columns, buckets } = sortIntoBuckets(rows, vocabulary)
  const probes = buckets
    // The probe most rows ask something of leaves the fewest rows for the others to look at.
    .sort((a, b) => b.cells.length - a.cells.length)
    .map((bucket) =>
      buildProbe(builder, blankRows(builder, everyRow, bucket), bucket, rows.length, vocabulary),
    )
  const isLate = (key: string) => vocabulary.factOf(key)?.group === 'PSP'
  const enabled = builder.add(rowsWhere((row) => row.enabled))
  const late = builder.add(rowsWhere((row) => Object.keys(row.conditions).some(isLate)))
  return {
    rowCount: rows.length,
    columns,
    probes,
    sets: builder.finish(probes.length * roomPerProbe + roomForList),
    enabled,
    late,
  }
}

interface Buckets {
  readonly columns: readonly Column[]
  readonly buckets: OpenBucket[]
}

type OpenBucket = Bucket & { readonly kind: Probe['kind']; readonly cells: RowCell[] }

function sortIntoBuckets(rows: readonly Row[], { factOf }: Vocabulary): Buckets {
  const columns: Column[] = []
  const columnOf = new Map<string, { number: number; declaration: FactDeclaration }>()
  const buckets = new Map<string, OpenBucket>()
  for (const [row, { conditions }] of rows.entries()) {
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
      if (bucket) bucket.cells.push({ row, cell })
      else buckets.set(name, { column: number, declaration, kind, detail, cells: [{ row, cell }] })
    }
  }
  return { columns, buckets: [...buckets.values()] }
}

function howAsked(
  cell: Cell,
  { shape }: FactDeclaration,
): { readonly kind: Probe['kind']; readonly detail?: string } {
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
      return { kind: 'prefix' }
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
  switch (bucket.kind) {
    case 'value':
      return buildValueProbe(builder, blank, only(), expandCountries)
    case 'prefix':
      return buildPrefixProbe(builder, blank, only())
    case 'address':
      return buildAddressProbe(builder, blank, only())
    case 'pattern':
      return buildPatternProbe(builder, blank, only())
    case 'range':
      return buildRangeProbe(builder, blank, only())
    case 'money':
      return buildMoneyProbe(builder, blank, only())
    case 'convertedMoney':
      return buildConvertedMoneyProbe(builder, blank, only(), rowCount)
    case 'location':
      return buildLocationProbe(builder, blank, only())
    case 'schedule':
      return buildScheduleProbe(builder, blank, only())
  }
}
