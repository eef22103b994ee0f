import { sql } from 'kysely'
import { grantedRecordsFor } from '@signalbox/model/entities/pending-grant'
import type { People } from '@signalbox/model/access/people'
import type { Tx } from '../../kit/database.ts'
import type { Condition } from '../../kit/entity-filter.ts'
import { isOneOf } from '../../kit/pending-grant-store.ts'
import type { SessionUser } from '../../kit/session-user.ts'

/** What a row that may be about a user of a merchant must be for these roles to see it. */
export type SeenUsers = (roles: SessionUser['roles']) => Condition

interface ReasonedGrant {
  readonly merchantId: number
  readonly recordType: string
  readonly recordId: string
  readonly reason: string | null
}

/** Takes out of reasons what this reader may not be told of users. */
export type HideReasons = <G extends ReasonedGrant>(
  reader: { readonly tx: Tx; readonly user: Pick<SessionUser, 'roles'> },
  grants: readonly G[],
) => Promise<G[]>

/** The pending changes a person may see: of records they look after, and about people who are not hidden. */
export const seenGrants = (user: SessionUser, seenUsers: SeenUsers): Condition =>
  sql<boolean>`(${isOneOf(grantedRecordsFor(user))} and ${seenUsers(user.roles)})`

/** Changes that wait for a second person, for the badge of the menu. */
export async function countPendingGrants(
  tx: Tx,
  merchants: readonly number[],
  seen: Condition,
): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*)::integer as waiting from pending_grant t
    where merchant_id = any(${[...merchants]}::integer[]) and state = 'WAITING' and ${seen}`.execute(tx)
  return rows[0]?.waiting ?? 0
}

export interface WaitingGrant {
  readonly id: string
  readonly merchantId: number
  readonly recordType: string
  readonly recordId: string
  readonly recordLabel: string
  readonly operation: string
  readonly change: Readonly<Record<string, unknown>>
  readonly summary: string
  readonly reason: string | null
  readonly askedBy: string
  readonly people: People
  readonly createdAt: string
}

/** Changes that wait for a second person, the newest first. */
export async function waitingGrants(
  tx: Tx,
  merchants: readonly number[],
  seen: Condition,
): Promise<WaitingGrant[]> {
  // Members of a change are named by people and providers, so names inside of it stay as they are.
  const { rows } =
    await sql<WaitingGrant>`select id::text, merchant_id as "merchantId", record_type as "recordType",
      record_id as "recordId", record_label as "recordLabel", operation, change, summary, reason, asked_by as "askedBy",
      people, created_at as "createdAt"
    from pending_grant t where merchant_id = any(${[...merchants]}::integer[]) and state = 'WAITING' and ${seen}
    order by created_at desc, id`.execute(tx.withoutPlugins())
  return rows
}
