import { sql } from 'kysely'
import type { BatchState } from '@signalbox/model/settlements/settlement-words'
import type { SettlementLine } from '@signalbox/model/settlements/read-line'
import type { Tx } from '../../kit/database.ts'
import { feesOf, type ControlTotals } from './control-totals.ts'

interface KeptFile {
  readonly merchantId: number
  readonly sha256: string
  readonly name: string
  readonly sizeBytes: number
  /** Compressed. */
  readonly content: Buffer
  /** What it was checked for. */
  readonly checkedFor: string
  readonly uploadedBy: string
  readonly at: Date
}

/** A large file is read for longer than a connection may otherwise sit in a transaction doing nothing. */
export async function allowLongReading(tx: Tx): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = '5min'`.execute(tx)
}

/** Keeps a file that was checked; the same file again stays as it is, apart from its day and what it was checked for. */
export async function keepFile(tx: Tx, file: KeptFile): Promise<void> {
  await sql`insert into settlement_file (merchant_id, sha256, name, size_bytes, content, checked_for, uploaded_by, uploaded_at)
    values (${file.merchantId}, ${file.sha256}, ${file.name}, ${file.sizeBytes}, ${file.content},
      array[${file.checkedFor}], ${file.uploadedBy}, ${file.at})
    on conflict (merchant_id, sha256) do update set uploaded_at = excluded.uploaded_at, name = excluded.name,
      checked_for = array_remove(settlement_file.checked_for, ${file.checkedFor}) || excluded.checked_for`.execute(
    tx,
  )
}

/** Files that were checked before a time and that no batch came of. */
export async function dropUnusedFiles(tx: Tx, merchantId: number, before: Date): Promise<void> {
  await sql`delete from settlement_file f where f.merchant_id = ${merchantId} and f.uploaded_at < ${before}
    and not exists (select 1 from settlement_batch b where b.merchant_id = f.merchant_id and b.file_sha256 = f.sha256)`.execute(
    tx,
  )
}

export async function readKeptFile(
  tx: Tx,
  merchantId: number,
  sha256: string,
): Promise<{ name: string; content: Buffer; checkedFor: string[] } | undefined> {
  const { rows } = await sql<{ name: string; content: Buffer; checkedFor: string[] }>`
    select name, content, checked_for from settlement_file
    where merchant_id = ${merchantId} and sha256 = ${sha256}`.execute(tx)
  return rows[0]
}

interface KnownBatch {
  readonly id: string
  readonly state: BatchState
  readonly version: number
  readonly fileSha256: string
}

/** The batches that count and have this file, or this reference at this account. */
export async function knownBatches(
  tx: Tx,
  key: {
    readonly merchantId: number
    readonly psp: string
    readonly pspAccount: string
    readonly batchRef: string | null
    readonly sha256: string
  },
  /** Held where one of them may be replaced: somebody else may be accepting it. */
  lock = false,
): Promise<KnownBatch[]> {
  const { rows } = await sql<KnownBatch>`select id, state, version, file_sha256 from settlement_batch
    where merchant_id = ${key.merchantId} and state <> 'REJECTED' and (file_sha256 = ${key.sha256}
      or (psp = ${key.psp} and psp_account = ${key.pspAccount} and batch_ref = ${key.batchRef}))
    ${lock ? sql`for update` : sql``}`.execute(tx)
  return rows
}

export interface NewBatch extends ControlTotals {
  readonly merchantId: number
  readonly id: string
  readonly psp: string
  readonly pspAccount: string
  readonly fileName: string
  readonly sha256: string
  readonly profile: string
  readonly bankAccount: string
  readonly declaredNetMinor: bigint | null
  readonly lines: number
  readonly username: string
  readonly people: readonly string[]
  readonly now: Date
}

export async function insertBatch(tx: Tx, batch: NewBatch): Promise<void> {
  const text = (minor: bigint | null) => (minor === null ? null : String(minor))
  await sql`insert into settlement_batch (merchant_id, id, psp, psp_account, batch_ref, file_name, file_sha256, profile,
      imported_by, importer, imported_at, period_from, period_to, payout_date, settlement_currency, gross_credit_minor,
      gross_debit_minor, fee_total_minor, adjustments_minor, net_minor, declared_net_minor, bank_account, state,
      line_count, created_at, updated_at, updated_by)
    values (${batch.merchantId}, ${batch.id}, ${batch.psp}, ${batch.pspAccount}, ${batch.batchRef}, ${batch.fileName},
      ${batch.sha256}, ${batch.profile}, ${batch.username}, ${[...batch.people]}::text[], ${batch.now},
      ${batch.periodFrom}, ${batch.periodTo}, ${batch.payoutDate}, ${batch.currency}, ${text(batch.grossCreditMinor)},
      ${text(batch.grossDebitMinor)}, ${text(batch.feeTotalMinor)}, ${text(batch.adjustmentsMinor)},
      ${text(batch.netMinor)}, ${text(batch.declaredNetMinor)}, ${batch.bankAccount}, 'IMPORTED', ${batch.lines},
      ${batch.now}, ${batch.now}, ${batch.username})`.execute(tx)
}

export interface NewLine {
  readonly id: string
  readonly no: number
  readonly line: SettlementLine
}

const reference = /^(\d{1,9})A(\d{1,18})$/

/** What our reference names. Larger numbers than the database holds are nobody's. */
function namedBy(merchantRef: string | null): { merchantId: number | null; txId: string | null } {
  const [, merchantId, txId] = reference.exec(merchantRef ?? '') ?? []
  return { merchantId: merchantId === undefined ? null : Number(merchantId), txId: txId ?? null }
}

/** Thousands of lines in one statement. */
export async function insertLines(
  tx: Tx,
  batch: Pick<NewBatch, 'merchantId' | 'id' | 'now' | 'username'>,
  lines: readonly NewLine[],
): Promise<void> {
  const column = <T>(pick: (line: SettlementLine, at: NewLine) => T): T[] =>
    lines.map((at) => pick(at.line, at))
  const minor = (pick: (line: SettlementLine) => bigint) => column((line) => String(pick(line)))
  await sql`insert into settlement_line (merchant_id, batch_id, id, line_no, type, psp_ref_id, merchant_ref,
      ref_merchant_id, ref_tx_id, booked_at, gross_currency, gross_minor, fx_rate, net_currency, net_minor, fee_minor,
      commission_minor, markup_minor, scheme_fee_minor, interchange_minor, card_scheme, card_usage, card_category,
      interchange_domain, match_status, created_at, updated_at, updated_by)
    select ${batch.merchantId}, ${batch.id}::uuid, given.*, 'UNMATCHED', ${batch.now}::timestamptz,
      ${batch.now}::timestamptz, ${batch.username}
    from unnest(${column((_, { id }) => id)}::uuid[], ${column((_, { no }) => no)}::integer[],
      ${column(({ type }) => type)}::text[], ${column(({ pspRefId }) => pspRefId)}::text[],
      ${column(({ merchantRef }) => merchantRef)}::text[],
      ${column(({ merchantRef }) => namedBy(merchantRef).merchantId)}::integer[],
      ${column(({ merchantRef }) => namedBy(merchantRef).txId)}::bigint[],
      ${column(({ bookedAt }) => bookedAt)}::timestamptz[], ${column(({ grossCurrency }) => grossCurrency)}::text[],
      ${minor(({ grossMinor }) => grossMinor)}::bigint[], ${column(({ fxRate }) => fxRate)}::numeric[],
      ${column(({ netCurrency }) => netCurrency)}::text[], ${minor(({ netMinor }) => netMinor)}::bigint[],
      ${minor(feesOf)}::bigint[], ${minor(({ commissionMinor }) => commissionMinor)}::bigint[],
      ${minor(({ markupMinor }) => markupMinor)}::bigint[], ${minor(({ schemeFeeMinor }) => schemeFeeMinor)}::bigint[],
      ${minor(({ interchangeMinor }) => interchangeMinor)}::bigint[],
      ${column(({ cardScheme }) => cardScheme)}::text[], ${column(({ cardUsage }) => cardUsage)}::text[],
      ${column(({ cardCategory }) => cardCategory)}::text[],
      ${column(({ interchangeDomain }) => interchangeDomain)}::text[]) as given`.execute(tx)
}

/** It counts no more; its lines stay to be looked at. */
export async function markRejected(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: string },
  { now, by }: { readonly now: Date; readonly by: string },
): Promise<void> {
  await sql`update settlement_batch set state = 'REJECTED', version = version + 1, updated_at = ${now},
      updated_by = ${by} where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
}

/** PSPs and accounts with money in the books. */
export async function accountsInBooks(
  tx: Tx,
  merchantIds: readonly number[],
): Promise<{ psp: string; pspAccount: string }[]> {
  const { rows } = await sql<{ psp: string; pspAccount: string }>`
    select distinct split_part(split_part(account, ':', 3), '/', 1) as psp,
      split_part(split_part(account, ':', 3), '/', 2) as psp_account
    from account_balance where merchant_id = any(${[...merchantIds]}::integer[]) and account like 'PSP\\_RECEIVABLE:%'
    order by 1, 2`.execute(tx)
  return rows
}
