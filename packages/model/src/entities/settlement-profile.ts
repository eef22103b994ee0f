import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'
import { dateFormats, decimalSigns, separators } from '../settlements/import-profile.ts'

const reading = 'How the file is read'
const edit = 'settlements.edit'

/** How the settlement files of a PSP are read. */
export const settlementProfile = entity({
  slug: 'settlement-profile',
  label: 'Import profile',
  plural: 'Import profiles',
  titleField: 'title',
  scope: 'inherited',
  overrideKey: ['title'],
  note: 'optional',
  defaultSort: 'title',
  access: { view: 'settlements.view', create: edit, edit, remove: edit },
  filters: { keyword: { kind: 'KEYWORD', label: 'Name', over: ['title'] } },
  fields: {
    title: field.string({ label: 'Name', required: true, min: 1, max: 60, sortable: true, width: 200 }),
    psp: field.string({ label: 'PSP', required: true, max: 50, filter: 'LIST', names: 'psp', width: 140 }),
    separator: field.choice({
      label: 'Between cells',
      group: reading,
      required: true,
      options: separators,
      default: ';',
    }),
    decimalSign: field.choice({
      label: 'Decimal sign',
      group: reading,
      required: true,
      options: decimalSigns,
      default: '.',
    }),
    dateFormat: field.choice({
      label: 'Dates',
      group: reading,
      required: true,
      options: dateFormats,
      default: 'ISO',
    }),
    unsignedAmounts: field.boolean({
      label: 'Amounts have no sign',
      group: reading,
      default: false,
      help: 'The type says whether money comes in or goes out',
    }),
    columns: field.json({ label: 'Columns', group: reading, required: true, column: 'never' }),
    splitColumns: field.json({
      label: 'Debit and credit columns',
      group: reading,
      required: true,
      column: 'never',
    }),
    typeWords: field.json({ label: 'Words for types', group: reading, required: true, column: 'never' }),
    bankAccount: field.string({
      label: 'Bank account',
      max: 40,
      matches: /^[^:]*$/,
      matchesText: 'Must not contain a colon',
      help: 'The account payouts arrive on; main when empty',
    }),
  },
})
