import * as z from 'zod/mini'
import { oneOf } from '../field/one-of.ts'
import { texts } from '../text/texts.ts'
import { isPattern } from '../text/user-pattern.ts'
import { checkValue } from './check-value.ts'
import {
  credentialTypes,
  fieldScopes,
  fieldValidations,
  receivedData,
  type CredentialField,
  type ConfigValue,
} from './credential-field.ts'
import { expected, expectedWhole } from '../text/expected.ts'

const short = z.optional(z.string().check(z.maxLength(200, texts.tooLong)))
const named = <Name extends string>(labels: Readonly<Record<Name, string>>) =>
  oneOf(labels, texts.invalidValue)

const shape = z.strictObject({
  key: z
    .string({ error: expected(texts.mustBeText) })
    .check(z.regex(/^[a-zA-Z][a-zA-Z0-9]{1,40}$/, 'Use 2 to 41 letters and digits, a letter first')),
  label: z
    .string({ error: expected(texts.mustBeText) })
    .check(z.minLength(1, texts.required), z.maxLength(80, texts.tooLong)),
  type: named(credentialTypes),
  scope: named(fieldScopes),
  help: short,
  placeholder: short,
  group: short,
  validation: z.optional(named(fieldValidations)),
  pattern: z.optional(
    z.string().check(z.refine((text) => text === '' || isPattern(text), texts.invalidPattern)),
  ),
  min: z.optional(z.int({ error: expectedWhole })),
  max: z.optional(z.int({ error: expectedWhole })),
  required: z.optional(z.boolean()),
  secret: z.optional(z.boolean()),
  sentTo: z.optional(z.array(z.string())),
  receives: z.optional(named(receivedData)),
  readOnly: z.optional(z.boolean()),
  default: z.optional(z.custom<ConfigValue>()),
  testDefault: z.optional(z.custom<ConfigValue>()),
  options: z.optional(
    z.array(z.string().check(z.minLength(1, texts.required), z.maxLength(100, texts.tooLong))),
  ),
  dependsOn: z.optional(z.strictObject({ key: z.string(), equals: z.union([z.string(), z.boolean()]) })),
})

type Issues = { path: (string | number)[]; message: string }[]

/** Keys that documents use for themselves. */
const reserved = new Set(['accounts', 'enabled'])

/** What is wrong with a field beside its shape. */
function oddities(field: CredentialField, index: number): Issues {
  const issues: Issues = []
  const say = (name: keyof CredentialField, message: string) => issues.push({ path: [index, name], message })
  const isText = field.type === 'STRING' || field.type === 'TEXT'
  if (reserved.has(field.key)) say('key', `${field.key} is reserved`)
  if (field.secret && !isText) say('secret', 'Only text fields can be secret')
  if (field.secret && (field.default !== undefined || field.testDefault !== undefined))
    say('default', 'A secret cannot have a default')
  if (field.validation && field.validation !== 'NONE' && !isText)
    say('validation', 'Only text fields can have this check')
  if (field.min !== undefined && field.max !== undefined && field.min > field.max)
    say('min', texts.crossedBounds)
  if (field.type === 'LIST' && !field.options?.length) say('options', 'Please add at least one option')
  for (const name of ['default', 'testDefault'] as const) {
    const value = field[name]
    const message = value === undefined || field.secret ? undefined : checkValue(field, value)
    if (message) say(name, message)
  }
  return issues
}

function problemsAmong(fields: readonly CredentialField[]): Issues {
  const keys = new Set<string>()
  return fields.flatMap((field, index) => {
    const issues = oddities(field, index)
    if (keys.has(field.key)) issues.push({ path: [index, 'key'], message: texts.duplicateItem })
    keys.add(field.key)
    for (const target of field.sentTo ?? [])
      if (!fields.some(({ key }) => key === target))
        issues.push({ path: [index, 'sentTo'], message: `There is no field ${target}` })
    const on = field.dependsOn?.key
    if (on !== undefined && !fields.some(({ key }) => key === on && key !== field.key))
      issues.push({ path: [index, 'dependsOn'], message: `There is no field ${on}` })
    return issues
  })
}

/** The fields of a template, in the order the form shows them. */
export const credentialFieldsSchema = z
  .array(shape, { error: expected(texts.mustBeList) })
  .check(z.minLength(1, 'Please add at least one field'), z.maxLength(100, texts.tooLong), (context) => {
    for (const { path, message } of problemsAmong(context.value))
      context.issues.push({ code: 'custom', input: context.value, path, message })
  })
