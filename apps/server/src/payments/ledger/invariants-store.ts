import { sql, type RawBuilder } from 'kysely'
import { openStates, refusedStates } from '@signalbox/model/reference/status-codes'
import { captureWaiting, capturedLater } from '@signalbox/model/reference/status-groups'
import type { Database } from '../../kit/database.ts'
import { statusIn, statusIs } from '../../kit/status-sql.ts'
import { asEntry, type StoredEntry } from './ledger-store.ts'
import type { HashedEntry } from './entry-hash.ts'

/** Something that does not add up. */
export interface Discrepancy {
  readonly subject: string
  readonly detail: string
}

/** Enough to see what is wrong; where everything is, a list of everything helps nobody. */
export const mostPerCheck = 100

export async function find(db: Database, query: RawBuilder<unknown>): Promise<Discrepancy[]> {
  const { rows } = await sql<Discrepancy>`select subject, detail from (${query}) as found
    order by subject limit ${mostPerCheck}`.execute(db)
  return rows
}

const currencyOf = sql`split_part(account, ':', 4)`

/** Lines of an entry that do not cancel out in one of its currencies. */
export const unbalancedEntries = (db: Database, merchantId: number) =>
  find(
    db,
    sql`select entry_id::text as subject,
        ${currencyOf} || ': debit ' || sum(debit) || ', credit ' || sum(credit) as detail
      from posting where merchant_id = ${merchantId}
      group by entry_id, ${currencyOf} having sum(debit) <> sum(credit)`,
  )

export const emptyEntries = (db: Database, merchantId: number) =>
  find(
    db,
    sql`select e.id::text as subject, 'an entry without lines' as detail from journal_entry e
      where e.merchant_id = ${merchantId} and not exists (
        select 1 from posting p where p.merchant_id = e.merchant_id and p.entry_id = e.id)`,
  )

/** Accounts whose balance is not what was posted to them. */
export const wrongBalances = (db: Database, merchantId: number) =>
  find(
    db,
    sql`select coalesce(b.account, p.account) as subject,
        'balance ' || coalesce(b.debit, 0) || '/' || coalesce(b.credit, 0)
          || ', postings ' || coalesce(p.debit, 0) || '/' || coalesce(p.credit, 0) as detail
      from (select account, sum(debit_total) as debit, sum(credit_total) as credit
            from account_balance where merchant_id = ${merchantId} group by account) b
      full join (select account, sum(debit) as debit, sum(credit) as credit
            from posting where merchant_id = ${merchantId} group by account) p on p.account = b.account
      where coalesce(b.debit, 0) <> coalesce(p.debit, 0) or coalesce(b.credit, 0) <> coalesce(p.credit, 0)`,
  )

export const unbalancedCurrencies = (db: Database, merchantId: number) =>
  find(
    db,
    sql`select ${currencyOf} as subject, 'off by ' || sum(debit_total - credit_total) as detail
      from account_balance where merchant_id = ${merchantId}
      group by ${currencyOf} having sum(debit_total) <> sum(credit_total)`,
  )

/**
 * What the books say of a transaction: how many successes stand, how many open holds, what is left on the accounts that
 * must come to nothing in the end, and what is owed of fees to the PSP and by the merchant.
 */
const booksOf = (merchantId: number, sourceId: RawBuilder<unknown>) => sql`
  select
    coalesce(sum(case
      when e.event_type in ('DEPOSIT_SUCCESS', 'WITHDRAWAL_SUCCESS', 'CAPTURE', 'REFUND', 'REVERSAL', 'CHARGEBACK',
        'CHARGEBACK_WON', 'SUSPENSE_SUCCESS') then 1
      when e.event_type = 'SUCCESS_SUSPENDED' then -1
      when undone.event_type in ('DEPOSIT_SUCCESS', 'WITHDRAWAL_SUCCESS', 'CAPTURE', 'REFUND', 'REVERSAL', 'CHARGEBACK',
        'CHARGEBACK_WON', 'SUSPENSE_SUCCESS') then -1
      else 0 end), 0) as live,
    coalesce(sum(case when e.event_type in ('SUSPENSE_HELD', 'SUCCESS_SUSPENDED') then 1
      when e.event_type in ('SUSPENSE_SUCCESS', 'SUSPENSE_RETURNED') then -1 else 0 end), 0) as held,
    coalesce(sum(net.receivable), 0) as receivable, coalesce(sum(net.suspense), 0) as suspense,
    coalesce(sum(net.reserved), 0) as reserved, coalesce(sum(net.psp_fee), 0) as booked_psp_fee,
    coalesce(sum(net.merchant_fee), 0) as booked_merchant_fee
  from journal_entry e
  left join journal_entry undone on undone.merchant_id = e.merchant_id and undone.id = e.reversal_of
  cross join lateral (
    select coalesce(sum(debit - credit) filter (where account like 'PSP\\_RECEIVABLE:%'), 0) as receivable,
      coalesce(sum(debit - credit) filter (where account like 'SUSPENSE:%'), 0) as suspense,
      coalesce(sum(credit - debit) filter (where account like 'WITHDRAWAL\\_RESERVED:%'), 0) as reserved,
      coalesce(sum(credit - debit) filter (where account like 'PSP\\_FEE\\_ACCRUED:%'), 0) as psp_fee,
      coalesce(sum(credit - debit) filter (where account like 'PLATFORM\\_FEES\\_PAYABLE:%'), 0) as merchant_fee
    from posting p where p.merchant_id = e.merchant_id and p.entry_id = e.id) net
  where e.merchant_id = ${merchantId} and e.source_type = 'TRANSACTION' and e.source_id = ${sourceId}`

const isDone = statusIs('c.status_no', 'SUCCESSFUL')
const isOpen = statusIs('c.status_no', ...openStates)

/**
 * What the children of a payment that happened took back of it, on the wallet and at the PSP, and what those that are not
 * decided would take: back of it, or of what is reserved.
 */
const returnedOf = (merchantId: number, originId: RawBuilder<unknown>) => sql`
  select
    coalesce(sum(abs(c.amount_minor)) filter (where c.method = 'REFUND' and ${isDone}), 0) as refunds,
    coalesce(sum(abs(c.amount_minor)) filter (where c.method = 'REVERSAL' and ${isDone}), 0) as reversals,
    coalesce(sum(case c.method when 'CHARGEBACK' then abs(c.amount_minor) when 'CHARGEBACK_WON' then -abs(c.amount_minor)
      end) filter (where ${isDone}), 0) as chargebacks,
    coalesce(sum(case c.method when 'CHARGEBACK_WON' then -abs(c.psp_amount_minor)
      else abs(c.psp_amount_minor) end) filter (where c.method not in ('CAPTURE', 'VOID') and ${isDone}), 0) as psp_back,
    coalesce(sum(abs(c.amount_minor)) filter (where c.method = 'CAPTURE' and ${isDone}), 0) as captures,
    coalesce(sum(abs(c.amount_minor)) filter (where c.method = 'REFUND' and ${isOpen}), 0) as open_refunds,
    coalesce(sum(case c.method when 'VOID' then c.requested_minor else abs(c.amount_minor) end)
      filter (where c.method in ('CAPTURE', 'VOID') and ${isOpen}), 0) as open_captures
  from transaction c
  where c.merchant_id = ${merchantId} and c.origin_tx_id = ${originId}
    and c.method in ('REFUND', 'REVERSAL', 'CHARGEBACK', 'CHARGEBACK_WON', 'CAPTURE', 'VOID')`

interface CheckedPayments {
  readonly found: readonly (Discrepancy & { readonly invariant: 'I5' | 'I6' | 'I7' | 'I8' | 'I10' })[]
  /** Where the next ones begin; undefined after the last. */
  readonly lastId: number | undefined
}

/** The next so many transactions, with what their books have to agree with. */
const pageOf = (merchantId: number, afterId: number, limit: number) => sql`
  select t.id, t.method, t.status_no, t.authorized_at, abs(t.amount_minor) as amount,
    -- What is held where the PSP says that it moved another amount than it was asked for.
    abs(coalesce((t.step_state->'held'->>'minor')::bigint, t.psp_amount_minor, 0)) as psp_amount,
    t.captured_minor, t.psp_captured_minor, t.refunded_minor, t.returned_minor, t.chargeback_minor, t.refunding_minor,
    t.capturing_minor,
    exists (select 1 from investigation_case c where c.merchant_id = t.merchant_id and c.tx_id = t.id
      and c.type = 'INCONSISTENT' and c.state <> 'RESOLVED') as has_case,
    ${statusIs('t.status_no', 'SUCCESSFUL')} as succeeded, ${statusIs('t.status_no', 'INCONSISTENT')} as inconsistent,
    ${statusIs('t.status_no', ...refusedStates)} as ended,
    -- Reserved money is booked when it is captured, and then by the capture.
    t.method in ('WITHDRAWAL', 'REFUND', 'CAPTURE', 'REVERSAL', 'CHARGEBACK', 'CHARGEBACK_WON')
      or (t.method = 'DEPOSIT' and not ${statusIn('t.status_no', ...captureWaiting, ...capturedLater)}) as moves,
    coalesce(t.psp_fee_minor, 0) as psp_fee,
    case when t.fee_bill_to = 'MERCHANT' then t.fee_minor + t.vat_minor else 0 end as merchant_fee
  from transaction t where t.merchant_id = ${merchantId} and t.id > ${afterId} order by t.id limit ${limit}`

/** Of payments held against their books: I5 to I8. */
const wronglyBooked = sql`
  select 'I5' as invariant, id, method || ' ' || status_no || ': successes ' || live || ', holds ' || held as detail
  from checked
  where case when succeeded then live <> (case when moves and psp_amount > 0 then 1 else 0 end) or held <> 0
    when inconsistent then live <> 0 or held not in (0, 1)
    else live <> 0 or held <> 0 end
  union all
  -- Fees go with a success: one set of them where there is one, and none where there is none.
  select 'I5', id, method || ' ' || status_no || ': fee of the PSP ' || booked_psp_fee || ' of ' || psp_fee
    || ', borne by the merchant ' || booked_merchant_fee || ' of ' || merchant_fee
  from checked
  where booked_psp_fee <> (case when costs then psp_fee else 0 end)
    or booked_merchant_fee <> (case when costs then merchant_fee else 0 end)
  union all
  select 'I6', id, method || ' ' || status_no || ': reserved ' || reserved || ' of ' || amount from checked
  where case
    when method <> 'WITHDRAWAL' or succeeded or ended then reserved <> 0
    when inconsistent then reserved not in (0, amount)
    else reserved <> (case when authorized_at is null then 0 else amount end) end
  union all
  select 'I7', id, method || ' ' || status_no || ': suspense ' || suspense || ' of ' || psp_amount from checked
  where abs(suspense) <> (case when inconsistent and held = 1 then psp_amount else 0 end)
    or (suspense <> 0 and not has_case)
  union all
  select 'I8', id, method || ' ' || status_no || ': receivable ' || receivable || ', moved ' || psp_amount
  from checked
  where case
    when succeeded and moves then
      (method in ('DEPOSIT', 'CAPTURE', 'CHARGEBACK_WON') and receivable <> psp_amount)
      or (method in ('WITHDRAWAL', 'REFUND') and receivable <> -psp_amount)
      or (method = 'REVERSAL' and abs(receivable) <> psp_amount)
      or (method = 'CHARGEBACK' and receivable > -psp_amount)
    when inconsistent then abs(receivable) not in (0, psp_amount)
    else receivable <> 0 end`

/** Of payments held against what went back of them: I10. */
const wrongTotals = sql`
  select 'I10', id, method || ' ' || status_no || ': captured ' || captured_minor || ' (' || psp_captured_minor
    || ' at the PSP), refunded ' || refunded_minor || '/' || refunds || ', returned ' || returned_minor || '/'
    || reversals || ', charged back ' || chargeback_minor || '/' || chargebacks || ', at the PSP ' || psp_back
    || ', captures ' || captures || ', under way ' || refunding_minor || '/' || open_refunds || ' back and '
    || capturing_minor || '/' || open_captures || ' of the reservation'
  from families
  where refunded_minor <> refunds or returned_minor <> reversals or chargeback_minor <> chargebacks
    or refunding_minor <> open_refunds or capturing_minor <> open_captures
    or (captures > 0 and captures <> captured_minor) or (${statusIn('status_no', ...capturedLater)} and captures = 0)
    or least(refunds, reversals, chargebacks) < 0
    or refunds + reversals + chargebacks > (case when method = 'DEPOSIT' then captured_minor else amount end)
    or psp_back > (case when method = 'DEPOSIT' then psp_captured_minor else psp_amount end)`

/**
 * The next so many transactions held against their books, all at one moment: whether a success is booked once with its
 * fees and what failed is booked away (I5), what is reserved (I6), what is in suspense (I7) and what the PSP owes (I8),
 * where a chargeback takes a fee along. What went back of it is held against its children (I10), by its totals and at the PSP.
 */
export async function checkPayments(
  db: Database,
  merchantId: number,
  afterId: number,
  limit: number,
): Promise<CheckedPayments> {
  const { rows } = await sql<{ invariant: string | null; subject: string | null; detail: string }>`
    with page as materialized (
      ${pageOf(merchantId, afterId, limit)}),
    checked as materialized (
      -- A card check moves nothing, and the PSP charges for it all the same.
      select page.*, b.*, succeeded and ((moves and method in ('DEPOSIT', 'WITHDRAWAL', 'CAPTURE'))
        or method = 'ACCOUNT_VERIFICATION') as costs
      from page cross join lateral (${booksOf(merchantId, sql`page.id::text`)}) b),
    families as materialized (
      select page.*, b.* from page cross join lateral (${returnedOf(merchantId, sql`page.id`)}) b
      where method in ('DEPOSIT', 'WITHDRAWAL')),
    found as (
      ${wronglyBooked}
      union all
      ${wrongTotals})
    select null as invariant, max(id)::text as subject, count(*)::text as detail from page
    union all (select invariant, id::text, detail from found order by invariant, id limit ${5 * mostPerCheck})`.execute(
    db,
  )
  const page = rows.find(({ invariant }) => invariant === null)
  return {
    found: rows.filter(({ invariant }) => invariant !== null) as CheckedPayments['found'][number][],
    lastId: Number(page?.detail) === limit ? Number(page?.subject) : undefined,
  }
}

/** Entries of transactions that are not there. */
export const bookedForNobody = (db: Database, merchantId: number) =>
  find(
    db,
    sql`select e.source_id as subject, 'booked, but there is no such transaction' as detail
      from (select distinct source_id, case when source_id ~ '^\\d{1,16}$' then source_id::bigint end as tx_id
        from journal_entry
        where merchant_id = ${merchantId} and source_type = 'TRANSACTION') e
      where not exists (
        select 1 from transaction t where t.merchant_id = ${merchantId} and t.id = e.tx_id)`,
  )

/** Accounts of failed and cancelled payments on which something is left. */
export const leftovers = (db: Database, merchantId: number) =>
  find(
    db,
    sql`select t.id::text as subject, p.account || ': ' || sum(p.debit - p.credit) as detail
      from transaction t
      join journal_entry e on e.merchant_id = t.merchant_id and e.source_type = 'TRANSACTION' and e.source_id = t.id::text
      join posting p on p.merchant_id = e.merchant_id and p.entry_id = e.id
      where t.merchant_id = ${merchantId} and ${statusIs('t.status_no', ...refusedStates)}
      group by t.id, p.account having sum(p.debit) <> sum(p.credit)`,
  )

/** Entries that came after their day was closed, and a book that is not shut as far as its periods are closed. */
export const postedIntoClosed = (db: Database, merchantId: number) =>
  find(
    db,
    sql`select e.id::text as subject, e.value_date || ' was closed at ' || p.closed_at as detail
      from ledger_period p join journal_entry e on e.merchant_id = p.merchant_id
        and e.value_date between p.first_day and p.last_day and e.at > p.closed_at
      where p.merchant_id = ${merchantId} and p.state = 'CLOSED'
      union all
      select 'closed through ' || coalesce(book.day::text, 'no day'),
        'the last closed period ends ' || coalesce(periods.day::text, 'never')
      from (select max(last_day) as day from ledger_period where merchant_id = ${merchantId} and state = 'CLOSED') periods
      cross join (select max(closed_through) as day from ledger_book where merchant_id = ${merchantId}) book
      where book.day is distinct from periods.day`,
  )

export interface EntryPlace {
  readonly sourceType: string
  readonly sourceId: string
  readonly chainNo: number
}

/** The next so many entries in the order of their chains. */
export async function entriesAfter(
  db: Database,
  merchantId: number,
  after: EntryPlace | undefined,
  limit: number,
): Promise<(HashedEntry & { hash: string })[]> {
  const from = after
    ? sql`and (e.source_type, e.source_id, e.chain_no) > (${after.sourceType}, ${after.sourceId}, ${after.chainNo})`
    : sql``
  const { rows } = await sql<StoredEntry>`
    select e.*, (select jsonb_agg(jsonb_build_array(l.account, l.debit::text, l.credit::text) order by l.line)
      from posting l where l.merchant_id = e.merchant_id and l.entry_id = e.id) as lines
    from journal_entry e where e.merchant_id = ${merchantId} ${from}
    order by e.source_type, e.source_id, e.chain_no limit ${limit}`.execute(db)
  return rows.map(asEntry)
}

export async function merchantsWithBooks(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select m.id from merchant m
    where exists (select 1 from journal_entry e where e.merchant_id = m.id) order by m.id`.execute(db)
  return rows.map((row) => row.id)
}
