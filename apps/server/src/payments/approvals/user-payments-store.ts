import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

/** A payment somebody has to decide about. */
export interface PaymentToDecide {
  readonly merchantId: number
  readonly id: number
  readonly userId: string
  readonly accountHash: string | null
}

/** Whose past is asked about, as of when, and among which merchants others may have the same account. */
export interface SumsScope {
  readonly reach: readonly number[]
  readonly now: Date
}

export const userKey = ({ merchantId, userId }: Pick<PaymentToDecide, 'merchantId' | 'userId'>): string =>
  `${merchantId} ${userId}`

/** What is known of a user by payments whose ids are known. */
export interface KnownPayments {
  readonly deposits: ReadonlyMap<number, DepositPaid>
  /** How many cases are open, by user. */
  readonly openCases: ReadonlyMap<string, number>
}

interface DepositPaid {
  readonly id: number
  readonly merchantId: number
  readonly userId: string
  readonly providerType: string | null
  readonly accountHash: string | null
}

/** How these deposits were paid, and how many cases are open about payments of these users. */
export async function knownPayments(
  tx: Tx,
  asked: readonly PaymentToDecide[],
  depositIds: readonly number[],
): Promise<KnownPayments> {
  const merchants = [...new Set(asked.map(({ merchantId }) => merchantId))]
  const casesOf = await openCasesByPayment(tx, merchants)
  const ids = [...new Set([...depositIds, ...casesOf.keys()])]
  if (ids.length === 0) return { deposits: new Map(), openCases: new Map() }
  const { rows } = await sql<DepositPaid>`
    select id, merchant_id as "merchantId", user_id as "userId", provider_type as "providerType",
      account_hash as "accountHash" from transaction
    where merchant_id = any(${merchants}::integer[]) and id = any(${ids}::bigint[])
      and user_id = any(${[...new Set(asked.map(({ userId }) => userId))]}::text[])`.execute(
    tx.withoutPlugins(),
  )
  const openCases = new Map<string, number>()
  for (const row of rows)
    openCases.set(userKey(row), (openCases.get(userKey(row)) ?? 0) + (casesOf.get(row.id) ?? 0))
  return { deposits: new Map(rows.map((row) => [row.id, row])), openCases }
}

/** By the index of open cases alone; there are as many as people can look into. */
async function openCasesByPayment(
  tx: Tx,
  merchants: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ txId: number; open: number }>`
    select tx_id as "txId", count(*)::integer as open from investigation_case
    where merchant_id = any(${[...merchants]}::integer[]) and state <> 'RESOLVED' and tx_id is not null
    group by tx_id`.execute(tx.withoutPlugins())
  return new Map(rows.map(({ txId, open }) => [txId, open]))
}
