import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'

/** What the platform charges, from a day on. A list of the same name with a later day takes its place. */
export const priceList = entity({
  slug: 'price-list',
  label: 'Price list',
  plural: 'Price lists',
  titleField: 'name',
  scope: 'platform',
  note: 'required',
  defaultSort: 'name',
  access: {
    view: 'price-list.view',
    create: 'price-list.edit',
    edit: 'price-list.edit',
    remove: 'price-list.edit',
  },
  filters: { keyword: { kind: 'KEYWORD', label: 'Search', over: ['name'] } },
  fields: {
    name: field.string({
      label: 'Name',
      required: true,
      createOnly: true,
      min: 2,
      max: 80,
      sortable: true,
      filter: 'KEYWORD',
      width: 200,
    }),
    currency: field.currency({
      label: 'Currency',
      required: true,
      createOnly: true,
      help: 'Customers with this list are billed in it',
      filter: 'LIST',
      width: 100,
    }),
    effectiveFrom: field.day({
      label: 'Effective from',
      required: true,
      createOnly: true,
      sortable: true,
      filter: 'DATE',
      help: 'YYYY-MM-DD. Applies to months that begin on or after this day.',
      width: 130,
    }),
    prices: field.json({ label: 'Prices', required: true, width: 300 }),
  },
})
