import type { SettlementsWidgetData } from '@signalbox/model/calls/home-areas'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { Scope } from '../../kit/scope.ts'

interface PspFigure {
  readonly psp: string
  readonly currency: string
  /** Day of the newest payout that is accepted. */
  readonly lastSettledOn: string | null
  /** Day and amount of the earliest payout that is imported and not accepted. */
  readonly nextPayoutOn: string | null
  readonly nextPayoutMinor: bigint | null
  /** When the newest file with such a payout was imported. */
  readonly lastFileAt: string | null
}

/** When each PSP settled a currency last, and what is expected of it next. */
export async function figuresOfPsps(tx: Tx, scope: Pick<Scope, 'effective'>): Promise<PspFigure[]> {
  const { rows } = await sql<Omit<PspFigure, 'nextPayoutMinor'> & { nextPayoutMinor: string | null }>`
    with batch as (
      select psp, settlement_currency as currency, payout_date, state in ('ACCEPTED', 'CLOSED') as accepted,
        coalesce(declared_net_minor, net_minor) as net_minor, imported_at
      from settlement_batch
      where merchant_id = any(${[...scope.effective]}::integer[]) and state <> 'REJECTED'),
    next_day as (
      select psp, currency, min(payout_date) as day from batch where not accepted group by psp, currency)
    select batch.psp, batch.currency, max(payout_date) filter (where accepted) as last_settled_on,
      min(next_day.day) as next_payout_on, max(imported_at) as last_file_at,
      (sum(net_minor) filter (where not accepted and payout_date = next_day.day))::text as next_payout_minor
    from batch left join next_day using (psp, currency)
    group by batch.psp, batch.currency order by 1, 2`.execute(tx)
  return rows.map((row) => ({
    ...row,
    nextPayoutMinor: row.nextPayoutMinor === null ? null : BigInt(row.nextPayoutMinor),
  }))
}

/** Batches paid out within these days, both included, that nobody has accepted. */
export async function countUnaccepted(tx: Tx, merchantId: number, from: string, to: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from settlement_batch
    where merchant_id = ${merchantId} and payout_date between ${from}::date and ${to}::date
      and state not in ('ACCEPTED', 'CLOSED', 'REJECTED')`.execute(tx)
  return rows[0]?.count ?? 0
}

/** What stands in batches that count and waits for finance. Each batch keeps how many of its lines do. */
export async function settlementWork(tx: Tx, merchants: readonly number[]): Promise<SettlementsWidgetData> {
  const { rows } = await sql<SettlementsWidgetData>`
    select coalesce(sum(unmatched_count), 0)::integer as unmatched_lines,
      coalesce(sum(open_count), 0)::integer as lines_to_decide,
      count(*) filter (where state = 'MATCHED')::integer as batches_to_accept
    from settlement_batch where merchant_id = any(${[...merchants]}::integer[])
      and state not in ('ACCEPTED', 'CLOSED', 'REJECTED')`.execute(tx)
  return rows[0] ?? { unmatchedLines: 0, linesToDecide: 0, batchesToAccept: 0 }
}
