import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { oneOf } from '../field/one-of.ts'
import { schemaOf } from '../field/schema-of.ts'
import {
  credentialTypes,
  fieldScopes,
  fieldValidations,
  receivedData,
  type ConfigValue,
  type CredentialField,
} from './credential-field.ts'

const text = z.optional(z.string())
const figure = z.optional(z.number())
const flag = z.optional(z.boolean())
const list = z.optional(z.array(z.string()))

const value = schemaOf<ConfigValue>()(
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.record(z.string(), z.string()),
    z.record(z.string(), z.number()),
    z.record(z.string(), z.array(z.string())),
  ]),
)

/** A field as forms are told of it, those of the platform's own documents included. */
export const credentialFieldReply = named(
  'CredentialField',
  schemaOf<CredentialField>()(
    z.object({
      key: z.string(),
      label: z.string(),
      type: oneOf(credentialTypes),
      scope: oneOf(fieldScopes),
      help: text,
      placeholder: text,
      group: text,
      validation: z.optional(oneOf(fieldValidations)),
      pattern: text,
      min: figure,
      max: figure,
      whole: flag,
      required: flag,
      money: flag,
      secret: flag,
      sentTo: list,
      receives: z.optional(oneOf(receivedData)),
      destination: flag,
      readOnly: flag,
      default: z.optional(value),
      testDefault: z.optional(value),
      options: list,
      dependsOn: z.optional(z.object({ key: z.string(), equals: z.union([z.string(), z.boolean()]) })),
    }),
  ),
)
