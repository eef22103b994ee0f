import { sql } from 'kysely'
import type { MentionPart } from '@signalbox/model/calls/inbox'
import type { Role } from '@signalbox/model/access/roles'
import type { Tx } from '../../kit/database.ts'
import type { InboxReader } from '../../kit/work-source.ts'
import { unlessRestricted } from '../../payments/gdpr/read-model.ts'
import { openableBy, personColumns, type PersonColumns } from '../../payments/transactions/read-model.ts'

interface UnseenMention extends PersonColumns {
  readonly id: string
  readonly merchantId: number
  readonly record: string
  readonly author: string
  readonly text: string
  readonly at: string
}

type Named = Pick<InboxReader, 'user' | 'merchants' | 'now'>

/** What people write about a user is hidden with the user. */
const seenBy = (roles: readonly Role[]) => {
  const visible = unlessRestricted(roles, { merchant: 't.merchant_id', user: 't.user_id' })
  return visible ? sql<boolean>`(t.user_id is null or ${visible})` : sql<boolean>`true`
}

/** Notes that name somebody on payments they may open, were not taken back and not read yet. */
export async function unseenInNotes(
  tx: Tx,
  { user, merchants, now }: Named,
): Promise<readonly UnseenMention[]> {
  const seen = sql.join([sql`n.struck_at is null`, ...openableBy(user, now)], sql` and `)
  const { rows } = await sql<UnseenMention>`
    select m.note_id::text as id, m.merchant_id, m.tx_id::text as record, n.author, n.text, m.at,
      ${personColumns}
    from tx_mention m
    join tx_note n on n.merchant_id = m.merchant_id and n.id = m.note_id
    join transaction t on t.merchant_id = m.merchant_id and t.id = m.tx_id
    where m.user_id = ${user.id}::uuid and m.seen_at is null and m.merchant_id = any(${[...merchants]}::integer[])
      and ${seen}`.execute(tx)
  return rows
}

/** The same in comments on cases. */
export async function unseenInCases(
  tx: Tx,
  { user, merchants }: Omit<Named, 'now'>,
): Promise<readonly UnseenMention[]> {
  const { rows } = await sql<UnseenMention>`
    select m.entry_id::text as id, m.merchant_id, m.case_id::text as record, e.author, coalesce(e.text, '') as text, m.at,
      ${personColumns}
    from case_mention m
    join case_entry e on e.merchant_id = m.merchant_id and e.id = m.entry_id
    join investigation_case c on c.merchant_id = m.merchant_id and c.id = m.case_id
    left join transaction t on t.merchant_id = c.merchant_id and t.id = c.tx_id
    where m.user_id = ${user.id}::uuid and m.seen_at is null and m.merchant_id = any(${[...merchants]}::integer[])
      and ${seenBy(user.roles)}`.execute(tx)
  return rows
}

export interface UnseenComment extends Omit<UnseenMention, keyof PersonColumns> {
  readonly decisionTable: string
  readonly name: string
}

/** Comments on versions of rules somebody wrote or commented on. */
export async function unseenOnRules(
  tx: Tx,
  { user, merchants }: Omit<Named, 'now'>,
): Promise<readonly UnseenComment[]> {
  const { rows } = await sql<UnseenComment>`
    select m.comment_id::text as id, m.merchant_id, m.ruleset_id::text as record, c.author, c.text, m.at,
      r.decision_table, v.name
    from ruleset_comment_mention m
    join ruleset_comment c on c.merchant_id = m.merchant_id and c.id = m.comment_id
    join ruleset r on r.merchant_id = m.merchant_id and r.id = m.ruleset_id
    join ruleset_version v on (v.merchant_id, v.ruleset_id, v.version) = (m.merchant_id, m.ruleset_id, c.version)
    where m.user_id = ${user.id}::uuid and m.seen_at is null and m.merchant_id = any(${[...merchants]}::integer[])`.execute(
    tx,
  )
  return rows
}

interface SeenRecord {
  readonly userId: string
  readonly part: MentionPart
  readonly record: string
  readonly now: Date
}

const mentionsOf: Readonly<Record<MentionPart, { readonly table: string; readonly record: string }>> = {
  transaction: { table: 'tx_mention', record: 'tx_id' },
  case: { table: 'case_mention', record: 'case_id' },
  ruleset: { table: 'ruleset_comment_mention', record: 'ruleset_id' },
}

/** Everything on a record that names the person and was not read yet, each by its merchant. */
export async function markSeen(
  tx: Tx,
  { userId, part, record, now }: SeenRecord,
): Promise<readonly { readonly merchantId: number }[]> {
  const { table, record: column } = mentionsOf[part]
  const { rows } = await sql<{ merchantId: number }>`
    update ${sql.table(table)} set seen_at = ${now}
    where user_id = ${userId}::uuid and seen_at is null and ${sql.ref(column)}::text = ${record}
    returning merchant_id`.execute(tx)
  return rows
}
