import type { Entity } from '@signalbox/model/field/entity'
import { invalid, type Refusal } from '@signalbox/model/text/refusal'
import {
  needsVersion,
  operationParams,
  type BulkResult,
  type OperationInput,
} from '@signalbox/model/field/resource'
import { counted } from '@signalbox/model/text/counted'
import { refusalOf } from './error-reply.ts'
import type { Work } from './handle.ts'
import { parse } from './parse.ts'
import { requireFreshProof } from './step-up.ts'

interface BulkItem {
  readonly id: string
  readonly version?: number
}

export interface BulkBody {
  readonly operation: string
  readonly ids: readonly BulkItem[]
  readonly params?: Readonly<Record<string, unknown>>
}

/** A row of a result has room for one sentence; "the form has errors" would not be the one that helps. */
const sentenceOf = ({ message, details }: Refusal): string => details.fields?.[0]?.message ?? message

/** What has nothing to do with the single record ends the whole call: our own failure, or doubt about the caller. */
const concernsAll = ({ status }: Refusal): boolean => status >= 500 || status === 401

/** Each record in its own transaction, so that one refusal leaves the others done. */
export async function eachInOwnTransaction(
  work: Work,
  items: readonly BulkItem[],
  run: (inner: Work, item: BulkItem) => Promise<{ readonly version: number }>,
): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  for (const item of items) {
    try {
      const { version } = await work.inOwnTransaction((inner) => run(inner, item))
      results.push({ id: item.id, ok: true, version })
    } catch (error) {
      const refusal = refusalOf(error)
      if (concernsAll(refusal)) throw error
      results.push({ id: item.id, ok: false, code: refusal.code, message: sentenceOf(refusal) })
    }
  }
  return results
}

/** What the operation is told. An unknown one, or one the caller may not use, is refused before any record is touched. */
export function bulkInput(e: Entity, work: Work, { operation, params = {}, ids }: BulkBody): OperationInput {
  const declared = e.operations?.[operation]
  if (!declared?.bulk) {
    throw invalid({ field: 'operation', code: 'UNKNOWN', message: 'Unknown operation' })
  }
  work.require(declared.access)
  if (needsVersion(e, declared) && ids.some(({ version }) => version === undefined))
    throw invalid({ field: 'ids', code: 'REQUIRED', message: 'Each record needs the version that was seen' })
  const input = parse(operationParams(declared), params)
  // Asked of the whole and not of each row, so that the browser can ask for the password.
  if (declared.stepUp) requireFreshProof(work)
  return input
}

export function noteBulk(e: Entity, work: Work, operation: string, results: readonly BulkResult[]): void {
  work.audit({
    merchantId: work.scope.selected,
    entityType: e.slug,
    entityId: 'bulk',
    entityLabel: counted(results.length, 'record'),
    action: `BULK_${operation.toUpperCase().replaceAll('-', '_')}`,
    after: { results },
  })
}
