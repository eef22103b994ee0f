import { bankFormats } from '../bank/bank-states.ts'
import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'

const edit = 'settlements.edit'
const read = { readOnly: true } as const
const hidden = { readOnly: true, column: 'hidden' } as const
const count = (label: string, width = 90) =>
  field.number({ label, integer: true, required: true, ...read, width })

/** What a bank said happened on an account. Statements are imported whole and never changed. */
export const bankStatement = entity({
  slug: 'bank-statement',
  label: 'Bank statement',
  plural: 'Bank statements',
  titleField: 'statementRef',
  scope: 'own',
  note: 'optional',
  defaultSort: 'closedOn:desc',
  access: { view: 'settlements.view', create: edit, edit, remove: edit },
  filters: {
    keyword: {
      kind: 'KEYWORD',
      label: 'Statement, account or file',
      over: ['statementRef', 'accountNo', 'accountName', 'fileName'],
    },
    open: { kind: 'TOGGLE', label: 'With open entries' },
    gaps: { kind: 'TOGGLE', label: 'With a gap before' },
  },
  fields: {
    closedOn: field.day({
      label: 'Closing date',
      required: true,
      ...read,
      sortable: true,
      filter: 'DATE',
      width: 130,
    }),
    statementRef: field.string({ label: 'Statement', required: true, ...read, mono: true, width: 190 }),
    sequenceNo: field.string({ label: 'Number', ...read, width: 90 }),
    accountName: field.string({ label: 'Account', required: true, ...read, width: 180 }),
    accountNo: field.string({ label: 'Account number', required: true, ...hidden, mono: true, width: 240 }),
    accountId: field.string({ label: 'Account id', required: true, ...hidden, filter: 'LIST', mono: true }),
    currency: field.currency({ label: 'Currency', required: true, ...read, filter: 'LIST', width: 90 }),
    opening: field.money({ label: 'Opening balance', required: true, ...read, width: 150 }),
    closing: field.money({ label: 'Closing balance', required: true, ...read, width: 150 }),
    entryCount: count('Entries'),
    confirmedCount: count('Confirmed'),
    openCount: count('Open'),
    gap: field.string({
      label: 'Gap',
      ...read,
      help: 'Set when the opening balance is not the closing balance of the statement before',
      width: 260,
    }),
    openedOn: field.day({ label: 'Opening date', required: true, ...hidden }),
    format: field.choice({
      label: 'Format',
      required: true,
      ...read,
      options: bankFormats,
      filter: 'LIST',
      width: 100,
    }),
    fileName: field.string({ label: 'File', required: true, ...hidden, width: 220 }),
    fileSha256: field.string({ label: 'SHA-256 of the file', required: true, ...hidden, mono: true }),
    importedBy: field.string({ label: 'Imported by', required: true, ...read, width: 130 }),
    importedAt: field.instant({
      label: 'Imported',
      required: true,
      ...read,
      sortable: true,
      filter: 'DATE',
      width: 150,
    }),
  },
})
