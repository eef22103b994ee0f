import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'

const company = 'Company'
const money = 'Bank account and VAT'
const look = 'Look'

/** Who sends invoices: the platform's own company, with its address, its bank account and its numbers. */
export const legalEntity = entity({
  slug: 'legal-entity',
  label: 'Legal entity',
  plural: 'Legal entities',
  titleField: 'name',
  scope: 'platform',
  note: 'required',
  defaultSort: 'name',
  access: {
    view: 'legal-entity.view',
    create: 'legal-entity.edit',
    edit: 'legal-entity.edit',
    remove: 'legal-entity.edit',
  },
  operationsNeedVersion: true,
  operations: {
    'request-iban': {
      label: 'Change IBAN',
      access: 'legal-entity.edit',
      done: 'put forward with a new IBAN',
      reason: 'required',
      confirm: 'Customers pay to this account. The new IBAN applies once a second person has confirmed it.',
      stepUp: true,
      asks: { iban: field.string({ label: 'New IBAN', required: true, max: 40 }) },
    },
    'confirm-iban': {
      label: 'Confirm IBAN',
      access: 'legal-entity.edit',
      done: 'given its new IBAN',
      reason: 'optional',
      confirm: 'Invoices issued from now on name the new account.',
      stepUp: true,
    },
    'refuse-iban': {
      label: 'Refuse IBAN',
      access: 'legal-entity.edit',
      done: 'left with its IBAN',
      reason: 'required',
    },
  },
  filters: { keyword: { kind: 'KEYWORD', label: 'Search', over: ['name', 'code', 'vatNo'] } },
  fields: {
    name: field.string({
      label: 'Legal name',
      group: company,
      required: true,
      max: 120,
      sortable: true,
      width: 220,
    }),
    code: field.string({
      label: 'Number prefix',
      group: company,
      required: true,
      createOnly: true,
      matches: /^[A-Z0-9]{2,8}$/,
      matchesText: 'Two to eight capitals or digits',
      help: 'Invoices are numbered with it: SB-2026-00001',
      width: 120,
    }),
    orgNo: field.string({ label: 'Registration number', group: company, max: 40, width: 150 }),
    address: field.string({ label: 'Street', group: company, required: true, max: 120, column: 'hidden' }),
    zip: field.string({ label: 'Postcode', group: company, required: true, max: 20, column: 'hidden' }),
    city: field.string({ label: 'City', group: company, required: true, max: 80, width: 120 }),
    country: field.country({ label: 'Country', group: company, required: true, width: 110 }),
    email: field.string({
      label: 'Email',
      group: company,
      required: true,
      format: 'EMAIL',
      max: 254,
      help: 'For questions about invoices',
      width: 200,
    }),
    phone: field.string({ label: 'Phone', group: company, format: 'PHONE', column: 'hidden' }),
    vatNo: field.string({ label: 'VAT number', group: money, max: 30, width: 150 }),
    vatRate: field.decimal({
      label: 'Domestic VAT, %',
      group: money,
      required: true,
      decimals: 2,
      help: 'For customers in the same country',
      width: 130,
    }),
    iban: field.string({
      label: 'IBAN',
      group: money,
      required: true,
      createOnly: true,
      max: 40,
      help: 'A second person confirms every later change',
      width: 220,
    }),
    bic: field.string({
      label: 'BIC',
      group: money,
      matches: /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/,
      matchesText: 'Eight or eleven capitals and digits',
      width: 120,
    }),
    logo: field.text({
      label: 'Logo',
      group: look,
      max: 200_000,
      help: 'PNG as a data address, at most 150 kB',
      column: 'never',
    }),
    pendingIban: field.string({ label: 'IBAN to confirm', readOnly: true, column: 'hidden' }),
    pendingIbanBy: field.string({ label: 'IBAN requested by', readOnly: true, column: 'hidden' }),
  },
})
