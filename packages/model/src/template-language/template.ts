import { entity, type RecordOf } from '../field/entity.ts'
import { field } from '../field/field.ts'
import { localeNames } from '../reference/locales.ts'
import type { Permission } from '../access/policy.ts'
import { templateTypes, type TemplateType } from './template-types.ts'

export { isTemplateType, templateTypes, type TemplateType } from './template-types.ts'

interface TemplateKind {
  /** Menu, page and document title. */
  readonly title: string
  /** What one of them is called in a sentence. */
  readonly label: string
  readonly language: 'html' | 'javascript' | 'sql' | 'json' | 'css'
  /** What the main body is, said at the editor. */
  readonly contentLabel: string
  /** Fields beside the common ones, all of them required unless the kind says otherwise. */
  readonly fields: readonly KindField[]
}

export type KindField = 'subject' | 'textContent' | 'params' | 'testCases'

export const templateKinds: Readonly<Record<TemplateType, TemplateKind>> = {
  email: {
    title: 'Email templates',
    label: 'Email template',
    language: 'html',
    contentLabel: 'HTML part',
    fields: ['subject', 'textContent'],
  },
  script: {
    title: 'Script templates',
    label: 'Script template',
    language: 'javascript',
    contentLabel: 'Script',
    fields: ['params', 'testCases'],
  },
  html: {
    title: 'HTML templates',
    label: 'HTML template',
    language: 'html',
    contentLabel: 'Page',
    fields: [],
  },
  sql: {
    title: 'SQL templates',
    label: 'SQL template',
    language: 'sql',
    contentLabel: 'Query',
    fields: ['params'],
  },
  mq: {
    title: 'MQ templates',
    label: 'MQ template',
    language: 'json',
    contentLabel: 'Payload',
    fields: [],
  },
  css: {
    title: 'CSS templates',
    label: 'CSS template',
    language: 'css',
    contentLabel: 'Style sheet',
    fields: [],
  },
}

export const viewPermission = (type: TemplateType): Permission => `template-${type}.view`
export const editPermission = (type: TemplateType): Permission => `template-${type}.edit`
export const viewPermissions: readonly Permission[] = templateTypes.map(viewPermission)
export const editPermissions: readonly Permission[] = templateTypes.map(editPermission)

export const maxContentLength = 200_000
const templateNamePattern = /^[A-Za-z0-9_.-]{2,80}$/

export const sqlParamTypes = ['text', 'number', 'boolean', 'date'] as const

export interface SqlParam {
  readonly name: string
  readonly type: (typeof sqlParamTypes)[number]
  readonly required: boolean
}

export interface ScriptParams {
  /** The function to call; without one the script's last expression is it. */
  readonly entry: string | null
  /** Processor time, at most 50 ms. */
  readonly timeoutMs: number
}

export interface ScriptCase {
  readonly name: string
  readonly input: unknown
  readonly expected: unknown
}

export const maxSqlParams = 20
export const maxScriptCases = 50
export const defaultScriptParams: ScriptParams = { entry: 'transform', timeoutMs: 50 }

/**
 * One table holds all six kinds. Which roles may touch a row depends on its kind, so the calls check the area of the
 * concrete type themselves; the access below is only what a declaration has to have.
 */
export const template = entity({
  slug: 'template',
  label: 'Template',
  plural: 'Templates',
  titleField: 'templateType',
  scope: 'inherited',
  overrideKey: ['type', 'templateType', 'locale', 'channel', 'url'],
  note: 'required',
  defaultSort: 'updatedAt:desc',
  access: {
    view: 'template-sql.view',
    create: 'template-sql.edit',
    edit: 'template-sql.edit',
    remove: 'template-sql.edit',
  },
  filters: {
    keyword: {
      kind: 'KEYWORD',
      label: 'Name or content',
      over: ['templateType', 'description', 'subject', 'content', 'textContent'],
    },
    overridesOnly: { kind: 'TOGGLE', label: 'Own templates only' },
  },
  fields: {
    type: field.choice({
      label: 'Type',
      required: true,
      createOnly: true,
      filter: 'SELECT',
      options: Object.fromEntries(templateTypes.map((type) => [type, templateKinds[type].label])) as Record<
        TemplateType,
        string
      >,
    }),
    templateType: field.string({
      label: 'Name',
      help: 'The exact name used in rules and settings',
      required: true,
      max: 80,
      matches: templateNamePattern,
      matchesText: 'A name has 2 to 80 letters, digits, dots, dashes and underscores',
      sortable: true,
      mono: true,
    }),
    locale: field.choice({
      label: 'Locale',
      required: true,
      filter: 'LIST',
      options: localeNames,
      default: 'all',
    }),
    channel: field.string({ label: 'Channel', help: 'Only for this channel, such as mobile', max: 40 }),
    url: field.string({ label: 'Site', help: 'Only for this site of the merchant', max: 200 }),
    description: field.string({ label: 'Description', max: 500 }),
    subject: field.string({ label: 'Subject', max: 200 }),
    content: field.text({ label: 'Content', required: true, max: maxContentLength, column: 'never' }),
    textContent: field.text({ label: 'Plain text', max: maxContentLength, column: 'never' }),
    params: field.json({ label: 'Parameters', column: 'never' }),
    testCases: field.json({ label: 'Test cases', column: 'never' }),
  },
})

export type TemplateRecord = RecordOf<typeof template>

/** A template as the calls give it. Lists leave the bodies out unless asked for them in full. */
export interface Template {
  readonly id: string
  readonly type: TemplateType
  readonly templateType: string
  readonly merchantId: number
  /** It belongs to an ancestor of the selected merchant; saving it makes an own one. */
  readonly inherited: boolean
  readonly locale: string
  readonly channel: string | null
  readonly url: string | null
  readonly subject: string | null
  readonly description: string | null
  readonly version: number
  readonly updatedBy: string
  readonly lastUpdated: string
  readonly created: string
}

export type TemplateContent = {
  readonly content: string
  readonly textContent: string | null
  readonly params: SqlParam[] | ScriptParams | null
  readonly testCases: ScriptCase[] | null
}

export type FullTemplate = Template &
  TemplateContent & {
    /** Owner of the template this one takes the place of; null when it has no ancestor's to hide. */
    readonly overrides?: number | null
  }

/** What a person edits, whether it is saved or not. */
export type TemplateDraft = TemplateContent & {
  readonly type: TemplateType
  readonly templateType: string
  readonly locale: string
  readonly channel: string | null
  readonly url: string | null
  readonly subject: string | null
  readonly description: string | null
}
