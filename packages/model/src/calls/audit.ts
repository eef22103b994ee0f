import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { field } from '../field/field.ts'
import { filterShape } from '../field/filter-schema.ts'
import { endpoint, intParam, pageOf, pageQuery } from '../field/endpoint.ts'
import { isDay } from '../text/calendar-day.ts'

const chainFault = z.enum([
  'ENTRY_CHANGED',
  'ENTRY_MISSING',
  'LINK_BROKEN',
  'HEAD_MISSING',
  'HEAD_MISMATCH',
  'HEAD_SEAL',
  'ANCHOR_MISMATCH',
  'ANCHOR_SEAL',
  'ANCHOR_MISSING',
  'EVENTS_CHANGED',
])
/** Why a chain does not hold. */
export type ChainFault = z.infer<typeof chainFault>

const auditDiff = z.object({ path: z.string(), from: z.unknown(), to: z.unknown() })
export type AuditDiff = z.infer<typeof auditDiff>
const diffSchema = z.array(auditDiff)

const entryShape = {
  /** Merchant id of the operator group, or of the platform, whose chain holds the entry. */
  chainId: z.number(),
  /** Gapless inside its chain. */
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

export const entrySchema = named('AuditEntry', z.object(entryShape))
/** One line of the log. Lists cut long values in `diff` and leave `before` and `after` out; the single entry has all. */
export type AuditEntry = z.infer<typeof entrySchema>

const detailSchema = z.object({
  ...entryShape,
  userAgent: z.nullable(z.string()),
  /** Hash of the session, so that entries of one sign-in can be told together without naming it. */
  sessionRef: z.nullable(z.string()),
  operationId: z.nullable(z.string()),
  prevHash: z.string(),
})
export type AuditEntryDetail = z.infer<typeof detailSchema>

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
)
export type AuditAnchor = z.infer<typeof anchorSchema>

export const chainVerification = z.object({
  chainId: z.number(),
  ok: z.boolean(),
  fromSeq: z.number(),
  toSeq: z.number(),
  checkedEntries: z.number(),
  checkedAnchors: z.number(),
  /** Notes of earlier ends of the chain, kept in files of the node that verified; absent from old results. */
  checkedWitnesses: z.optional(z.number()),
  /** The first entry that cannot be trusted. */
  brokenSeq: z.nullable(z.number()),
  fault: z.nullable(chainFault),
  reason: z.nullable(z.string()),
})
export type ChainVerification = z.infer<typeof chainVerification>

const verificationSchema = z.object({
  ok: z.boolean(),
  at: z.string(),
  chains: z.array(chainVerification),
})
export type AuditVerification = z.infer<typeof verificationSchema>

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

const filterQuery = z.object(filters)
export type AuditFilter = z.infer<typeof filterQuery>

const listQuery = z.object({
  start: pageQuery.start,
  limit: pageQuery.limit,
  cursor: pageQuery.cursor,
  ...filters,
})

const exportQuery = z.object({
  format: z._default(z.enum(['csv', 'json']), 'csv'),
  ...filters,
})

/** The number of an entry, or a day. */
const placeInChain = z
  .string()
  .check(
    z.refine((text) => /^\d{1,15}$/.test(text) || isDay(text), 'Must be the number of an entry or a day'),
  )

const tag = 'Audit log'
const access = 'audit-log.view'

const auditOptions = z.object({
  entityTypes: z.array(z.string()),
  actions: z.array(z.string()),
  actors: z.array(z.object({ id: z.string(), name: z.string() })),
})
/** What occurs among the newest entries in scope, for the lists of the filter panel. */
export type AuditOptions = z.infer<typeof auditOptions>

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
    reply: auditOptions,
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
    summary: 'Recompute the chains in scope and return the first broken entry',
    tag,
    access,
    query: z.object({
      from: z.optional(placeInChain),
      to: z.optional(placeInChain),
      chainId: z.optional(intParam(1, 999_999_999)),
    }),
    reply: verificationSchema,
  }),
  anchor: endpoint('GET /audit/anchor', {
    summary: 'The newest anchor of each chain in scope',
    tag,
    access,
    reply: z.object({ items: z.array(anchorSchema) }),
  }),
  get: endpoint('GET /audit/{chainId}/{seq}', {
    summary: 'One entry with all its fields',
    tag,
    access,
    params: z.object({
      chainId: intParam(1, 999_999_999),
      seq: intParam(1, Number.MAX_SAFE_INTEGER),
    }),
    reply: detailSchema,
  }),
}
