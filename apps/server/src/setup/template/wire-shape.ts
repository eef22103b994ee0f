import type { HistoryEntry } from '@signalbox/model/field/resource'
import type { TemplateHistoryEntry } from '@signalbox/model/calls/template'
import type {
  FullTemplate,
  Template,
  TemplateContent,
  TemplateDraft,
  TemplateRecord,
} from '@signalbox/model/template-language/template'

/** The calls of templates are older than the kit and name two instants their own way. */
export function listed(record: TemplateRecord): Template {
  const { createdAt, updatedAt, content: _c, textContent: _t, params: _p, testCases: _s, ...rest } = record
  return { ...rest, inherited: record.inherited ?? false, created: createdAt, lastUpdated: updatedAt }
}

export const inFull = (record: TemplateRecord): FullTemplate => ({
  ...listed(record),
  content: record.content,
  textContent: record.textContent,
  params: record.params as TemplateContent['params'],
  testCases: record.testCases as TemplateContent['testCases'],
})

export const historyEntry = ({ record, ...entry }: HistoryEntry<TemplateRecord>): TemplateHistoryEntry => ({
  ...entry,
  template: inFull(record),
})

export const draftOf = (values: Partial<TemplateRecord> & Pick<TemplateDraft, 'type'>): TemplateDraft => ({
  type: values.type,
  templateType: values.templateType ?? '',
  locale: values.locale ?? 'all',
  channel: values.channel ?? null,
  url: values.url ?? null,
  description: values.description ?? null,
  subject: values.subject ?? null,
  content: values.content ?? '',
  textContent: values.textContent ?? null,
  params: (values.params ?? null) as TemplateDraft['params'],
  testCases: (values.testCases ?? null) as TemplateDraft['testCases'],
})
