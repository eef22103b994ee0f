import { sql } from 'kysely'
import type { Database, Tx } from '../../kit/database.ts'

export interface UntoldWindow {
  readonly merchantId: number
  readonly id: string
  readonly title: string
  readonly psp: string | null
  readonly startAt: string
  readonly endAt: string | null
  readonly what: 'START' | 'END'
}

/** Windows that have begun or ended and nobody was told. One that was over before it could be told is not news. */
export async function untoldWindows(db: Database, now: Date): Promise<UntoldWindow[]> {
  const { rows } = await sql<UntoldWindow>`
    select merchant_id, id, title, psp, start_at, end_at, 'START' as what from maintenance
    where told_start_at is null and start_at <= ${now} and (end_at is null or end_at > ${now})
    union all
    select merchant_id, id, title, psp, start_at, end_at, 'END' from maintenance
    where told_end_at is null and told_start_at is not null and end_at <= ${now}
    order by start_at limit 200`.execute(db)
  return rows
}

/** False when somebody else has told it meanwhile. */
export async function markTold(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: string },
  what: 'START' | 'END',
  now: Date,
): Promise<boolean> {
  const column = sql.ref(what === 'START' ? 'told_start_at' : 'told_end_at')
  const { numAffectedRows } = await sql`update maintenance set ${column} = ${now}
    where merchant_id = ${merchantId} and id = ${id} and ${column} is null`.execute(tx)
  return numAffectedRows === 1n
}
