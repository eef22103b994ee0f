import { sql } from 'kysely'
import type { People } from '@signalbox/model/access/people'
import { isUuid } from '@signalbox/model/field/validators'
import { openMatchStatuses } from '@signalbox/model/settlements/settlement-words'
import type { Tx } from '../../kit/database.ts'
import { toldColumns, type DecidedLine } from './void-store.ts'

interface LineKey {
  readonly merchantId: number
  readonly id: string
}

export async function markCase(tx: Tx, { merchantId, id }: LineKey, caseId: string): Promise<void> {
  await sql`update settlement_line set case_id = ${caseId} where merchant_id = ${merchantId} and id = ${id}::uuid`.execute(
    tx,
  )
}

export interface LineFacts {
  readonly batchId: string
  readonly origin: string
  readonly type: string
  readonly differences: readonly string[]
  readonly fxRate: string
  readonly ourRate: string | null
  readonly grossMinor: string
  readonly grossCurrency: string
  readonly netMinor: string
  readonly netCurrency: string
  readonly feeMinor: string
  readonly expectedMinor: string | null
  readonly expectedCurrency: string | null
  readonly expectedFeeMinor: string | null
  readonly expectedFeeCurrency: string | null
  readonly writeOffPeople: string[]
}

const factColumns = sql`batch_id, origin, type, differences, fx_rate::text, our_rate::text, gross_minor::text,
  gross_currency, net_minor::text, net_currency, fee_minor::text, expected_minor::text, expected_currency,
  expected_fee_minor::text, expected_fee_currency, write_off_people`

/** Lines of a batch this person accepted the difference of, or wrote off without a second person. */
export async function decidedAlone(
  tx: Tx,
  batch: { readonly merchantId: number; readonly id: string },
  people: People,
): Promise<LineFacts[]> {
  const { rows } = await sql<LineFacts>`select ${factColumns}
    from settlement_line where merchant_id = ${batch.merchantId} and batch_id = ${batch.id}::uuid
      and match_status in ('ACCEPTED', 'WRITTEN_OFF') and resolved_by = any(${[...people]}::text[])
      and (match_status = 'ACCEPTED' or write_off_by is null or write_off_by = any(${[...people]}::text[]))`.execute(
    tx,
  )
  return rows
}

/** Whoever decided about lines of a batch in a way that may be too much for one. */
export async function decidersOf(
  tx: Tx,
  batch: { readonly merchantId: number; readonly id: string },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select distinct resolved_by as name from settlement_line
    where merchant_id = ${batch.merchantId} and batch_id = ${batch.id}::uuid
      and match_status in ('ACCEPTED', 'WRITTEN_OFF') and resolved_by is not null`.execute(tx)
  return rows.map(({ name }) => name)
}

/** What the record does not show, in minor units. */
export async function lineFacts(tx: Tx, { merchantId, id }: LineKey): Promise<LineFacts | undefined> {
  const { rows } = await sql<LineFacts>`select ${factColumns}
    from settlement_line where merchant_id = ${merchantId} and id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** The payment a reference names, among these merchants and at this PSP. */
export async function namedPayment(
  tx: Tx,
  { merchantId, txId, psp }: { readonly merchantId: number; readonly txId: string; readonly psp: string },
): Promise<boolean> {
  const { rows } =
    await sql`select 1 from transaction where merchant_id = ${merchantId} and id = ${txId}::bigint
    and psp = ${psp}`.execute(tx)
  return rows.length > 0
}

export async function linkLine(
  tx: Tx,
  { merchantId, id }: LineKey,
  payment: { readonly merchantId: number; readonly txId: string },
): Promise<void> {
  await sql`update settlement_line set tx_merchant_id = ${payment.merchantId}, tx_id = ${payment.txId}::bigint,
      matched_by = 'HAND', match_status = 'MATCHED' where merchant_id = ${merchantId} and id = ${id}::uuid`.execute(
    tx,
  )
}

/** A decision is taken back: the line stands as matching left it. */
export async function reopenLine(tx: Tx, { merchantId, id }: LineKey): Promise<void> {
  await sql`update settlement_line set cause = null, resolved_by = null, resolved_at = null, write_off_by = null,
      write_off_people = '{}',
      match_status = case origin when 'MISSING' then 'MISSING' when 'TOTAL' then 'DIFFERENCE' else 'UNMATCHED' end
    where merchant_id = ${merchantId} and id = ${id}::uuid`.execute(tx)
}

interface AskedWriteOff {
  readonly id: string
  /** The payment, and the amounts that are at stake. */
  readonly about: string
}

const aboutLine = sql`row(l.tx_merchant_id, l.tx_id, l.gross_minor, l.net_minor, l.fee_minor, l.expected_minor,
  l.expected_currency, l.expected_fee_minor, l.expected_fee_currency, l.our_rate, l.differences)::text`

/** The write-offs of a batch that wait for a second person. */
export async function askedWriteOffs(tx: Tx, batch: LineKey): Promise<AskedWriteOff[]> {
  const { rows } = await sql<AskedWriteOff>`select l.id, ${aboutLine} as about from settlement_line l
    where l.merchant_id = ${batch.merchantId} and l.batch_id = ${batch.id}::uuid and l.write_off_by is not null
      and l.match_status <> 'WRITTEN_OFF'`.execute(tx)
  return rows
}

/**
 * Two people write off the same: who asked before a line came to be about something else did not ask for that. Gives the
 * lines as they were asked about.
 */
export async function dropChangedWriteOffs(
  tx: Tx,
  batch: LineKey,
  asked: readonly AskedWriteOff[],
): Promise<DecidedLine[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<DecidedLine>`with changed as (
      select l.* from settlement_line l
        join unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ about }) => about)}::text[]) as asked (id, about)
          on l.id = asked.id
      where l.merchant_id = ${batch.merchantId} and l.batch_id = ${batch.id}::uuid and ${aboutLine} <> asked.about),
    dropped as (
      update settlement_line l set write_off_by = null, write_off_people = '{}'
      from changed where l.merchant_id = changed.merchant_id and l.id = changed.id)
    select ${toldColumns} from changed l order by l.line_no`.execute(tx)
  return rows
}

export interface LinePart {
  readonly id: string
  readonly gross: bigint
  readonly net: bigint
  readonly fee: bigint
}

/** The first part stays in the line; the others become lines of their own behind the last. */
export async function splitLine(
  tx: Tx,
  { merchantId, id }: LineKey,
  [first, ...others]: readonly LinePart[],
  { now, by }: { readonly now: Date; readonly by: string },
): Promise<void> {
  if (!first) return
  await sql`insert into settlement_line (merchant_id, id, batch_id, line_no, origin, type, psp_ref_id, merchant_ref,
      ref_merchant_id, ref_tx_id, booked_at, gross_currency, gross_minor, fx_rate, net_currency, net_minor, fee_minor,
      commission_minor, card_scheme, card_usage, card_category, interchange_domain, match_status, differences,
      created_at, updated_at, updated_by)
    select l.merchant_id, part.id, l.batch_id,
      (select max(line_no) from settlement_line m where m.merchant_id = l.merchant_id and m.batch_id = l.batch_id) + part.turn,
      'SPLIT', l.type, l.psp_ref_id, l.merchant_ref, null, null, l.booked_at, l.gross_currency, part.gross, l.fx_rate,
      l.net_currency, part.net, part.fee, part.fee, l.card_scheme, l.card_usage, l.card_category, l.interchange_domain,
      'UNMATCHED', array['UNKNOWN_AT_US'], ${now}::timestamptz, ${now}::timestamptz, ${by}
    from settlement_line l cross join unnest(${others.map((part) => part.id)}::uuid[],
      ${others.map((part) => String(part.gross))}::bigint[], ${others.map((part) => String(part.net))}::bigint[],
      ${others.map((part) => String(part.fee))}::bigint[]) with ordinality as part (id, gross, net, fee, turn)
    where l.merchant_id = ${merchantId} and l.id = ${id}::uuid`.execute(tx)
  await sql`update settlement_line set gross_minor = ${String(first.gross)}, net_minor = ${String(first.net)},
      fee_minor = ${String(first.fee)}, commission_minor = ${String(first.fee)}, markup_minor = 0, scheme_fee_minor = 0,
      interchange_minor = 0 where merchant_id = ${merchantId} and id = ${id}::uuid`.execute(tx)
}

/** For the filters of the list. An id of another form is nobody's. */
export const isOfBatch = (batchId: string) =>
  isUuid(batchId) ? sql<boolean>`batch_id = ${batchId}::uuid` : sql<boolean>`false`

/** Lines of a file that was rejected wait for nobody. */
export const isToDecide = (wanted: boolean) => {
  const open = sql<boolean>`(match_status = any(${[...openMatchStatuses]}::text[]) and (merchant_id, batch_id) in
    (select b.merchant_id, b.id from settlement_batch b where b.open_count > 0 and b.state <> 'REJECTED'))`
  return wanted ? open : sql<boolean>`not ${open}`
}

/** Lines of the file whose net is not their gross without their fees. */
export const isOffSum = (wanted: boolean) =>
  wanted ? sql<boolean>`off_sum is not null` : sql<boolean>`off_sum is null`
