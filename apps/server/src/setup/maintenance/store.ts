import { sql, type Selectable } from 'kysely'
import type { MaintenanceMode } from '@signalbox/model/entities/maintenance'
import type { Tx } from '../../kit/database.ts'
import type { Condition, CustomFilters } from '../../kit/entity-filter.ts'
import type { MaintenanceTable, MaintenanceTables } from './maintenance-table.ts'

export type StoredWindow = Selectable<MaintenanceTable>

const tables = (tx: Tx) => tx.withTables<MaintenanceTables>()

/** Windows of a merchant that are not over, the earliest first: those payments have to know. */
export const openWindows = (tx: Tx, merchantId: number, now: Date): Promise<StoredWindow[]> =>
  tables(tx)
    .selectFrom('maintenance')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where((where) => where.or([where('endAt', 'is', null), where('endAt', '>', now.toISOString())]))
    .orderBy('startAt')
    .orderBy('id')
    .execute()

/** Windows that are not over and hold for a merchant, own and from above. */
export async function windowsFor(tx: Tx, merchants: readonly number[], now: Date): Promise<StoredWindow[]> {
  return tables(tx)
    .selectFrom('maintenance')
    .selectAll()
    .where('merchantId', 'in', [...merchants])
    .where((where) => where.or([where('endAt', 'is', null), where('endAt', '>', now.toISOString())]))
    .orderBy('startAt')
    .orderBy('id')
    .execute()
}

/** Without the toggle, what is over is left out: it is kept for later questions, not for today's. */
export function maintenanceFilters(now: Date): CustomFilters {
  const at = now.toISOString()
  const modes: Record<MaintenanceMode, Condition> = {
    PLANNED_MAINTENANCE: sql<boolean>`start_at > ${at}`,
    MAINTENANCE: sql<boolean>`(start_at <= ${at} and (end_at is null or end_at > ${at}))`,
    DONE: sql<boolean>`(start_at <= ${at} and end_at <= ${at})`,
  }
  return {
    modes: (value) => {
      const wanted = value.split(',').flatMap((mode) => modes[mode as MaintenanceMode] ?? [])
      return wanted.length > 0 ? sql<boolean>`(${sql.join(wanted, sql` or `)})` : sql<boolean>`false`
    },
    history: (value) =>
      value === 'true' ? sql<boolean>`true` : sql<boolean>`(end_at is null or end_at > ${at})`,
  }
}
