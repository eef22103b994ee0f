import { sql } from 'kysely'
import type { WorkKindName } from '@signalbox/model/inbox/work-kinds'
import type { Tx } from '../../kit/database.ts'

export async function merchantNames(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('merchant')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** People who want what waits for them by mail. Whether they can still sign in, their account says. */
export async function mailReaders(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from user_setting s
    join backoffice_user u on u.merchant_id = s.merchant_id and u.id = s.user_id
    where s.settings->'mailInbox' = 'true'::jsonb and u.state = 'ACTIVE' order by u.id`.execute(tx)
  return rows.map(({ id }) => id)
}

interface MailedItem {
  readonly kind: WorkKindName
  readonly item: string
}

interface Person {
  readonly id: string
  readonly homeMerchantId: number
}

/** Marks what somebody is being told of, and gives back what they had not been told before. */
export async function markTold(
  tx: Tx,
  { id, homeMerchantId }: Person,
  told: readonly MailedItem[],
  now: Date,
): Promise<MailedItem[]> {
  if (told.length === 0) return []
  const { rows } = await sql<MailedItem>`
    insert into inbox_mail (merchant_id, user_id, kind, item, told_at)
    select ${homeMerchantId}, ${id}::uuid, given.kind, given.item, ${now}
    from unnest(${told.map(({ kind }) => kind)}::text[], ${told.map(({ item }) => item)}::text[]) as given (kind, item)
    on conflict do nothing returning kind, item`.execute(tx)
  return rows
}

/** What no longer waits is forgotten, a while later: it may only have been out of sight. */
export async function forgetTold(
  tx: Tx,
  { id, homeMerchantId }: Person,
  waiting: readonly MailedItem[],
  before: Date,
): Promise<void> {
  await sql`delete from inbox_mail
    where merchant_id = ${homeMerchantId} and user_id = ${id}::uuid and told_at < ${before}
      and (kind, item) not in (select * from unnest(${waiting.map(({ kind }) => kind)}::text[],
        ${waiting.map(({ item }) => item)}::text[]))`.execute(tx)
}
