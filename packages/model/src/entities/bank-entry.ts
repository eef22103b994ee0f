import { bankEntryStates } from '../bank/bank-states.ts'
import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'

const edit = 'settlements.edit'
const read = { readOnly: true } as const
const hidden = { readOnly: true, column: 'hidden' } as const
const booked = 'Booked by the bank'
const payout = 'Payout'

/** One line of a bank statement, and which payout of a PSP it is. */
export const bankEntry = entity({
  slug: 'bank-entry',
  label: 'Bank entry',
  plural: 'Bank entries',
  titleField: 'title',
  scope: 'own',
  note: 'optional',
  defaultSort: 'bookedOn:desc',
  access: { view: 'settlements.view', create: edit, edit, remove: edit },
  filters: {
    keyword: {
      kind: 'KEYWORD',
      label: 'Reference, counterparty or text',
      over: ['reference', 'bankRef', 'counterparty', 'text', 'batchRef'],
    },
    open: { kind: 'TOGGLE', label: 'Only open' },
  },
  operationsNeedVersion: true,
  operations: {
    confirm: {
      label: 'Confirm payout',
      access: edit,
      done: 'confirmed',
      reason: 'optional',
      confirm: 'The payout of the proposed settlement batch is booked with this amount and date.',
    },
    'link-batch': {
      label: 'Link to a batch',
      access: edit,
      done: 'linked',
      reason: 'required',
      asks: {
        batch: field.string({
          label: 'Settlement batch',
          required: true,
          max: 100,
          help: 'The batch reference, or the id where several PSPs use the same reference',
        }),
      },
      confirm: 'The payout of this settlement batch is booked with the amount and date of the entry.',
    },
    'set-aside': {
      label: 'Set aside',
      access: edit,
      done: 'set aside',
      reason: 'required',
      confirm: 'The entry is not a payout of a PSP and is no longer listed as open.',
    },
    reopen: {
      label: 'Reopen',
      access: edit,
      done: 'reopened',
      reason: 'required',
      confirm:
        'The entry is open again. If its payout was confirmed, the confirmation is removed from the batch, which is matched again.',
    },
    match: { label: 'Match again', access: edit, done: 'matched', reason: 'none' },
  },
  fields: {
    bookedOn: field.day({
      label: 'Booked',
      group: booked,
      required: true,
      ...read,
      sortable: true,
      filter: 'DATE',
      width: 104,
    }),
    title: field.string({ label: 'Entry', group: booked, required: true, ...hidden }),
    accountName: field.string({ label: 'Account', group: booked, required: true, ...read, width: 170 }),
    amount: field.money({ label: 'Amount', group: booked, required: true, ...read, width: 110 }),
    currency: field.currency({ label: 'Currency', group: booked, required: true, ...hidden, filter: 'LIST' }),
    counterparty: field.string({ label: 'Counterparty', group: booked, ...read, width: 130 }),
    reference: field.string({ label: 'Reference', group: booked, ...read, mono: true, width: 150 }),
    state: field.choice({
      label: 'State',
      group: payout,
      required: true,
      ...read,
      options: bankEntryStates,
      filter: 'LIST',
      width: 140,
    }),
    batchRef: field.string({ label: 'Batch', group: payout, ...read, mono: true, width: 180 }),
    psp: field.string({ label: 'PSP', group: payout, ...read, names: 'psp', width: 120 }),
    expected: field.money({ label: 'Expected', group: payout, ...read, width: 150 }),
    matchNote: field.string({ label: 'Note', group: payout, ...read, width: 260 }),
    batchId: field.string({ label: 'Batch id', group: payout, ...hidden, mono: true }),
    batchMerchantId: field.merchant({ label: 'Merchant of the batch', group: payout, ...hidden }),
    matchedBy: field.string({ label: 'Matched by', group: payout, ...hidden }),
    reopenedBy: field.string({ label: 'Reopened by', group: payout, ...hidden }),
    text: field.text({ label: 'Text', group: booked, ...hidden }),
    valueOn: field.day({ label: 'Value date', group: booked, ...hidden }),
    bankRef: field.string({ label: 'Bank reference', group: booked, ...hidden, mono: true }),
    isReversal: field.boolean({ label: 'Reversal', group: booked, ...hidden }),
    lineNo: field.number({ label: 'Line', group: booked, required: true, integer: true, ...hidden }),
    statementId: field.string({
      label: 'Statement id',
      group: booked,
      required: true,
      ...hidden,
      filter: 'LIST',
      mono: true,
    }),
    statementRef: field.string({ label: 'Statement', group: booked, required: true, ...hidden, mono: true }),
  },
})
