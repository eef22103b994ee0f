import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'
import { voucherStates } from '../store/store-state.ts'

const edit = 'store.edit'
const block = 'store.block'
const read = { readOnly: true } as const
const hidden = { readOnly: true, column: 'hidden' } as const

const about = 'Voucher'
const use = 'Use'

/** One voucher. Its code is known to whoever holds it and to nobody here. */
export const voucher = entity({
  slug: 'voucher',
  label: 'Voucher',
  plural: 'Vouchers',
  titleField: 'serial',
  scope: 'own',
  note: 'optional',
  defaultSort: 'createdAt:desc',
  access: { view: 'store.view', create: edit, edit, remove: edit },
  filters: {
    keyword: {
      kind: 'KEYWORD',
      label: 'Serial, last 4 or user id',
      over: ['serial', 'codeLast4', 'redeemedBy'],
    },
    created: { kind: 'DATE', label: 'Created' },
    refused: { kind: 'TOGGLE', label: 'With refused tries' },
  },
  operations: {
    block: {
      label: 'Block',
      access: block,
      done: 'blocked',
      reason: 'required',
      confirm: 'The voucher cannot be redeemed until it is unblocked.',
      danger: true,
    },
    unblock: { label: 'Unblock', access: block, done: 'unblocked', reason: 'required' },
    extend: {
      label: 'Extend',
      access: edit,
      done: 'extended',
      reason: 'required',
      asks: { expiresAt: field.instant({ label: 'Expires', required: true }) },
    },
  },
  fields: {
    serial: field.string({
      label: 'Serial',
      group: about,
      required: true,
      ...read,
      mono: true,
      sortable: true,
      width: 150,
    }),
    codeLast4: field.string({
      label: 'Code ends in',
      group: about,
      required: true,
      ...read,
      mono: true,
      width: 110,
    }),
    sku: field.string({
      label: 'Product',
      group: about,
      required: true,
      ...read,
      mono: true,
      filter: 'LIST',
      width: 150,
    }),
    batch: field.string({
      label: 'Batch',
      group: about,
      required: true,
      ...read,
      filter: 'LIST',
      width: 170,
    }),
    value: field.money({ label: 'Value', group: about, required: true, ...read, width: 110 }),
    state: field.choice({
      label: 'State',
      group: about,
      required: true,
      ...read,
      options: voucherStates,
      filter: 'LIST',
      width: 120,
    }),
    expiresAt: field.instant({
      label: 'Expires',
      group: about,
      required: true,
      ...read,
      sortable: true,
      filter: 'DATE',
      width: 150,
    }),
    activatedAt: field.instant({ label: 'Active since', group: use, ...hidden }),
    redeemedAt: field.instant({
      label: 'Redeemed',
      group: use,
      ...read,
      filter: 'DATE',
      width: 150,
    }),
    redeemedBy: field.string({ label: 'Redeemed by', group: use, ...read, width: 130 }),
    redeemTxId: field.number({ label: 'Transaction', group: use, ...read, width: 150 }),
    reservedUntil: field.instant({ label: 'Reserved until', group: use, ...hidden }),
    blockReason: field.string({ label: 'Why blocked', group: use, ...hidden }),
    failedTries: field.number({ label: 'Refused tries', group: use, required: true, ...hidden }),
    reissuedAs: field.string({ label: 'Replaced by', group: use, ...hidden, mono: true }),
    reissueOf: field.string({ label: 'Replaces', group: use, ...hidden, mono: true }),
  },
})
