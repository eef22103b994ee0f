import { sql } from 'kysely'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Database, Tx } from '../../kit/database.ts'
import { statusIn } from '../../kit/status-sql.ts'

/** Payments that look the same to an alert, and whose they are. */
export interface PaymentGroup {
  readonly merchantId: number
  readonly psp: string | null
  readonly pspAccount: string | null
  readonly service: string | null
  readonly txType: string
  readonly statusNo: number
  readonly payments: number
  readonly users: readonly string[]
}

/**
 * What a maintenance window of ours kept from a PSP says nothing about that PSP, which was never asked: it counts as a
 * payment of none.
 */
const isMaintenance = statusIn(
  't.status_no',
  StatusNo.ERR_PSP_OUT_OF_SERVICE,
  StatusNo.ERR_DECLINED_UNDER_MAINTENANCE,
)
const keptFromPsp = sql`t.maintenance_id is not null and ${isMaintenance} and not exists (
  select from tx_attempt a where a.merchant_id = t.merchant_id and a.tx_id = t.id and a.psp = t.psp)`

/** Payments of a merchant and those below it since an instant, by all that alerts tell them apart by. */
export async function recentGroups(tx: Tx, merchantId: number, since: Date): Promise<PaymentGroup[]> {
  const { rows } = await sql<PaymentGroup>`
    select t.merchant_id, case when kept.from_psp then null else t.psp end as psp,
      case when kept.from_psp then null else t.psp_account end as psp_account, t.psp_service as service, t.tx_type,
      t.status_no, count(*)::integer as payments, array_agg(distinct t.user_id) as users
    from transaction t
    join merchant m on m.id = t.merchant_id
    join merchant owner on owner.id = ${merchantId} and m.path like owner.path || '%'
    cross join lateral (select ${keptFromPsp} as from_psp) kept
    where t.id >= first_tx_id_at(${since}) and t.created_at >= ${since}
      and t.method in ('DEPOSIT', 'WITHDRAWAL', 'ACCOUNT_VERIFICATION')
    group by 1, 2, 3, 4, 5, 6`.execute(tx)
  return rows
}

export async function merchantIds(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from merchant order by id`.execute(db)
  return rows.map(({ id }) => id)
}

interface WatchKey {
  readonly merchantId: number
  readonly rulesetId: string
  readonly rowId: string
}

/** When the row was looked at and rang before. Holds the row, so that two nodes do not ring together. */
export async function lastWatch(
  tx: Tx,
  { merchantId, rulesetId, rowId }: WatchKey,
  now: Date,
): Promise<{ lookedAt: string | null; firedAt: string | null }> {
  const { rows } = await sql<{ lookedAt: string; firedAt: string | null; isNew: boolean }>`
    insert into alert_watch as w (merchant_id, ruleset_id, row_id, looked_at)
    values (${merchantId}, ${rulesetId}, ${rowId}, ${now})
    on conflict (merchant_id, ruleset_id, row_id) do update set looked_at = w.looked_at
    returning looked_at, fired_at, (xmax = 0) as is_new`.execute(tx)
  const [row] = rows
  return { lookedAt: row && !row.isNew ? row.lookedAt : null, firedAt: row?.firedAt ?? null }
}

export async function noteWatch(
  tx: Tx,
  { merchantId, rulesetId, rowId }: WatchKey,
  { now, fired }: { readonly now: Date; readonly fired: boolean },
): Promise<void> {
  await sql`update alert_watch set looked_at = ${now}, fired_at = case when ${fired} then ${now} else fired_at end
    where merchant_id = ${merchantId} and ruleset_id = ${rulesetId} and row_id = ${rowId}`.execute(tx)
}
