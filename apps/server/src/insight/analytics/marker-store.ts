import { sql } from 'kysely'
import type { AnalyticsMarker } from '@signalbox/model/analytics/query'
import type { Database, Tx } from '../../kit/database.ts'

interface MarkerRow {
  readonly at: string
  readonly entityType: string
  readonly entityId: string
  readonly merchantId: number
  readonly label: string
  readonly action: string
  readonly by: string
}

const kinds: Readonly<Record<string, AnalyticsMarker['kind']>> = {
  ruleset: 'RULE',
  config: 'CONFIGURATION',
  psp: 'CONFIGURATION',
  'credentials-template': 'CONFIGURATION',
  'scheme-token': 'CONFIGURATION',
  maintenance: 'MAINTENANCE',
}

const places: Readonly<Record<AnalyticsMarker['kind'], string>> = {
  RULE: '/admin/audit-log',
  CONFIGURATION: '/admin/audit-log',
  MAINTENANCE: '/admin/maintenance',
}

/** What rules do only changes once a version is in effect; all else counts when it is written. */
const inEffect = sql<boolean>`(entity_type <> 'ruleset' or action in ('ACTIVATE', 'ARCHIVE'))`

const words = (action: string): string => {
  const text = action.toLowerCase().replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What people and the platform changed that payments depend on, the newest first. */
export async function markersBetween(
  tx: Database | Tx,
  merchants: readonly number[],
  { from, to, most }: { readonly from: Date; readonly to: Date; readonly most: number },
): Promise<AnalyticsMarker[]> {
  const { rows } = await sql<MarkerRow>`
    select at, entity_type, entity_id, merchant_id, entity_label as label, action, actor_name as by
    from audit_entry where merchant_id = any(${[...merchants]}::integer[]) and at >= ${from} and at < ${to}
      and entity_type = any(${Object.keys(kinds)}::text[]) and result = 'OK' and ${inEffect}
      and action not in ('EXPORT', 'VIEW')
    order by at desc, seq desc limit ${most + 1}`.execute(tx)
  return rows.map(({ at, entityType, merchantId, label, action, by }) => {
    const kind = kinds[entityType] ?? 'CONFIGURATION'
    return { at, kind, merchantId, title: `${words(action)}: ${label}`, by, to: places[kind] }
  })
}
