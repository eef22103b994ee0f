import { createHash } from 'node:crypto'
import { canonicalJson } from '@signalbox/model/text/canonical-json'
import { Refusal } from '@signalbox/model/text/refusal'
import { isUuid } from '@signalbox/model/field/validators'
import type { Tx } from './database.ts'

export const operationIdHeader = 'x-operation-id'

export interface OperationKey {
  readonly userId: string
  readonly operationId: string
  readonly requestHash: string
}

export function operationKey(
  userId: string,
  header: string | string[] | undefined,
  request: { method: string; url: string; body: unknown },
): OperationKey | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !isUuid(header)) {
    throw new Refusal('BAD_REQUEST', { message: 'X-Operation-Id must be a UUID.' })
  }
  const content = canonicalJson([request.method, request.url, request.body ?? null])
  return {
    userId,
    operationId: header.toLowerCase(),
    requestHash: createHash('sha256').update(content).digest('hex'),
  }
}

export interface StoredReply {
  readonly status: number
  readonly reply: unknown
}

/**
 * Claims the operation inside the transaction of the write. A second caller with the same id waits at the unique key
 * until the first commits, and then gets its answer; if the first rolls back, the second does the work.
 */
export async function claimOperation(tx: Tx, key: OperationKey, now: Date): Promise<StoredReply | null> {
  const claimed = await tx
    .insertInto('operation')
    .values({ ...key, status: 0, reply: null, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows === 1n) return null
  const stored = await tx
    .selectFrom('operation')
    .select(['requestHash', 'status', 'reply'])
    .where('userId', '=', key.userId)
    .where('operationId', '=', key.operationId)
    .executeTakeFirstOrThrow()
  if (stored.requestHash !== key.requestHash) throw new Refusal('OPERATION_ID_REUSED')
  return { status: stored.status, reply: stored.reply }
}

export async function storeReply(tx: Tx, key: OperationKey, reply: StoredReply): Promise<void> {
  await tx
    .updateTable('operation')
    .set({ status: reply.status, reply: JSON.stringify(reply.reply ?? null) })
    .where('userId', '=', key.userId)
    .where('operationId', '=', key.operationId)
    .execute()
}
