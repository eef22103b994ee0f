import {
  templateCalls,
  type RenderedTemplate,
  type ReportRows,
  type ReportValues,
} from '@signalbox/model/calls/template'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { SampleName } from '@signalbox/model/template-language/sample-views'
import { variablesFor, type TemplateVariable } from '@signalbox/model/template-language/variables'
import {
  editPermission,
  isTemplateType,
  viewPermission,
  type SqlParam,
  type TemplateDraft,
  type TemplateRecord,
} from '@signalbox/model/template-language/template'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { makePreview, showPreview } from './preview.ts'
import { sendTestMail } from './send-test-mail.ts'
import { Templates, type CheckTemplate } from './service.ts'
import { historyByName, reportColumns } from './store.ts'
import { draftOf, historyEntry, inFull, listed } from './wire-shape.ts'

/** What runs templates; here it is only asked to try. */
export interface TemplateTools {
  readonly check: CheckTemplate
  readonly render: (draft: TemplateDraft, sample: SampleName) => Promise<RenderedTemplate>
  readonly runReport: (report: Report) => Promise<ReportRows>
}

export interface Report {
  readonly query: string
  readonly params: readonly SqlParam[]
  readonly values: ReportValues
  /** The merchants whose rows the report may see. */
  readonly merchants: readonly number[]
}

const asWork = (work: unknown) => work as Work

export function handlers(tools: TemplateTools): Handler[] {
  const templates = new Templates(tools.check)
  return [
    handle(templateCalls.list, (work) => list(templates, asWork(work), work.params.type, work.query)),
    handle(templateCalls.history, async (work) => {
      work.require(viewPermission(work.query.type))
      const found = await historyByName(work.tx, {
        merchants: work.scope.chain,
        templateType: work.params.templateType,
        ...work.query,
      })
      return { items: found.map(historyEntry) }
    }),
    handle(templateCalls.variables, async (work) => {
      const { type } = work.query
      work.require(viewPermission(type))
      return { items: type === 'sql' ? await queryNames(work.tx) : [...variablesFor(type)] }
    }),
    handle(templateCalls.get, async (work) =>
      templates.inFull(asWork(work), await templates.get(asWork(work), work.params.id)),
    ),
    handle(templateCalls.usage, (work) => templates.usage(asWork(work), work.params.id)),
    handle(templateCalls.create, async (work) =>
      templates.inFull(asWork(work), await templates.create(asWork(work), work.body)),
    ),
    handle(templateCalls.update, async (work) =>
      templates.inFull(asWork(work), await templates.update(asWork(work), work.params.id, work.body)),
    ),
    handle(templateCalls.remove, (work) =>
      templates.remove(asWork(work), work.params.id, work.query.version, work.query.note),
    ),
    handle(templateCalls.validate, (work) => {
      work.require(viewPermission(work.body.template.type))
      return tools.check(work.body.template)
    }),
    handle(templateCalls.render, (work) => {
      work.require(viewPermission(work.body.template.type))
      return tools.render(work.body.template, work.body.sample.fixture)
    }),
    handle(templateCalls.preview, (work) => {
      const { template, sample } = work.body
      work.require(viewPermission(template.type))
      return makePreview(asWork(work), tools, template, sample.fixture)
    }),
    handle(templateCalls.previewPage, (work) => showPreview(asWork(work), work.params.id)),
    handle(templateCalls.sendTest, async (work) => {
      const record = await templates.get(asWork(work), work.params.id)
      work.require(editPermission(record.type))
      return sendTestMail(asWork(work), record, work.body)
    }),
    handle(templateCalls.runDraft, (work) => {
      const { template: draft, params = {} } = work.body
      return runReport(
        tools,
        asWork(work),
        { id: 'draft', label: draft.templateType || 'New query' },
        draft,
        params,
      )
    }),
    handle(templateCalls.run, async (work) => {
      const record = await templates.get(asWork(work), work.params.id)
      const named = { id: record.id, label: record.templateType }
      return runReport(tools, asWork(work), named, draftOf(record), work.body.params ?? {})
    }),
  ]
}

const kindOf = (type: string): TemplateVariable['kind'] =>
  /^(int|bigint|smallint|numeric|real|double)/.test(type)
    ? 'number'
    : /^(timestamp|date)/.test(type)
      ? 'date'
      : 'text'

async function queryNames(tx: Work['tx']): Promise<TemplateVariable[]> {
  const columns = await reportColumns(tx)
  return columns.map(({ path, type }) => ({ path, label: type, kind: kindOf(type) }))
}

async function list(
  templates: Templates,
  work: Work,
  type: string,
  { full, ...query }: { full?: string; start: number; limit: number },
) {
  if (!isTemplateType(type)) throw new Refusal('NOT_FOUND')
  work.require(viewPermission(type))
  const page = await templates.store(work).list({ ...query, type })
  const shown: (record: TemplateRecord) => ReturnType<typeof listed> = full === 'true' ? inFull : listed
  return { ...page, items: page.items.map(shown) }
}

/** Who looked at what is part of the record, so the query and its parameters are kept, not the rows. */
async function runReport(
  tools: TemplateTools,
  work: Work,
  named: { readonly id: string; readonly label: string },
  draft: TemplateDraft,
  values: ReportValues,
): Promise<ReportRows> {
  if (draft.type !== 'sql') {
    throw invalid({ field: 'type', code: 'TYPE', message: 'Only SQL templates can be run' })
  }
  const params = Array.isArray(draft.params) ? draft.params : []
  const query = draft.content
  const result = await tools.runReport({ query, params, values, merchants: work.scope.effective })
  work.audit({
    merchantId: work.scope.selected,
    entityType: 'template',
    entityId: named.id,
    entityLabel: named.label,
    action: 'RUN',
    after: { query, params: values, rows: result.rows.length },
  })
  return result
}
