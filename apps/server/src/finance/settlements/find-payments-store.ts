import { sql } from 'kysely'
import { captureWaiting, capturedLater } from '@signalbox/model/reference/status-groups'
import type { Tx } from '../../kit/database.ts'
import { statusIn } from '../../kit/status-sql.ts'
import { isCompatible, linesAbout, ofBatch, undecided, type MatchedBatch } from './match-terms-store.ts'

/** Reserved money is booked by its captures. */
const isCapturedElsewhere = sql<boolean>`(t.method = 'DEPOSIT' and
  ${statusIn('t.status_no', ...captureWaiting, ...capturedLater)})`

/**
 * Before anything is looked for: what was found by itself is forgotten, what people linked stays. What is missing is looked
 * at when all else is found.
 */
export async function forgetMatches(tx: Tx, batch: MatchedBatch): Promise<void> {
  await sql`update settlement_line l set tx_merchant_id = null, tx_id = null, matched_by = null
    where ${ofBatch(batch)} and ${undecided} and l.tx_id is not null and l.matched_by is distinct from 'HAND'`.execute(
    tx,
  )
}

/*
 * Lines were written a moment ago, so the database has no statistics of them and takes them for one or two. A join it chooses
 * by that reads every payment, or every line, once per line. So what a line needs is looked up from the line, by the columns
 * of one index and nothing else ("offset 0" keeps the rest from being asked first), and the time grows with the lines.
 */

/** Step 1: our own reference. */
export async function matchByReference(
  tx: Tx,
  batch: MatchedBatch,
  merchants: readonly number[],
): Promise<void> {
  await sql`update settlement_line l set tx_merchant_id = l.ref_merchant_id, tx_id = l.ref_tx_id, matched_by = 'REFERENCE'
    where ${ofBatch(batch)} and ${undecided} and l.tx_id is null
      and l.ref_merchant_id = any(${[...merchants]}::integer[])
      and (select t.psp = ${batch.psp} from transaction t where t.merchant_id = l.ref_merchant_id and t.id = l.ref_tx_id)`.execute(
    tx,
  )
}

/** Step 2: the reference of the PSP, which a payment and what followed from it may share. */
export async function matchByPspReference(
  tx: Tx,
  batch: MatchedBatch,
  merchants: readonly number[],
): Promise<void> {
  await sql`update settlement_line l set (tx_merchant_id, tx_id, matched_by) = (
      select t.merchant_id, t.id, 'PSP_REFERENCE'
      from (select * from transaction where psp_ref_id = l.psp_ref_id offset 0) t
      where t.psp = ${batch.psp} and t.merchant_id = any(${[...merchants]}::integer[])
      order by ${isCompatible(sql.ref('l.type'), sql.ref('t.method'))} desc,
        abs(t.psp_amount_minor) = abs(l.gross_minor) desc, t.settled_at is null desc, t.id limit 1)
    where ${ofBatch(batch)} and ${undecided} and l.tx_id is null and l.psp_ref_id is not null`.execute(tx)
}

/** A reference may name the payment where the line is about its capture, refund or dispute. */
export async function descendToChildren(tx: Tx, batch: MatchedBatch): Promise<void> {
  await sql`update settlement_line l set tx_id = coalesce((
      select c.id from (select * from transaction where merchant_id = l.tx_merchant_id and origin_tx_id = l.tx_id offset 0) c
      where ${isCompatible(sql.ref('l.type'), sql.ref('c.method'))} and c.method <> 'DEPOSIT'
      order by abs(c.psp_amount_minor) = abs(l.gross_minor) desc, c.settled_at is null desc, c.id limit 1), l.tx_id)
    where ${ofBatch(batch)} and ${undecided} and l.matched_by in ('REFERENCE', 'PSP_REFERENCE')
      and (select not ${isCompatible(sql.ref('l.type'), sql.ref('t.method'))} or ${isCapturedElsewhere}
        from transaction t where t.merchant_id = l.tx_merchant_id and t.id = l.tx_id)`.execute(tx)
}

/**
 * Step 3: the only payment of that amount within three days, and the only line that could be about it. A file without
 * references has as many of these as lines: they meet by amount, which no index knows, so the two sides are hashed.
 */
export async function matchByAmount(
  tx: Tx,
  batch: MatchedBatch,
  merchants: readonly number[],
): Promise<void> {
  await sql`set local enable_nestloop = off`.execute(tx)
  await sql`with open as (
      select l.id, l.type, l.gross_minor, l.gross_currency, l.booked_at from settlement_line l
      where ${ofBatch(batch)} and ${undecided} and l.tx_id is null
        and l.type in ('SETTLED', 'REFUNDED', 'PAYOUT', 'CHARGEBACK', 'CHARGEBACK_REVERSED')),
    unsettled as (
      select t.merchant_id, t.id, t.method, t.psp_currency, abs(t.psp_amount_minor) as minor, t.completed_at
      from transaction t
      where t.merchant_id = any(${[...merchants]}::integer[]) and t.psp = ${batch.psp}
        and t.psp_account = ${batch.pspAccount} and t.settled_at is null
        and t.id between first_tx_id_at((select min(booked_at) from open) - interval '60 days')
          and first_tx_id_at((select max(booked_at) from open) + interval '4 days')
        and not exists (select 1 from ${linesAbout(sql`t.merchant_id, t.id`)} where other.origin in ('FILE', 'SPLIT')
          and (select b.state <> 'REJECTED' from settlement_batch b where b.merchant_id = other.merchant_id
            and b.id = other.batch_id))),
    candidates as (
      select open.id as line_id, t.merchant_id, t.id as tx_id, count(*) over (partition by open.id) as payments,
        count(*) over (partition by t.merchant_id, t.id) as lines
      from open join unsettled t on t.psp_currency = open.gross_currency and t.minor = abs(open.gross_minor)
        and ${isCompatible(sql.ref('open.type'), sql.ref('t.method'))}
        and t.completed_at between open.booked_at - interval '3 days' and open.booked_at + interval '3 days')
    update settlement_line l set tx_merchant_id = c.merchant_id, tx_id = c.tx_id, matched_by = 'AMOUNT'
    from candidates c where ${ofBatch(batch)} and l.id = c.line_id and c.payments = 1 and c.lines = 1`.execute(
    tx,
  )
  await sql`set local enable_nestloop = on`.execute(tx)
}
