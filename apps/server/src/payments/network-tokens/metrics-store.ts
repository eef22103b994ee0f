import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import { statusIs } from '../../kit/status-sql.ts'

interface MetricsScope {
  readonly merchantIds: readonly number[]
  readonly since: Date
  readonly network: string | null
  /** The card brand of the network. */
  readonly brand: string | null
}

const ours = ({ merchantIds }: MetricsScope) => sql`merchant_id = any(${[...merchantIds]}::integer[])`
const ofNetwork = ({ network }: MetricsScope) => sql`(${network}::text is null or network = ${network})`

interface TokenCounts {
  readonly provisioned: number
  readonly active: number
  readonly suspended: number
  readonly deleted: number
}

export async function countTokens(tx: Tx, scope: MetricsScope): Promise<TokenCounts> {
  const { rows } = await sql<TokenCounts>`select
      count(*) filter (where provisioned_at >= ${scope.since})::integer as provisioned,
      count(*) filter (where state = 'ACTIVE')::integer as active,
      count(*) filter (where state = 'SUSPENDED')::integer as suspended,
      count(*) filter (where state = 'DELETED' and updated_at >= ${scope.since})::integer as deleted
    from network_token where ${ours(scope)} and ${ofNetwork(scope)}`.execute(tx)
  return rows[0] ?? { provisioned: 0, active: 0, suspended: 0, deleted: 0 }
}

export async function countLifecycle(
  tx: Tx,
  scope: MetricsScope,
): Promise<readonly { readonly event: string; readonly count: number }[]> {
  const { rows } = await sql<{ event: string; count: number }>`select event, count(*)::integer as count
    from network_notification where ${ours(scope)} and ${ofNetwork(scope)} and event <> 'ENTITY'
      and received_at >= ${scope.since} group by event`.execute(tx)
  return rows
}

/** Attempts with cards. What a PSP decided later counts as it was decided. */
const cardAttempts = ({ merchantIds, since, brand }: MetricsScope): RawBuilder<unknown> => sql`(
  select a.tx_id, a.reason, a.scheme_token is not null as is_token, left(t.bin, 6) as bin, t.created_at,
    case when a.outcome in ('approved', 'declined') then a.outcome
      when a.outcome in ('pending', 'redirect') and t.attempt_count = a.no then
        case when ${statusIs('t.status_no', 'SUCCESSFUL')} then 'approved'
          when ${statusIs('t.status_no', 'FAILED')} then 'declined' end
    end as outcome
  from tx_attempt a join transaction t on t.merchant_id = a.merchant_id and t.id = a.tx_id
  where a.merchant_id = any(${[...merchantIds]}::integer[]) and a.tx_id >= first_tx_id_at(${since}::timestamptz)
    and a.action = 'submit' and t.method = 'DEPOSIT' and t.bin is not null
    and (${brand}::text is null or t.card_brand = ${brand}))`

export interface BinAttempts {
  readonly bin: string
  readonly isToken: boolean
  readonly sent: number
  readonly approved: number
}

/** Attempts that were decided, by BIN and by what they were sent with. */
export async function attemptsByBin(tx: Tx, scope: MetricsScope): Promise<readonly BinAttempts[]> {
  const { rows } = await sql<BinAttempts>`select bin, is_token, count(*)::integer as sent,
      count(*) filter (where outcome = 'approved')::integer as approved
    from ${cardAttempts(scope)} as attempts where outcome is not null group by bin, is_token`.execute(tx)
  return rows
}

interface DayPayments {
  readonly day: string
  readonly cards: number
  readonly tokens: number
  readonly fallbacks: number
  readonly attempts: number
  readonly undecided: number
}

export async function paymentsByDay(tx: Tx, scope: MetricsScope): Promise<readonly DayPayments[]> {
  const { rows } = await sql<DayPayments>`select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      count(distinct tx_id)::integer as cards,
      count(distinct tx_id) filter (where is_token)::integer as tokens,
      count(*) filter (where reason = 'TOKEN_FALLBACK')::integer as fallbacks,
      count(*)::integer as attempts, count(*) filter (where outcome is null)::integer as undecided
    from ${cardAttempts(scope)} as attempts group by 1 order by 1`.execute(tx)
  return rows
}
