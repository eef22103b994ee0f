import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

interface NewMentions {
  readonly merchantId: number
  readonly caseId: string
  readonly entryId: string
  readonly at: Date
  readonly userIds: readonly string[]
}

export async function insertMentions(
  tx: Tx,
  { merchantId, caseId, entryId, at, userIds }: NewMentions,
): Promise<void> {
  if (userIds.length === 0) return
  await sql`insert into case_mention (merchant_id, entry_id, user_id, case_id, at)
    select ${merchantId}, ${entryId}, named, ${caseId}, ${at} from unnest(${[...userIds]}::uuid[]) as named`.execute(
    tx,
  )
}
