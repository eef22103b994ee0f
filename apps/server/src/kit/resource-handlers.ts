import type { Entity } from '@signalbox/model/field/entity'
import {
  bulkEndpoint,
  importEndpoints,
  operationEndpoints,
  reorderEndpoint,
  resourceEndpoints,
  type ListQuery,
  type OperationInput,
} from '@signalbox/model/field/resource'
import { Refusal } from '@signalbox/model/text/refusal'
import { bulkInput, eachInOwnTransaction, noteBulk, type BulkBody } from './bulk.ts'
import { entityStore } from './entity-store.ts'
import { handle, type Handler, type Work } from './handle.ts'
import { versionsOf } from './history-store.ts'
import { exportRecords, type ExportSource } from './record-export.ts'
import { importRecords, previewImport } from './record-import.ts'
import { reorderRows } from './reorder.ts'
import type { Resource } from './resource.ts'

const asWork = (work: unknown) => work as Work

/** All console calls of one entity. A feature adds its hooks; a call it needs beside these it declares itself. */
export function resourceHandlers<E extends Entity>(resource: Resource<E>): Handler[] {
  const e = resource.entity
  const calls = resourceEndpoints(e)
  const handlers: Handler[] = [
    {
      ...handle(calls.list, (work) => list(resource, asWork(work), work.query) as never),
      ...(resource.hooks.grants && { grants: resource as Resource<Entity> }),
    },
    handle(calls.get, (work) => resource.store(asWork(work)).get(work.params.id) as never),
    handle(calls.history, (work) => history(resource, asWork(work), work.params.id, work.query.limit)),
    handle(calls.export, (work) => exportRecords(fileSource(resource), asWork(work), work.query)),
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
          resource.operate(asWork(work), work.params.id, name, (work.body ?? {}) as OperationInput) as never,
      ),
    )
  }
  return handlers
}

async function list<E extends Entity>(resource: Resource<E>, work: Work, query: ListQuery) {
  const { forList } = resource.hooks
  const page = await resource.store(work).list(query)
  return forList ? { ...page, items: page.items.map((record) => forList(record, work)) } : page
}

/** What an export reads: the records as they leave in a file. */
const fileSource = <E extends Entity>(resource: Resource<E>): ExportSource => {
  const { forFile } = resource.hooks
  if (!forFile) return resource
  return {
    entity: resource.entity,
    store: (work) => {
      const { list, batches } = resource.store(work)
      return {
        list,
        async *batches(query, size) {
          for await (const batch of batches(query, size)) yield batch.map((record) => forFile(record, work))
        },
      }
    },
  }
}

/** There, but not for the caller. */
async function isHidden<E extends Entity>(resource: Resource<E>, work: Work, id: string) {
  if (!resource.hooks.seen?.(work)) return false
  const there = await entityStore(resource.entity, work.tx, work.scope).find(id)
  return there !== undefined && (await resource.store(work).find(id)) === undefined
}

async function history<E extends Entity>(resource: Resource<E>, work: Work, id: string, limit: number) {
  if (await isHidden(resource, work, id)) throw new Refusal('NOT_FOUND')
  // Deleted records keep their history, so sight of the record is not asked for; the merchants decide.
  const merchants = [...work.scope.effective, ...(resource.entity.scope === 'own' ? [] : work.scope.chain)]
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

function removeEach<E extends Entity>(resource: Resource<E>, work: Work, { ids, params }: BulkBody) {
  work.require(resource.entity.access.remove)
  return eachInOwnTransaction(work, ids, (inner, { id, version }) =>
    resource.remove(inner, id, version, params?.note),
  )
}

function operateEach<E extends Entity>(resource: Resource<E>, work: Work, body: BulkBody) {
  const input = bulkInput(resource.entity, work, body)
  return eachInOwnTransaction(work, body.ids, (inner, { id, version }) =>
    resource.operate(inner, id, body.operation, { ...input, version }),
  )
}

async function bulk<E extends Entity>(resource: Resource<E>, work: Work, body: BulkBody) {
  const results = await (body.operation === 'delete' ? removeEach : operateEach)(resource, work, body)
  noteBulk(resource.entity, work, body.operation, results)
  return { results }
}
