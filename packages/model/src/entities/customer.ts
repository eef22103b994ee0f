import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'

export const customerStates = { ACTIVE: 'Active', ON_HOLD: 'On hold', CLOSED: 'Closed' } as const
export type CustomerState = keyof typeof customerStates

const paymentTerms = { '14': '14 days', '30': '30 days', '45': '45 days' } as const

const company = 'Company'
const billing = 'Billing'
const people = 'Contacts'

/** Who is billed for what merchants use. */
export const customer = entity({
  slug: 'customer',
  label: 'Customer',
  plural: 'Customers',
  titleField: 'legalName',
  scope: 'own',
  note: 'optional',
  defaultSort: 'number',
  access: {
    view: 'customer.view',
    create: 'customer.edit',
    edit: 'customer.edit',
    remove: 'customer.edit',
  },
  operations: {
    hold: {
      label: 'Put on hold',
      access: 'customer.edit',
      done: 'put on hold',
      reason: 'required',
      confirm: 'No invoices are drafted for the customer while it is on hold.',
    },
    activate: { label: 'Activate', access: 'customer.edit', done: 'activated', reason: 'optional' },
    close: {
      label: 'Close',
      access: 'customer.edit',
      done: 'closed',
      reason: 'required',
      confirm: 'A closed customer is no longer billed. Its merchants can be given to another customer.',
      danger: true,
    },
  },
  filters: {
    keyword: {
      kind: 'KEYWORD',
      label: 'Search',
      over: ['number', 'legalName', 'orgNo', 'vatNo', 'billingEmail'],
    },
  },
  fields: {
    number: field.string({
      label: 'Number',
      required: true,
      readOnly: true,
      sortable: true,
      mono: true,
      width: 100,
    }),
    legalName: field.string({
      label: 'Legal name',
      group: company,
      required: true,
      min: 2,
      max: 120,
      sortable: true,
      width: 240,
    }),
    orgNo: field.string({ label: 'Registration number', group: company, max: 40, width: 150 }),
    vatNo: field.string({
      label: 'VAT number',
      group: company,
      max: 30,
      help: 'With the letters of the country, such as SE556677889901',
      width: 150,
    }),
    address: field.string({ label: 'Street', group: company, required: true, max: 120, column: 'hidden' }),
    zip: field.string({ label: 'Postcode', group: company, required: true, max: 20, column: 'hidden' }),
    city: field.string({ label: 'City', group: company, required: true, max: 80, column: 'hidden' }),
    country: field.country({ label: 'Country', group: company, required: true, filter: 'LIST', width: 110 }),
    merchants: field.merchants({
      label: 'Merchants',
      group: billing,
      item: 'merchant',
      max: 200,
      filter: 'LIST',
      help: 'What they use is on its invoices. A merchant belongs to one customer.',
      width: 220,
    }),
    currency: field.currency({
      label: 'Currency',
      group: billing,
      required: true,
      filter: 'LIST',
      width: 100,
    }),
    paymentTermsDays: field.choice({
      label: 'Payment terms',
      group: billing,
      required: true,
      options: paymentTerms,
      default: '30',
      width: 120,
    }),
    billedFrom: field.day({
      label: 'Billed from',
      group: billing,
      help: 'First day of the agreement. Months that ended before it are not billed. Blank: months before the customer was created are billed only by hand.',
      column: 'hidden',
      width: 120,
    }),
    priceList: field.string({
      label: 'Price list',
      group: billing,
      required: true,
      max: 80,
      help: 'By its name; each month the version applies that is in effect on its first day',
      filter: 'KEYWORD',
      width: 150,
    }),
    seller: field.string({
      label: 'Billed by',
      group: billing,
      max: 8,
      help: 'Number prefix of the legal entity. Blank: the only one there is.',
      column: 'hidden',
    }),
    poNumber: field.string({
      label: 'Order number',
      group: billing,
      max: 40,
      help: 'The customer’s own reference, shown on invoices',
      column: 'hidden',
    }),
    billingEmail: field.string({
      label: 'Billing email',
      group: people,
      required: true,
      format: 'EMAIL',
      max: 254,
      width: 200,
    }),
    contacts: field.strings({
      label: 'Contact persons',
      group: people,
      item: 'contact',
      max: 20,
      help: 'Name, email, phone',
      column: 'hidden',
    }),
    language: field.string({
      label: 'Language',
      group: people,
      required: true,
      default: 'en',
      matches: /^[a-z]{2}(?:_[A-Z]{2})?$/,
      matchesText: 'Such as en or sv_SE',
      help: 'Of emails with invoices',
      column: 'hidden',
    }),
    state: field.choice({
      label: 'State',
      required: true,
      readOnly: true,
      options: customerStates,
      filter: 'LIST',
      width: 110,
    }),
  },
})
