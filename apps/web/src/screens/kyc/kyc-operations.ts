import type { Fields } from '@signalbox/model/field/entity'
import { kycWarnings } from '@signalbox/model/kyc/kyc-status'
import type { Row } from '../../kit/list/listing.ts'

const hitsOf = ({ warnings }: Row): readonly string[] => (Array.isArray(warnings) ? warnings.map(String) : [])

const refusals: Readonly<Record<string, (row: Row) => string | null>> = {
  block: ({ status }) => (status === 'BLOCKED' ? 'The user is already blocked.' : null),
  unblock: ({ status }) => (status === 'BLOCKED' ? null : 'The user is not blocked.'),
  rerun: ({ status }) => (status === 'BLOCKED' ? 'The user is blocked. Unblock the user first.' : null),
  'clear-pep': (row) => (hitsOf(row).length === 0 ? 'The check has no hit.' : null),
}

export const operationRefusal = (name: string, row: Row): string | null => refusals[name]?.(row) ?? null

/** Only what was found can be cleared. */
export function hitsOfRecord(name: string, asked: Fields, rows: readonly Row[]): Fields {
  const { hits } = asked
  if (name !== 'clear-pep' || !hits) return asked
  const found = new Set(rows.flatMap(hitsOf))
  const options = Object.fromEntries(Object.entries(kycWarnings).filter(([hit]) => found.has(hit)))
  return { ...asked, hits: { ...hits, options } }
}
