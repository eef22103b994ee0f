import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { endpoint, idParams, intParam, pageOf, pageQuery } from '../field/endpoint.ts'
import { noteSchema } from '../field/entity-schema.ts'
import { sampleViews, type SampleName } from '../template-language/sample-views.ts'
import { variableKinds, type TemplateVariable } from '../template-language/variables.ts'
import {
  editPermissions,
  sqlParamTypes,
  templateTypes,
  viewPermissions,
  type FullTemplate,
  type Template,
  type TemplateContent,
} from '../template-language/template.ts'
import {
  createTemplateSchema,
  draftSchema,
  updateTemplateSchema,
} from '../template-language/template-schema.ts'
import { schemaOf } from '../field/schema-of.ts'
import { texts } from '../text/texts.ts'
import { expected } from '../text/expected.ts'

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
const sqlParam = z.object({ name: z.string(), type: z.enum(sqlParamTypes), required: z.boolean() })
const scriptParams = z.object({ entry: z.nullable(z.string()), timeoutMs: z.number() })
const scriptCase = z.object({ name: z.string(), input: z.unknown(), expected: z.unknown() })
const contentShape = {
  content: z.string(),
  textContent: z.nullable(z.string()),
  params: z.nullable(z.union([z.array(sqlParam), scriptParams])),
  testCases: z.nullable(z.array(scriptCase)),
}
const fullSchema = named(
  'Template',
  schemaOf<FullTemplate>()(
    z.object({
      ...templateShape,
      ...contentShape,
      overrides: z.optional(z.nullable(z.number())),
    }),
  ),
)
const itemSchema = named(
  'TemplateItem',
  schemaOf<Template & Partial<TemplateContent>>()(
    z.object({
      ...templateShape,
      content: z.optional(contentShape.content),
      textContent: z.optional(contentShape.textContent),
      params: z.optional(contentShape.params),
      testCases: z.optional(contentShape.testCases),
    }),
  ),
)

const templateFinding = z.object({
  field: z.enum(['subject', 'content', 'textContent', 'params', 'testCases']),
  message: z.string(),
  /** Counted from 1, where the finding has a place. */
  line: z.optional(z.number()),
  column: z.optional(z.number()),
})
/** Something a check has to say about one part of a template. */
export type TemplateFinding = z.infer<typeof templateFinding>

const findings = z.array(templateFinding)
const templateCaseResult = z.object({
  name: z.string(),
  ok: z.boolean(),
  message: z.optional(z.string()),
  actual: z.optional(z.unknown()),
})
export type TemplateCaseResult = z.infer<typeof templateCaseResult>

const checkSchema = z.object({
  ok: z.boolean(),
  /** What keeps the template from being saved. */
  problems: findings,
  warnings: findings,
  usedVariables: z.array(z.string()),
  /** Only for scripts. */
  cases: z.array(templateCaseResult),
})
export type TemplateCheck = z.infer<typeof checkSchema>

const rowsSchema = named(
  'TemplateRows',
  z.object({
    columns: z.array(z.object({ name: z.string(), type: z.string() })),
    rows: z.array(z.array(z.unknown())),
    /** There were more rows than a report may have. */
    truncated: z.boolean(),
    durationMs: z.number(),
  }),
)
export type ReportRows = z.infer<typeof rowsSchema>

const text = (max: number) => z.optional(z.string().check(z.maxLength(max)))
const flag = z.optional(z.enum(['true', 'false']))

const variableSchema = schemaOf<TemplateVariable>()(
  z.object({ path: z.string(), label: z.string(), kind: z.enum(variableKinds) }),
)

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
})

const historyQuery = z.object({
  limit: z._default(intParam(1, 100), 30),
  type: z._default(z.enum(templateTypes), 'html'),
  id: text(100),
})

const deletion = z.object({
  version: z.optional(intParam(1, Number.MAX_SAFE_INTEGER)),
  note: z.optional(noteSchema),
})

const reportValues = z.optional(
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
)
export type ReportValues = Record<string, string | number | boolean | null>

const tag = 'Templates'
/** Two bodies of 200 kB, escaped for JSON, and the rest of a template around them. */
const bodyLimit = 2_000_000

const renderBody = named(
  'TemplateRender',
  z.strictObject({
    template: draftSchema,
    sample: z.strictObject({
      fixture: z.enum(Object.keys(sampleViews) as [SampleName, ...SampleName[]], {
        error: texts.invalidValue,
      }),
    }),
  }),
)

const templateHistoryEntry = z.object({
  version: z.number(),
  changeType: z.enum(['CREATE', 'UPDATE', 'DELETE']),
  at: z.string(),
  by: z.string(),
  note: z.nullable(z.string()),
  template: fullSchema,
})
export type TemplateHistoryEntry = z.infer<typeof templateHistoryEntry>

const templateUsage = z.object({
  /** What the platform does with a template of this name by itself. */
  platform: z.array(z.object({ what: z.string(), when: z.string() })),
  /** The merchants at or below the selected one, and whose template counts there. */
  merchants: z.array(z.object({ merchantId: z.number(), ownerId: z.number(), templateId: z.string() })),
})
/** Where a template takes effect. */
export type TemplateUsage = z.infer<typeof templateUsage>

const renderedTemplate = z.object({
  subject: z.nullable(z.string()),
  content: z.string(),
  textContent: z.nullable(z.string()),
  problems: findings,
  warnings: findings,
  usedVariables: z.array(z.string()),
})
export type RenderedTemplate = z.infer<typeof renderedTemplate>

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
      items: z.array(templateHistoryEntry),
    }),
  }),
  variables: endpoint('GET /template/variables', {
    summary: 'The variables of a template type; for queries, the columns of the views',
    tag,
    access: viewPermissions,
    query: z.object({ type: z._default(z.enum(templateTypes), 'email') }),
    reply: z.object({
      items: z.array(variableSchema),
    }),
  }),
  get: endpoint('GET /template/{id}', {
    summary: 'Read one template with its bodies',
    tag,
    access: viewPermissions,
    params: idParams,
    reply: fullSchema,
  }),
  usage: endpoint('GET /template/{id}/usage', {
    summary: 'What uses a template, and the merchants it applies to',
    tag,
    access: viewPermissions,
    params: idParams,
    reply: templateUsage,
  }),
  create: endpoint('POST /template/', {
    summary: 'Create a template on the selected merchant',
    tag,
    access: editPermissions,
    body: createTemplateSchema,
    reply: fullSchema,
    bodyLimit,
  }),
  update: endpoint('PUT /template/{id}/', {
    summary: 'Change a template; changing an inherited one creates an override',
    tag,
    access: editPermissions,
    params: idParams,
    body: updateTemplateSchema,
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
    body: z.strictObject({ template: draftSchema }),
    reply: checkSchema,
    effect: 'read',
    bodyLimit,
    computes: true,
  }),
  render: endpoint('POST /template/render', {
    summary: 'Render a template with a sample; writes and sends nothing',
    tag,
    access: viewPermissions,
    body: renderBody,
    reply: renderedTemplate,
    effect: 'read',
    bodyLimit,
    computes: true,
  }),
  preview: endpoint('POST /template/preview', {
    summary: 'Render a template with a sample as a page, for the caller alone and for a few minutes',
    tag,
    access: viewPermissions,
    body: renderBody,
    reply: z.object({ id: z.string() }),
    // Nothing of the platform changes.
    effect: 'read',
    bodyLimit,
    computes: true,
  }),
  previewPage: endpoint('GET /template/preview/{id}', {
    summary: 'The rendered page; it runs no scripts and loads only pictures',
    tag,
    access: viewPermissions,
    scope: 'none',
    params: idParams,
    reply: 'stream',
  }),
  sendTest: endpoint('POST /template/{id}/send-test', {
    summary: 'Email a rendering of the template to your own address',
    tag,
    access: editPermissions,
    params: idParams,
    body: z.strictObject({
      to: z.string({ error: expected(texts.mustBeText) }).check(z.maxLength(320, texts.tooLong)),
      fixture: z.optional(z.enum(Object.keys(sampleViews) as [SampleName, ...SampleName[]])),
    }),
    reply: z.object({ to: z.string() }),
    computes: true,
  }),
  runDraft: endpoint('POST /template/run', {
    summary: 'Run a query that is still being written',
    tag,
    access: ['template-sql.edit'],
    body: z.strictObject({
      template: draftSchema,
      params: reportValues,
    }),
    reply: rowsSchema,
    effect: 'read',
    bodyLimit,
    computes: true,
  }),
  run: endpoint('POST /template/{id}/run', {
    summary: 'Run a stored query on the allowed views',
    tag,
    access: ['template-sql.view'],
    params: idParams,
    body: z.strictObject({ params: reportValues }),
    reply: rowsSchema,
    effect: 'read',
    computes: true,
  }),
}
