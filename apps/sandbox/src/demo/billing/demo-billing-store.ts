import { sql } from 'kysely'
import type { Database } from '@signalbox/server/kit/database'

export async function hasCustomers(db: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from customer limit 1`.execute(db)
  return rows.length > 0
}

/** The invoice of a customer and month. */
export async function invoiceOf(
  db: Database,
  customerId: string,
  period: string,
): Promise<{ readonly id: string; readonly openMinor: string } | undefined> {
  const { rows } = await sql<{ id: string; openMinor: string }>`
    select id, open_minor::text from invoice
    where customer_id = ${customerId} and period = ${period} and type = 'INVOICE'`.execute(db)
  return rows[0]
}
