import { sql } from 'kysely'
import type { CasesWidgetData } from '@signalbox/model/calls/home-payments'
import { toWire } from '@signalbox/model/money/money-schema'
import type { Role } from '@signalbox/model/access/roles'
import type { Tx } from '../../kit/database.ts'
import { statusIs } from '../../kit/status-sql.ts'
import { unlessRestricted } from '../gdpr/read-model.ts'
import { aboutSomebodySeen } from './filter-store.ts'

/** Who wants to know how many there are: nobody counts what they cannot open. */
interface Counting {
  readonly userId: string
  readonly roles: readonly Role[]
}

const openCases = (merchants: readonly number[], roles: readonly Role[]) => sql`investigation_case c
  left join transaction t on t.merchant_id = c.merchant_id and t.id = c.tx_id
  cross join lateral (select c.type <> 'UNKNOWN_CALLBACK' as known) as seen
  where c.merchant_id = any(${[...merchants]}::integer[]) and c.state <> 'RESOLVED' and ${aboutSomebodySeen(roles)}`

export async function countOpen(
  tx: Tx,
  merchants: readonly number[],
  { userId, roles }: Counting,
): Promise<{ open: number; mine: number }> {
  const { rows } = await sql<{ open: number; mine: number }>`select count(*)::integer as open,
      count(*) filter (where c.assignee_id = ${userId}::uuid)::integer as mine
    from ${openCases(merchants, roles)}`.execute(tx)
  return rows[0] ?? { open: 0, mine: 0 }
}

/** What waits for investigators, as Home shows it. */
export async function countByAge(
  tx: Tx,
  merchants: readonly number[],
  { userId, roles, now }: Counting & { readonly now: Date },
): Promise<CasesWidgetData> {
  const { rows } = await sql<Omit<CasesWidgetData, 'inconsistent' | 'exposure'>>`
    select
      count(*) filter (where known and c.assignee_id = ${userId}::uuid)::integer as mine,
      count(*) filter (where known and c.due_at < ${now})::integer as overdue,
      count(*) filter (where not known and c.due_at < ${now})::integer as overdue_callbacks,
      count(*) filter (where known and c.opened_at > ${now}::timestamptz - interval '1 hour')::integer as hour,
      count(*) filter (where known and c.opened_at <= ${now}::timestamptz - interval '1 hour'
        and c.opened_at > ${now}::timestamptz - interval '1 day')::integer as day,
      count(*) filter (where known and c.opened_at <= ${now}::timestamptz - interval '1 day')::integer as older,
      count(*) filter (where not known)::integer as unknown_callbacks,
      count(*) filter (where c.type = 'DISPUTE')::integer as disputes
    from ${openCases(merchants, roles)}`.execute(tx)
  const visible =
    unlessRestricted(roles, { merchant: 't.merchant_id', user: 't.user_id' }) ?? sql<boolean>`true`
  const exposed = await sql<{ currency: string; count: number; minor: string }>`
    select base_currency as currency, count(*)::integer as count, coalesce(sum(abs(amount_base_minor)), 0)::text as minor
    from transaction t
    where t.merchant_id = any(${[...merchants]}::integer[]) and ${statusIs('t.status_no', 'INCONSISTENT')} and ${visible}
    group by base_currency order by base_currency`.execute(tx)
  const none = {
    mine: 0,
    overdue: 0,
    overdueCallbacks: 0,
    hour: 0,
    day: 0,
    older: 0,
    unknownCallbacks: 0,
    disputes: 0,
  }
  return {
    ...(rows[0] ?? none),
    inconsistent: exposed.rows.reduce((sum, { count }) => sum + count, 0),
    exposure: exposed.rows.map(({ currency, minor }) => toWire({ minor: BigInt(minor), currency })),
  }
}
