import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { credit, debit, type JournalDraft } from '@signalbox/model/ledger/journal'
import { pspFeeAccrued } from '@signalbox/model/ledger/postings'
import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Database } from '../../../kit/database.ts'
import { transaction } from '../../../kit/transaction.ts'
import { postHistory } from '../../../payments/ledger/ledger.ts'

export const merchantId = 100010001
export const psp = 'acmecards'
export const pspAccount = 'PLANTED'

export interface PlantedPayment {
  readonly id: number
  readonly reference: string
  readonly pspRefId: string
  readonly minor: bigint
  readonly feeMinor: bigint
  readonly at: string
  readonly isPayout: boolean
  /** We say it failed and have nothing of it in the books, whatever the PSP did. */
  readonly hasFailed?: boolean
  /** EUR where nothing else is said; fees are always in EUR. */
  readonly currency?: string
}

/** Four weeks, in which so many payments are evenly spread. */
const monthMs = 28 * 86_400_000

/** Payments of a month, from a day on. */
export const plannedMonth = (count: number, day: string): PlantedPayment[] =>
  plannedPayments(count, day, undefined, Math.floor(monthMs / count))

const currencyOf = ({ currency = 'EUR' }: PlantedPayment): string => currency

/** Payments from a day on, half a second apart where nothing else is said, every seventh a payout, no amount twice. */
export function plannedPayments(
  count: number,
  day: string,
  firstMinor = 10_000n,
  apartMs = 500,
): PlantedPayment[] {
  const start = Date.parse(`${day}T06:00:00Z`)
  return Array.from({ length: count }, (_, index) => {
    const atMs = start + index * apartMs
    const id = firstTxIdAt(atMs) + 1
    const minor = firstMinor + BigInt(index)
    return {
      id,
      reference: `${merchantId}A${id}`,
      pspRefId: `psp-${day}-${index}`,
      minor,
      feeMinor: (minor * 12n) / 1_000n,
      at: new Date(atMs).toISOString(),
      isPayout: index % 7 === 6,
    }
  })
}

const rowOf = (payment: PlantedPayment) => ({
  merchant_id: merchantId,
  id: payment.id,
  version: 1,
  status_no: payment.hasFailed ? StatusNo.ERR_DECLINED_NO_FUNDS : StatusNo.SUCCESS,
  step_state: {},
  tx_type: payment.isPayout ? 'CreditcardWithdrawal' : 'CreditcardDeposit',
  method: payment.isPayout ? 'WITHDRAWAL' : 'DEPOSIT',
  provider_type: 'CREDITCARD',
  payment_type: 'NEW',
  api_source: 'API',
  attributes: {},
  currency: currencyOf(payment),
  requested_minor: String(payment.minor),
  amount_minor: String(payment.isPayout ? -payment.minor : payment.minor),
  tx_amount_minor: String(payment.minor),
  fee_minor: 0,
  vat_minor: 0,
  psp_amount_minor: String(payment.minor),
  psp_currency: currencyOf(payment),
  base_currency: 'EUR',
  amount_base_minor: String(payment.minor),
  psp_fee_minor: payment.isPayout ? null : String(payment.feeMinor),
  psp_fee_currency: payment.isPayout ? null : 'EUR',
  authorized_minor: payment.isPayout ? 0 : String(payment.minor),
  captured_minor: payment.isPayout ? 0 : String(payment.minor),
  refunded_minor: 0,
  refunding_minor: 0,
  voided_minor: 0,
  chargeback_minor: 0,
  psp_captured_minor: payment.isPayout ? 0 : String(payment.minor),
  psp_refunded_minor: 0,
  returned_minor: 0,
  capturing_minor: 0,
  user_id: 'planted',
  is_test_user: false,
  psp,
  psp_account: pspAccount,
  psp_ref_id: payment.pspRefId,
  attempt_count: 1,
  fallback_used: false,
  reprocess_count: 0,
  rule_refs: [],
  approval_mode: 'NONE',
  approval_tags: [],
  tags: [],
  note_count: 0,
  recon_status: 'NONE',
  created_at: payment.at,
  updated_at: payment.at,
  updated_by: 'system',
  completed_at: payment.at,
})

function entriesOf(payment: PlantedPayment): JournalDraft[] {
  const { id, minor, feeMinor, at, isPayout, hasFailed } = payment
  if (hasFailed) return []
  const money = { minor, currency: currencyOf(payment) }
  const receivable = `${psp}/${pspAccount}`
  const common = {
    merchantId,
    sourceType: 'TRANSACTION' as const,
    sourceId: String(id),
    valueDate: at.slice(0, 10),
    createdBy: 'system',
  }
  if (isPayout) {
    const lines = [...debit('USER_FUNDS', '', money), ...credit('PSP_RECEIVABLE', receivable, money)]
    return [{ ...common, eventType: 'WITHDRAWAL_SUCCESS', description: 'Payout', lines }]
  }
  const lines = [...debit('PSP_RECEIVABLE', receivable, money), ...credit('USER_FUNDS', '', money)]
  return [
    { ...common, eventType: 'DEPOSIT_SUCCESS', description: 'Deposit', lines },
    {
      ...common,
      eventType: 'PSP_FEE',
      description: 'Fee',
      lines: pspFeeAccrued(psp, { minor: feeMinor, currency: 'EUR' }),
    },
  ]
}

/** Writes payments that succeeded, with their books. */
export async function plantPayments(db: Database, payments: readonly PlantedPayment[], newId: () => string) {
  const size = 2_000
  for (let from = 0; from < payments.length; from += size) {
    const some = payments.slice(from, from + size)
    await transaction(db, async (tx) => {
      const rows = some.map(rowOf)
      // Columns that are not named take their defaults.
      const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
      await sql`insert into transaction (${columns}) select ${columns}
        from jsonb_populate_recordset(null::transaction, ${JSON.stringify(rows)}::jsonb)`.execute(
        tx.withoutPlugins(),
      )
      await postHistory(tx, some.flatMap(entriesOf), { now: new Date(), newId })
    })
  }
}

/** What the books say the PSP holds. */
export async function receivable(db: Database): Promise<bigint> {
  const { rows } = await sql<{
    minor: string
  }>`select coalesce(sum(debit_total - credit_total), 0)::text as minor
    from account_balance where account = ${`PSP_RECEIVABLE:${merchantId}:${psp}/${pspAccount}:EUR`}`.execute(
    db,
  )
  return BigInt(rows[0]?.minor ?? '0')
}

export async function setStatus(db: Database, id: number, statusNo: number): Promise<void> {
  await sql`update transaction set status_no = ${statusNo} where merchant_id = ${merchantId} and id = ${id}`.execute(
    db,
  )
}

/** Kinds of differences by the reference of their line. */
export async function differencesFound(db: Database, batchId: string): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ ref: string; kinds: string[] }>`
    select coalesce(merchant_ref, origin) || case when 'DUPLICATE' = any(differences) then ' again' else '' end as ref,
      differences as kinds
    from settlement_line where batch_id = ${batchId}::uuid and cardinality(differences) > 0`.execute(db)
  return new Map(rows.map(({ ref, kinds }) => [ref, kinds]))
}

/** Sums of debit and credit over all postings of settlements that are not equal. */
export async function unbalancedEntries(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select entry_id from posting group by entry_id, split_part(account, ':', 4)
    having sum(debit) <> sum(credit)) as off`.execute(db)
  return rows[0]?.count ?? 0
}

export async function settledPayments(
  db: Database,
): Promise<{ status: string; count: number; fees: string }[]> {
  const { rows } = await sql<{ status: string; count: number; fees: string }>`select recon_status as status,
      count(*)::integer as count, coalesce(sum(psp_fee_actual_minor), 0)::text as fees from transaction
    where merchant_id = ${merchantId} and psp_account = ${pspAccount} and settled_at is not null
    group by 1 order by 1`.execute(db)
  return rows
}

/** What there is of a batch: nothing of it may stand alone. Files are found by the name of the batch in them. */
export async function writtenOf(
  db: Database,
  batchRef: string,
): Promise<{ batches: number; lines: number; files: number }> {
  const { rows } = await sql<{ batches: number; lines: number }>`
    select count(distinct b.id)::integer as batches, count(l.id)::integer as lines
    from settlement_batch b left join settlement_line l on l.merchant_id = b.merchant_id and l.batch_id = b.id
    where b.batch_ref = ${batchRef}`.execute(db)
  const orphans = await sql<{ count: number }>`select count(*)::integer as count from settlement_line l
    where not exists (select 1 from settlement_batch b where b.merchant_id = l.merchant_id and b.id = l.batch_id)`.execute(
    db,
  )
  const files = await sql<{ content: Buffer }>`select content from settlement_file`.execute(db)
  return {
    batches: rows[0]?.batches ?? 0,
    lines: (rows[0]?.lines ?? 0) + (orphans.rows[0]?.count ?? 0),
    files: files.rows.filter(({ content }) => gunzipSync(content).toString().includes(`\n${batchRef};`))
      .length,
  }
}
