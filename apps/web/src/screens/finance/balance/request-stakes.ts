import type { AdjustmentLine } from '@signalbox/model/calls/balance'
import { counted } from '@signalbox/model/text/counted'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import type { Row } from '../../../kit/list/listing.ts'
import { sumsText } from '../../../kit/record/amounts.ts'

/** What the requests would move: the debit of their lines, which is the credit too. */
export function requestStakes(_name: string, rows: readonly Row[], formats: UserFormats): string[] {
  const lines = rows.flatMap((row) => (Array.isArray(row.lines) ? (row.lines as AdjustmentLine[]) : []))
  if (lines.length === 0) return []
  const debits = lines.filter(({ side }) => side === 'DEBIT').map(({ amount }) => amount)
  return [`Debit and credit: ${sumsText(debits, formats)}, ${counted(lines.length, 'line')}`]
}
