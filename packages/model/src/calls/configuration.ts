import * as z from 'zod/mini'
import { credentialFieldReply } from '../configuration/credential-field-reply.ts'
import { endpoint, idParams } from '../field/endpoint.ts'
import { config } from '../entities/config.ts'
import { credentialsTemplate } from '../entities/credentials-template.ts'
import { noteSchema, recordSchema } from '../field/entity-schema.ts'
import { listOf } from '../field/list-of.ts'
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
