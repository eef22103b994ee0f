import { sql } from 'kysely'
import { openMatchStatuses } from '@signalbox/model/settlements/settlement-words'
import type { Tx } from '../../kit/database.ts'
import { statusIs } from '../../kit/status-sql.ts'
import {
  isCompatible,
  linesOf,
  ofBatch,
  offSumOf,
  undecided,
  wayOf,
  type MatchedBatch,
} from './match-terms-store.ts'

export async function lockBatch(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: string },
): Promise<(MatchedBatch & { readonly state: string }) | undefined> {
  const { rows } = await sql<MatchedBatch & { state: string }>`
    select merchant_id, id, batch_ref, psp, psp_account, payout_date, settlement_currency, imported_at, state, net_minor::text,
      declared_net_minor::text, bank_amount_minor::text
    from settlement_batch where merchant_id = ${merchantId} and id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Everything at or below the merchant of the batch: a PSP settles an account, whoever's payments went over it. */
export async function merchantsBelow(tx: Tx, merchantId: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select m.id from merchant m join merchant root on root.id = ${merchantId}
    where m.path like root.path || '%'`.execute(tx)
  return rows.map(({ id }) => id)
}

export interface Tolerances {
  readonly fxPct: number
  /** Our rate per pair of currencies of the batch: units of the settlement currency for one of the other. */
  readonly rates: readonly { readonly currency: string; readonly rate: string }[]
}

/** Steps 4 to 9 of every line at once. */
export async function compareLines(
  tx: Tx,
  batch: MatchedBatch,
  { fxPct, rates }: Tolerances,
  lineId?: string,
): Promise<void> {
  const only = lineId === undefined ? sql`true` : sql`l.id = ${lineId}::uuid`
  // Whoever saw a line before it was matched again looks again; of a single line the operation makes the version.
  const version = lineId === undefined ? sql`l.version + 1` : sql`l.version`
  const known = sql`unnest(${rates.map(({ currency }) => currency)}::text[], ${rates.map(({ rate }) => rate)}::numeric[])`
  await sql`with held as (
      select l.id, l.type, l.matched_by, l.gross_minor, l.gross_currency, l.net_minor, l.net_currency, l.fee_minor,
        l.fx_rate, t.method, abs(t.psp_amount_minor) * ${wayOf} as expected, t.psp_currency,
        t.psp_fee_minor as fee_expected, t.psp_fee_currency, ${statusIs('t.status_no', 'SUCCESSFUL')} as succeeded,
        rate.rate as our_rate, t.settled_at is not null as settled, l.line_no,
        t.merchant_id as tx_merchant_id, t.id as tx_id
      from settlement_line l join transaction t on t.merchant_id = l.tx_merchant_id and t.id = l.tx_id
      left join ${known} as rate (currency, rate) on rate.currency = l.gross_currency
      where ${ofBatch(batch)} and ${undecided} and ${only}),
    judged as (
      select held.*, array_remove(array[
        case when not ${isCompatible(sql.ref('held.type'), sql.ref('held.method'))} then 'TYPE_MISMATCH' end,
        case when gross_currency is distinct from psp_currency or gross_minor is distinct from expected
          or ${offSumOf('held')} <> 0 then 'AMOUNT_DIFF' end,
        case when not succeeded then 'STATE_DIFF' end,
        case when ${isOffFee} then 'FEE_DIFF' end,
        case when (gross_currency = net_currency and abs(fx_rate - 1) > ${fxPct} / 100.0)
          -- Of an exchange we know no rate of, nobody can say that it is right: a person decides.
          or (gross_currency <> net_currency and coalesce(our_rate, 0) <= 0)
          or (gross_currency <> net_currency and our_rate > 0 and abs(fx_rate / our_rate - 1) > ${fxPct} / 100.0)
          -- Where the file says no rate, what it comes to says it.
          or (gross_currency <> net_currency and our_rate > 0 and fx_rate = 1
            and abs(net_minor + fee_minor - ${atOurRate}) > 1 + abs(${atOurRate}) * ${fxPct} / 100.0)
          then 'FX_DIFF' end,
        case when settled or ${isElsewhere(batch)} then 'DUPLICATE' end], null) as found
      from held)
    update settlement_line l set version = ${version}, expected_minor = j.expected, expected_currency = j.psp_currency,
      expected_fee_minor = j.fee_expected, expected_fee_currency = j.psp_fee_currency, differences = j.found,
      our_rate = case when j.gross_currency = j.net_currency then 1 else j.our_rate end,
      match_status = case when cardinality(j.found) > 0 then 'DIFFERENCE' when j.matched_by = 'AMOUNT' then 'MATCHED_WEAK'
        else 'MATCHED' end
    from judged j where l.merchant_id = ${batch.merchantId} and l.id = j.id`.execute(tx)
  await sql`update settlement_line l set version = ${version}, expected_minor = null, expected_currency = null,
      expected_fee_minor = null, expected_fee_currency = null, our_rate = null,
      match_status = case when not ${hasNoPayment} then 'UNMATCHED' when ${offSumOf('l')} <> 0 then 'DIFFERENCE'
        else 'MATCHED' end,
      differences = case when not ${hasNoPayment} then array['UNKNOWN_AT_US']
        when ${offSumOf('l')} <> 0 then array['AMOUNT_DIFF'] else '{}'::text[] end
    where ${ofBatch(batch)} and ${undecided} and ${only} and l.tx_id is null`.execute(tx)
}

/** Fees and reserves are about no payment: they are as the PSP says, as long as they add up. */
const hasNoPayment = sql<boolean>`l.type in ('FEE', 'RESERVE_HOLD', 'RESERVE_RELEASE')`

/** What was expected, in the currency the PSP keeps its fee in. Without a rule for it nothing was expected. */
const feeInNet = sql`(case when psp_fee_currency = net_currency then fee_expected::numeric
  when psp_fee_currency = gross_currency then fee_expected * fx_rate
    * power(10::numeric, currency_exponent(net_currency) - currency_exponent(gross_currency)) end)`
const isOffFee = sql<boolean>`coalesce(abs(fee_minor - ${feeInNet}) > greatest(
  power(10::numeric, currency_exponent(net_currency)) / 100, abs(${feeInNet}) * 0.02), false)`

const atOurRate = sql`(gross_minor * our_rate
  * power(10::numeric, currency_exponent(net_currency) - currency_exponent(gross_currency)))`

/** A line before this one, or another batch that counts, had the payment first. */
const isElsewhere = (batch: MatchedBatch) => sql<boolean>`exists (
  select 1 from ${linesOf(sql`held.tx_merchant_id, held.tx_id`)}
  where other.origin in ('FILE', 'SPLIT')
    and case when other.batch_id = ${batch.id}::uuid then other.line_no < held.line_no
      else (b.imported_at, b.id) < (${batch.importedAt}::timestamptz, ${batch.id}::uuid) end)`

/** What the PSP said or the bank saw, less what the lines come to. */
export function offTotal({ bankAmountMinor, declaredNetMinor, netMinor }: MatchedBatch): bigint {
  const said = bankAmountMinor ?? declaredNetMinor
  return said === null ? 0n : BigInt(said) - BigInt(netMinor)
}

/** Afterwards: what the lines come to, what the PSP said and what the bank saw are one, or a line says by how much not. */
export async function addTotalDifference(
  tx: Tx,
  batch: MatchedBatch,
  {
    off,
    now,
    by,
    newId,
  }: { readonly off: bigint; readonly now: Date; readonly by: string; readonly newId: () => string },
): Promise<void> {
  if (off === 0n) return
  await sql`insert into settlement_line (merchant_id, id, batch_id, line_no, origin, type, booked_at, gross_currency,
      gross_minor, net_currency, net_minor, match_status, differences, expected_minor, expected_currency, created_at,
      updated_at, updated_by)
    select ${batch.merchantId}, ${newId()}::uuid, ${batch.id}::uuid, coalesce(max(line_no), 0) + 1, 'TOTAL', 'ADJUSTMENT',
      ${batch.payoutDate}::date::timestamptz(3), ${batch.settlementCurrency}, ${String(off)}::bigint,
      ${batch.settlementCurrency}, ${String(off)}::bigint, 'DIFFERENCE', array['BATCH_TOTAL_DIFF'], 0,
      ${batch.settlementCurrency}, ${now}::timestamptz, ${now}::timestamptz, ${by}
    from settlement_line where merchant_id = ${batch.merchantId} and batch_id = ${batch.id}::uuid
    having count(*) filter (where origin = 'TOTAL' and match_status <> 'VOID') = 0`.execute(tx)
}

interface Counted {
  readonly state: 'MATCHED' | 'WITH_DIFFERENCES'
  readonly openCount: number
  readonly differences: number
  readonly missing: number
  readonly lines: number
}

/** Counts as the batch shows them, and the state that follows from them. */
export async function countLines(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: string },
): Promise<Counted> {
  const { rows } = await sql<Omit<Counted, 'state'>>`
    with counted as (
      select count(*) filter (where origin in ('FILE', 'SPLIT')) as lines,
        count(*) filter (where match_status = 'MATCHED') as matched,
        count(*) filter (where cardinality(differences) > 0) as differences,
        count(*) filter (where match_status = 'UNMATCHED') as unmatched,
        count(*) filter (where match_status = 'MISSING') as missing,
        count(*) filter (where match_status = any(${[...openMatchStatuses]}::text[])) as open,
        count(*) filter (where ${offSumOf('l')} <> 0) as off_sum
      from settlement_line l where merchant_id = ${merchantId} and batch_id = ${id}::uuid)
    update settlement_batch b set line_count = c.lines, matched_count = c.matched, difference_count = c.differences,
      unmatched_count = c.unmatched, missing_count = c.missing, open_count = c.open, off_sum_count = c.off_sum
    from counted c where b.merchant_id = ${merchantId} and b.id = ${id}::uuid
    returning b.open_count, b.difference_count as differences, b.missing_count as missing, b.line_count as lines`.execute(
    tx,
  )
  const counts = rows[0] ?? { openCount: 0, lines: 0, missing: 0, differences: 0 }
  return { state: counts.openCount > 0 ? 'WITH_DIFFERENCES' : 'MATCHED', ...counts }
}

export async function setBatchState(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: string },
  state: string,
): Promise<void> {
  await sql`update settlement_batch set state = ${state} where merchant_id = ${merchantId} and id = ${id}::uuid
    and state not in ('ACCEPTED', 'CLOSED', 'REJECTED')`.execute(tx)
}

/** Its lines are not what they were: a decision about the batch by whoever saw it before is refused. */
export async function markChanged(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: string },
  { now, by }: { readonly now: Date; readonly by: string },
): Promise<void> {
  await sql`update settlement_batch set version = version + 1, updated_at = ${now}, updated_by = ${by}
    where merchant_id = ${merchantId} and id = ${id}::uuid`.execute(tx)
}

/** Currencies of payments that differ from that of the payout. */
export async function otherCurrencies(tx: Tx, batch: MatchedBatch): Promise<string[]> {
  const { rows } = await sql<{
    currency: string
  }>`select distinct l.gross_currency as currency from settlement_line l
    where ${ofBatch(batch)} and l.gross_currency <> l.net_currency`.execute(tx)
  return rows.map(({ currency }) => currency)
}

/** Payments with money at the PSP that we say did not succeed. */
export async function stateDifferences(
  tx: Tx,
  batch: MatchedBatch,
  limit: number,
): Promise<{ id: string; txMerchantId: number; txId: number; grossMinor: string }[]> {
  const { rows } = await sql<{ id: string; txMerchantId: number; txId: number; grossMinor: string }>`
    select l.id, l.tx_merchant_id, l.tx_id, l.gross_minor::text from settlement_line l
    where ${ofBatch(batch)} and l.match_status = 'DIFFERENCE' and 'STATE_DIFF' = any(l.differences)
    order by l.line_no limit ${limit}`.execute(tx)
  return rows
}

/** For the filter of the list. */
export const hasDifferences = (wanted: boolean) =>
  wanted ? sql<boolean>`difference_count > 0` : sql<boolean>`difference_count = 0`
