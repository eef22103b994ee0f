import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'
import { cardBrands, cardCategories, cardTypes, iinSources } from '../reference/cards.ts'

const smallest = 100_000
const largest = 99_999_999_999

/** Which bank issued the cards whose numbers begin so, and what kind of cards they are. */
export const iin = entity({
  slug: 'iin',
  label: 'IIN range',
  plural: 'IIN ranges',
  titleField: 'rangeStart',
  scope: 'inherited',
  overrideKey: ['rangeStart', 'rangeEnd', 'source'],
  note: 'optional',
  defaultSort: 'rangeStart',
  bulk: true,
  deletedMark: { field: 'state', value: 'DELETED' },
  access: { view: 'iin.view', create: 'iin.edit', edit: 'iin.edit', remove: 'iin.remove' },
  filters: {
    keyword: { kind: 'KEYWORD', label: 'BIN or bank' },
    mineOnly: { kind: 'TOGGLE', label: 'Own rows only' },
  },
  fields: {
    rangeStart: field.number({
      label: 'Range start',
      required: true,
      min: smallest,
      max: largest,
      mono: true,
      sortable: true,
      help: '6 to 11 digits; fewer than 11 are filled up with zeros',
      width: 120,
    }),
    rangeEnd: field.number({
      label: 'Range end',
      required: true,
      min: smallest,
      max: largest,
      mono: true,
      help: '6 to 11 digits; fewer than 11 are filled up with nines',
      width: 120,
    }),
    cardBrand: field.choice({
      label: 'Brand',
      required: true,
      options: cardBrands,
      filter: 'LIST',
      width: 130,
    }),
    cardType: field.choice({
      label: 'Type',
      required: true,
      options: cardTypes,
      default: 'UNKNOWN',
      filter: 'LIST',
      width: 100,
    }),
    countryCode: field.country({ label: 'Country', filter: 'LIST', width: 150 }),
    bankName: field.string({ label: 'Bank', max: 140, width: 190 }),
    cardSubBrand: field.string({ label: 'Sub-brand', max: 60, width: 120 }),
    cardCategory: field.choice({ label: 'Category', options: cardCategories, width: 120 }),
    source: field.choice({
      label: 'Source',
      required: true,
      createOnly: true,
      options: iinSources,
      default: 'MANUAL',
      filter: 'LIST',
      width: 130,
    }),
    state: field.choice({
      label: 'State',
      required: true,
      options: { ACTIVE: 'Active', INACTIVE: 'Inactive', DELETED: 'Deleted' },
      default: 'ACTIVE',
      filter: 'LIST',
      width: 100,
    }),
  },
})
