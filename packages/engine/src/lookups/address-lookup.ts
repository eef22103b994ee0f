import type { FactValue } from '@signalbox/model/rules/fact'
import { textOf } from '../fact-readings.ts'
import { parseAddress, parseAddressRange } from '../ip-address.ts'
import type { AddressLookup } from '../row-index.ts'
import { unreadable, type RowSetBuilder } from '../row-sets.ts'
import { refuse, rowsWhere, type Bucket, type CellOf } from './bucket.ts'
import { buildAxis, buildTextAxis, classOnAxis, classOnTextAxis, type Interval } from './intervals.ts'

type AddressCell = CellOf<'cidr' | 'notCidr' | 'in' | 'notIn'>

const isNegated = ({ op }: AddressCell): boolean => op === 'notCidr' || op === 'notIn'

const closed = <Point>(from: Point, to: Point): Interval<Point> => ({
  from,
  fromInclusive: true,
  to,
  toInclusive: true,
})

/** Blocks of addresses, and single ones, whichever way they are spelled. */
export function buildAddressLookup(
  builder: RowSetBuilder,
  blank: Int32Array,
  bucket: Bucket<AddressCell>,
): AddressLookup {
  const rows = bucket.cells.map((rowCell) => {
    const ipv4: Interval<number>[] = []
    const ipv6: Interval<string>[] = []
    for (const text of rowCell.cell.values) {
      const range = parseAddressRange(text)
      if (typeof range?.from === 'number' && typeof range.to === 'number')
        ipv4.push(closed(range.from, range.to))
      else if (typeof range?.from === 'string' && typeof range.to === 'string')
        ipv6.push(closed(range.from, range.to))
      else throw refuse(bucket, rowCell, `${text} is not a block of addresses`)
    }
    return { bit: rowCell.bit, negated: isNegated(rowCell.cell), ipv4, ipv6 }
  })
  return {
    ipv4: buildAxis(
      builder,
      blank,
      rows.map((each) => ({ ...each, intervals: each.ipv4 })),
    ),
    ipv6: buildTextAxis(
      builder,
      blank,
      rows.map((each) => ({ ...each, intervals: each.ipv6 })),
    ),
    other: builder.add(rowsWhere(blank, bucket.cells, isNegated)),
    anyOf: builder.add(rowsWhere(builder.emptySet(), bucket.cells, (cell) => !isNegated(cell))),
  }
}

export function classOfAddress({ ipv4, ipv6 }: AddressLookup, value: FactValue): number {
  const text = textOf(value)
  const address = text === undefined ? undefined : parseAddress(text)
  if (address === undefined) return unreadable
  return typeof address === 'number' ? classOnAxis(ipv4, address) : classOnTextAxis(ipv6, address)
}
