import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { ExpiredSource } from '../../kit/purge-expired.ts'

interface NewPreview {
  readonly merchantId: number
  readonly id: string
  readonly userId: string
  readonly content: string
  readonly expiresAt: Date
}

export async function insertPreview(tx: Tx, preview: NewPreview): Promise<void> {
  const { merchantId, id, userId, content, expiresAt } = preview
  await sql`insert into template_preview (merchant_id, id, user_id, content, expires_at)
    values (${merchantId}, ${id}, ${userId}, ${content}, ${expiresAt})`.execute(tx)
}

/** Whoever made it may look at it, for as long as it is kept. */
export async function previewOf(
  tx: Tx,
  { id, userId, now }: { readonly id: string; readonly userId: string; readonly now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ content: string }>`select content from template_preview
    where id = ${id} and user_id = ${userId} and expires_at > ${now}`.execute(tx)
  return rows[0]?.content
}

export const expiredPreviews: ExpiredSource = (now) => [
  {
    what: 'previews of templates',
    table: 'template_preview',
    key: ['merchant_id', 'id'],
    expired: sql<boolean>`expires_at < ${now}::timestamptz`,
  },
]
