import * as z from 'zod/mini'
import { endpoint, idParams, type Schema } from '../endpoint.ts'
import { gdprRequest } from '../entities/gdpr-request.ts'
import { recordSchema } from '../entity-schema.ts'
import type { RecordOf } from '../entity.ts'
import { operationEndpoints, resourceEndpoints } from '../resource.ts'
import { texts } from '../texts.ts'

/** What is held about a person, and what would become of it. */
export interface SubjectStanding {
  readonly transactions: number
  readonly accounts: number
  readonly lastTransactionAt: string | null
  /** Why the person cannot be erased now. */
  readonly blockers: readonly string[]
  readonly warnings: readonly string[]
  /** Until then the law wants the data kept: an erasure hides the person now and erases them then. */
  readonly keptUntil: string | null
  readonly legalHold: boolean
  /** An erasure that was asked for before and is not done. */
  readonly openErasure: string | null
}

const access = 'user-accounts.erase'
const tag = gdprRequest.plural
const record = recordSchema(gdprRequest) as unknown as Schema<RecordOf<typeof gdprRequest>>

const userId = z
  .string({ error: texts.required })
  .check(z.minLength(1, texts.required), z.maxLength(50, texts.tooLong))
const person = { merchantId: z.int().check(z.gte(1), z.lte(999_999_999)), userId }
const grounds = {
  reason: z
    .string({ error: texts.required })
    .check(z.minLength(3, texts.tooShort), z.maxLength(500, texts.tooLong)),
  caseReference: z.optional(z.string().check(z.maxLength(100, texts.tooLong))),
}

const { list, get, history, export: exported } = resourceEndpoints(gdprRequest)

export const gdprCalls = {
  list,
  get,
  history,
  export: exported,
  ...operationEndpoints(gdprRequest),
  check: endpoint('POST /gdpr/check', {
    tag,
    summary: 'What is held about a user, and what an erasure would do',
    access,
    effect: 'read',
    body: z.strictObject(person),
    reply: z.object({
      transactions: z.number(),
      accounts: z.number(),
      lastTransactionAt: z.nullable(z.string()),
      blockers: z.array(z.string()),
      warnings: z.array(z.string()),
      keptUntil: z.nullable(z.string()),
      legalHold: z.boolean(),
      openErasure: z.nullable(z.string()),
    }) as unknown as Schema<SubjectStanding>,
  }),
  requestExport: endpoint('POST /gdpr/export', {
    tag,
    summary: 'Collect everything held about a user in a file',
    access,
    body: z.strictObject({ ...person, ...grounds }),
    reply: record,
  }),
  erase: endpoint('POST /gdpr/erase', {
    tag,
    summary: 'Anonymize a user, now or when the law allows it',
    access,
    body: z.strictObject({ ...person, ...grounds, confirm: z.string().check(z.maxLength(50)) }),
    reply: record,
  }),
  hold: endpoint('POST /gdpr/hold', {
    tag,
    summary: 'Keep the data of a user from being erased',
    access,
    body: z.strictObject({ ...person, ...grounds }),
    reply: record,
  }),
  file: endpoint('POST /gdpr/{id}/file', {
    tag,
    summary: 'Fetch the file of an export, once',
    access,
    params: idParams,
    confidential: true,
    reply: 'stream',
    heavy: true,
  }),
}
