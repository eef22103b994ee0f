import { sql } from 'kysely'
import type { UnmappedCode } from '@signalbox/model/calls/psp'
import { openStates } from '@signalbox/model/reference/status-codes'
import type { Tx } from '../../kit/database.ts'
import { statusIs } from '../../kit/status-sql.ts'

/** Payments that still have to end: waiting, running or unclear. */
export async function openTransactions(tx: Tx, psp: string): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from transaction where psp = ${psp} and ${statusIs('status_no', ...openStates)}`.execute(
    tx,
  )
  return rows[0]?.open ?? 0
}

/** Codes the PSP answered with lately, the most frequent first. */
export async function codesSeen(tx: Tx, psp: string, since: Date): Promise<UnmappedCode[]> {
  const { rows } = await sql<UnmappedCode>`
    select psp_status_code as psp_code, max(psp_status_message) as message,
      count(*)::int as count, max(requested_at)::timestamptz(3) as last_seen
    from tx_attempt
    where psp = ${psp} and requested_at >= ${since} and psp_status_code is not null
    group by psp_status_code order by count desc, psp_status_code limit 500`.execute(tx)
  return rows
}
