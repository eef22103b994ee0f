import * as z from 'zod/mini'
import { endpoint, idParams, intParam, pageOf, pageQuery, type Schema } from '../endpoint.ts'
import { noteSchema } from '../entity-schema.ts'
import { inputSchema } from '../field-schema.ts'
import type { HistoryEntry } from '../resource.ts'
import { sampleViews, type SampleName } from '../template-language/sample-views.ts'
import type { TemplateVariable } from '../template-language/variables.ts'
import {
  editPermissions,
  maxContentLength,
  maxScriptCases,
  maxSqlParams,
  sqlParamTypes,
  template,
  templateKinds,
  templateTypes,
  viewPermissions,
  type FullTemplate,
  type KindField,
  type Template,
  type TemplateContent,
  type TemplateDraft,
  type TemplateType,
} from '../template.ts'
import { texts } from '../texts.ts'

/** Something a check has to say about one part of a template. */
export interface TemplateFinding {
  readonly field: 'subject' | 'content' | 'textContent' | 'params' | 'testCases'
  readonly message: string
  /** Counted from 1, where the finding has a place. */
  readonly line?: number
  readonly column?: number
}

export interface TemplateCaseResult {
  readonly name: string
  readonly ok: boolean
  readonly message?: string
  readonly actual?: unknown
}

export interface TemplateCheck {
  readonly ok: boolean
  /** What keeps the template from being saved. */
  readonly problems: TemplateFinding[]
  readonly warnings: TemplateFinding[]
  readonly usedVariables: string[]
  /** Only for scripts. */
  readonly cases: TemplateCaseResult[]
}

export interface RenderedTemplate {
  readonly subject: string | null
  readonly content: string
  readonly textContent: string | null
  readonly problems: TemplateFinding[]
  readonly warnings: TemplateFinding[]
  readonly usedVariables: string[]
}

export interface TemplateHistoryEntry extends Omit<HistoryEntry, 'record'> {
  readonly template: FullTemplate
}

export interface ReportRows {
  readonly columns: { readonly name: string; readonly type: string }[]
  readonly rows: unknown[][]
  /** There were more rows than a report may have. */
  readonly truncated: boolean
  readonly durationMs: number
}

/** Where a template takes effect. */
export interface TemplateUsage {
  /** What the platform does with a template of this name by itself. */
  readonly platform: { readonly what: string; readonly when: string }[]
  /** The merchants at or below the selected one, and whose template counts there. */
  readonly merchants: { readonly merchantId: number; readonly ownerId: number; readonly templateId: string }[]
}

const identifier = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/
const wordSchema = z.string({ error: texts.required }).check(z.regex(identifier, texts.invalidValue))

const sqlParams = z
  .array(
    z.strictObject({
      name: wordSchema,
      type: z.enum(sqlParamTypes, { error: texts.invalidValue }),
      required: z.boolean({ error: texts.required }),
    }),
  )
  .check(
    z.maxLength(maxSqlParams, texts.tooLong),
    z.refine((params) => new Set(params.map(({ name }) => name)).size === params.length, texts.duplicateItem),
  )

const scriptParams = z.strictObject({
  entry: z.nullable(wordSchema),
  timeoutMs: z
    .int({ error: texts.mustBeNumber })
    .check(z.gte(1, texts.tooSmall(1)), z.lte(50, texts.tooLarge(50))),
})

const scriptCases = z
  .array(
    z.strictObject({
      name: z
        .string({ error: texts.required })
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
  ['inherited', 'created', 'lastUpdated', 'updatedBy'].map((name) => [name, z.optional(z.unknown())]),
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
    note: noteSchema,
    templateType: inputSchema(templateType),
    content: inputSchema(content),
    ...selectorShape,
    ...(Object.fromEntries(kindFields) as Shape),
    ...emptyOthers(type),
    ...echoed,
    id: z.optional(z.union([z.null(), z.literal('')])),
    version: z.optional(z.unknown()),
  }
}

function updateShape(type: TemplateType): Shape {
  const { templateType: name, content: body, ...rest } = createShape(type)
  const optional = (part: Part | undefined) => z.optional(part as Part)
  const kindFields = templateKinds[type].fields.map((field) => [field, optional(rest[field])])
  return {
    ...rest,
    ...(Object.fromEntries(kindFields) as Shape),
    templateType: optional(name),
    content: optional(body),
    id: z.optional(z.string()),
    version: z.int({ error: texts.required }),
  }
}

const perType = <T>(shapeOf: (type: TemplateType) => Shape): Schema<T> => {
  const [first, ...rest] = templateTypes.map((type) => z.strictObject(shapeOf(type)))
  return z.discriminatedUnion(
    'type',
    [first as z.ZodMiniObject<never>, ...(rest as z.ZodMiniObject<never>[])],
    {
      error: 'Unknown template type',
    },
  ) as unknown as Schema<T>
}

type Values = Omit<TemplateDraft, 'type' | 'templateType'>

export type TemplateCreate = {
  type: TemplateType
  templateType: string
  note: string
  merchantId?: number
} & Partial<Values>
export type TemplateUpdate = {
  type: TemplateType
  version: number
  note: string
  id?: string
  merchantId?: number
  templateType?: string
} & Partial<Values>

const partOf = (max: number) => z.string().check(z.maxLength(max, texts.tooLong))

/** What is being written, complete or not: checks and previews take it as it stands. */
const draftSchema = z.strictObject({
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
}) as unknown as Schema<TemplateDraft>

const templateShape = {
  id: z.string(),
  type: z.enum(templateTypes),
  templateType: z.string(),
  merchantId: z.number(),
  inherited: z.boolean(),
  locale: z.string(),
  channel: z.nullable(z.string()),
  url: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  description: z.nullable(z.string()),
  version: z.number(),
  updatedBy: z.string(),
  lastUpdated: z.string(),
  created: z.string(),
}
const contentShape = {
  content: z.string(),
  textContent: z.nullable(z.string()),
  params: z.unknown(),
  testCases: z.unknown(),
}
const fullSchema = z.object({ ...templateShape, ...contentShape }) as unknown as Schema<FullTemplate>
const itemSchema = z.object({
  ...templateShape,
  content: z.optional(z.string()),
  textContent: z.optional(z.nullable(z.string())),
  params: z.optional(z.unknown()),
  testCases: z.optional(z.unknown()),
}) as unknown as Schema<Template & Partial<TemplateContent>>

const findings = z.array(
  z.object({
    field: z.enum(['subject', 'content', 'textContent', 'params', 'testCases']),
    message: z.string(),
    line: z.optional(z.number()),
    column: z.optional(z.number()),
  }),
)
const checkSchema = z.object({
  ok: z.boolean(),
  problems: findings,
  warnings: findings,
  usedVariables: z.array(z.string()),
  cases: z.array(
    z.object({
      name: z.string(),
      ok: z.boolean(),
      message: z.optional(z.string()),
      actual: z.optional(z.unknown()),
    }),
  ),
}) as unknown as Schema<TemplateCheck>

const rowsSchema = z.object({
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(z.unknown())),
  truncated: z.boolean(),
  durationMs: z.number(),
}) as unknown as Schema<ReportRows>

const text = (max: number) => z.optional(z.string().check(z.maxLength(max)))
const flag = z.optional(z.enum(['true', 'false']))

export interface TemplateListQuery {
  start: number
  limit: number
  cursor?: string
  sort?: string
  full?: 'true' | 'false'
  keyword?: string
  locale?: string
  overridesOnly?: 'true' | 'false'
  merchants?: string
}

const listQuery = z.object({
  start: pageQuery.start,
  limit: z._default(intParam(1, 1000), 50),
  cursor: pageQuery.cursor,
  sort: pageQuery.sort,
  full: flag,
  keyword: text(200),
  locale: text(200),
  overridesOnly: flag,
  merchants: text(4000),
}) as unknown as Schema<TemplateListQuery>

const historyQuery = z.object({
  limit: z._default(intParam(1, 100), 30),
  type: z._default(z.enum(templateTypes), 'html'),
  id: text(100),
}) as unknown as Schema<{ limit: number; type: TemplateType; id?: string }>

const deletion = z.object({
  version: z.optional(intParam(1, Number.MAX_SAFE_INTEGER)),
  note: z.optional(noteSchema),
}) as unknown as Schema<{ version?: number; note?: string }>

const reportValues = z.optional(
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
)
export type ReportValues = Record<string, string | number | boolean | null>

const tag = 'Templates'
/** Two bodies of 200 kB, escaped for JSON, and the rest of a template around them. */
const bodyLimit = 2_000_000

export const templateCalls = {
  list: endpoint('GET /template/{type}/read', {
    summary: 'List templates of one type, inherited ones included; bodies only with full=true',
    tag,
    access: viewPermissions,
    params: z.object({ type: z.string().check(z.maxLength(40)) }),
    query: listQuery,
    reply: pageOf(itemSchema),
  }),
  history: endpoint('GET /template/html/history/{templateType}', {
    summary:
      'Versions of the templates of this name, deleted ones included, newest first; type= for other types',
    tag,
    access: viewPermissions,
    params: z.object({ templateType: z.string().check(z.maxLength(200)) }),
    query: historyQuery,
    reply: z.object({
      items: z.array(
        z.object({
          version: z.number(),
          changeType: z.enum(['CREATE', 'UPDATE', 'DELETE']),
          at: z.string(),
          by: z.string(),
          note: z.nullable(z.string()),
          template: fullSchema as z.ZodMiniType,
        }),
      ),
    }) as unknown as Schema<{ items: TemplateHistoryEntry[] }>,
  }),
  variables: endpoint('GET /template/variables', {
    summary: 'What templates of a type can name between ${ and }',
    tag,
    access: viewPermissions,
    query: z.object({ type: z._default(z.enum(templateTypes), 'email') }) as unknown as Schema<{
      type: TemplateType
    }>,
    reply: z.object({
      items: z.array(z.object({ path: z.string(), label: z.string(), kind: z.string() })),
    }) as unknown as Schema<{ items: TemplateVariable[] }>,
  }),
  get: endpoint('GET /template/{id}', {
    summary: 'Read one template with its bodies',
    tag,
    access: viewPermissions,
    params: idParams,
    reply: fullSchema,
  }),
  usage: endpoint('GET /template/{id}/usage', {
    summary: 'What uses a template, and on which merchants it counts',
    tag,
    access: viewPermissions,
    params: idParams,
    reply: z.object({
      platform: z.array(z.object({ what: z.string(), when: z.string() })),
      merchants: z.array(z.object({ merchantId: z.number(), ownerId: z.number(), templateId: z.string() })),
    }) as unknown as Schema<TemplateUsage>,
  }),
  create: endpoint('POST /template/', {
    summary: 'Create a template on the selected merchant',
    tag,
    access: editPermissions,
    body: perType<TemplateCreate>(createShape),
    reply: fullSchema,
    bodyLimit,
  }),
  update: endpoint('PUT /template/{id}/', {
    summary: 'Change a template; on an inherited one this makes an override',
    tag,
    access: editPermissions,
    params: idParams,
    body: perType<TemplateUpdate>(updateShape),
    reply: fullSchema,
    bodyLimit,
  }),
  remove: endpoint('DELETE /template/{id}', {
    summary: 'Delete a template; on an override this restores the inherited one',
    tag,
    access: editPermissions,
    params: idParams,
    query: deletion,
    reply: z.object({
      id: z.string(),
      deleted: z.boolean(),
      nowInheritedFrom: z.nullable(z.number()),
    }),
  }),
  validate: endpoint('POST /template/validate', {
    summary: 'Check a template the way saving does; writes nothing',
    tag,
    access: viewPermissions,
    body: z.strictObject({ template: draftSchema as z.ZodMiniType }) as unknown as Schema<{
      template: TemplateDraft
    }>,
    reply: checkSchema,
    effect: 'read',
    bodyLimit,
  }),
  render: endpoint('POST /template/render', {
    summary: 'Show what a template makes of a sample; writes and sends nothing',
    tag,
    access: viewPermissions,
    body: z.strictObject({
      template: draftSchema as z.ZodMiniType,
      sample: z.strictObject({
        fixture: z.enum(Object.keys(sampleViews) as [SampleName, ...SampleName[]], {
          error: texts.invalidValue,
        }),
      }),
    }) as unknown as Schema<{ template: TemplateDraft; sample: { fixture: SampleName } }>,
    reply: z.object({
      subject: z.nullable(z.string()),
      content: z.string(),
      textContent: z.nullable(z.string()),
      problems: findings,
      warnings: findings,
      usedVariables: z.array(z.string()),
    }) as unknown as Schema<RenderedTemplate>,
    effect: 'read',
    bodyLimit,
  }),
  sendTest: endpoint('POST /template/{id}/send-test', {
    summary: 'Mail a rendering of the template to your own address',
    tag,
    access: editPermissions,
    params: idParams,
    body: z.strictObject({
      to: z.string({ error: texts.required }).check(z.maxLength(320, texts.tooLong)),
      fixture: z.optional(z.enum(Object.keys(sampleViews) as [SampleName, ...SampleName[]])),
    }),
    reply: z.object({ to: z.string() }),
  }),
  runDraft: endpoint('POST /template/run', {
    summary: 'Run a query that is still being written',
    tag,
    access: ['template-sql.edit'],
    body: z.strictObject({
      template: draftSchema as z.ZodMiniType,
      params: reportValues,
    }) as unknown as Schema<{ template: TemplateDraft; params?: ReportValues }>,
    reply: rowsSchema,
    effect: 'read',
    bodyLimit,
  }),
  run: endpoint('POST /template/{id}/run', {
    summary: 'Run a stored query on the allowed views',
    tag,
    access: ['template-sql.view'],
    params: idParams,
    body: z.strictObject({ params: reportValues }) as unknown as Schema<{ params?: ReportValues }>,
    reply: rowsSchema,
    effect: 'read',
  }),
}
