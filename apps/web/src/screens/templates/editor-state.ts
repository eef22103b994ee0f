import { localeNames } from '@signalbox/model/reference/locales'
import {
  defaultScriptParams,
  template,
  templateKinds,
  type FullTemplate,
  type KindField,
  type TemplateDraft,
  type TemplateType,
} from '@signalbox/model/template-language/template'
import { texts } from '@signalbox/model/text/texts'
import { changedNames } from '../../kit/record/record-values.ts'

const commonFields = ['templateType', 'locale', 'channel', 'url', 'description', 'content'] as const

export type EditedField = (typeof commonFields)[number] | KindField

/** What can be edited on a template of this type, in the order in which changes are shown. */
export const editedFields = (type: TemplateType): EditedField[] => {
  const { fields } = templateKinds[type]
  return Object.keys(template.fields).filter((name): name is EditedField =>
    [...commonFields, ...fields].includes(name as EditedField),
  )
}

export function draftOf({
  type,
  templateType,
  locale,
  channel,
  url,
  description,
  subject,
  content,
  textContent,
  params,
  testCases,
}: FullTemplate): TemplateDraft {
  return {
    type,
    templateType,
    locale,
    channel,
    url,
    description,
    subject,
    content,
    textContent,
    params,
    testCases,
  }
}

const starts: Readonly<Record<TemplateType, string>> = {
  email: '<p>Hello ${ptx.merchantUser.firstName},</p>\n',
  script: 'function transform(input) {\n  return input\n}\n',
  html: '<main>\n  <h1>${merchant.name}</h1>\n</main>\n',
  sql: '',
  mq: '{\n  "id": ${ptx.id;json}\n}\n',
  css: '.cashier {\n}\n',
}

const paramsOf = (type: TemplateType): TemplateDraft['params'] =>
  type === 'script' ? defaultScriptParams : type === 'sql' ? [] : null

export const emptyDraft = (type: TemplateType): TemplateDraft => ({
  type,
  templateType: '',
  locale: 'all',
  channel: null,
  url: null,
  description: null,
  subject: type === 'email' ? '' : null,
  content: starts[type],
  textContent: type === 'email' ? 'Hello ${ptx.merchantUser.firstName},\n' : null,
  params: paramsOf(type),
  testCases: type === 'script' ? [] : null,
})

/** The same words for another locale: the first one nobody has written yet. */
export function copyFor(source: FullTemplate, taken: readonly string[], locale?: string): TemplateDraft {
  const free = Object.keys(localeNames).find((candidate) => !taken.includes(candidate))
  return { ...draftOf(source), locale: locale ?? free ?? source.locale }
}

type Values = Readonly<Record<string, unknown>>
export const asValues = (draft: TemplateDraft): Values => draft as Values

export const changedFields = (before: TemplateDraft, after: TemplateDraft): EditedField[] => {
  const changed = changedNames(asValues(before), asValues(after))
  return editedFields(after.type).filter((name) => changed.includes(name))
}

/** Body of the call that saves: a new template whole, a stored one with what changed. */
export function saveBody(
  base: FullTemplate | null,
  draft: TemplateDraft,
  merchantId: number,
  note: string,
): Record<string, unknown> {
  const known = { type: draft.type, merchantId, note: note.trim() }
  const names = base ? changedFields(draftOf(base), draft) : editedFields(draft.type)
  const values = Object.fromEntries(
    names.map((name) => [name, draft[name] === '' ? emptyOf(name) : draft[name]]),
  )
  return base ? { ...known, id: base.id, version: base.version, ...values } : { ...known, ...values }
}

/** Selectors and the description are absent when empty; bodies and names stay, to be refused by name. */
const emptyOf = (name: EditedField): '' | null =>
  name === 'channel' || name === 'url' || name === 'description' ? null : ''

/** What is wrong with a name, said before the server has to. */
export function nameProblem(name: string): string | null {
  const { matches, matchesText } = template.fields.templateType
  if (name === '') return texts.required
  return matches?.test(name) ? null : (matchesText ?? texts.invalidValue)
}

export const isLongText = (name: EditedField): boolean =>
  name === 'content' || name === 'textContent' || name === 'params' || name === 'testCases'

export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === null || value === undefined
      ? ''
      : JSON.stringify(value, null, 2)
