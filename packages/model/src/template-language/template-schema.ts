import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import type { Schema } from '../field/endpoint.ts'
import { noteSchema } from '../field/entity-schema.ts'
import { inputSchema } from '../field/field-schema.ts'
import {
  maxContentLength,
  maxScriptCases,
  maxSqlParams,
  sqlParamTypes,
  template,
  templateKinds,
  templateTypes,
  type KindField,
  type TemplateDraft,
  type TemplateType,
} from './template.ts'
import { builtAs, outlineOf } from '../field/schema-of.ts'
import { texts } from '../text/texts.ts'
import { expected, expectedWhole } from '../text/expected.ts'

const identifier = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/
const wordSchema = z
  .string({ error: expected(texts.mustBeText) })
  .check(z.regex(identifier, texts.invalidValue))

const sqlParams = z
  .array(
    z.strictObject({
      name: wordSchema,
      type: z.enum(sqlParamTypes, { error: texts.invalidValue }),
      required: z.boolean({ error: expected(texts.mustBeBoolean) }),
    }),
  )
  .check(
    z.maxLength(maxSqlParams, texts.tooLong),
    z.refine((params) => new Set(params.map(({ name }) => name)).size === params.length, texts.duplicateItem),
  )

const scriptParams = named(
  'ScriptParameters',
  z.strictObject({
    entry: z.nullable(wordSchema),
    timeoutMs: z
      .int({ error: expectedWhole })
      .check(z.gte(1, texts.tooSmall(1)), z.lte(50, texts.tooLarge(50))),
  }),
)

const scriptCases = z
  .array(
    z.strictObject({
      name: z
        .string({ error: expected(texts.mustBeText) })
        .check(z.minLength(1, texts.required), z.maxLength(120, texts.tooLong)),
      input: z.unknown(),
      expected: z.unknown(),
    }),
  )
  .check(z.maxLength(maxScriptCases, texts.tooLong))

type Part = z.ZodMiniType
type Shape = Record<string, Part>

const paramsOf: Partial<Record<TemplateType, Part>> = { sql: sqlParams, script: scriptParams }

const kindFieldSchema = (type: TemplateType, name: KindField): Part => {
  if (name === 'params') return z.optional(z.nullable(paramsOf[type] ?? z.null()))
  if (name === 'testCases') return z.optional(z.nullable(scriptCases))
  return inputSchema({ ...template.fields[name], required: true })
}

/** Answers carry these; a client that sends a whole template back is not told off for it. */
const echoed: Shape = Object.fromEntries(
  ['inherited', 'overrides', 'created', 'lastUpdated', 'updatedBy'].map((name) => [
    name,
    z.optional(z.unknown()),
  ]),
)

/** A field another kind has may be named, as long as it says nothing. */
const emptyOthers = (type: TemplateType): Shape =>
  Object.fromEntries(
    (['subject', 'textContent', 'params', 'testCases'] as const)
      .filter((name) => !templateKinds[type].fields.includes(name))
      .map((name) => [
        name,
        z.optional(z.null({ error: `${templateKinds[type].label}s have no such field` })),
      ]),
  )

const { templateType, locale, channel, url, description, content } = template.fields

const selectorShape: Shape = {
  locale: z.optional(inputSchema(locale)),
  channel: z.optional(inputSchema(channel)),
  url: z.optional(inputSchema(url)),
  description: z.optional(inputSchema(description)),
}

function createShape(type: TemplateType): Shape {
  const kindFields = templateKinds[type].fields.map((name) => [name, kindFieldSchema(type, name)])
  return {
    type: z.literal(type),
    merchantId: z.optional(z.int()),
    note: z.optional(noteSchema),
    templateType: inputSchema(templateType),
    content: inputSchema(content),
    ...selectorShape,
    ...(Object.fromEntries(kindFields) as Shape),
    ...emptyOthers(type),
    ...echoed,
    // The caller may name what it makes; forms send none, or an empty one.
    id: z.optional(
      z.union([z.null(), z.literal(''), z.uuid({ error: texts.invalidValue })], {
        error: texts.invalidValue,
      }),
    ),
    version: z.optional(z.unknown()),
  }
}

const optional = (part: Part | undefined) => z.optional(part as Part)

/**
 * The call takes a template that is no more than its id, type and merchant: an empty one, to be written later. Whatever says
 * more says all of it.
 */
function newTemplate(type: TemplateType) {
  const shape = createShape(type)
  const parts = ['templateType', 'content', ...templateKinds[type].fields]
  const asked = parts.filter((name) => !z.safeParse(shape[name] as Part, undefined).success)
  const saying = [...parts, 'locale', 'channel', 'url', 'description']
  const lenient = Object.fromEntries(parts.map((name) => [name, optional(shape[name])]))
  const isBare = (given: object) =>
    saying.every((name) => (given as Record<string, unknown>)[name] === undefined)
  return z.strictObject({ ...shape, ...lenient }).check(
    ...asked.map((name) =>
      z.refine<object>((given) => isBare(given) || (given as Record<string, unknown>)[name] !== undefined, {
        path: [name],
        message: texts.required,
        // Beside what else is wrong, not after it.
        when: () => true,
      }),
    ),
  )
}

function changedTemplate(type: TemplateType) {
  const { templateType: name, content: body, ...rest } = createShape(type)
  const kindFields = templateKinds[type].fields.map((field) => [field, optional(rest[field])])
  return z.strictObject({
    ...rest,
    ...(Object.fromEntries(kindFields) as Shape),
    templateType: optional(name),
    content: optional(body),
    id: z.optional(z.string()),
    // Without one the change is made on whatever is there.
    version: z.optional(z.int({ error: expectedWhole })),
  })
}

const perType = <T>(schemaOfType: (type: TemplateType) => z.ZodMiniType): Schema<T> => {
  const [first, ...rest] = templateTypes.map(schemaOfType)
  return builtAs<T>(
    z.discriminatedUnion('type', [first as z.ZodMiniObject<never>, ...(rest as z.ZodMiniObject<never>[])], {
      error: 'Unknown template type',
    }),
  )
}

type Values = Omit<TemplateDraft, 'type' | 'templateType'>

export type TemplateCreate = {
  type: TemplateType
  id?: string | null
  templateType?: string
  note?: string
  merchantId?: number
} & Partial<Values>
export type TemplateUpdate = {
  type: TemplateType
  version?: number
  note?: string
  id?: string
  merchantId?: number
  templateType?: string
} & Partial<Values>

const partOf = (max: number) => z.string().check(z.maxLength(max, texts.tooLong))

/** What is being written, complete or not: checks and previews take it as it stands. */
export const draftSchema = named(
  'TemplateDraft',
  outlineOf<TemplateDraft>()(
    z.strictObject({
      type: z.enum(templateTypes),
      templateType: z.optional(z.nullable(partOf(200))),
      locale: z.optional(z.nullable(partOf(20))),
      channel: z.optional(z.nullable(partOf(200))),
      url: z.optional(z.nullable(partOf(500))),
      description: z.optional(z.nullable(partOf(2000))),
      subject: z.optional(z.nullable(partOf(2000))),
      content: partOf(maxContentLength),
      textContent: z.optional(z.nullable(partOf(maxContentLength))),
      params: z.optional(z.nullable(z.union([sqlParams, scriptParams]))),
      testCases: z.optional(z.nullable(scriptCases)),
    }),
  ),
)

export const createTemplateSchema = perType<TemplateCreate>(newTemplate)
export const updateTemplateSchema = perType<TemplateUpdate>(changedTemplate)
