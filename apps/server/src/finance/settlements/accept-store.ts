import { sql, type RawBuilder } from 'kysely'
import type { AccountType } from '@signalbox/model/ledger/account'
import type { Tx } from '../../kit/database.ts'
import { linesAbout, linesOf, offSumOf } from './match-terms-store.ts'

interface BatchKey {
  readonly merchantId: number
  readonly id: string
}

const ofBatch = ({ merchantId, id }: BatchKey) =>
  sql`l.merchant_id = ${merchantId} and l.batch_id = ${id}::uuid`
const isFirst = sql`not 'DUPLICATE' = any(l.differences)`

/** Another batch that counts gave the payment of a line up: what was to come from the PSP became a difference there. */
const wasGivenUp = sql<boolean>`exists (select 1 from ${linesOf(sql`l.tx_merchant_id, l.tx_id`)}
  where other.batch_id <> l.batch_id and other.origin = 'MISSING' and other.match_status = 'WRITTEN_OFF'
    and b.state in ('ACCEPTED', 'CLOSED'))`

/**
 * Holds the payments of the lines and counts those another batch has settled since they were matched: two people may link
 * one payment to lines of two batches at once.
 */
export async function settledElsewhere(tx: Tx, batch: BatchKey): Promise<number> {
  const { rows } = await sql<{
    settled: boolean
  }>`select t.settled_at is not null as settled from transaction t
    where (t.merchant_id, t.id) in (select l.tx_merchant_id, l.tx_id from settlement_line l
      where ${ofBatch(batch)} and l.tx_id is not null and ${isFirst})
    order by t.merchant_id, t.id for update`.execute(tx)
  return rows.filter(({ settled }) => settled).length
}

/**
 * Holds the payments of the lines and names a batch that brought one this batch gave up: that one was booked as given up,
 * so it has to be undone first.
 */
export async function broughtSince(tx: Tx, batch: BatchKey): Promise<string | null> {
  await settledElsewhere(tx, batch)
  const { rows } = await sql<{ batchRef: string }>`select b.batch_ref from settlement_line l
    cross join lateral ${linesAbout(sql`l.tx_merchant_id, l.tx_id`)}
    join settlement_batch b on b.merchant_id = other.merchant_id and b.id = other.batch_id
    where ${ofBatch(batch)} and l.origin = 'MISSING' and l.match_status = 'WRITTEN_OFF'
      and other.batch_id <> l.batch_id and other.origin in ('FILE', 'SPLIT') and b.state in ('ACCEPTED', 'CLOSED')
      and not 'DUPLICATE' = any(other.differences)
    order by b.batch_ref limit 1`.execute(tx)
  return rows[0]?.batchRef ?? null
}

/** Payments of the lines are settled, with what the PSP kept; payments under way are tried again after it. */
export async function settlePayments(
  tx: Tx,
  batch: BatchKey & { readonly payoutDate: string },
  { now, by }: { readonly now: Date; readonly by: string },
): Promise<number> {
  const { numAffectedRows } = await sql`update transaction t set
      recon_status = case when s.match_status = 'WRITTEN_OFF' then 'WRITTEN_OFF'
        when s.origin = 'MISSING' and s.match_status = 'ACCEPTED' then 'EXPECTED'
        when cardinality(s.differences) = 0 then 'MATCHED' else 'DIFFERENCE' end,
      settled_at = case when s.origin = 'MISSING' then null else ${batch.payoutDate}::date::timestamp at time zone 'UTC' end,
      psp_fee_actual_minor = case when s.origin = 'MISSING' then null else s.fee_minor end,
      psp_fee_actual_currency = case when s.origin = 'MISSING' then null else s.net_currency end,
      version = t.version + 1, updated_at = ${now}, updated_by = ${by}
    from (select distinct on (l.tx_merchant_id, l.tx_id) l.tx_merchant_id, l.tx_id, l.origin, l.match_status,
        l.differences, l.fee_minor, l.net_currency
      from settlement_line l where ${ofBatch(batch)} and l.tx_id is not null and ${isFirst}
      order by l.tx_merchant_id, l.tx_id, l.line_no) s
    where t.merchant_id = s.tx_merchant_id and t.id = s.tx_id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** As if the batch had not been accepted. */
export async function unsettlePayments(
  tx: Tx,
  batch: BatchKey,
  { now, by }: { readonly now: Date; readonly by: string },
): Promise<void> {
  await sql`update transaction t set recon_status = s.recon_status, settled_at = null, psp_fee_actual_minor = null,
      psp_fee_actual_currency = null, version = t.version + 1, updated_at = ${now}, updated_by = ${by}
    from (select distinct l.tx_merchant_id, l.tx_id,
        case when ${wasGivenUp} then 'WRITTEN_OFF' else 'EXPECTED' end as recon_status
      from settlement_line l
      where ${ofBatch(batch)} and l.tx_id is not null and ${isFirst}) s
    where t.merchant_id = s.tx_merchant_id and t.id = s.tx_id`.execute(tx)
}

/**
 * What the entries of a line's payment come to on one kind of account. It is asked line by line, by the keys of entries and
 * postings: joined as sets, without statistics of lines just written, all postings were read for each of them.
 */
const ofBooks = (type: AccountType, amount: RawBuilder<unknown>) => sql`(select sum(${amount})
  from journal_entry e join posting p on p.merchant_id = e.merchant_id and p.entry_id = e.id
  where e.merchant_id = l.tx_merchant_id and e.source_type = 'TRANSACTION' and e.source_id = l.tx_id::text
    and split_part(p.account, ':', 1) = ${type})`

/**
 * What the books still expect of the payments from the PSP: nothing of those that were given up, whose money makes up for
 * that difference when it comes after all. The payments are held, so it stays so.
 */
export async function noteBooks(tx: Tx, batch: BatchKey): Promise<void> {
  await sql`update settlement_line l set book_minor = null where ${ofBatch(batch)} and l.book_minor is not null`.execute(
    tx,
  )
  await sql`update settlement_line l set book_minor = case when ${wasGivenUp} then 0
      else ${ofBooks('PSP_RECEIVABLE', sql`p.debit - p.credit`)} end
    where ${ofBatch(batch)} and l.tx_id is not null and ${isFirst}`.execute(tx)
}

/** What one account of a merchant takes; more than zero is a debit. */
export interface AccountSum {
  readonly merchantId: number
  readonly type: AccountType
  readonly dimension: string
  readonly currency: string
  readonly minor: string
}

/** The pair both directions of an exchange meet in. */
const pair = sql`least(gross_currency, net_currency) || '/' || greatest(gross_currency, net_currency)`

/** The lines with what the books have of their payments. */
const linesWithBooks = (batch: BatchKey) => sql`
    lines as materialized (
      select coalesce(l.tx_merchant_id, l.merchant_id) as merchant, l.origin, l.type, l.gross_minor, l.gross_currency,
        l.net_minor, l.net_currency, l.fee_minor, ${offSumOf('l')} as off_sum, l.match_status,
        coalesce(l.book_minor, 0) as book,
        coalesce(l.expected_currency, l.gross_currency) as book_currency,
        coalesce(t.psp_account, '') as psp_account,
        l.tx_id is not null and ${isFirst} as has_payment, l.gross_currency = l.net_currency as same,
        case when l.match_status = 'SENT_TO_INVESTIGATION' then 'SUSPENSE' else 'RECON_DIFFERENCE' end as rest,
        case when l.tx_id is not null and l.origin <> 'MISSING' and ${isFirst}
          then coalesce(${ofBooks('PSP_FEE_ACCRUED', sql`p.credit - p.debit`)}, 0) else 0 end as accrued,
        coalesce(l.expected_fee_currency, l.net_currency) as accrued_currency,
        -- A dispute takes its fee along: it is in the receivable already.
        case when l.type = 'CHARGEBACK' and l.gross_currency = l.net_currency and l.book_minor < l.expected_minor
          then l.expected_minor - l.book_minor else 0 end as booked_fee
      from settlement_line l
      left join transaction t on t.merchant_id = l.tx_merchant_id and t.id = l.tx_id
      where ${ofBatch(batch)} and l.match_status <> 'VOID')`

/**
 * What the lines of a batch come to in the books, per merchant and account. The receivable is cleared by what the books
 * have of a payment; what the PSP says differently is a difference somebody accepted, or stands in suspense while somebody
 * looks into it. Fees clear what was accrued, and are an expense beyond it. Each line balances in each currency.
 */
export async function sumsOfLines(
  tx: Tx,
  batch: BatchKey & { readonly psp: string; readonly bankAccount: string },
): Promise<AccountSum[]> {
  const { rows } = await sql<AccountSum>`
    with ${linesWithBooks(batch)},
    moved as (
      select merchant, 'BANK' as type, ${batch.bankAccount} as dimension, net_currency as currency, net_minor as minor
      from lines where origin <> 'MISSING'
      union all
      select merchant, 'PSP_RECEIVABLE', ${batch.psp} || '/' || psp_account, book_currency, -book from lines
      where has_payment and book <> 0 and (origin <> 'MISSING' or match_status = 'WRITTEN_OFF')
      union all
      select merchant, 'RECON_DIFFERENCE', ${batch.psp}, book_currency, book from lines
      where origin = 'MISSING' and match_status = 'WRITTEN_OFF'
      union all
      -- Payments: what the books have against what the PSP says.
      select merchant, rest, ${batch.psp}, book_currency, book + booked_fee from lines
      where has_payment and origin <> 'MISSING'
      union all
      select merchant, rest, ${batch.psp}, gross_currency, -gross_minor from lines where has_payment and origin <> 'MISSING'
      union all
      select merchant, rest, ${batch.psp}, net_currency, -off_sum from lines
      where has_payment and origin <> 'MISSING'
      union all
      select merchant, 'FX_CLEARING', ${pair}, gross_currency, gross_minor from lines
      where has_payment and origin <> 'MISSING' and not same
      union all
      select merchant, 'FX_CLEARING', ${pair}, net_currency, off_sum - net_minor - fee_minor from lines
      where has_payment and origin <> 'MISSING' and not same
      union all
      select merchant, 'PSP_FEE_ACCRUED', ${batch.psp}, accrued_currency, accrued from lines
      where has_payment and origin <> 'MISSING'
      union all
      select merchant, 'PSP_FEE_EXPENSE', ${batch.psp}, net_currency, fee_minor - booked_fee - accrued from lines
      where has_payment and origin <> 'MISSING' and accrued_currency = net_currency
      union all
      -- A fee accrued in another currency than it was kept in.
      select merchant, 'FX_CLEARING', least(accrued_currency, net_currency) || '/' || greatest(accrued_currency, net_currency),
        accrued_currency, -accrued from lines
      where has_payment and origin <> 'MISSING' and accrued_currency <> net_currency
      union all
      select merchant, 'FX_CLEARING', least(accrued_currency, net_currency) || '/' || greatest(accrued_currency, net_currency),
        net_currency, fee_minor - booked_fee from lines
      where has_payment and origin <> 'MISSING' and accrued_currency <> net_currency
      union all
      -- Lines without a payment of their own.
      select merchant, case when type in ('RESERVE_HOLD', 'RESERVE_RELEASE') then 'RESERVE_HELD'
        when type = 'FEE' then 'PSP_FEE_EXPENSE' else rest end, ${batch.psp}, net_currency,
        -(net_minor + case when type = 'FEE' then 0 else fee_minor end) from lines
      where not has_payment and origin <> 'MISSING'
      union all
      select merchant, 'PSP_FEE_EXPENSE', ${batch.psp}, net_currency, fee_minor from lines
      where not has_payment and origin <> 'MISSING' and type <> 'FEE')
    select merchant as merchant_id, type, dimension, currency, sum(minor)::text as minor from moved
    group by 1, 2, 3, 4 having sum(minor) <> 0 order by 1, 2, 3, 4`.execute(tx)
  return rows
}

/** Write-offs that wait for a second person. */
export async function pendingWriteOffs(tx: Tx, batch: BatchKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from settlement_line l
    where ${ofBatch(batch)} and l.write_off_by is not null and l.match_status <> 'WRITTEN_OFF'`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Whether a day lies in a period of a merchant that is closed. */
export async function isClosedDay(tx: Tx, merchantId: number, day: string): Promise<boolean> {
  const { rows } = await sql<{ closed: boolean }>`select exists (select 1 from ledger_period
    where merchant_id = ${merchantId} and state = 'CLOSED' and ${day}::date between first_day and last_day) as closed`.execute(
    tx,
  )
  return rows[0]?.closed ?? false
}

/** Merchants with entries of a batch. */
export async function merchantsOfEntries(tx: Tx, batchId: string): Promise<number[]> {
  const { rows } = await sql<{
    merchantId: number
  }>`select distinct tx_merchant_id as merchant_id from settlement_line
      where batch_id = ${batchId}::uuid and tx_merchant_id is not null
    union select merchant_id from settlement_batch where id = ${batchId}::uuid`.execute(tx)
  return rows.map(({ merchantId }) => merchantId)
}

interface AcceptFacts {
  readonly importer: string[]
  readonly acceptNo: number
  readonly unacceptPeople: string[]
  readonly unacceptRoles: string[]
}

/** What the record does not show. */
export async function acceptFacts(tx: Tx, { merchantId, id }: BatchKey): Promise<AcceptFacts> {
  const { rows } = await sql<AcceptFacts>`select importer, accept_no, unaccept_people, unaccept_roles
    from settlement_batch where merchant_id = ${merchantId} and id = ${id}::uuid`.execute(tx)
  return rows[0] ?? { importer: [], acceptNo: 0, unacceptPeople: [], unacceptRoles: [] }
}
