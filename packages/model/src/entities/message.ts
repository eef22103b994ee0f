import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'

export const messageCategories = {
  GUI_TEXT: 'Cashier text',
  ERROR: 'Error',
  RECEIPT: 'Receipt',
  MAINTENANCE: 'Maintenance',
  EMAIL_FRAGMENT: 'Email fragment',
} as const
export type MessageCategory = keyof typeof messageCategories

const edit = 'messages.edit'

/** A text end users read, in one locale. The nearest merchant's counts, and editing from below makes an override. */
export const message = entity({
  slug: 'message',
  label: 'Message',
  plural: 'Messages',
  titleField: 'key',
  scope: 'inherited',
  overrideKey: ['key', 'locale'],
  note: 'optional',
  defaultSort: 'key',
  bulk: true,
  importable: true,
  access: { view: 'messages.view', create: edit, edit, remove: edit, exchange: 'messages.exchange' },
  filters: {
    keyword: { kind: 'KEYWORD', label: 'Search', over: ['key', 'value', 'description'] },
    overridesOnly: { kind: 'TOGGLE', label: 'Own texts only' },
  },
  fields: {
    key: field.string({
      label: 'Key',
      required: true,
      createOnly: true,
      max: 120,
      matches: /^[A-Za-z0-9._-]{1,120}$/,
      matchesText: 'Use letters, digits, dots, - and _',
      help: 'Upper and lower case are the same',
      sortable: true,
      width: 300,
    }),
    locale: field.string({
      label: 'Locale',
      required: true,
      createOnly: true,
      max: 20,
      help: 'Such as sv_SE',
      filter: 'LIST',
      sortable: true,
      mono: true,
      width: 90,
    }),
    value: field.text({
      label: 'Text',
      required: true,
      max: 2000,
      help: '{0}, {1} stand for values and must be the same in every locale. HTML is shown as text.',
      width: 420,
    }),
    category: field.choice({
      label: 'Category',
      required: true,
      options: messageCategories,
      default: 'GUI_TEXT',
      filter: 'LIST',
      sortable: true,
      width: 130,
    }),
    description: field.string({ label: 'Description', max: 200, column: 'hidden' }),
  },
})
