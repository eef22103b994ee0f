import { configTypeLabels } from '../configuration/config-types.ts'
import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'

const edit = 'configuration.edit'

/** A document of settings of a merchant, or of a provider it uses. The nearest one on the way up counts. */
export const config = entity({
  slug: 'config',
  label: 'Configuration',
  plural: 'Configurations',
  titleField: 'name',
  scope: 'inherited',
  overrideKey: ['type', 'provider'],
  note: 'required',
  defaultSort: 'name',
  importable: true,
  access: { view: 'configuration.view', create: edit, edit, remove: edit },
  filters: {
    keyword: { kind: 'KEYWORD', label: 'Search', over: ['name', 'provider', 'accounts'] },
    incomplete: { kind: 'TOGGLE', label: 'Incomplete' },
    own: { kind: 'TOGGLE', label: 'Own only' },
  },
  fields: {
    name: field.string({
      label: 'Configuration',
      required: true,
      readOnly: true,
      sortable: true,
      width: 220,
    }),
    type: field.choice({
      label: 'Type',
      required: true,
      createOnly: true,
      options: configTypeLabels,
      filter: 'LIST',
      sortable: true,
      width: 160,
    }),
    provider: field.string({
      label: 'Provider',
      createOnly: true,
      max: 40,
      filter: 'KEYWORD',
      names: 'psp',
      width: 140,
    }),
    enabled: field.boolean({
      label: 'Enabled',
      default: true,
      help: 'If off, it is treated as not configured',
      filter: 'TOGGLE',
      width: 100,
    }),
    accounts: field.strings({ label: 'Accounts', readOnly: true, width: 180 }),
    missing: field.strings({ label: 'Missing', readOnly: true, width: 180 }),
    document: field.json({ label: 'Settings', required: true, column: 'never' }),
  },
})
