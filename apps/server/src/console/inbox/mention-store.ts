import { sql } from 'kysely'
import type { Role } from '@signalbox/model/access/roles'
import type { Tx } from '../../kit/database.ts'
import { unlessRestricted } from '../../payments/gdpr/read-model.ts'

interface UnseenMention {
  readonly id: string
  readonly merchantId: number
  readonly record: string
  readonly author: string
  readonly text: string
  readonly at: string
}

interface Named {
  readonly userId: string
  readonly roles: readonly Role[]
  readonly merchants: readonly number[]
}

/** What people write about a user is hidden with the user. */
const seenBy = (roles: readonly Role[]) => {
  const visible = unlessRestricted(roles, { merchant: 't.merchant_id', user: 't.user_id' })
  return visible ? sql<boolean>`(t.user_id is null or ${visible})` : sql<boolean>`true`
}

/** Notes on payments that name somebody, were not taken back and not read yet. */
export async function unseenInNotes(
  tx: Tx,
  { userId, roles, merchants }: Named,
): Promise<readonly UnseenMention[]> {
  const { rows } = await sql<UnseenMention>`
    select m.note_id::text as id, m.merchant_id, m.tx_id::text as record, n.author, n.text, m.at
    from tx_mention m
    join tx_note n on n.merchant_id = m.merchant_id and n.id = m.note_id
    join transaction t on t.merchant_id = m.merchant_id and t.id = m.tx_id
    where m.user_id = ${userId}::uuid and m.seen_at is null and m.merchant_id = any(${[...merchants]}::integer[])
      and n.struck_at is null and ${seenBy(roles)}`.execute(tx)
  return rows
}

/** The same in comments on cases. */
export async function unseenInCases(
  tx: Tx,
  { userId, roles, merchants }: Named,
): Promise<readonly UnseenMention[]> {
  const { rows } = await sql<UnseenMention>`
    select m.entry_id::text as id, m.merchant_id, m.case_id::text as record, e.author, coalesce(e.text, '') as text, m.at
    from case_mention m
    join case_entry e on e.merchant_id = m.merchant_id and e.id = m.entry_id
    join investigation_case c on c.merchant_id = m.merchant_id and c.id = m.case_id
    left join transaction t on t.merchant_id = c.merchant_id and t.id = c.tx_id
    where m.user_id = ${userId}::uuid and m.seen_at is null and m.merchant_id = any(${[...merchants]}::integer[])
      and ${seenBy(roles)}`.execute(tx)
  return rows
}

/** Undefined where no note or comment of this id names the person. Read twice is read. */
export async function markSeen(
  tx: Tx,
  { userId, id, now }: { readonly userId: string; readonly id: string; readonly now: Date },
): Promise<{ merchantId: number; record: string } | undefined> {
  const { rows } = await sql<{ merchantId: number; record: string }>`
    with note as (
      update tx_mention set seen_at = coalesce(seen_at, ${now}) where note_id = ${id}::uuid and user_id = ${userId}::uuid
      returning merchant_id, tx_id::text as record),
    comment as (
      update case_mention set seen_at = coalesce(seen_at, ${now}) where entry_id = ${id}::uuid and user_id = ${userId}::uuid
      returning merchant_id, case_id::text as record)
    select * from note union all select * from comment`.execute(tx)
  return rows[0]
}
