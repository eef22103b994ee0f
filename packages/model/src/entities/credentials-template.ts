import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'

export const templateStatuses = { DRAFT: 'Draft', PUBLISHED: 'Published', RETIRED: 'Retired' } as const
export type TemplateStatus = keyof typeof templateStatuses

const edit = 'credentials-template.edit'

/** What the credentials of a PSP look like: the form of its configuration is made from the published one. */
export const credentialsTemplate = entity({
  slug: 'credentials-template',
  label: 'Credentials template',
  plural: 'Credentials templates',
  titleField: 'title',
  scope: 'platform',
  note: 'required',
  defaultSort: 'psp',
  importable: true,
  access: { view: 'credentials-template.view', create: edit, edit, remove: edit },
  filters: { keyword: { kind: 'KEYWORD', label: 'Search', over: ['psp', 'title', 'changelog'] } },
  operations: {
    publish: {
      label: 'Publish',
      access: edit,
      done: 'published',
      reason: 'optional',
      confirm:
        'Configuration forms use it at once. Configurations without a new required field show as incomplete.',
    },
    retire: {
      label: 'Retire',
      access: edit,
      done: 'retired',
      reason: 'required',
      confirm: 'It can no longer be used for new configurations. Saved configurations keep working.',
      danger: true,
    },
  },
  fields: {
    title: field.string({ label: 'Template', required: true, readOnly: true, width: 220 }),
    psp: field.string({
      label: 'PSP',
      required: true,
      createOnly: true,
      max: 40,
      sortable: true,
      names: 'psp',
      width: 150,
    }),
    templateVersion: field.number({
      label: 'Template version',
      required: true,
      readOnly: true,
      sortable: true,
      width: 130,
    }),
    status: field.choice({
      label: 'Status',
      required: true,
      readOnly: true,
      options: templateStatuses,
      filter: 'LIST',
      sortable: true,
      width: 120,
    }),
    fields: field.json({ label: 'Fields', required: true, column: 'never' }),
    fieldNames: field.strings({ label: 'Keys', readOnly: true, width: 320 }),
    changelog: field.text({ label: 'What changed', max: 2000, width: 240 }),
  },
})
