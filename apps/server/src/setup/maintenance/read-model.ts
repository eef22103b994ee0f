import { sql } from 'kysely'
import type { Database, Tx } from '../../kit/database.ts'
import type { MaintenanceTables } from './maintenance-table.ts'

export { endWindowsOf, openWindowFor, reportProbe } from './automatic-window-store.ts'

/** A window in force for a merchant: on itself or above it. */
export interface MaintenanceWindow {
  readonly id: string
  readonly merchantId: number
  readonly title: string
  readonly providerType: string | null
  readonly psp: string | null
  readonly service: string | null
  readonly method: 'DEPOSIT' | 'WITHDRAWAL' | 'BOTH'
  /** RE2, matched anywhere in the BIC. */
  readonly bank: string | null
  readonly kind: 'FIXED' | 'HALF_OPEN'
  /** Milliseconds between the payments let through; half-open windows only. */
  readonly probeEveryMs: number | null
  readonly startAt: string
  readonly endAt: string | null
  readonly excludedUserIds: readonly string[]
  readonly messageKey: string | null
}

const unitMs: Readonly<Record<string, number>> = { SECOND: 1_000, MINUTE: 60_000, HOUR: 3_600_000 }

/**
 * The windows in force at a moment. Payments are decided by the rows of table T22, which are these windows; the row's
 * id is the window's, and here is what else belongs to it.
 */
export async function windowsInForce(
  db: Database | Tx,
  merchantId: number,
  at: Date,
): Promise<MaintenanceWindow[]> {
  const rows = await db
    .withTables<MaintenanceTables>()
    .selectFrom('maintenance')
    .innerJoin('merchant as owner', 'owner.id', 'maintenance.merchantId')
    .innerJoin('merchant as asked', (join) =>
      join.on('asked.id', '=', merchantId).on(sql<boolean>`asked.path like owner.path || '%'`),
    )
    .selectAll('maintenance')
    .where('startAt', '<=', at.toISOString())
    .where((where) => where.or([where('endAt', 'is', null), where('endAt', '>', at.toISOString())]))
    .orderBy('startAt')
    .execute()
  return rows.map((row) => ({
    ...row,
    method: row.method as MaintenanceWindow['method'],
    kind: row.kind as MaintenanceWindow['kind'],
    probeEveryMs: row.probeEvery && row.probeEvery * (unitMs[row.probeUnit ?? 'MINUTE'] ?? 60_000),
  }))
}

interface Ahead {
  readonly now: Date
  /** Windows that begin before it. */
  readonly until: Date
  readonly most: number
}

/** Windows of these merchants that are in force or begin soon, the earliest first. */
export async function windowsAhead(
  tx: Tx,
  merchants: readonly number[],
  { now, until, most }: Ahead,
): Promise<Pick<MaintenanceWindow, 'id' | 'title' | 'kind' | 'startAt' | 'endAt'>[]> {
  const rows = await tx
    .withTables<MaintenanceTables>()
    .selectFrom('maintenance')
    .select(['id', 'title', 'kind', 'startAt', 'endAt'])
    .where('merchantId', 'in', [...merchants])
    .where('startAt', '<', until.toISOString())
    .where((where) => where.or([where('endAt', 'is', null), where('endAt', '>', now.toISOString())]))
    .orderBy('startAt')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as MaintenanceWindow['kind'] }))
}

/**
 * Takes the one probe of the running interval of a half-open window. True for exactly one caller on all nodes; that
 * one's payment goes through, everybody else's does not. Nobody waits for it: while somebody has the window in hand,
 * others go on as if the probe were taken, and those who come after the interval's probe lock nothing at all.
 */
export async function takeProbe(
  db: Database | Tx,
  window: Pick<MaintenanceWindow, 'id' | 'merchantId' | 'startAt' | 'probeEveryMs'>,
  at: Date,
): Promise<boolean> {
  if (!window.probeEveryMs) return false
  const slot = Math.floor((at.getTime() - Date.parse(window.startAt)) / window.probeEveryMs)
  const { rows } = await sql`
    with free as (
      select m.merchant_id, m.id from maintenance m where m.merchant_id = ${window.merchantId} and m.id = ${window.id}
        and not exists (select 1 from maintenance_probe p where p.merchant_id = m.merchant_id
          and p.maintenance_id = m.id and p.last_slot >= ${slot})
      for no key update of m skip locked
    )
    insert into maintenance_probe as p (merchant_id, maintenance_id, last_slot)
    select merchant_id, id, ${slot}::bigint from free
    on conflict (merchant_id, maintenance_id) do update set last_slot = excluded.last_slot
      where p.last_slot < excluded.last_slot
    returning 1`.execute(db)
  return rows.length === 1
}
