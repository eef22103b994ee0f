import type { Entity, RecordOf } from '@signalbox/model/entity'
import {
  bulkEndpoint,
  importEndpoints,
  operationEndpoints,
  reorderEndpoint,
  resourceEndpoints,
  type BulkResult,
} from '@signalbox/model/resource'
import { Refusal } from '@signalbox/model/refusal'
import { refusalOf } from './error-reply.ts'
import { handle, type Handler, type Work } from './handle.ts'
import { versionsOf } from './history-store.ts'
import { exportRecords } from './record-export.ts'
import { importRecords, previewImport } from './record-import.ts'
import { reorderRows } from './reorder.ts'
import type { Resource } from './resource.ts'
import { requireFreshProof } from './step-up.ts'

const asWork = (work: unknown) => work as Work

/** All console calls of one entity. A feature adds its hooks; a call it needs beside these it declares itself. */
export function resourceHandlers<E extends Entity>(resource: Resource<E>): Handler[] {
  const e = resource.entity
  const calls = resourceEndpoints(e)
  const handlers: Handler[] = [
    handle(calls.list, (work) => resource.store(asWork(work)).list(work.query) as never),
    handle(calls.get, (work) => resource.store(asWork(work)).get(work.params.id) as never),
    handle(calls.history, (work) => history(resource, asWork(work), work.params.id, work.query.limit)),
    handle(calls.export, (work) => exportRecords(resource, asWork(work), work.query)),
    handle(
      calls.create,
      (work) => resource.create(asWork(work), work.body as Record<string, unknown>) as never,
    ),
    handle(
      calls.update,
      (work) => resource.update(asWork(work), work.params.id, work.body as Record<string, unknown>) as never,
    ),
    handle(calls.remove, (work) => remove(resource, asWork(work), work.params.id, work.query)),
  ]
  if (e.bulk) handlers.push(handle(bulkEndpoint(e), (work) => bulk(resource, asWork(work), work.body)))
  if (e.importable) {
    const calls = importEndpoints(e)
    handlers.push(
      handle(calls.importPreview, (work) => previewImport(resource, asWork(work), work.body)),
      handle(calls.importCommit, (work) => importRecords(resource, asWork(work), work.body)),
    )
  }
  if (e.ordered) {
    handlers.push(handle(reorderEndpoint(e), (work) => reorderRows(e, asWork(work), work.body)))
  }
  const operations: Record<string, ReturnType<typeof Object.values>[number]> = operationEndpoints(e)
  for (const [name, call] of Object.entries(operations)) {
    handlers.push(
      handle(
        call as typeof calls.update,
        (work) =>
          resource.operate(
            asWork(work),
            work.params.id,
            name,
            (work.body ?? {}) as { reason?: string },
          ) as never,
      ),
    )
  }
  return handlers
}

async function history<E extends Entity>(resource: Resource<E>, work: Work, id: string, limit: number) {
  // Deleted records keep their history, so sight of the record is not asked for; the merchants decide.
  const merchants = [
    ...work.scope.effective,
    ...(resource.entity.scope === 'inherited' ? work.scope.chain : []),
  ]
  const items = await versionsOf(work.tx, { entity: resource.entity.slug, recordId: id, merchants }, limit)
  if (items.length === 0) throw new Refusal('NOT_FOUND')
  return { items }
}

async function remove<E extends Entity>(
  resource: Resource<E>,
  work: Work,
  id: string,
  query: { version?: number; note?: string },
) {
  if (resource.entity.note === 'required' && !query.note) {
    throw new Refusal('INVALID', {
      fields: [{ field: 'note', code: 'REQUIRED', message: 'This field is required' }],
    })
  }
  const removed = await resource.remove(work, id, query.version, query.note)
  if (resource.entity.scope !== 'inherited') return { id, deleted: true }
  const twin = await resource.store(work).inheritedTwin(removed)
  return { id, deleted: true, nowInheritedFrom: twin?.merchantId ?? null }
}

interface BulkBody {
  readonly operation: string
  readonly ids: readonly { id: string; version?: number }[]
  readonly params?: Readonly<Record<string, unknown>>
}

/** Each record in its own transaction, so that one refusal leaves the others done. */
async function bulk<E extends Entity>(resource: Resource<E>, work: Work, body: BulkBody) {
  const { operation } = body
  const declared = resource.entity.operations?.[operation]
  if (operation !== 'delete' && !declared?.bulk) {
    throw new Refusal('INVALID', {
      fields: [{ field: 'operation', code: 'UNKNOWN', message: 'Unknown operation' }],
    })
  }
  work.require(declared?.access ?? resource.entity.access.remove)
  // Asked of the whole and not of each row, so that the browser can ask for the password.
  if (declared?.stepUp) requireFreshProof(work)
  const results: BulkResult[] = []
  for (const item of body.ids) {
    try {
      const record = await work.apart((inner) =>
        operation === 'delete'
          ? resource.remove(inner, item.id, item.version, body.params?.note)
          : (resource.operate(inner, item.id, operation, { ...item, ...body.params }) as Promise<
              RecordOf<E>
            >),
      )
      results.push({ id: item.id, ok: true, version: record.version })
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal.status >= 500) throw error
      results.push({ id: item.id, ok: false, code: refusal.code, message: refusal.message })
    }
  }
  work.audit({
    merchantId: work.scope.selected,
    entityType: resource.entity.slug,
    entityId: 'bulk',
    entityLabel: `${results.length} records`,
    action: `BULK_${operation.toUpperCase().replaceAll('-', '_')}`,
    after: { results },
  })
  return { results }
}
