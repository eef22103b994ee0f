import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'
import {
  acceptReasons,
  lineDifferences,
  lineOrigins,
  lineTypes,
  matchedBy,
  matchStatuses,
} from '../settlements/settlement-words.ts'

const match = 'Matching'
const money = 'Money'
const payment = 'Payment'
const card = 'Card'

const read = { readOnly: true } as const
const hidden = { readOnly: true, column: 'hidden' } as const
const edit = 'settlements.edit'

const amount = (label: string, shown: typeof read | typeof hidden = hidden) =>
  field.money({ label, group: money, ...shown, width: 120 })
const ofCard = (label: string) => field.string({ label, group: card, ...hidden })

/** One line of a settlement file, or what should have been one. */
export const settlementLine = entity({
  slug: 'settlement-line',
  label: 'Settlement line',
  plural: 'Settlement lines',
  table: 'settlement_line_view',
  titleField: 'title',
  scope: 'own',
  note: 'optional',
  defaultSort: 'lineNo',
  access: { view: 'settlements.view', create: edit, edit, remove: edit },
  filters: {
    keyword: { kind: 'KEYWORD', label: 'Reference', over: ['merchantRef', 'pspRefId'] },
    batchId: { kind: 'KEYWORD', label: 'Batch id' },
    open: { kind: 'TOGGLE', label: 'To decide' },
    notAddingUp: { kind: 'TOGGLE', label: 'Not adding up' },
  },
  operationsNeedVersion: true,
  operations: {
    link: {
      label: 'Link to payment',
      access: edit,
      done: 'linked',
      reason: 'optional',
      asks: {
        txRefId: field.string({
          label: 'Reference of the payment',
          required: true,
          max: 40,
          matches: /^\d{1,9}A\d{1,18}$/,
          matchesText: 'Must be a reference, such as 100010001A123',
        }),
      },
    },
    split: {
      label: 'Split line',
      access: edit,
      done: 'split',
      reason: 'optional',
      asks: {
        amounts: field.strings({
          label: 'Gross amounts',
          required: true,
          item: 'amount',
          repeats: true,
          min: 2,
          max: 20,
          help: 'Must add up to the gross amount of the line. Fees are shared in proportion.',
        }),
      },
    },
    'accept-difference': {
      label: 'Accept difference',
      access: edit,
      done: 'accepted',
      reason: 'optional',
      asks: {
        cause: field.choice({ label: 'Cause', required: true, options: acceptReasons }),
      },
    },
    'write-off': {
      label: 'Write off',
      access: edit,
      done: 'written off',
      reason: 'required',
      confirm:
        'Above the limit of the merchant, together with what you decided in this batch, a second person must write it off too.',
      danger: true,
    },
    investigate: {
      label: 'Send to investigation',
      access: edit,
      done: 'sent to investigation',
      reason: 'required',
      confirm: 'A case is opened. The amount stands in suspense after the batch is accepted.',
    },
    reopen: {
      label: 'Undo decision',
      access: edit,
      done: 'reopened',
      reason: 'optional',
    },
  },
  fields: {
    title: field.string({ label: 'Line', group: match, required: true, ...hidden }),
    batch: field.string({ label: 'Batch', group: match, required: true, ...hidden, mono: true, width: 100 }),
    lineNo: field.number({
      label: 'Line no.',
      group: match,
      required: true,
      ...read,
      sortable: true,
      width: 90,
    }),
    type: field.choice({
      label: 'Type',
      group: match,
      required: true,
      ...read,
      options: lineTypes,
      filter: 'LIST',
      width: 130,
    }),
    matchStatus: field.choice({
      label: 'Status',
      group: match,
      required: true,
      ...read,
      options: matchStatuses,
      filter: 'LIST',
      width: 150,
    }),
    differences: field.choices({
      label: 'Differences',
      group: match,
      ...read,
      options: lineDifferences,
      filter: 'LIST',
      width: 180,
    }),
    gross: amount('Gross', read),
    expected: amount('Expected', read),
    fees: amount('Fees', read),
    expectedFee: amount('Expected fee', read),
    net: amount('Net', read),
    txId: field.number({ label: 'Payment', group: payment, ...read, width: 150 }),
    merchantRef: field.string({ label: 'Our reference', group: payment, ...read, mono: true, width: 190 }),
    pspRefId: field.string({ label: 'PSP reference', group: payment, ...read, mono: true, width: 190 }),
    txMerchantId: field.number({ label: 'Merchant of the payment', group: payment, ...hidden }),
    matchedBy: field.choice({ label: 'Matched by', group: match, ...hidden, options: matchedBy }),
    origin: field.choice({ label: 'Origin', group: match, required: true, ...hidden, options: lineOrigins }),
    bookedAt: field.instant({ label: 'Booked', group: payment, required: true, ...read }),
    fxRate: field.decimal({ label: 'Exchange rate', group: money, decimals: 12, ...hidden }),
    ourRate: field.decimal({ label: 'Our rate', group: money, decimals: 12, ...hidden }),
    commission: amount('Commission'),
    markup: amount('Markup'),
    schemeFee: amount('Scheme fee'),
    interchange: amount('Interchange'),
    offSum: amount('Net beyond gross minus fees'),
    cardScheme: ofCard('Card scheme'),
    cardUsage: ofCard('Card usage'),
    cardCategory: ofCard('Card category'),
    interchangeDomain: ofCard('Interchange domain'),
    cause: field.choice({ label: 'Cause', group: match, ...hidden, options: acceptReasons }),
    resolvedBy: field.string({ label: 'Decided by', group: match, ...hidden }),
    resolvedAt: field.instant({ label: 'Decided', group: match, ...hidden }),
    note: field.text({ label: 'Note', group: match, ...hidden }),
    writeOffBy: field.string({ label: 'Write-off requested by', group: match, ...hidden }),
    caseId: field.string({ label: 'Case', group: match, ...hidden, mono: true }),
  },
})
