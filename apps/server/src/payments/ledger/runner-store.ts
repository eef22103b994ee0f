import { sql } from 'kysely'
import type { Database } from '../../kit/database.ts'
import { find } from './invariants-store.ts'

/** A next step belongs to whoever holds the payment until a certain time, or is due at it. */
export const withoutRunner = (db: Database, merchantId: number) =>
  find(
    db,
    sql`select id::text as subject, status_no || ': nobody will ever take the step ' || next_step as detail
      from transaction where merchant_id = ${merchantId} and next_step is not null and lease_until is null`,
  )

/**
 * Payments that are neither over nor going on, and for whom nobody is waited: no question to the PSP and no end of the
 * waiting for one that waits for a user or a PSP, no open case for one that nobody understands. What waits for approval
 * waits for a person.
 */
export const waitingForNobody = (db: Database, merchantId: number) =>
  find(
    db,
    sql`select t.id::text as subject, t.method || ' ' || t.status_no || ': is not over, and nobody goes on with it' as detail
      from transaction t
      where t.merchant_id = ${merchantId} and t.status_no between 100 and 499 and t.next_step is null
        and not case
          when t.status_no < 200 then t.expires_at is not null
          when t.status_no between 300 and 349 then t.expires_at is not null or t.poll_at is not null
          when t.status_no between 350 and 399 then true
          when t.status_no >= 400 then exists (select 1 from investigation_case c
            where c.merchant_id = t.merchant_id and c.tx_id = t.id and c.type = 'INCONSISTENT' and c.state <> 'RESOLVED')
          else false end`,
  )

/** Whoever has books, or a payment that is not over. */
export async function merchantsToCheck(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select m.id from merchant m
    where exists (select 1 from journal_entry e where e.merchant_id = m.id)
      or exists (select 1 from transaction t where t.merchant_id = m.id and t.status_no between 100 and 499)
      or exists (select 1 from transaction t where t.merchant_id = m.id and t.next_step is not null)
    order by m.id`.execute(db)
  return rows.map(({ id }) => id)
}
