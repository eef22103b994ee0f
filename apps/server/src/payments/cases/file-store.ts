import { sql } from 'kysely'
import type { CaseFile } from '@signalbox/model/calls/case-sheet'
import type { CaseFileKind } from '@signalbox/model/investigation/case-file'
import type { Tx } from '../../kit/database.ts'
import type { SealedBytes } from '../../kit/envelope.ts'

interface CaseKey {
  readonly merchantId: number
  readonly id: string
}

export interface FileDraft extends SealedBytes {
  readonly id: string
  readonly name: string
  readonly kind: CaseFileKind
  readonly sizeBytes: number
  readonly sha256: string
  readonly authorId: string
  readonly author: string
  readonly at: Date
}

export async function listFiles(tx: Tx, { merchantId, id }: CaseKey): Promise<CaseFile[]> {
  const { rows } =
    await sql<CaseFile>`select id, name, kind, size_bytes, author, at, content is null as erased
    from case_file where merchant_id = ${merchantId} and case_id = ${id} order by at, id`.execute(tx)
  return rows
}

/** Whether the case has the same content already, and how many files it has. */
export async function filesBeside(
  tx: Tx,
  { merchantId, id }: CaseKey,
  sha256: string,
): Promise<{ count: number; isThere: boolean }> {
  const { rows } = await sql<{ count: number; isThere: boolean }>`
    select count(*)::integer as count, coalesce(bool_or(sha256 = ${sha256}), false) as is_there
    from case_file where merchant_id = ${merchantId} and case_id = ${id}`.execute(tx)
  return rows[0] ?? { count: 0, isThere: false }
}

export async function insertFile(tx: Tx, { merchantId, id }: CaseKey, file: FileDraft): Promise<void> {
  await sql`insert into case_file
      (merchant_id, id, case_id, name, kind, size_bytes, sha256, wrapped_key, content, author_id, author, at)
    values (${merchantId}, ${file.id}, ${id}, ${file.name}, ${file.kind}, ${file.sizeBytes}, ${file.sha256},
      ${file.wrappedKey}, ${file.content}, ${file.authorId}, ${file.author}, ${file.at})`.execute(tx)
}

interface StoredFile {
  readonly id: string
  readonly name: string
  readonly kind: CaseFileKind
  readonly authorId: string
  readonly wrappedKey: string | null
  readonly content: Buffer | null
}

export async function findFile(
  tx: Tx,
  { merchantId, id }: CaseKey,
  fileId: string,
): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`select id, name, kind, author_id, wrapped_key, content
    from case_file where merchant_id = ${merchantId} and case_id = ${id} and id = ${fileId}`.execute(tx)
  return rows[0]
}
