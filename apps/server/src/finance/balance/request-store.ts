import { sql } from 'kysely'
import type { CaseFileKind } from '@signalbox/model/investigation/case-file'
import type { Tx } from '../../kit/database.ts'
import type { SealedBytes } from '../../kit/envelope.ts'

interface RequestKey {
  readonly merchantId: number
  readonly id: string
}

/** Who proposed it, by every id and name they are known by. */
export async function requestPeople(tx: Tx, { merchantId, id }: RequestKey): Promise<string[]> {
  const { rows } = await sql<{ people: string[] }>`select requested_people as people from ledger_request
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
  return rows[0]?.people ?? []
}

export interface WaitingRequest {
  readonly id: string
  readonly merchantId: number
  readonly title: string
  readonly reason: string
  readonly requestedBy: string
  readonly people: readonly string[]
  readonly createdAt: string
}

export async function waitingRequests(tx: Tx, merchantIds: readonly number[]): Promise<WaitingRequest[]> {
  const { rows } = await sql<WaitingRequest>`
    select id, merchant_id, title, reason, requested_by, requested_people as people, created_at from ledger_request
    where state = 'WAITING' and merchant_id = any(${[...merchantIds]}::integer[])
    order by created_at desc limit 1000`.execute(tx)
  return rows
}

interface WaitingAdjustment {
  readonly title: string
  readonly valueDate: string
  readonly requestedBy: string
}

/** Adjustments somebody proposed for a day until this one, and nobody has decided about: the oldest first. */
export async function adjustmentsWaiting(
  tx: Tx,
  merchantId: number,
  until: string,
): Promise<WaitingAdjustment[]> {
  const { rows } = await sql<WaitingAdjustment>`
    select title, value_date::text as value_date, requested_by from ledger_request
    where merchant_id = ${merchantId} and state = 'WAITING' and kind = 'ADJUSTMENT' and value_date <= ${until}::date
    order by value_date, created_at, id limit 1000`.execute(tx)
  return rows
}

export interface RequestFile extends SealedBytes {
  readonly kind: CaseFileKind
  readonly sizeBytes: number
  readonly sha256: string
}

export async function insertRequestFile(
  tx: Tx,
  { merchantId, id }: RequestKey,
  file: RequestFile,
): Promise<void> {
  await sql`insert into ledger_request_file (merchant_id, request_id, kind, size_bytes, sha256, wrapped_key, content)
    values (${merchantId}, ${id}, ${file.kind}, ${file.sizeBytes}, ${file.sha256}, ${file.wrappedKey}, ${file.content})`.execute(
    tx,
  )
}

export async function findRequestFile(
  tx: Tx,
  { merchantId, id }: RequestKey,
): Promise<Pick<RequestFile, 'kind' | 'wrappedKey' | 'content'> | undefined> {
  const { rows } = await sql<RequestFile>`select kind, wrapped_key, content from ledger_request_file
    where merchant_id = ${merchantId} and request_id = ${id}`.execute(tx)
  return rows[0]
}
