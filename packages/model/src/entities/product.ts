import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'
import { productStates } from '../store/store-state.ts'

const kinds = { VOUCHER: 'Voucher', TOPUP_CARD: 'Top-up card' } as const

const about = 'Product'
const value = 'Value'
const rules = 'Redemption'
const sale = 'Distribution'

const edit = 'store.edit'
const hidden = { column: 'hidden' } as const

/** Something the store sells: a voucher or a top-up card of certain values. */
export const product = entity({
  slug: 'product',
  label: 'Product',
  plural: 'Products',
  titleField: 'name',
  scope: 'own',
  note: 'optional',
  defaultSort: 'updatedAt:desc',
  access: { view: 'store.view', create: edit, edit, remove: edit },
  filters: { keyword: { kind: 'KEYWORD', label: 'SKU or name', over: ['sku', 'name'] } },
  operations: {
    activate: { label: 'Activate', access: edit, done: 'activated', reason: 'none' },
    suspend: {
      label: 'Suspend',
      access: edit,
      done: 'suspended',
      reason: 'required',
      confirm: 'Its vouchers cannot be redeemed until the product is activated again.',
      danger: true,
    },
    retire: {
      label: 'Retire',
      access: edit,
      done: 'retired',
      reason: 'required',
      confirm: 'A retired product cannot be sold or changed any more.',
      danger: true,
    },
  },
  fields: {
    sku: field.string({
      label: 'SKU',
      group: about,
      required: true,
      createOnly: true,
      matches: /^[A-Z0-9-]{3,32}$/,
      matchesText: '3 to 32 capital letters, digits and dashes',
      mono: true,
      sortable: true,
      width: 150,
    }),
    name: field.string({
      label: 'Name',
      group: about,
      required: true,
      min: 1,
      max: 80,
      sortable: true,
      width: 200,
    }),
    description: field.text({ label: 'Description', group: about, max: 1000, ...hidden }),
    imageId: field.string({ label: 'Image', group: about, max: 100, ...hidden, help: 'Id of the picture' }),
    kind: field.choice({
      label: 'Kind',
      group: about,
      required: true,
      options: kinds,
      default: 'VOUCHER',
      filter: 'LIST',
      width: 120,
    }),
    state: field.choice({
      label: 'State',
      group: about,
      required: true,
      readOnly: true,
      options: productStates,
      filter: 'LIST',
      sortable: true,
      width: 110,
    }),
    currency: field.currency({
      label: 'Currency',
      group: value,
      required: true,
      filter: 'LIST',
      width: 100,
    }),
    faceValues: field.strings({
      label: 'Fixed values',
      heading: 'Values',
      group: value,
      item: 'value',
      max: 20,
      help: 'Amounts such as 25.00. Leave empty to sell any value of a range. Locked once a batch exists.',
      width: 230,
    }),
    minValue: field.decimal({ label: 'Lowest value', group: value, decimals: 8, ...hidden }),
    maxValue: field.decimal({ label: 'Highest value', group: value, decimals: 8, ...hidden }),
    stepValue: field.decimal({ label: 'Step', group: value, decimals: 8, ...hidden }),
    validityDays: field.number({
      label: 'Valid for, days',
      group: rules,
      required: true,
      integer: true,
      min: 1,
      max: 1825,
      default: 365,
      ...hidden,
    }),
    maxPerUser: field.number({
      label: 'Most per user',
      group: rules,
      integer: true,
      min: 1,
      max: 100_000,
      help: 'How many of it one user may redeem',
      ...hidden,
    }),
    maxPerDay: field.number({
      label: 'Most per user in 24 hours',
      group: rules,
      integer: true,
      min: 1,
      max: 100_000,
      ...hidden,
    }),
    countries: field.countries({
      label: 'Countries',
      group: rules,
      item: 'country',
      max: 250,
      help: 'Where users may live. Empty: anywhere',
      ...hidden,
    }),
    distributorId: field.string({ label: 'Distributor', group: sale, max: 60, ...hidden }),
    commissionPct: field.number({
      label: 'Commission, %',
      group: sale,
      required: true,
      min: 0,
      max: 30,
      default: 0,
      help: 'What the distributor keeps of each voucher sold',
      ...hidden,
    }),
    stock: field.json({ label: 'Stock', group: sale, required: true, readOnly: true, width: 250 }),
  },
})

/** What became of the vouchers of a product. */
export interface Stock {
  readonly issued: number
  readonly active: number
  readonly redeemed: number
  readonly expired: number
  readonly blocked: number
}
