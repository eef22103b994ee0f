import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'
import { rateServices } from '../money/rate-services.ts'

/** Digits behind the point of a rate. */
export const rateDecimals = 8

/** How many days a deleted rate can be restored. */
export const restorableDays = 90

/** What exchanging money costs: units of one currency for one of the merchant's rate currency. */
export const forexRate = entity({
  slug: 'forex-rate',
  label: 'Forex rate',
  plural: 'Forex rates',
  titleField: 'pair',
  scope: 'inherited',
  overrideKey: ['fromCurrency', 'toCurrency', 'rateDate', 'source', 'service'],
  note: 'required',
  defaultSort: 'pair',
  bulk: true,
  deletedMark: { field: 'state', value: 'DELETED' },
  access: {
    view: 'forex-rates.view',
    create: 'forex-rates.edit',
    edit: 'forex-rates.edit',
    remove: 'forex-rates.edit',
  },
  operations: {
    restore: {
      label: 'Restore',
      access: 'forex-rates.edit',
      done: 'restored',
      reason: 'required',
      bulk: true,
    },
  },
  filters: {
    rates: {
      kind: 'SELECT',
      label: 'Rates',
      options: { IN_FORCE: 'In force', EVERY_SERVICE: 'In force, every service', ALL: 'All dates' },
    },
    overridesOnly: { kind: 'TOGGLE', label: 'Own rows only' },
  },
  /** A day or deleted rates are asked for by name; everybody else wants to know what holds now. */
  impliedFilters: ({ rates, rateDate, state }) => {
    const none: Record<string, string> = {}
    return rates || rateDate || state ? none : { rates: 'IN_FORCE' }
  },
  fields: {
    pair: field.string({ label: 'Pair', required: true, readOnly: true, sortable: true, width: 100 }),
    fromCurrency: field.currency({
      label: 'From',
      createOnly: true,
      column: 'hidden',
      help: 'Blank: the currency all rates of the merchant go through',
      width: 80,
    }),
    toCurrency: field.currency({
      label: 'To',
      required: true,
      createOnly: true,
      column: 'hidden',
      sortable: true,
      filter: 'LIST',
      width: 80,
    }),
    rateDate: field.day({
      label: 'Date',
      createOnly: true,
      sortable: true,
      filter: 'DATE',
      help: 'YYYY-MM-DD. Blank: today. A rate set by hand applies from this day until it is changed or deleted.',
      width: 110,
    }),
    buyRate: field.decimal({
      label: 'Buy',
      required: true,
      decimals: rateDecimals,
      help: 'Units of the currency we take in for one unit',
      width: 130,
    }),
    sellRate: field.decimal({
      label: 'Sell',
      required: true,
      decimals: rateDecimals,
      help: 'Units of the currency we give out for one unit; not more than Buy',
      width: 130,
    }),
    source: field.choice({
      label: 'Source',
      required: true,
      readOnly: true,
      options: { MANUAL: 'Manual', IMPORTED: 'Imported' },
      filter: 'LIST',
      width: 100,
    }),
    service: field.choice({
      label: 'Service',
      createOnly: true,
      options: rateServices,
      filter: 'LIST',
      help: 'Blank: the service the merchant uses',
      width: 180,
    }),
    state: field.choice({
      label: 'State',
      required: true,
      readOnly: true,
      options: { ACTIVE: 'Active', DELETED: 'Deleted' },
      filter: 'LIST',
      column: 'hidden',
      width: 100,
    }),
    createdBy: field.string({ label: 'Created by', readOnly: true, column: 'hidden', width: 140 }),
  },
})
