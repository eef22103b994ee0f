import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'
import { batchStates, payoutSources } from '../settlements/settlement-words.ts'

const payout = 'Payout'
const totals = 'Totals'
const result = 'Matching'
const file = 'File'
const bank = 'Bank'

const read = { readOnly: true } as const
const hidden = { readOnly: true, column: 'hidden' } as const
const edit = 'settlements.edit'

const total = (label: string, shown: typeof read | typeof hidden) =>
  field.money({ label, group: totals, ...shown, width: 108 })
const count = (label: string, shown: typeof read | typeof hidden, width = 92) =>
  field.number({ label, group: result, required: true, integer: true, ...shown, width })

/** One payout of a PSP, as its file says. Batches come about by import. */
export const settlementBatch = entity({
  slug: 'settlement-batch',
  label: 'Settlement batch',
  plural: 'Settlements',
  table: 'settlement_batch_view',
  titleField: 'batchRef',
  scope: 'own',
  note: 'optional',
  defaultSort: 'payoutDate:desc',
  access: { view: 'settlements.view', create: edit, edit, remove: edit },
  filters: {
    keyword: {
      kind: 'KEYWORD',
      label: 'Batch, bank or file reference',
      over: ['batchRef', 'bankRef', 'fileName'],
    },
    hasDifferences: { kind: 'TOGGLE', label: 'Has differences' },
  },
  operationsNeedVersion: true,
  operations: {
    accept: {
      label: 'Accept batch',
      access: edit,
      done: 'accepted',
      reason: 'optional',
      confirm: 'The payments are marked as settled and the payout is posted to the ledger.',
    },
    rematch: { label: 'Match again', access: edit, done: 'matched', reason: 'none' },
    'confirm-payout': {
      label: 'Confirm bank payout',
      access: edit,
      done: 'confirmed',
      reason: 'none',
      asks: {
        bankRef: field.string({ label: 'Bank reference', required: true, min: 1, max: 100 }),
        amount: field.string({
          label: 'Amount',
          required: true,
          max: 30,
          matches: /^-?\d+(?:\.\d+)?$/,
          matchesText: 'Must be an amount with a decimal point, such as 99.28',
          help: 'In the currency of the batch, with a decimal point',
        }),
        bookedOn: field.day({ label: 'Booked', required: true }),
      },
    },
    'undo-payout': {
      label: 'Undo confirmed payout',
      access: edit,
      done: 'undone',
      reason: 'required',
      confirm: 'The amount entered for the bank is removed and the batch is matched again.',
    },
    unaccept: {
      label: 'Undo acceptance',
      access: edit,
      done: 'undone',
      reason: 'required',
      confirm:
        'Two people must do this, one of them with the role Minibank admin. The postings are reversed when the second person confirms.',
      danger: true,
    },
    reject: {
      label: 'Reject',
      access: edit,
      done: 'rejected',
      reason: 'required',
      confirm: 'The file counts as not imported and can be imported again.',
      danger: true,
    },
  },
  fields: {
    payoutDate: field.day({
      label: 'Payout date',
      group: payout,
      required: true,
      ...read,
      sortable: true,
      filter: 'DATE',
      width: 104,
    }),
    psp: field.string({
      label: 'PSP',
      group: payout,
      required: true,
      ...read,
      filter: 'LIST',
      names: 'psp',
      width: 105,
    }),
    pspAccount: field.string({ label: 'Account', group: payout, required: true, ...read, width: 80 }),
    batchRef: field.string({
      label: 'Batch ref',
      group: payout,
      required: true,
      ...read,
      sortable: true,
      mono: true,
      width: 156,
    }),
    settlementCurrency: field.currency({
      label: 'Currency',
      group: payout,
      required: true,
      ...hidden,
      width: 90,
    }),
    gross: total('Gross', read),
    feeTotal: total('Fees', read),
    net: total('Net', read),
    grossCredit: total('Gross credit', hidden),
    grossDebit: total('Gross debit', hidden),
    adjustments: total('Adjustments', hidden),
    declaredNet: total('Net as declared', hidden),
    lineCount: count('Lines', read, 68),
    matchedPct: field.number({ label: '% matched', group: result, required: true, ...read, width: 92 }),
    differenceCount: count('Differences', read),
    state: field.choice({
      label: 'State',
      group: result,
      required: true,
      ...read,
      options: batchStates,
      filter: 'LIST',
      sortable: true,
      width: 145,
    }),
    matchedCount: count('Matched', hidden),
    unmatchedCount: count('Unmatched', hidden),
    missingCount: count('Missing', hidden),
    openCount: count('Open', hidden),
    offSumCount: count('Not adding up', hidden),
    importedBy: field.string({ label: 'Imported by', group: file, required: true, ...read, width: 120 }),
    importedAt: field.instant({
      label: 'Imported',
      group: file,
      required: true,
      ...hidden,
      sortable: true,
      filter: 'DATE',
    }),
    fileName: field.string({ label: 'File', group: file, required: true, ...hidden }),
    fileSha256: field.string({ label: 'SHA-256', group: file, required: true, ...hidden, mono: true }),
    profile: field.string({ label: 'Profile', group: file, required: true, ...hidden }),
    periodFrom: field.instant({ label: 'From', group: payout, required: true, ...hidden }),
    periodTo: field.instant({ label: 'To', group: payout, required: true, ...hidden }),
    bankAccount: field.string({ label: 'Bank account', group: bank, required: true, ...hidden }),
    bankRef: field.string({ label: 'Bank reference', group: bank, ...hidden, mono: true }),
    bankAmount: field.money({ label: 'Bank amount', group: bank, ...hidden }),
    bankBookedOn: field.day({ label: 'Booked by the bank', group: bank, ...hidden }),
    bankSource: field.choice({ label: 'Payout confirmed', group: bank, ...hidden, options: payoutSources }),
    acceptedBy: field.string({ label: 'Accepted by', group: result, ...hidden }),
    acceptedAt: field.instant({ label: 'Accepted', group: result, ...hidden }),
    unacceptBy: field.string({ label: 'Undo requested by', group: result, ...hidden }),
  },
})
