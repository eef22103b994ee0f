import { sql, type RawBuilder } from 'kysely'
import type { BillingPeriod } from '@signalbox/model/billing/billing-period'
import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import type { BilledPsp } from '@signalbox/model/billing/usage-lines'
import type { Tx } from '../../kit/database.ts'
import { statusIs } from '../../kit/status-sql.ts'

export interface UsageRow {
  readonly merchantId: number
  readonly method: string
  readonly psp: string | null
  readonly failed: boolean
  readonly withToken: boolean
  readonly count: number
  readonly baseCurrency: string
  readonly volumeMinor: string
  readonly feeCurrency: string | null
  readonly feeMinor: string
}

const hourMs = 3_600_000

/** Payments of these merchants that ended in the month, test users left out. Nothing ends before it begins. */
const inPeriod = (
  merchants: readonly number[],
  { from, to }: Pick<BillingPeriod, 'from' | 'to'>,
): RawBuilder<boolean> =>
  sql<boolean>`t.merchant_id = any(${[...merchants]}::integer[]) and not t.is_test_user
    and t.completed_at >= ${from} and t.completed_at < ${to} and t.id < ${firstTxIdAt(to.getTime() + hourMs)}`

/** What was used in a month, counted by what its price depends on. */
export async function usageOf(
  tx: Tx,
  merchants: readonly number[],
  period: BillingPeriod,
): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    select t.merchant_id, t.method, t.psp, ${statusIs('t.status_no', 'FAILED')} as failed,
      t.scheme_token_used as with_token, count(*)::integer as count, t.base_currency,
      coalesce(sum(abs(coalesce(t.amount_base_minor,
        case when t.currency = t.base_currency then t.amount_minor end))), 0)::text as volume_minor,
      t.psp_fee_currency as fee_currency, coalesce(sum(t.psp_fee_minor), 0)::text as fee_minor
    from transaction t
    where ${inPeriod(merchants, period)} and ${statusIs('t.status_no', 'SUCCESSFUL', 'FAILED')}
      and t.method in ('DEPOSIT', 'WITHDRAWAL', 'REFUND', 'CHARGEBACK')
    group by 1, 2, 3, 4, 5, 7, 9 order by 1, 2, 3, 4, 5, 7, 9`.execute(tx)
  return rows
}

export async function billedPsps(tx: Tx): Promise<BilledPsp[]> {
  const { rows } = await sql<BilledPsp>`
    select psp, name, transaction_fees, premium_pricing, kickback, coalesce(kickback_ppm, 0) as kickback_ppm
    from psp order by psp`.execute(tx)
  return rows
}

export interface CountedRow {
  readonly id: number
  readonly merchantId: number
  readonly completedAt: string
  readonly method: string
  readonly psp: string | null
  readonly amountMinor: string
  readonly currency: string
}

const among = (column: string, text: string | undefined): RawBuilder<boolean> =>
  text === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${text.split(',')}::text[])`

/** The transactions a line counts, by what the line keeps of its query. */
export function counted(filter: Readonly<Record<string, string>>): RawBuilder<boolean> {
  const [from = '', to = ''] = (filter.completedAt ?? '').split('..')
  const merchants = (filter.merchants ?? '').split(',').map(Number)
  const states = (filter.state ?? 'SUCCESSFUL').split(',') as ('SUCCESSFUL' | 'FAILED')[]
  const tokens = filter.schemeTokenUsed === 'true' ? sql<boolean>`t.scheme_token_used` : sql<boolean>`true`
  return sql<boolean>`${inPeriod(merchants, { from: new Date(from), to: new Date(to) })}
    and ${statusIs('t.status_no', ...states)} and ${among('t.method', filter.method)}
    and ${among('t.psp', filter.psp)} and ${tokens}`
}

export async function countedTransactions(
  tx: Tx,
  filter: Readonly<Record<string, string>>,
  { start, limit }: { readonly start: number; readonly limit: number },
): Promise<{ rows: CountedRow[]; total: number }> {
  const where = counted(filter)
  const { rows } = await sql<CountedRow>`
    select t.id::float8 as id, t.merchant_id, t.completed_at, t.method, t.psp, t.amount_minor::text, t.currency
    from transaction t where ${where} order by t.id desc offset ${start} limit ${limit}`.execute(tx)
  const count = await sql<{ total: number }>`
    select count(*)::integer as total from transaction t where ${where}`.execute(tx)
  return { rows, total: count.rows[0]?.total ?? 0 }
}
