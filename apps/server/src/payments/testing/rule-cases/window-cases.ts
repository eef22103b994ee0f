import type { maintenance } from '@signalbox/model/rules/tables/maintenance'
import type { Seen } from './rule-case.ts'

/** One cell of a window, as its screen writes it; a second window, for somebody else, is the same without the cell. */
export interface WindowCase {
  readonly cell: Readonly<Record<string, unknown>>
  readonly instead: Readonly<Record<string, unknown>>
  /** The rest of both windows. */
  readonly rest: Readonly<Record<string, unknown>>
  /** Somebody was let through when the window began. */
  readonly wasProbed?: boolean
  readonly shows: (seen: Seen) => unknown
  readonly expected: unknown
}

export const windowPsp = 'voucherstore'
/** How long ago the windows began. */
export const windowAgeMs = 60_000

const statusNo: WindowCase['shows'] = ({ row }) => row.statusNo

export const windowCases: {
  readonly [Key in (typeof maintenance)['outputs'][number]['key']]: WindowCase
} = {
  type: {
    cell: { kind: 'FIXED' },
    instead: { kind: 'HALF_OPEN', probeEvery: 1, probeUnit: 'HOUR' },
    rest: {},
    shows: statusNo,
    expected: 512,
  },
  probeEvery: {
    cell: { probeEvery: 1 },
    instead: { probeEvery: 1000 },
    rest: { kind: 'HALF_OPEN', probeUnit: 'SECOND' },
    wasProbed: true,
    shows: statusNo,
    expected: 0,
  },
  unit: {
    cell: { probeUnit: 'SECOND' },
    instead: { probeUnit: 'HOUR' },
    rest: { kind: 'HALF_OPEN', probeEvery: 30 },
    wasProbed: true,
    shows: statusNo,
    expected: 0,
  },
  messageKey: {
    cell: { messageKey: 'store_closed' },
    instead: {},
    rest: { kind: 'FIXED' },
    shows: ({ answer }) => answer.errors[0]?.keys[0],
    expected: 'store_closed',
  },
}
