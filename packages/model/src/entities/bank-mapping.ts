import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'

const conditions = 'When all of these match'
const actions = 'Then send with the payout'

/** Enriches bank payouts: the first row whose conditions all match gives the bank details the provider needs. */
export const bankMapping = entity({
  slug: 'bank-mapping',
  label: 'Bank mapping',
  plural: 'Bank mappings',
  titleField: 'title',
  scope: 'inherited',
  overrideKey: ['title'],
  note: 'required',
  ordered: true,
  defaultSort: 'position',
  bulk: true,
  importable: true,
  access: {
    view: 'bank-mapping.view',
    create: 'bank-mapping.edit',
    edit: 'bank-mapping.edit',
    remove: 'bank-mapping.edit',
  },
  filters: {
    keyword: { kind: 'KEYWORD', label: 'Search', over: ['title', 'bic', 'name', 'bankName', 'swift'] },
    overridesOnly: { kind: 'TOGGLE', label: 'Own rows only' },
  },
  fields: {
    title: field.string({ label: 'Mapping', required: true, max: 80, sortable: true, width: 200 }),
    enabled: field.boolean({ label: 'Enabled', default: true, filter: 'TOGGLE', width: 90 }),
    bic: field.pattern({
      label: 'BIC',
      group: conditions,
      help: 'RE2 pattern; may match any part of the text',
      mono: true,
    }),
    name: field.pattern({ label: 'Bank name', group: conditions, help: 'RE2 pattern', mono: true }),
    clearingNumber: field.pattern({
      label: 'Clearing number',
      group: conditions,
      help: 'RE2 pattern',
      mono: true,
    }),
    accountNumber: field.pattern({
      label: 'Account number',
      group: conditions,
      help: 'RE2 pattern',
      mono: true,
    }),
    currency: field.currency({ label: 'Currency', group: conditions, filter: 'LIST', width: 100 }),
    country: field.country({ label: 'Country', group: conditions, filter: 'LIST', width: 120 }),
    fromClearingHouse: field.string({
      label: 'From clearing house',
      group: actions,
      max: 40,
      column: 'hidden',
    }),
    swift: field.string({
      label: 'SWIFT',
      group: actions,
      max: 11,
      matches: /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
      matchesText: 'A SWIFT code has 8 or 11 capital letters and digits',
      mono: true,
    }),
    bankCountry: field.country({ label: 'Bank country', group: actions, column: 'hidden' }),
    bankName: field.string({ label: 'Bank name sent', group: actions, max: 140 }),
    bankAddress: field.string({ label: 'Bank address', group: actions, max: 200, column: 'hidden' }),
    bankId: field.string({ label: 'Bank id', group: actions, max: 40, column: 'hidden' }),
    transferType: field.string({ label: 'Transfer type', group: actions, max: 40 }),
    bankCode: field.string({ label: 'Bank code', group: actions, max: 40, column: 'hidden' }),
    branchCode: field.string({ label: 'Branch code', group: actions, max: 40, column: 'hidden' }),
    branchName: field.string({ label: 'Branch name', group: actions, max: 140, column: 'hidden' }),
    branchCity: field.string({ label: 'Branch city', group: actions, max: 80, column: 'hidden' }),
    branchState: field.string({ label: 'Branch state', group: actions, max: 80, column: 'hidden' }),
    beneficiaryNameMax: field.number({
      label: 'Beneficiary name, maximum length',
      group: actions,
      min: 1,
      max: 500,
      column: 'hidden',
    }),
    beneficiaryAddressMax: field.number({
      label: 'Beneficiary address, maximum length',
      group: actions,
      min: 1,
      max: 500,
      column: 'hidden',
    }),
  },
})

export const bankMappingConditions = [
  'bic',
  'name',
  'clearingNumber',
  'accountNumber',
  'currency',
  'country',
] as const

export const bankMappingActions = [
  'fromClearingHouse',
  'swift',
  'bankCountry',
  'bankName',
  'bankAddress',
  'bankId',
  'transferType',
  'bankCode',
  'branchCode',
  'branchName',
  'branchCity',
  'branchState',
  'beneficiaryNameMax',
  'beneficiaryAddressMax',
] as const
