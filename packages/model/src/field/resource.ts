import * as z from 'zod/mini'
import { filterShape } from './filter-schema.ts'
import { endpoint, idParams, intParam, pageOf, pageQuery, type Endpoint, type Schema } from './endpoint.ts'
import {
  filtersOf,
  type Entity,
  type Fields,
  type FieldValues,
  type Operation,
  type RecordOf,
} from './entity.ts'
import { createSchema, noteSchema, recordSchema, updateSchema } from './entity-schema.ts'
import { inputSchema } from './field-schema.ts'
import { field } from './field.ts'
import { named, typeName } from './named.ts'
import { bulkCap } from './paging.ts'

export interface HistoryEntry<T = unknown> {
  readonly version: number
  readonly changeType: 'CREATE' | 'UPDATE' | 'DELETE'
  readonly at: string
  readonly by: string
  readonly note: string | null
  readonly record: T
}

export type ListQuery = {
  start: number
  limit: number
  cursor?: string
  sort?: string
  [filter: string]: unknown
}
export type ExportQuery = ListQuery & { format: 'csv' | 'json'; columns?: string }

const merchantsOf = field.merchants({ label: 'Merchants' })

const listShape = (e: Entity) => ({
  ...pageQuery,
  ...filterShape([{ name: 'merchants', kind: 'LIST', label: 'Merchants', field: merchantsOf }]),
  ...filterShape(filtersOf(e)),
})
const listQuerySchema = (e: Entity): Schema<ListQuery> => z.object(listShape(e))

const historyQuery = z.object({ limit: z._default(pageQuery.limit, 30) })
export const exportShape = (e: Entity) => ({
  ...listShape(e),
  format: z._default(z.enum(['csv', 'json']), 'csv'),
  columns: z.optional(z.string().check(z.maxLength(2000))),
})
const exportQuery = (e: Entity): Schema<ExportQuery> => z.object(exportShape(e))

/** What stands between the cells of a CSV file. */
export const separatorSchema = z.enum([',', ';', '\t'])

export const importBody = named(
  'ImportRequest',
  z.strictObject({
    format: z.enum(['csv', 'json']),
    content: z.string().check(z.maxLength(5_000_000)),
    /** Between the cells of a CSV file; found out from its first line when absent. */
    separator: z.optional(separatorSchema),
    note: z.optional(noteSchema),
  }),
)
const importRow = z.object({
  line: z.number(),
  action: z.enum(['create', 'update', 'skip', 'refuse']),
  title: z.string(),
  reasons: z.array(z.string()),
  /** What would be another than it is, of a record that is there. */
  changes: z.optional(z.array(z.object({ path: z.string(), from: z.unknown(), to: z.unknown() }))),
  /** What of it is not done, but waits for a second person, in words. */
  waits: z.optional(z.string()),
})
export type ImportRow = z.infer<typeof importRow>

export const previewReply = named(
  'ImportPreview',
  z.object({
    rows: z.array(importRow),
    /** Rows of which something waits for a second person are counted as waiting, too. */
    counts: z.object({
      create: z.number(),
      update: z.number(),
      skip: z.number(),
      refuse: z.number(),
      waiting: z.number(),
    }),
  }),
)
export type ImportPreview = z.infer<typeof previewReply>

const bulkBody = named(
  'BulkRequest',
  z.strictObject({
    operation: z.string().check(z.maxLength(50)),
    ids: z
      .array(z.strictObject({ id: z.string(), version: z.optional(z.int()) }))
      .check(z.minLength(1), z.maxLength(bulkCap)),
    params: z.optional(z.record(z.string(), z.unknown())),
  }),
)
const bulkResult = z.object({
  id: z.string(),
  ok: z.boolean(),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  version: z.optional(z.number()),
})
export type BulkResult = z.infer<typeof bulkResult>

/** What became of each record, in the order they were named. */
export const bulkReply = named('BulkReply', z.object({ results: z.array(bulkResult) }))

const deletion = z.object({
  version: z.optional(intParam(1, 2 ** 31 - 1)),
  note: z.optional(noteSchema),
})
const deleted = named(
  'Deleted',
  z.object({
    id: z.string(),
    deleted: z.boolean(),
    nowInheritedFrom: z.optional(z.nullable(z.number())),
  }),
)

const history = named(
  'History',
  z.object({
    items: z.array(
      z.object({
        version: z.number(),
        changeType: z.enum(['CREATE', 'UPDATE', 'DELETE']),
        at: z.string(),
        by: z.string(),
        note: z.nullable(z.string()),
        record: z.unknown(),
      }),
    ),
  }),
)

/** The calls every resource has. Services add business rules, not routes. */
export function resourceEndpoints<const Slug extends string, E extends Entity<Slug>>(e: E & { slug: Slug }) {
  const slug: Slug = e.slug
  const tag = e.plural
  const record = recordSchema(e)
  const create = createSchema(e)
  const update = updateSchema(e)
  const { view, edit } = e.access
  return {
    list: endpoint(`GET /${slug}`, {
      summary: `List ${e.plural.toLowerCase()}`,
      tag,
      access: view,
      query: listQuerySchema(e),
      reply: pageOf(record),
    }),
    get: endpoint(`GET /${slug}/{id}`, {
      summary: `Read one ${e.label.toLowerCase()}`,
      tag,
      access: view,
      params: idParams,
      reply: record,
    }),
    history: endpoint(`GET /${slug}/{id}/history`, {
      summary: `Versions of one ${e.label.toLowerCase()}, newest first`,
      tag,
      access: view,
      params: idParams,
      query: historyQuery,
      reply: history,
    }),
    export: endpoint(`GET /${slug}/export`, {
      summary: `Export what is filtered, the named columns in order`,
      tag,
      access: view,
      query: exportQuery(e),
      reply: 'stream',
      heavy: true,
    }),
    create: endpoint(`POST /${slug}`, {
      summary: `Create one ${e.label.toLowerCase()}`,
      tag,
      access: e.access.create,
      body: create,
      reply: record,
    }),
    update: endpoint(`PUT /${slug}/{id}`, {
      summary: `Change one ${e.label.toLowerCase()}; on an inherited row this makes an override`,
      tag,
      access: edit,
      params: idParams,
      body: update,
      reply: record,
    }),
    remove: endpoint(`DELETE /${slug}/{id}`, {
      summary: `Delete one ${e.label.toLowerCase()}; on an override this restores what is inherited`,
      tag,
      access: e.access.remove,
      params: idParams,
      query: deletion,
      reply: deleted,
    }),
  }
}

/** For entities people bring in from files: a check of every line, then all lines or none. */
export function importEndpoints<const Slug extends string>(e: Entity<Slug>) {
  const declared = {
    tag: e.plural,
    access: e.access.exchange ?? e.access.edit,
    body: importBody,
    reply: previewReply,
    bodyLimit: 6_000_000,
    heavy: true,
  }
  return {
    importPreview: endpoint(`POST /${e.slug}/import/preview`, {
      ...declared,
      summary: 'Check an import line by line; writes nothing',
      effect: 'read',
    }),
    importCommit: endpoint(`POST /${e.slug}/import/commit`, {
      ...declared,
      summary: 'Import all lines or none',
    }),
  }
}

/** For entities with an operation that makes sense on many records at once. */
export const bulkEndpoint = <const Slug extends string>(e: Entity<Slug>) =>
  endpoint(`POST /${e.slug}/bulk`, {
    summary: 'One operation on many records, each on its own, with a result per record',
    tag: e.plural,
    access: e.access.view,
    body: bulkBody,
    reply: bulkReply,
  })

/** What an operation is told, apart from the version it was decided on. */
const operationShape = ({ asks = {} }: Operation) => ({
  ...Object.fromEntries(
    Object.entries(asks).map(([name, f]) => [name, f.required ? inputSchema(f) : z.optional(inputSchema(f))]),
  ),
  reason: z.optional(z.string().check(z.maxLength(200))),
})

export type OperationInput = { reason?: string } & Readonly<Record<string, unknown>>

/** The `params` of a bulk call. */
export const operationParams = (operation: Operation): Schema<OperationInput> =>
  z.strictObject(operationShape(operation))

type OperationsOf<E> = E extends { operations: infer O } ? O : never
type OperationInputOf<O> = O extends { asks: infer F extends Fields }
  ? { -readonly [K in keyof F]: FieldValues<{ fields: F }>[K] }
  : unknown

function requestName(name: string, { asks }: Operation, isVersioned: boolean): string {
  if (asks) return `${typeName(name)}Request`
  return isVersioned ? 'VersionedOperationRequest' : 'OperationRequest'
}

/** Whether who asks for it must say which version of the record they saw. */
export const needsVersion = (e: Entity, { sends }: Operation): boolean =>
  sends ?? e.operationsNeedVersion ?? false

/** `POST /{slug}/{id}/{operation}` for everything the entity says can be done to a record. */
export function operationEndpoints<const Slug extends string, E extends Entity<Slug>>(e: E & { slug: Slug }) {
  const record = recordSchema(e)
  const entries = Object.entries(e.operations ?? {}).map(([name, operation]) => [
    name,
    endpoint(`POST /${e.slug}/{id}/${name}` as `POST /${string}`, {
      summary: operation.label,
      tag: e.plural,
      access: operation.access,
      params: idParams,
      body: named(
        requestName(name, operation, needsVersion(e, operation)),
        z.strictObject({
          version: needsVersion(e, operation) ? z.int() : z.optional(z.int()),
          ...operationShape(operation),
        }),
      ),
      reply: record,
    }),
  ])
  return Object.fromEntries(entries) as {
    [Name in Extract<keyof OperationsOf<E>, string>]: Endpoint<
      `POST /${Slug}/{id}/${Name}`,
      { id: string },
      Record<never, never>,
      { version?: number; reason?: string } & OperationInputOf<OperationsOf<E>[Name]>,
      RecordOf<E>
    >
  }
}

/** For entities whose rows are read top-down: the own rows of the selected merchant in their new order. */
export const reorderEndpoint = <const Slug extends string>(e: Entity<Slug>) =>
  endpoint(`PUT /${e.slug}/order`, {
    summary: 'Reorder the rows of the selected merchant',
    tag: e.plural,
    access: e.access.edit,
    body: z.strictObject({
      ids: z.array(z.string()).check(z.minLength(1), z.maxLength(10_000)),
      note: z.optional(noteSchema),
    }),
    reply: z.object({ ids: z.array(z.string()) }),
  })
