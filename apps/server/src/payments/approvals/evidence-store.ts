import { sql } from 'kysely'
import type {
  DecisionSheet,
  InstrumentEvidence,
  PastDecision,
  SharingUser,
} from '@signalbox/model/calls/approval'
import type { Int8, Tx } from '../../kit/database.ts'
import type { Work } from '../../kit/handle.ts'
import { reachOf } from '../../kit/scope.ts'
import { currentFirst } from '../core/record/kyc-check-store.ts'
import { unlessRestricted } from '../gdpr/read-model.ts'

/** The payment somebody decides about, and whose it is. */
export interface Subject {
  readonly merchantId: number
  readonly id: number
  readonly userId: string
  readonly accountId: string | null
}

const mostSharing = 20
const mostRecent = 10
const mostDecisions = 5

/** The account the money goes to, or came from. */
export async function instrumentOf(
  tx: Tx,
  { merchantId, accountId }: Subject,
): Promise<InstrumentEvidence | null> {
  if (accountId === null) return null
  const { rows } = await sql<InstrumentEvidence>`
    select masked_account as masked, holder, status, verification_status as verification, first_used,
      no_successful_deposits as deposits, hold_until
    from user_psp_account where merchant_id = ${merchantId} and id = ${accountId}`.execute(tx)
  return rows[0] ?? null
}

/** What decides about red flags and stands neither in the payment nor in the sums of its user. */
export interface RedFacts {
  readonly id: number
  readonly accountStatus: string | null
  readonly accountHeldUntil: string | null
  readonly holder: string | null
  readonly lastKycStatus: string | null
}

/** For a page of payments in one statement. */
export async function redFactsOf(
  tx: Tx,
  asked: readonly { readonly merchantId: number; readonly id: number }[],
): Promise<ReadonlyMap<number, RedFacts>> {
  if (asked.length === 0) return new Map()
  const ids = asked.map(({ id }) => id)
  // The ids stand there twice: joined alone they would not tell which years to plan for.
  const { rows } = await sql<RedFacts>`
    select t.id, account.status as "accountStatus", account.hold_until as "accountHeldUntil", account.holder,
      kyc.status as "lastKycStatus"
    from unnest(${asked.map(({ merchantId }) => merchantId)}::integer[], ${ids}::bigint[])
      as self (merchant_id, id)
    join transaction t on t.merchant_id = self.merchant_id and t.id = self.id and t.id = any(${ids}::bigint[])
    left join user_psp_account account on account.merchant_id = t.merchant_id and account.id = t.account_id
    left join lateral (
      select k.status from kyc_check k where k.merchant_id = t.merchant_id and k.user_id = t.user_id
      order by ${currentFirst} limit 1) as kyc on true`.execute(tx.withoutPlugins())
  return new Map(rows.map((row) => [row.id, row]))
}

/** Other users with the same account, at this merchant or at others the reader works for. */
export async function sharingUsers(
  tx: Tx,
  { merchantId, id, userId }: Subject,
  { inScope, user }: Pick<Work, 'inScope' | 'user'>,
): Promise<SharingUser[]> {
  const seen =
    unlessRestricted(user.roles, { merchant: 'u.merchant_id', user: 'u.merchant_user_id' }) ??
    sql<boolean>`true`

  const { rows } = await sql<SharingUser>`
    select u.merchant_id, u.merchant_user_id as user_id, u.status, u.last_used,
      u.no_successful_tx + u.no_failed_tx as payments
    from transaction self
    join user_psp_account u on u.merchant_id = any(${reachOf({ inScope })}::integer[]) and u.hashed_account = self.account_hash
    where self.merchant_id = ${merchantId} and self.id = ${id}
      and (u.merchant_id, u.merchant_user_id) <> (${merchantId}, ${userId}) and u.status <> 'DELETED' and ${seen}
    order by u.last_used desc nulls last, u.merchant_user_id limit ${mostSharing}`.execute(tx)
  return rows
}

export async function lastKyc(tx: Tx, { merchantId, userId }: Subject): Promise<DecisionSheet['kyc']> {
  const { rows } = await sql<NonNullable<DecisionSheet['kyc']>>`
    select provider, at, status, age_status, id_status, address_status, warnings, score from kyc_check k
    where merchant_id = ${merchantId} and user_id = ${userId} order by ${currentFirst} limit 1`.execute(tx)
  return rows[0] ?? null
}

export interface RecentRow {
  readonly id: number
  readonly created: string
  readonly txType: string
  readonly statusNo: number
  readonly amountMinor: Int8
  readonly currency: string
  readonly account: string | null
}

export async function recentPayments(tx: Tx, { merchantId, id, userId }: Subject): Promise<RecentRow[]> {
  const { rows } = await sql<RecentRow>`
    select id, created_at as created, tx_type, status_no, amount_minor, currency, masked_account as account
    from transaction where merchant_id = ${merchantId} and user_id = ${userId} and id <> ${id}
    order by id desc limit ${mostRecent}`.execute(tx)
  return rows
}

/** What people decided about other payments of the same user. */
export async function pastDecisions(tx: Tx, { merchantId, id, userId }: Subject): Promise<PastDecision[]> {
  const { rows } = await sql<PastDecision>`
    select a.tx_id, a.level, a.decision, a.username, a.at, a.info
    from (
      select id from transaction
      where merchant_id = ${merchantId} and user_id = ${userId} and id <> ${id} and approval_mode <> 'NONE'
      order by id desc limit 100) as t
    join approval a on a.merchant_id = ${merchantId} and a.tx_id = t.id
    order by a.at desc, a.level desc limit ${mostDecisions}`.execute(tx)
  return rows
}

/** What happened while it waited. */
export async function waitingSteps(
  tx: Tx,
  { merchantId, id }: Subject,
): Promise<DecisionSheet['steps'][number][]> {
  const { rows } = await sql<DecisionSheet['steps'][number]>`
    select at, actor, summary from tx_event
    where merchant_id = ${merchantId} and tx_id = ${id} and type in ('APPROVAL', 'HOLD')
    order by seq desc limit 20`.execute(tx)
  return rows.toReversed()
}

/** Why a person must look at it, beside the rules of approval. */
export async function reviewReasons(tx: Tx, { merchantId, id }: Subject): Promise<string[]> {
  const { rows } = await sql<{ review: string[] | null }>`
    select step_state->'review' as review from transaction
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
  return rows[0]?.review ?? []
}
