import { sql } from 'kysely'
import { openStates, refusedStates } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Database } from '../../kit/database.ts'
import { statusIn, statusIs } from '../../kit/status-sql.ts'
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
      where t.merchant_id = ${merchantId} and ${statusIs('t.status_no', ...openStates)} and t.next_step is null
        and not case
          when ${statusIs('t.status_no', 'REGISTERED')} then t.expires_at is not null
          when ${statusIs('t.status_no', 'WAITING_INPUT')} then t.expires_at is not null or t.poll_at is not null
          when ${statusIs('t.status_no', 'WAITING_APPROVAL')} then true
          when ${statusIs('t.status_no', 'INCONSISTENT')} then exists (select 1 from investigation_case c
            where c.merchant_id = t.merchant_id and c.tx_id = t.id and c.type = 'INCONSISTENT' and c.state <> 'RESOLVED')
          else false end`,
  )

/** Deposits that are to be captured or voided by themselves, and nothing says when. */
export const capturedByNobody = (db: Database, merchantId: number) =>
  find(
    db,
    sql`select id::text as subject, method || ' ' || status_no || ': waits for an automatic capture that nobody will make' as detail
      from transaction where merchant_id = ${merchantId} and ${statusIn('status_no', StatusNo.SUCCESS_WAITING_AUTO_CAPTURE)} and capture_due_at is null
        and capturing_minor = 0`,
  )

/** More than any step is tried, with some room: what is tried more often is tried for ever. */
const mostTries = 15

/**
 * Steps tried without end. Captures that failed by themselves are counted, whatever the payment has counted; one that has
 * been due for a day is refused again and again and leaves no trace.
 */
export const triedForEver = (db: Database, merchantId: number) =>
  find(
    db,
    sql`select id::text as subject, coalesce(next_step, 'submit') || ': tried ' || tries || ' times' as detail
      from (select id, next_step, greatest(attempt_count, (step_state->>'transferTries')::integer,
          (step_state->>'cancelTries')::integer) as tries
        from transaction where merchant_id = ${merchantId} and (next_step is not null or attempt_count > ${mostTries})
        ) stepping
      where tries > ${mostTries}
      union all
      select origin_tx_id::text, 'automatic captures and voids that failed: ' || count(*)
      from transaction where merchant_id = ${merchantId} and method in ('CAPTURE', 'VOID') and api_source = 'BATCH'
        and ${statusIs('status_no', ...refusedStates)}
      group by origin_tx_id having count(*) > ${mostTries}
      union all
      select id::text, 'due for capture since ' || capture_due_at
      from transaction where merchant_id = ${merchantId} and capturing_minor = 0
        and capture_due_at < now() - interval '1 day'`,
  )

/** Whoever has books, or a payment that is not over. */
export async function merchantsToCheck(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select m.id from merchant m
    where exists (select 1 from journal_entry e where e.merchant_id = m.id)
      or exists (select 1 from transaction t where t.merchant_id = m.id and ${statusIs('t.status_no', ...openStates)})
      or exists (select 1 from transaction t where t.merchant_id = m.id and t.next_step is not null)
    order by m.id`.execute(db)
  return rows.map(({ id }) => id)
}
