import { sql, type RawBuilder } from 'kysely'
import type { Int8, Tx } from '../../kit/database.ts'
import { statusIs } from '../../kit/status-sql.ts'
import { notAfter } from '../transactions/read-model.ts'
import { knownPayments, userKey, type PaymentToDecide, type SumsScope } from './user-payments-store.ts'

/** What the other payments of a user come to, in the smallest unit of the merchant's base currency. */
export interface UserSums {
  readonly id: number
  readonly firstSeen: string | null
  readonly deposits: number
  readonly depositMinor: Int8
  readonly withdrawals: number
  readonly withdrawalMinor: Int8
  readonly refunds: number
  readonly refundMinor: Int8
  readonly chargebacks: number
  readonly chargebackMinor: Int8
  readonly declined: number
  readonly counted: number
  /** How the user paid in last, and whether it was with the account the money goes to now. */
  readonly lastDepositMethod: string | null
  readonly sameAccount: boolean
  readonly otherUsers: number
  readonly openCases: number
}

/** Enough to know a user by, and no more than a page of the queue can wait for. */
export const mostCounted = 2_000

/** Of money that was only reserved, what was taken. Whole numbers as far as possible: they add up several times quicker. */
const worth = sql`case when method = 'DEPOSIT' and authorized_minor > 0 and captured_minor <> authorized_minor
  then round(abs(amount_base_minor)::numeric * captured_minor / authorized_minor)::bigint
  else abs(amount_base_minor) end`

/** Of what was added up by kind: how many payments of these kinds succeeded, and what they come to. */
const figures = (name: string, ...methods: string[]) => {
  const own = sql`is_success and method in (${sql.join(methods.map((method) => sql.lit(method)))})`
  return sql`coalesce(sum(kinds.count) filter (where ${own}), 0)::integer as ${sql.ref(`${name}_count`)},
    coalesce(sum(kinds.minor) filter (where ${own}), 0)::bigint as ${sql.ref(`${name}_minor`)}`
}

const selves = (asked: readonly PaymentToDecide[]) => sql`unnest(
  ${asked.map(({ merchantId }) => merchantId)}::integer[], ${asked.map(({ id }) => id)}::bigint[],
  ${asked.map(({ userId }) => userId)}::text[], ${asked.map(({ accountHash }) => accountHash)}::text[])
  as self (merchant_id, id, user_id, account_hash)`

/**
 * For every payment that is asked about: what its user did before, and who else has the account. Planning for every year
 * there is takes the database as long as reading, so what is known by its id is asked for by that id, and nothing here
 * joins two tables of many years.
 */
export async function userSums(
  tx: Tx,
  scope: SumsScope,
  asked: readonly PaymentToDecide[],
  most = mostCounted,
): Promise<ReadonlyMap<number, UserSums>> {
  if (asked.length === 0) return new Map()
  const own = await pastOf(tx, scope, asked, most)
  const { deposits, openCases } = await knownPayments(tx, asked, idsOfDeposits(own))
  const sums = new Map<number, UserSums>()
  for (const self of asked) {
    const known = own.get(self.id)
    if (!known) continue
    const last = deposits.get(known.lastDeposit ?? 0)
    sums.set(self.id, {
      ...known,
      lastDepositMethod: last?.providerType ?? null,
      sameAccount: last !== undefined && last.accountHash !== null && last.accountHash === self.accountHash,
      openCases: openCases.get(userKey(self)) ?? 0,
    })
  }
  const unknown = asked.filter(({ id }) => isCutOff(sums.get(id), most))
  for (const found of await lastDeposits(tx, unknown))
    sums.set(found.id, { ...(sums.get(found.id) as UserSums), ...found })
  return sums
}

/** What is added up, and which payment was the last deposit. */
type PastSums = Omit<UserSums, 'lastDepositMethod' | 'sameAccount' | 'openCases'> & {
  readonly lastDeposit: number | null
}

const idsOfDeposits = (sums: ReadonlyMap<number, PastSums>): number[] => [
  ...new Set([...sums.values()].flatMap(({ lastDeposit }) => lastDeposit ?? [])),
]

/** In no order, which saves sorting everybody's past. Those with more than are counted are asked about again, newest first. */
async function pastOf(
  tx: Tx,
  scope: SumsScope,
  asked: readonly PaymentToDecide[],
  most: number,
): Promise<Map<number, PastSums>> {
  const sums = await addUp(tx, scope, asked, sql`limit ${most + 1}`)
  const long = asked.filter(({ id }) => (sums.get(id)?.counted ?? 0) > most)
  const newest = long.length > 0 ? await addUp(tx, scope, long, sql`order by t.id desc limit ${most}`) : []
  for (const [id, own] of newest) sums.set(id, own)
  return sums
}

/**
 * Past payments are added up by the index that finds them (`transaction_user_sums`); a column it does not hold would make
 * this read every one of them.
 */
async function addUp(
  tx: Tx,
  { reach, now }: SumsScope,
  asked: readonly PaymentToDecide[],
  cut: RawBuilder<unknown>,
): Promise<Map<number, PastSums>> {
  const { rows } = await sql<PastSums>`
    select self.id, own.first_seen as "firstSeen", own.deposit_count as deposits, own.deposit_minor as "depositMinor",
      own.withdrawal_count as withdrawals, own.withdrawal_minor as "withdrawalMinor",
      own.refund_count as refunds, own.refund_minor as "refundMinor", own.chargeback_count as chargebacks,
      own.chargeback_minor - own.won_minor as "chargebackMinor", own.declined, own.counted,
      own.last_deposit as "lastDeposit", coalesce(others.users, 0) as "otherUsers"
    from ${selves(asked)}
    cross join lateral (
      select min(first_seen) as first_seen, ${figures('deposit', 'DEPOSIT')}, ${figures('withdrawal', 'WITHDRAWAL')},
        ${figures('refund', 'REFUND')}, ${figures('chargeback', 'CHARGEBACK', 'REVERSAL')},
        ${figures('won', 'CHARGEBACK_WON')},
        coalesce(sum(kinds.count) filter (where is_declined), 0)::integer as declined,
        coalesce(sum(kinds.count), 0)::integer as counted,
        max(newest) filter (where is_success and method = 'DEPOSIT') as last_deposit
      from (
        select method, ${statusIs('status_no', 'SUCCESSFUL')} as is_success, ${statusIs('status_no', 'FAILED')} as is_declined,
          count(*)::integer as count, sum(${worth}) as minor, min(created_at) as first_seen, max(id) as newest
        from (
          select id, created_at, status_no, method, amount_base_minor, authorized_minor, captured_minor from transaction t
          where t.merchant_id = self.merchant_id and t.user_id = self.user_id and t.id <> self.id and ${notAfter(now)}
          ${cut}) as past
        group by 1, 2, 3) as kinds) as own
    left join lateral (
      select count(distinct (u.merchant_id, u.merchant_user_id))::integer as users from user_psp_account u
      where u.merchant_id = any(${[...reach]}::integer[]) and u.hashed_account = self.account_hash
        and (u.merchant_id, u.merchant_user_id) <> (self.merchant_id, self.user_id)
        and u.status <> 'DELETED') as others on true`.execute(tx.withoutPlugins())
  return new Map(rows.map((row) => [row.id, row]))
}

/** Among so many payments there was no deposit; there may be one before them. */
const isCutOff = (sums: UserSums | undefined, most: number): boolean =>
  sums !== undefined && sums.counted >= most && sums.lastDepositMethod === null

type LastDeposit = Pick<UserSums, 'id' | 'lastDepositMethod' | 'sameAccount'>

/** How users paid in last, however long ago. */
async function lastDeposits(tx: Tx, asked: readonly PaymentToDecide[]): Promise<LastDeposit[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<LastDeposit>`
    select self.id, last.provider_type as "lastDepositMethod",
      coalesce(last.account_hash = self.account_hash, false) as "sameAccount"
    from ${selves(asked)}
    cross join lateral (
      select provider_type, account_hash from transaction t
      where t.merchant_id = self.merchant_id and t.user_id = self.user_id and t.method = 'DEPOSIT' and ${statusIs('t.status_no', 'SUCCESSFUL')}
        and t.id <> self.id
      order by t.id desc limit 1) as last`.execute(tx.withoutPlugins())
  return rows
}
