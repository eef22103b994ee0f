import * as z from 'zod/mini'
import { settlementBatch } from '../entities/settlement-batch.ts'
import { settlementLine } from '../entities/settlement-line.ts'
import { settlementProfile } from '../entities/settlement-profile.ts'
import { endpoint } from '../field/endpoint.ts'
import { named } from '../field/named.ts'
import { operationEndpoints, resourceEndpoints } from '../field/resource.ts'
import { wireMoneySchema } from '../money/money-schema.ts'
import { dateFormats, decimalSigns, fileFieldNames, separators } from '../settlements/import-profile.ts'
import { largestSettlementFile, longestSample } from '../settlements/file-limits.ts'
import { lineTypeNames, totalRow } from '../settlements/settlement-words.ts'

const tag = settlementBatch.plural
const { view, edit } = settlementBatch.access

/** JSON writes a line end as two characters, and a quotation mark too. */
const fileBodyLimit = Math.ceil(largestSettlementFile * 1.25)

const keysOf = <T extends object>(words: T) => Object.keys(words) as [Extract<keyof T, string>]
const header = z.string().check(z.minLength(1), z.maxLength(100))
const split = z.strictObject({ credit: header, debit: header })

/** How a file is read, as an editor sends it. */
export const importProfileSchema = named(
  'SettlementFileProfile',
  z.strictObject({
    separator: z.enum(keysOf(separators)),
    decimalSign: z.enum(keysOf(decimalSigns)),
    dateFormat: z.enum(keysOf(dateFormats)),
    columns: z.strictObject(Object.fromEntries(fileFieldNames.map((name) => [name, z.optional(header)]))),
    splitColumns: z.strictObject({ grossAmount: z.optional(split), netAmount: z.optional(split) }),
    typeWords: z.record(
      z.string().check(z.minLength(1), z.maxLength(60)),
      z.enum([...lineTypeNames, totalRow] as [(typeof lineTypeNames)[number] | typeof totalRow]),
    ),
    unsignedAmounts: z.boolean(),
  }),
)

const shownLine = z.object({
  type: z.string(),
  merchantRef: z.nullable(z.string()),
  pspRefId: z.nullable(z.string()),
  bookedAt: z.string(),
  gross: wireMoneySchema,
  fees: wireMoneySchema,
  net: wireMoneySchema,
})
const lineProblem = z.object({ line: z.number(), column: z.string(), message: z.string() })

const previewSchema = named(
  'SettlementPreview',
  z.object({
    sha256: z.string(),
    profile: z.string(),
    /** Rows in the file, the header left out. */
    rows: z.number(),
    problems: z.array(lineProblem),
    /** All of them, of which the first are listed. */
    problemCount: z.number(),
    /** What makes a file look wrong although every line can be read. */
    warnings: z.array(z.string()),
    /** Lines that stand in the file more than once. */
    repeatedLines: z.number(),
    batch: z.nullable(
      z.object({
        batchRef: z.string(),
        payoutDate: z.string(),
        grossCredit: wireMoneySchema,
        grossDebit: wireMoneySchema,
        feeTotal: wireMoneySchema,
        adjustments: wireMoneySchema,
        net: wireMoneySchema,
        declaredNet: z.nullable(wireMoneySchema),
      }),
    ),
    firstLines: z.array(shownLine),
    /** The batch with the same reference that this file would take the place of. */
    supersedes: z.nullable(z.object({ id: z.string(), state: z.string(), isReplaceable: z.boolean() })),
    alreadyImported: z.boolean(),
  }),
)
export type SettlementPreview = z.infer<typeof previewSchema>

const account = {
  psp: z.string().check(z.minLength(1), z.maxLength(50)),
  pspAccount: z
    .string()
    .check(z.minLength(1), z.maxLength(50), z.regex(/^[^:/]+$/, 'Must not contain a colon or a slash')),
  /** Without one, that of the PSP, or the generic one. */
  profileId: z.optional(z.uuid()),
}

// Batches come about by import, and leave by being rejected.
const { create: _none, update: _fixed, remove: _never, ...batchCalls } = resourceEndpoints(settlementBatch)
const { create: _no, update: _not, remove: _nor, ...lineCalls } = resourceEndpoints(settlementLine)

const entry = z.object({
  id: z.string(),
  merchantId: z.number(),
  at: z.string(),
  valueDate: z.string(),
  eventType: z.string(),
  description: z.string(),
  createdBy: z.string(),
  lines: z.array(
    z.object({
      account: z.string(),
      debit: z.nullable(wireMoneySchema),
      credit: z.nullable(wireMoneySchema),
    }),
  ),
})

const acceptanceSchema = z.object({
  /** Why the reader may not accept the batch: without the right, or by what they did with it. Null where they may. */
  ownPart: z.nullable(z.enum(['RIGHT', 'IMPORTED', 'DECIDED'])),
  /** Some of those who may, besides the reader. */
  others: z.array(z.string()),
  areMore: z.boolean(),
})
export type BatchAcceptance = z.infer<typeof acceptanceSchema>

export const settlementBatchCalls = {
  ...batchCalls,
  ...operationEndpoints(settlementBatch),
  postings: endpoint('GET /settlement-batch/{id}/posting', {
    summary: 'What the batch posted to the ledger',
    tag,
    access: view,
    params: z.object({ id: z.uuid() }),
    reply: z.object({ items: z.array(entry) }),
  }),
  acceptance: endpoint('GET /settlement-batch/{id}/acceptance', {
    summary: 'Whether you may accept the batch once nothing in it is open, and who else may',
    tag,
    access: view,
    params: z.object({ id: z.uuid() }),
    reply: acceptanceSchema,
  }),
  file: endpoint('GET /settlement-batch/{id}/file', {
    summary: 'The file as it was imported',
    tag,
    access: view,
    params: z.object({ id: z.uuid() }),
    reply: 'stream',
    heavy: true,
  }),
}

export const settlementLineCalls = { ...lineCalls, ...operationEndpoints(settlementLine) }

export const settlementProfileCalls = resourceEndpoints(settlementProfile)

export const settlementImportCalls = {
  options: endpoint('GET /settlement/import/options', {
    summary: 'PSPs and accounts that payments were made with, and profiles',
    tag,
    access: view,
    reply: z.object({
      accounts: z.array(z.object({ psp: z.string(), pspAccount: z.string() })),
      profiles: z.array(z.object({ id: z.string(), title: z.string(), psp: z.string() })),
    }),
  }),
  sample: endpoint('POST /settlement/import/sample', {
    summary:
      'The first rows of a file as a profile reads them; without one, as the profile guessed from them',
    tag,
    access: edit,
    effect: 'read',
    heavy: true,
    body: z.strictObject({
      content: z.string().check(z.minLength(1), z.maxLength(longestSample)),
      profile: z.optional(importProfileSchema),
    }),
    cardFields: ['content'],
    reply: z.object({
      header: z.array(z.string()),
      profile: importProfileSchema,
      missing: z.array(z.string()),
      rows: z.array(
        z.object({
          line: z.number(),
          cells: z.array(z.string()),
          read: z.nullable(shownLine),
          problems: z.array(z.object({ column: z.string(), message: z.string() })),
        }),
      ),
    }),
  }),
  preview: endpoint('POST /settlement/import/preview', {
    summary:
      'Check a settlement file line by line; it is kept for a day, so that it can be imported by its SHA-256',
    tag,
    access: edit,
    body: z.strictObject({
      ...account,
      fileName: z.string().check(z.minLength(1), z.maxLength(200)),
      content: z.string().check(z.minLength(1)),
    }),
    cardFields: ['content'],
    bodyLimit: fileBodyLimit,
    confidential: true,
    heavy: true,
    reply: previewSchema,
  }),
  commit: endpoint('POST /settlement/import/commit', {
    summary: 'Import the file that was checked, all lines or none, and match it',
    tag,
    access: edit,
    body: z.strictObject({
      ...account,
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Must be a SHA-256')),
      /** Takes the place of the batch with the same reference. */
      supersede: z.optional(z.boolean()),
      /** What the PSP says it pays out, such as `99.28`. */
      declaredNet: z.optional(z.string().check(z.maxLength(30))),
    }),
    heavy: true,
    reply: z.object({ id: z.string(), state: z.string(), lines: z.number(), differences: z.number() }),
  }),
}
