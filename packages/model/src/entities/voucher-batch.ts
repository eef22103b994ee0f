import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'
import { batchStates } from '../store/store-state.ts'

const edit = 'store.edit'
const read = { readOnly: true } as const
const hidden = { readOnly: true, column: 'hidden' } as const

const order = 'Order'
const release = 'Release'

/** Vouchers that are made together and released by somebody else than who ordered them. */
export const voucherBatch = entity({
  slug: 'voucher-batch',
  label: 'Voucher batch',
  plural: 'Voucher batches',
  titleField: 'title',
  scope: 'own',
  note: 'optional',
  defaultSort: 'createdAt:desc',
  access: { view: 'store.view', create: edit, edit, remove: edit },
  filters: {
    keyword: { kind: 'KEYWORD', label: 'Batch or distributor', over: ['title', 'distributor'] },
    low: { kind: 'TOGGLE', label: 'Low in stock' },
  },
  operationsNeedVersion: true,
  operations: {
    release: {
      label: 'Release',
      access: edit,
      done: 'released',
      reason: 'none',
      confirm: 'The vouchers can be redeemed from now on, and their value is owed to whoever holds them.',
    },
    close: {
      label: 'Close',
      access: edit,
      done: 'closed',
      reason: 'required',
      confirm: 'A batch that was not released is discarded: its codes will never work.',
      danger: true,
    },
  },
  fields: {
    title: field.string({
      label: 'Batch',
      group: order,
      required: true,
      ...read,
      sortable: true,
      width: 180,
    }),
    productId: field.string({
      label: 'Product',
      group: order,
      required: true,
      createOnly: true,
      format: 'UUID',
      column: 'never',
    }),
    sku: field.string({
      label: 'SKU',
      group: order,
      required: true,
      ...read,
      mono: true,
      filter: 'LIST',
      width: 150,
    }),
    quantity: field.number({
      label: 'Quantity',
      group: order,
      required: true,
      createOnly: true,
      integer: true,
      min: 1,
      max: 10_000,
      width: 100,
    }),
    faceValue: field.money({
      label: 'Value',
      group: order,
      required: true,
      createOnly: true,
      width: 120,
    }),
    expiresAt: field.instant({
      label: 'Expires',
      group: order,
      createOnly: true,
      sortable: true,
      filter: 'DATE',
      help: 'Empty: as long as the product says',
      width: 150,
    }),
    distributor: field.string({ label: 'Distributor', group: order, max: 60, column: 'hidden' }),
    batchNote: field.text({ label: 'Remark', group: order, max: 500, column: 'hidden' }),
    state: field.choice({
      label: 'State',
      group: release,
      required: true,
      ...read,
      options: batchStates,
      filter: 'LIST',
      width: 140,
    }),
    firstSerial: field.string({ label: 'First serial', group: release, ...hidden, mono: true }),
    lastSerial: field.string({ label: 'Last serial', group: release, ...hidden, mono: true }),
    createdBy: field.string({ label: 'Created by', group: release, required: true, ...read, width: 120 }),
    fileDownloadedAt: field.instant({ label: 'Codes downloaded', group: release, ...hidden }),
    downloadedBy: field.string({ label: 'Downloaded by', group: release, ...hidden }),
    releasedAt: field.instant({ label: 'Released', group: release, ...hidden }),
    releasedBy: field.string({ label: 'Released by', group: release, ...read, width: 120 }),
  },
})
