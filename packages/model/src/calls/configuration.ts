import * as z from 'zod/mini'
import { configTypeLabels } from '../configuration/config-types.ts'
import { receivedData } from '../configuration/credential-field.ts'
import { credentialFieldReply } from '../configuration/credential-field-reply.ts'
import { endpoint, idParams } from '../field/endpoint.ts'
import { config } from '../entities/config.ts'
import { credentialsTemplate } from '../entities/credentials-template.ts'
import { noteSchema, recordSchema } from '../field/entity-schema.ts'
import { listOf } from '../field/list-of.ts'
import { expected } from '../text/expected.ts'
import { oneOf } from '../field/one-of.ts'
import { importEndpoints, operationEndpoints, resourceEndpoints } from '../field/resource.ts'

const below = z.object({
  merchantId: z.number(),
  merchant: z.string(),
  id: z.string(),
  type: z.string(),
  provider: z.nullable(z.string()),
  name: z.string(),
  enabled: z.boolean(),
  accounts: z.array(z.string()),
  missing: z.array(z.string()),
})
/** A document of a merchant below the selected one. */
export type ConfigBelow = z.infer<typeof below>

const form = z.object({
  type: z.string(),
  provider: z.nullable(z.string()),
  label: z.string(),
  /** Providers have accounts; settings of the merchant itself do not. */
  hasAccounts: z.boolean(),
  /** A document may do without any. */
  accountsOptional: z.boolean(),
  /** No longer offered to those who do not have it. */
  deprecated: z.boolean(),
  fields: listOf(credentialFieldReply),
})
/** Something documents can be about, and the fields they then have. */
export type ConfigForm = z.infer<typeof form>

/** A rule that sends payments to an account. */
const use = z.object({
  account: z.string(),
  merchantId: z.number(),
  table: z.string(),
  rulesetId: z.string(),
  ruleset: z.string(),
  rule: z.string(),
  ref: z.string(),
  active: z.boolean(),
})

const settingPlace = z.strictObject({
  /** Null: at the root of the document. */
  account: z.nullable(z.string().check(z.minLength(1), z.maxLength(40))),
  key: z.string().check(z.minLength(1), z.maxLength(80)),
})

const documentRef = z.strictObject({ id: z.uuid(), version: z.int() })
const mostDocuments = 200
const mostSettings = 2000
const nothingToCopy = 'Choose at least one setting to copy'

/** Settings of one document, and the versions they were chosen by. */
const copiedPart = z.strictObject({
  type: oneOf(configTypeLabels),
  provider: z.nullable(z.string().check(z.maxLength(40))),
  source: documentRef,
  /** As it counts for the target, its own or inherited; null: there was none. */
  target: z.nullable(documentRef),
  settings: z.array(settingPlace).check(z.minLength(1, nothingToCopy), z.maxLength(mostSettings)),
})
export type CopiedPart = z.infer<typeof copiedPart>

const copyFrom = z.int().check(z.gte(0), z.lte(999_999_999))
const copyPart = z.object({
  type: oneOf(configTypeLabels),
  provider: z.nullable(z.string()),
  name: z.string(),
  source: z.object({ id: z.string(), version: z.number(), merchantId: z.number() }),
  target: z.nullable(z.object({ id: z.string(), version: z.number(), merchantId: z.number() })),
  differences: z.array(
    z.object({
      account: z.nullable(z.string()),
      key: z.string(),
      label: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      secret: z.boolean(),
      receives: z.nullable(oneOf(receivedData)),
    }),
  ),
  /** What keeps the chosen settings from being copied; empty: nothing does. */
  refused: z.array(z.string()),
  /** What of it a second person has to confirm first. */
  waits: z.nullable(z.string()),
  /** What has to be entered by hand afterwards, secrets above all. */
  missing: z.array(z.string()),
})
/** One document of another merchant beside what counts here. */
export type CopyPart = z.infer<typeof copyPart>

export const configCalls = {
  ...resourceEndpoints(config),
  ...importEndpoints(config),
  forms: endpoint('GET /config/form', {
    tag: config.plural,
    summary: 'What can be configured, and the fields of each',
    access: 'configuration.view',
    reply: z.object({ items: z.array(form) }),
  }),
  below: endpoint('GET /config/below', {
    tag: config.plural,
    summary: 'Documents of the merchants below the selected one',
    access: 'configuration.view',
    reply: z.object({ items: z.array(below) }),
  }),
  warnings: endpoint('POST /config/{id}/warnings', {
    tag: config.plural,
    summary: 'What a change would mean for merchants that are live',
    access: 'configuration.view',
    effect: 'read',
    params: idParams,
    body: z.strictObject({ enabled: z.boolean(), accounts: z.array(z.string().check(z.maxLength(40))) }),
    reply: z.object({ warnings: z.array(z.string()) }),
  }),
  copyPreview: endpoint('POST /config/copy/preview', {
    tag: config.plural,
    summary: 'Compare with another merchant, and try copying the chosen settings; writes nothing',
    access: 'configuration.edit',
    effect: 'read',
    heavy: true,
    body: z.strictObject({
      from: copyFrom,
      /** Absent: everything that differs. */
      parts: z.optional(z.array(copiedPart).check(z.maxLength(mostDocuments))),
    }),
    reply: z.object({ parts: z.array(copyPart) }),
  }),
  copy: endpoint('POST /config/copy', {
    tag: config.plural,
    summary: 'Copy chosen settings of another merchant, all or none; secrets are never copied',
    access: 'configuration.edit',
    heavy: true,
    body: z.strictObject({
      from: copyFrom,
      parts: z
        .array(copiedPart, { error: expected('Must be a list of settings to copy') })
        .check(z.minLength(1, nothingToCopy), z.maxLength(mostDocuments)),
      note: noteSchema,
    }),
    reply: z.object({ parts: z.array(copyPart) }),
  }),
  test: endpoint('POST /config/{id}/test', {
    tag: config.plural,
    summary: 'Test the connection to the provider of an account',
    access: 'configuration.edit',
    effect: 'read',
    params: idParams,
    body: z.strictObject({ account: z.string().check(z.minLength(1), z.maxLength(40)) }),
    reply: z.object({ ok: z.boolean(), message: z.string(), ms: z.number() }),
  }),
  usedBy: endpoint('GET /config/{id}/used-by', {
    tag: config.plural,
    summary: 'Rules that send payments to the accounts of a configuration',
    access: 'configuration.view',
    params: idParams,
    reply: z.object({ items: z.array(use) }),
  }),
}

export const credentialsTemplateCalls = {
  ...resourceEndpoints(credentialsTemplate),
  ...importEndpoints(credentialsTemplate),
  ...operationEndpoints(credentialsTemplate),
  nextVersion: endpoint('POST /credentials-template/{id}/next-version', {
    tag: credentialsTemplate.plural,
    summary: 'Create a draft with the fields of an existing template',
    access: 'credentials-template.edit',
    params: idParams,
    body: z.strictObject({ note: noteSchema }),
    reply: recordSchema(credentialsTemplate),
  }),
}
