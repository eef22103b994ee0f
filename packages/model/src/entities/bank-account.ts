import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'

const edit = 'settlements.edit'
const read = { readOnly: true } as const

/** An account at a bank to which PSPs pay out; statements are known by its number and currency. */
export const bankAccount = entity({
  slug: 'bank-account',
  label: 'Bank account',
  plural: 'Bank accounts',
  titleField: 'name',
  scope: 'own',
  note: 'optional',
  defaultSort: 'name',
  access: { view: 'settlements.view', create: edit, edit, remove: edit },
  filters: {
    keyword: { kind: 'KEYWORD', label: 'Name, account or bank', over: ['name', 'accountNo', 'bankName'] },
  },
  fields: {
    name: field.string({ label: 'Name', required: true, max: 80, sortable: true, width: 200 }),
    accountNo: field.string({
      label: 'Account',
      required: true,
      min: 4,
      max: 35,
      matches: /^[A-Za-z\d][A-Za-z\d ./-]*$/,
      matchesText: 'Must be an IBAN or an account number',
      help: 'IBAN, or the account as statements of the bank write it',
      mono: true,
      width: 240,
    }),
    currency: field.currency({ label: 'Currency', required: true, filter: 'LIST', width: 90 }),
    bankName: field.string({ label: 'Bank', max: 80, width: 160 }),
    lastStatementOn: field.day({ label: 'Last statement', ...read, sortable: true, width: 130 }),
    lastClosing: field.money({ label: 'Closing balance', ...read, width: 150 }),
  },
})
