import { accountLabels, eventLabels, sourceLabels } from '../balance/account-words.ts'
import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'

const read = { required: true, readOnly: true } as const
const hidden = { readOnly: true, column: 'hidden' } as const
const view = 'balance.view'

/** One line of an entry in the books. Nobody changes it; what is wrong is reversed by another entry. */
export const ledgerPosting = entity({
  slug: 'ledger-posting',
  label: 'Posting',
  plural: 'Postings',
  titleField: 'account',
  scope: 'own',
  note: 'optional',
  defaultSort: 'at:desc',
  access: { view, create: 'balance.edit', edit: 'balance.edit', remove: 'balance.edit' },
  filters: {
    keyword: { kind: 'KEYWORD', label: 'Source id' },
    accountKey: { kind: 'KEYWORD', label: 'One account', max: 200 },
    entry: { kind: 'KEYWORD', label: 'One entry' },
    psp: { kind: 'KEYWORD', label: 'PSP' },
    amount: { kind: 'KEYWORD', label: 'Amount, from..to' },
    asOf: { kind: 'KEYWORD', label: 'Posted until' },
    moved: { kind: 'TOGGLE', label: 'Moved from a closed period' },
  },
  fields: {
    at: field.instant({ label: 'Posted', ...read, sortable: true, filter: 'DATE', width: 142 }),
    valueDate: field.day({ label: 'Value date', ...read, sortable: true, filter: 'DATE', width: 104 }),
    movedFrom: field.day({ label: 'Moved from', readOnly: true, column: 'hidden', width: 110 }),
    accountType: field.choice({
      label: 'Account',
      ...read,
      options: accountLabels,
      filter: 'LIST',
      width: 138,
    }),
    dimension: field.string({ label: 'Detail', readOnly: true, names: 'psps in text', width: 104 }),
    debit: field.money({ label: 'Debit', readOnly: true, width: 100 }),
    credit: field.money({ label: 'Credit', readOnly: true, width: 100 }),
    currency: field.currency({ label: 'Currency', ...hidden, filter: 'LIST', width: 90 }),
    eventType: field.choice({
      label: 'Event',
      ...read,
      options: eventLabels,
      filter: 'LIST',
      width: 170,
    }),
    sourceType: field.choice({ label: 'Source', ...read, options: sourceLabels, filter: 'LIST', width: 110 }),
    sourceId: field.string({ label: 'Source id', ...read, mono: true, width: 170 }),
    description: field.string({ label: 'Description', ...read, width: 240 }),
    createdBy: field.string({ label: 'By', ...hidden, width: 120 }),
    account: field.string({ label: 'Account key', ...hidden, mono: true, width: 240 }),
    entryId: field.string({ label: 'Entry', ...hidden, mono: true, width: 200 }),
    reversalOf: field.string({ label: 'Reversal of', ...hidden, mono: true, width: 200 }),
  },
})
