import { sql } from 'kysely'
import { captureWaiting, capturedLater } from '@signalbox/model/reference/status-groups'
import type { Tx } from '../../kit/database.ts'
import { statusIn, statusIs } from '../../kit/status-sql.ts'
import { linesOf, ofBatch, wayOf, type MatchedBatch } from './match-terms-store.ts'
import { isDecided, toldColumns, type DecidedLine } from './void-store.ts'

/** What a settlement file has a line for. */
export const moves = sql<boolean>`(t.method in ('WITHDRAWAL', 'REFUND', 'CAPTURE', 'REVERSAL', 'CHARGEBACK', 'CHARGEBACK_WON')
  or (t.method = 'DEPOSIT' and not ${statusIn('t.status_no', ...captureWaiting, ...capturedLater)}))`

/** Spelled out, so that the index of lines that are not matched serves. */
const isMissing = (line: 'l' | 'm') => {
  const status = sql.ref(`${line}.match_status`)
  return sql<boolean>`${sql.ref(`${line}.origin`)} = 'MISSING'
    and ${status} in ('MISSING', 'ACCEPTED', 'WRITTEN_OFF', 'SENT_TO_INVESTIGATION')`
}

interface MissOptions {
  readonly merchants: readonly number[]
  readonly settleDays: number
  readonly now: Date
  readonly by: string
  /** Lines that come anew have ids nothing was ever written down under. */
  readonly newId: () => string
}

/** A line that was missing and goes. */
interface GoneLine extends DecidedLine {
  /** Its payment is missing still, by another amount. */
  readonly isAnother: boolean
}

/**
 * Our successful payments the PSP should have paid out by now and has no line for. Nothing is expected of the time before
 * the first file of the account, nor of a currency the PSP pays out in files of its own. What another open batch misses is
 * not missed twice.
 *
 * A line of what is still missing, as much as before, stays with what was decided about it. The others go; those somebody
 * had decided about, or wanted to, are given back and stay until they are told to be void.
 */
export async function missAgain(
  tx: Tx,
  batch: MatchedBatch,
  { merchants, settleDays, now, by, newId }: MissOptions,
): Promise<GoneLine[]> {
  const { rows } = await sql<GoneLine>`with began as (
      select min(period_from) as at from settlement_batch where merchant_id = ${batch.merchantId}
        and psp = ${batch.psp} and psp_account = ${batch.pspAccount} and state <> 'REJECTED'),
    elsewhere as (
      select b.settlement_currency as currency from settlement_batch b where b.merchant_id = ${batch.merchantId}
        and b.psp = ${batch.psp} and b.psp_account = ${batch.pspAccount} and b.state <> 'REJECTED'
        and b.settlement_currency <> ${batch.settlementCurrency}
      except
      select l.gross_currency from settlement_line l where ${ofBatch(batch)} and l.origin in ('FILE', 'SPLIT')),
    unpaid as (
      select t.merchant_id, t.id, t.completed_at, t.psp_currency, abs(t.psp_amount_minor) * ${wayOf} as expected, t.method,
        t.psp_ref_id
      from transaction t, began
      where t.merchant_id = any(${[...merchants]}::integer[]) and t.psp = ${batch.psp}
        and t.psp_account = ${batch.pspAccount} and ${statusIs('t.status_no', 'SUCCESSFUL')} and ${moves}
        and t.psp_amount_minor <> 0 and t.psp_currency is not null and t.settled_at is null
        and t.psp_currency <> all(array(select currency from elsewhere))
        and t.recon_status in ('NONE', 'EXPECTED')
        and t.completed_at >= date_trunc('day', began.at at time zone 'UTC') at time zone 'UTC'
        and t.completed_at < (${batch.payoutDate}::date - ${settleDays}::integer + 1)::timestamp at time zone 'UTC'
        and t.id >= first_tx_id_at(began.at - interval '60 days')
        and not exists (select 1 from ${linesOf(sql`t.merchant_id, t.id`)} where other.origin <> 'MISSING'
          or (b.id <> ${batch.id}::uuid and b.state not in ('ACCEPTED', 'CLOSED')))),
    due as materialized (
      select unpaid.*, (
        select own.id from (select * from settlement_line where (tx_merchant_id, tx_id) = (unpaid.merchant_id, unpaid.id)
          offset 0) own
        where own.merchant_id = ${batch.merchantId} and own.batch_id = ${batch.id}::uuid and own.origin = 'MISSING'
          and own.expected_minor = unpaid.expected and own.expected_currency = unpaid.psp_currency limit 1) as line_id
      from unpaid),
    gone as (
      select l.*, ${isDecided} as decided from settlement_line l where ${ofBatch(batch)} and ${isMissing('l')}
        and l.id not in (select line_id from due where line_id is not null)),
    dropped as (
      delete from settlement_line l using gone
      where l.merchant_id = gone.merchant_id and l.id = gone.id and not gone.decided),
    added as (
      insert into settlement_line (merchant_id, id, batch_id, line_no, origin, type, psp_ref_id, merchant_ref, booked_at,
        gross_currency, gross_minor, net_currency, net_minor, tx_merchant_id, tx_id, match_status, differences,
        expected_minor, expected_currency, created_at, updated_at, updated_by)
      select ${batch.merchantId}, md5(${newId()} || ' ' || due.merchant_id || 'A' || due.id)::uuid, ${batch.id}::uuid,
        last.no + row_number() over (order by due.completed_at, due.id), 'MISSING',
        case method when 'WITHDRAWAL' then 'PAYOUT' when 'REFUND' then 'REFUNDED' when 'CHARGEBACK' then 'CHARGEBACK'
          when 'CHARGEBACK_WON' then 'CHARGEBACK_REVERSED' when 'REVERSAL' then 'ADJUSTMENT' else 'SETTLED' end,
        psp_ref_id, due.merchant_id || 'A' || due.id, completed_at, psp_currency, 0, ${batch.settlementCurrency}, 0,
        due.merchant_id, due.id, 'MISSING', array['MISSING_AT_PSP'], expected, psp_currency, ${now}::timestamptz,
        ${now}::timestamptz, ${by}
      from due, (select coalesce(max(line_no), 0) as no from settlement_line where merchant_id = ${batch.merchantId}
        and batch_id = ${batch.id}::uuid) last
      where due.line_id is null)
    select ${toldColumns}, (l.tx_merchant_id, l.tx_id) in (select merchant_id, id from due) as is_another
    from gone l where l.decided order by l.line_no`.execute(tx)
  return rows
}

interface Relieved {
  readonly merchantId: number
  readonly id: string
  readonly batchRef: string
  /** Lines that were missing, before. */
  readonly missing: number
}

/** A payment somebody named; without one, whichever are found. */
export interface NamedPayment {
  readonly merchantId: number
  readonly txId: string
}

const isAbout = (line: 'l' | 'm', payment: NamedPayment | undefined) =>
  payment === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(`${line}.tx_merchant_id`)}, ${sql.ref(`${line}.tx_id`)})
        = (${payment.merchantId}::integer, ${payment.txId}::bigint)`

const hasLineIn = (line: 'l' | 'm', batch: MatchedBatch) => sql<boolean>`exists (select 1
  from ${linesOf(sql`${sql.ref(`${line}.tx_merchant_id`)}, ${sql.ref(`${line}.tx_id`)}`)}
  where b.merchant_id = ${batch.merchantId} and b.id = ${batch.id}::uuid and other.origin in ('FILE', 'SPLIT'))`

/**
 * Other open batches that miss, or missed, what this one brought: held, because people decide about their lines. A file of
 * a group may bring what a batch of one of its brands misses.
 */
export async function missedElsewhere(
  tx: Tx,
  batch: MatchedBatch,
  payment?: NamedPayment,
): Promise<Relieved[]> {
  const { rows } = await sql<Relieved>`select r.merchant_id, r.id, r.batch_ref, r.missing_count as missing
    from settlement_batch r
    where r.state not in ('ACCEPTED', 'CLOSED', 'REJECTED') and r.id <> ${batch.id}::uuid
      and exists (select 1 from settlement_line m where m.merchant_id = r.merchant_id and m.batch_id = r.id
        and ${isMissing('m')} and ${isAbout('m', payment)} and ${hasLineIn('m', batch)})
    order by 1, 2 for update`.execute(tx)
  return rows
}

/**
 * What a batch misses and this one brought is not missing. Lines somebody had decided about, or wanted to, are given back
 * and stay until they are told to be void.
 */
export async function dropFound(
  tx: Tx,
  { merchantId, id }: Pick<MatchedBatch, 'merchantId' | 'id'>,
  batch: MatchedBatch,
  payment?: NamedPayment,
): Promise<DecidedLine[]> {
  const { rows } = await sql<DecidedLine>`with found as (
      select l.*, ${isDecided} as decided from settlement_line l
      where l.merchant_id = ${merchantId} and l.batch_id = ${id}::uuid and ${isMissing('l')}
        and ${isAbout('l', payment)} and ${hasLineIn('l', batch)}),
    dropped as (
      delete from settlement_line l using found
      where l.merchant_id = found.merchant_id and l.id = found.id and not found.decided)
    select ${toldColumns} from found l where l.decided order by l.line_no`.execute(tx)
  return rows
}
