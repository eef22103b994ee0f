import * as z from 'zod/mini'
import { endpoint, idParams } from '../field/endpoint.ts'
import { gdprRequest } from '../entities/gdpr-request.ts'
import { recordSchema } from '../field/entity-schema.ts'
import { operationEndpoints, resourceEndpoints } from '../field/resource.ts'
import { texts } from '../text/texts.ts'
import { expected } from '../text/expected.ts'

const access = 'user-accounts.erase'
const tag = gdprRequest.plural
const record = recordSchema(gdprRequest)

const userId = z
  .string({ error: expected(texts.mustBeText) })
  .check(z.minLength(1, texts.required), z.maxLength(50, texts.tooLong))
const person = { merchantId: z.int().check(z.gte(1), z.lte(999_999_999)), userId }
const grounds = {
  reason: z
    .string({ error: expected(texts.mustBeText) })
    .check(z.minLength(3, texts.tooShort), z.maxLength(500, texts.tooLong)),
  caseReference: z.optional(z.string().check(z.maxLength(100, texts.tooLong))),
}

const { list, get, history, export: exported } = resourceEndpoints(gdprRequest)

const subjectStanding = z.object({
  transactions: z.number(),
  accounts: z.number(),
  lastTransactionAt: z.nullable(z.string()),
  /** Why the person cannot be erased now. */
  blockers: z.array(z.string()),
  warnings: z.array(z.string()),
  /** Until then the law wants the data kept: an erasure hides the person now and erases them then. */
  keptUntil: z.nullable(z.string()),
  legalHold: z.boolean(),
  /** An erasure that was asked for before and is not done. */
  openErasure: z.nullable(z.string()),
})
/** What is held about a person, and what would become of it. */
export type SubjectStanding = z.infer<typeof subjectStanding>

const archiveLink = z.object({
  url: z.string(),
  /** Opens the archive. It is told once and kept nowhere; it should travel another way than the link. */
  password: z.string(),
  expiresAt: z.string(),
})
export type ArchiveLink = z.infer<typeof archiveLink>

export const gdprCalls = {
  list,
  get,
  history,
  export: exported,
  ...operationEndpoints(gdprRequest),
  check: endpoint('POST /gdpr/check', {
    tag,
    summary: 'The data stored about a user, and what an erasure would do',
    access,
    effect: 'read',
    body: z.strictObject(person),
    reply: subjectStanding,
  }),
  requestExport: endpoint('POST /gdpr/export', {
    tag,
    summary: 'Collect all data stored about a user in a file',
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
    summary: 'Place a legal hold on the data of a user',
    access,
    body: z.strictObject({ ...person, ...grounds }),
    reply: record,
  }),
  link: endpoint('POST /gdpr/{id}/link', {
    tag,
    summary: 'Make the one address at which the encrypted archive of an export can be fetched once',
    access,
    params: idParams,
    confidential: true,
    reply: archiveLink,
    heavy: true,
  }),
}
