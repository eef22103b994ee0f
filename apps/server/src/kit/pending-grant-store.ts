import { sql } from 'kysely'
import type { People } from '@signalbox/model/access/people'
import type { Tx } from './database.ts'
import { escapeLike, type Condition, type CustomFilters } from './entity-filter.ts'

/** The operation of a request that is an edit. */
export const edit = 'update'

const merchantDigits = 9

/** Whether a term could find the number of a merchant that its reader is not told. */
const findsHidden = (term: string, known: ReadonlySet<number>): boolean =>
  (term.match(/\d+/g) ?? []).some((digits) => digits.length !== merchantDigits || !known.has(Number(digits)))

/** What a reader is shown without the merchants they do not reach is not found by these either. */
export const grantFilters = (known: ReadonlySet<number>): CustomFilters => ({
  recordId: (value) => sql<boolean>`record_id = ${value}`,
  keyword: (value) => {
    const like = `%${escapeLike(value.trim())}%`
    const inSummary = findsHidden(value, known)
      ? sql<boolean>`(summary ilike ${like} and record_type not in ('user', 'merchant'))`
      : sql<boolean>`summary ilike ${like}`
    return sql<boolean>`(record_label ilike ${like} or asked_by ilike ${like} or ${inSummary})`
  },
})

/** What is about records of these kinds. */
export const isOneOf = (types: readonly string[]): Condition =>
  sql<boolean>`t.record_type = any(${[...types]}::text[])`

/** What a confirmation needs to know beside what people see of a pending change. */
export interface GrantChange {
  readonly recordVersion: number
  readonly operation: string
  readonly change: Readonly<Record<string, unknown>>
  /** What decided when it was asked for; null where only the version was noted. */
  readonly basis: Readonly<Record<string, unknown>> | null
  readonly people: People
}

export interface NewGrant extends GrantChange {
  readonly merchantId: number
  readonly id: string
  readonly recordType: string
  readonly recordId: string
  readonly recordLabel: string
  readonly summary: string
  readonly reason: string | null
  readonly askedBy: string
  /** The user of the merchant it is about, where it is about one. */
  readonly userId: string | null
}

/**
 * Asked again takes the place of what waited before: the same operation, or an edit of the same fields. Its ids are given
 * back. What is about other fields goes on waiting.
 */
export async function insertGrant(tx: Tx, grant: NewGrant, now: Date): Promise<readonly string[]> {
  const { rows } = await sql<{
    id: string
  }>`update pending_grant set state = 'WITHDRAWN', decided_by = ${grant.askedBy}, version = version + 1,
      updated_at = ${now}, updated_by = ${grant.askedBy}
    where merchant_id = ${grant.merchantId} and record_type = ${grant.recordType} and record_id = ${grant.recordId}
      and operation = ${grant.operation} and state = 'WAITING'
      and (operation <> ${edit} or jsonb_exists_any(change, ${Object.keys(grant.change)}::text[])) returning id`.execute(
    tx,
  )
  await sql`insert into pending_grant (merchant_id, id, record_type, record_id, record_label, record_version, operation,
      change, basis, summary, reason, asked_by, people, user_id, state, created_at, updated_at, updated_by)
    values (${grant.merchantId}, ${grant.id}, ${grant.recordType}, ${grant.recordId}, ${grant.recordLabel},
      ${grant.recordVersion}, ${grant.operation}, ${JSON.stringify(grant.change)}::jsonb,
      ${JSON.stringify(grant.basis)}::jsonb, ${grant.summary}, ${grant.reason},
      ${grant.askedBy}, ${[...grant.people]}::text[], ${grant.userId}, 'WAITING', ${now}, ${now}, ${grant.askedBy})`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

/** Whether somebody else has asked for the same operation, and it still waits. With what, and why, may differ. */
export async function isAskedByAnother(
  tx: Tx,
  grant: Pick<NewGrant, 'merchantId' | 'recordType' | 'recordId' | 'operation' | 'askedBy'>,
): Promise<boolean> {
  const { rows } = await sql`select 1 from pending_grant
    where merchant_id = ${grant.merchantId} and record_type = ${grant.recordType} and record_id = ${grant.recordId}
      and operation = ${grant.operation} and state = 'WAITING' and asked_by <> ${grant.askedBy}`.execute(tx)
  return rows.length > 0
}

/** What waits for a second person at some records, in words. */
export async function waitingAt(
  tx: Tx,
  recordType: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ recordId: string; summary: string }>`
    select record_id, string_agg(summary, '; ' order by created_at) as summary from pending_grant
    where record_type = ${recordType} and record_id = any(${[...ids]}::text[]) and state = 'WAITING'
    group by record_id`.execute(tx)
  return new Map(rows.map(({ recordId, summary }) => [recordId, summary]))
}

/** Whom of a merchant's users a request is about. */
export async function subjectOfGrant(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: string },
): Promise<string | null> {
  const { rows } = await sql<{ userId: string | null }>`select user_id from pending_grant
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
  return rows[0]?.userId ?? null
}

export async function askedChange(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: string },
): Promise<GrantChange | undefined> {
  // Members of a change are named by people and providers, so names inside of it stay as they are.
  const { rows } =
    await sql<GrantChange>`select record_version as "recordVersion", operation, change, basis, people
    from pending_grant where merchant_id = ${merchantId} and id = ${id}`.execute(tx.withoutPlugins())
  return rows[0]
}
