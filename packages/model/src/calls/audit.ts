import * as z from 'zod/mini'
import { named } from '../named.ts'
import { field } from '../field.ts'
import { filterShape } from '../filter-schema.ts'
import { endpoint, intParam, pageOf, pageQuery, type Schema } from '../endpoint.ts'

export interface AuditDiff {
  readonly path: string
  readonly from: unknown
  readonly to: unknown
}

/** One line of the log. Lists cut long values in `diff` and leave `before` and `after` out; the single entry has all. */
export interface AuditEntry {
  /** Merchant id of the operator group, or of the platform, whose chain holds the entry. */
  readonly chainId: number
  /** Gapless inside its chain. */
  readonly seq: number
  readonly at: string
  readonly merchantId: number
  readonly actorType: 'USER' | 'API_CLIENT' | 'SYSTEM' | 'PSP'
  readonly actorId: string
  readonly actorName: string
  readonly ip: string | null
  readonly entityType: string
  readonly entityId: string
  readonly entityLabel: string
  readonly changeType: 'CREATE' | 'UPDATE' | 'DELETE' | null
  readonly action: string
  readonly diff: AuditDiff[]
  readonly before?: unknown
  readonly after?: unknown
  readonly note: string | null
  readonly result: 'OK' | 'REFUSED'
  readonly errorCode: string | null
  readonly hash: string
}

export interface AuditEntryDetail extends AuditEntry {
  readonly userAgent: string | null
  /** Hash of the session, so that entries of one sign-in can be told together without naming it. */
  readonly sessionRef: string | null
  readonly operationId: string | null
  readonly prevHash: string
}

export interface AuditAnchor {
  readonly chainId: number
  readonly day: string
  readonly lastSeq: number
  readonly hash: string
  readonly seal: string
  readonly at: string
}

/** Why a chain does not hold. */
export type ChainFault =
  | 'ENTRY_CHANGED'
  | 'ENTRY_MISSING'
  | 'LINK_BROKEN'
  | 'HEAD_MISSING'
  | 'HEAD_MISMATCH'
  | 'HEAD_SEAL'
  | 'ANCHOR_MISMATCH'
  | 'ANCHOR_SEAL'
  | 'ANCHOR_MISSING'
  | 'EVENTS_CHANGED'

export interface ChainVerification {
  readonly chainId: number
  readonly ok: boolean
  readonly fromSeq: number
  readonly toSeq: number
  readonly checkedEntries: number
  readonly checkedAnchors: number
  /** Notes of earlier ends of the chain, kept in files of the node that verified; absent from old results. */
  readonly checkedWitnesses?: number
  /** The first entry that cannot be trusted. */
  readonly brokenSeq: number | null
  readonly fault: ChainFault | null
  readonly reason: string | null
}

export interface AuditVerification {
  readonly ok: boolean
  readonly at: string
  readonly chains: ChainVerification[]
}

/** What occurs among the newest entries in scope, for the lists of the filter panel. */
export interface AuditOptions {
  readonly entityTypes: string[]
  readonly actions: string[]
  readonly actors: { readonly id: string; readonly name: string }[]
}

const diffSchema = z.array(z.object({ path: z.string(), from: z.unknown(), to: z.unknown() }))

const entryShape = {
  chainId: z.number(),
  seq: z.number(),
  at: z.string(),
  merchantId: z.number(),
  actorType: z.enum(['USER', 'API_CLIENT', 'SYSTEM', 'PSP']),
  actorId: z.string(),
  actorName: z.string(),
  ip: z.nullable(z.string()),
  entityType: z.string(),
  entityId: z.string(),
  entityLabel: z.string(),
  changeType: z.nullable(z.enum(['CREATE', 'UPDATE', 'DELETE'])),
  action: z.string(),
  diff: diffSchema,
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
  note: z.nullable(z.string()),
  result: z.enum(['OK', 'REFUSED']),
  errorCode: z.nullable(z.string()),
  hash: z.string(),
}

const entrySchema = named('AuditEntry', z.object(entryShape)) as unknown as Schema<AuditEntry>
const detailSchema = z.object({
  ...entryShape,
  userAgent: z.nullable(z.string()),
  sessionRef: z.nullable(z.string()),
  operationId: z.nullable(z.string()),
  prevHash: z.string(),
}) as unknown as Schema<AuditEntryDetail>

export const anchorSchema = named(
  'AuditAnchor',
  z.object({
    chainId: z.number(),
    day: z.string(),
    lastSeq: z.number(),
    hash: z.string(),
    seal: z.string(),
    at: z.string(),
  }),
) as unknown as Schema<AuditAnchor>

const verificationSchema = z.object({
  ok: z.boolean(),
  at: z.string(),
  chains: z.array(
    z.object({
      chainId: z.number(),
      ok: z.boolean(),
      fromSeq: z.number(),
      toSeq: z.number(),
      checkedEntries: z.number(),
      checkedAnchors: z.number(),
      checkedWitnesses: z.optional(z.number()),
      brokenSeq: z.nullable(z.number()),
      fault: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
}) as unknown as Schema<AuditVerification>

const listParam = z.optional(z.string().check(z.maxLength(4000)))
const { changeType, merchants, at } = filterShape([
  {
    name: 'changeType',
    kind: 'LIST',
    label: 'Change',
    options: { CREATE: 'Create', UPDATE: 'Update', DELETE: 'Delete' },
  },
  { name: 'merchants', kind: 'LIST', label: 'Merchants', field: field.merchants({ label: 'Merchants' }) },
  { name: 'at', kind: 'DATE', label: 'Time', max: 60 },
])

/** Lists are comma separated, `at` is `from..to` with either side open. Without `at` the last 90 days are meant. */
const filters = {
  keyword: z.optional(z.string().check(z.maxLength(200))),
  entityType: listParam,
  entityId: z.optional(z.string().check(z.maxLength(200))),
  action: listParam,
  changeType,
  actor: listParam,
  merchants,
  whose: z.optional(z.enum(['you', 'others', 'all'])),
  result: z.optional(z.enum(['OK', 'REFUSED'])),
  at,
}

export interface AuditFilter {
  keyword?: string
  entityType?: string
  entityId?: string
  action?: string
  changeType?: string
  actor?: string
  merchants?: string
  whose?: 'you' | 'others' | 'all'
  result?: 'OK' | 'REFUSED'
  at?: string
}

const listQuery = z.object({
  start: pageQuery.start,
  limit: pageQuery.limit,
  cursor: pageQuery.cursor,
  ...filters,
}) as unknown as Schema<AuditFilter & { start: number; limit: number; cursor?: string }>

const exportQuery = z.object({
  format: z._default(z.enum(['csv', 'json']), 'csv'),
  ...filters,
}) as unknown as Schema<AuditFilter & { format: 'csv' | 'json' }>

const tag = 'Audit log'
const access = 'audit-log.view'

export const auditCalls = {
  list: endpoint('GET /audit', {
    summary: 'Entries of the audit log in scope, newest first',
    tag,
    access,
    query: listQuery,
    reply: pageOf(entrySchema),
  }),
  options: endpoint('GET /audit/options', {
    summary: 'Entity types, actions and actors to filter by',
    tag,
    access,
    reply: z.object({
      entityTypes: z.array(z.string()),
      actions: z.array(z.string()),
      actors: z.array(z.object({ id: z.string(), name: z.string() })),
    }) as unknown as Schema<AuditOptions>,
  }),
  export: endpoint('GET /audit/export', {
    summary: 'What is filtered as CSV or JSON, with the newest anchor of each chain',
    tag,
    access,
    query: exportQuery,
    reply: 'stream',
    heavy: true,
  }),
  verify: endpoint('GET /audit/verify', {
    summary: 'Recompute the chains in scope and name the first entry that does not hold',
    tag,
    access,
    query: z.object({
      from: z.optional(z.string().check(z.regex(/^(\d{1,15}|\d{4}-\d{2}-\d{2})$/))),
      to: z.optional(z.string().check(z.regex(/^(\d{1,15}|\d{4}-\d{2}-\d{2})$/))),
      chainId: z.optional(intParam(1, 999_999_999)),
    }) as unknown as Schema<{ from?: string; to?: string; chainId?: number }>,
    reply: verificationSchema,
  }),
  anchor: endpoint('GET /audit/anchor', {
    summary: 'The newest anchor of each chain in scope',
    tag,
    access,
    reply: z.object({ items: z.array(anchorSchema) }) as unknown as Schema<{ items: AuditAnchor[] }>,
  }),
  get: endpoint('GET /audit/{chainId}/{seq}', {
    summary: 'One entry whole',
    tag,
    access,
    params: z.object({
      chainId: intParam(1, 999_999_999),
      seq: intParam(1, Number.MAX_SAFE_INTEGER),
    }) as unknown as Schema<{ chainId: number; seq: number }>,
    reply: detailSchema,
  }),
}
