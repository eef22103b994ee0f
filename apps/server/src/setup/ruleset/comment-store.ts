import { sql } from 'kysely'
import type { RuleComment } from '@signalbox/model/calls/ruleset'
import type { Tx } from '../../kit/database.ts'
import type { RulesetKey } from './ruleset-tables.ts'

/** More than one review ever has. */
export const mostComments = 500

export async function commentsOn(
  tx: Tx,
  { merchantId, id }: RulesetKey,
  version: number,
): Promise<RuleComment[]> {
  const { rows } = await sql<RuleComment>`
    select id::text, version, row_id, text, author, at from ruleset_comment
    where merchant_id = ${merchantId} and ruleset_id = ${id}::uuid and version = ${version}
    order by at, id limit ${mostComments}`.execute(tx)
  return rows
}

export async function commenterIds(
  tx: Tx,
  { merchantId, id }: RulesetKey,
  version: number,
): Promise<string[]> {
  const { rows } = await sql<{ authorId: string }>`
    select distinct author_id from ruleset_comment
    where merchant_id = ${merchantId} and ruleset_id = ${id}::uuid and version = ${version}`.execute(tx)
  return rows.map(({ authorId }) => authorId)
}

interface NewComment extends Omit<RuleComment, 'at'> {
  readonly authorId: string
  readonly at: Date
}

export async function insertComment(
  tx: Tx,
  { merchantId, id }: RulesetKey,
  { id: commentId, version, rowId, text, authorId, author, at }: NewComment,
  tell: readonly string[],
): Promise<void> {
  await sql`insert into ruleset_comment (merchant_id, id, ruleset_id, version, row_id, text, author_id, author, at)
    values (${merchantId}, ${commentId}::uuid, ${id}::uuid, ${version}, ${rowId}, ${text}, ${authorId}, ${author}, ${at})`.execute(
    tx,
  )
  if (tell.length === 0) return
  await sql`insert into ruleset_comment_mention (merchant_id, comment_id, user_id, ruleset_id, at)
    select ${merchantId}, ${commentId}::uuid, named, ${id}::uuid, ${at}
    from unnest(${[...tell]}::uuid[]) as named`.execute(tx)
}
