import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'

export const merchantStates = {
  ONBOARDING: 'Onboarding',
  TEST: 'Test',
  LIVE: 'Live',
  SUSPENDED: 'Suspended',
  CLOSED: 'Closed',
} as const

export type MerchantState = keyof typeof merchantStates

/** Which state may follow which; anything else is refused. */
export const merchantTransitions: Readonly<Record<MerchantState, readonly MerchantState[]>> = {
  ONBOARDING: ['TEST', 'CLOSED'],
  TEST: ['LIVE', 'CLOSED'],
  LIVE: ['SUSPENDED'],
  SUSPENDED: ['LIVE', 'CLOSED'],
  CLOSED: [],
}

const identity = 'Identity'
const business = 'Business'
const console_ = 'Console'

export const merchant = entity({
  slug: 'merchant',
  label: 'Merchant',
  plural: 'Merchants',
  titleField: 'name',
  scope: 'own',
  note: 'optional',
  defaultSort: 'path',
  access: {
    view: 'merchant.view',
    create: 'merchant.operate',
    edit: 'merchant.edit',
    remove: 'merchant.operate',
  },
  filters: {
    keyword: { kind: 'KEYWORD', label: 'Search', over: ['id', 'name', 'legalName', 'website'] },
  },
  operations: {
    test: {
      label: 'Start test phase',
      access: 'merchant.operate',
      done: 'moved to test',
      reason: 'optional',
    },
    'go-live': {
      label: 'Go live',
      access: 'merchant.operate',
      done: 'taken live',
      reason: 'optional',
      confirm:
        'The merchant can process real payments. If the checklist is incomplete, a reason is required.',
    },
    suspend: {
      label: 'Suspend',
      access: 'merchant.operate',
      done: 'suspended',
      reason: 'required',
      confirm: 'New payments are refused and staff lose access. Payments in progress are completed.',
      danger: true,
    },
    resume: { label: 'Resume', access: 'merchant.operate', done: 'resumed', reason: 'required' },
    close: {
      label: 'Close',
      access: 'merchant.operate',
      done: 'closed',
      reason: 'required',
      confirm: 'A closed merchant cannot be reopened.',
      danger: true,
    },
  },
  fields: {
    name: field.string({
      label: 'Name',
      group: identity,
      required: true,
      min: 2,
      max: 80,
      sortable: true,
      width: 220,
    }),
    legalName: field.string({ label: 'Legal name', group: identity, max: 120 }),
    parentId: field.merchant({
      label: 'Parent',
      group: identity,
      help: 'Blank only for the platform itself',
      width: 120,
    }),
    level: field.number({
      label: 'Level',
      readOnly: true,
      required: true,
      sortable: true,
      filter: 'SELECT',
      width: 80,
    }),
    path: field.string({
      label: 'Path',
      readOnly: true,
      required: true,
      sortable: true,
      mono: true,
      column: 'hidden',
    }),
    state: field.choice({
      label: 'State',
      required: true,
      readOnly: true,
      options: merchantStates,
      filter: 'LIST',
      width: 120,
    }),
    country: field.country({ label: 'Country', group: business, filter: 'LIST', width: 120 }),
    baseCurrency: field.currency({ label: 'Base currency', group: business, required: true, width: 120 }),
    currencies: field.currencies({ label: 'Currencies', item: 'currency', group: business, width: 160 }),
    timeZone: field.string({
      label: 'Time zone',
      group: business,
      required: true,
      default: 'UTC',
      max: 60,
      column: 'hidden',
    }),
    mcc: field.string({
      label: 'Category code (MCC)',
      group: business,
      matches: /^\d{4}$/,
      matchesText: 'Four digits',
      column: 'hidden',
    }),
    website: field.string({ label: 'Website', group: business, format: 'URL', max: 200, column: 'hidden' }),
    jurisdictions: field.countries({
      label: 'Jurisdictions',
      item: 'jurisdiction',
      group: business,
      column: 'hidden',
    }),
    descriptor: field.string({ label: 'Statement descriptor', group: business, max: 22, column: 'hidden' }),
    supportEmail: field.string({
      label: 'Support email',
      group: business,
      format: 'EMAIL',
      max: 254,
      column: 'hidden',
      help: 'Reply address of emails to this merchant’s staff',
    }),
    maskSensitiveData: field.boolean({
      label: 'Mask personal data',
      group: console_,
      default: false,
      help: 'Only data viewers see names, addresses and accounts unmasked',
      column: 'hidden',
    }),
    allowedIps: field.strings({
      label: 'Console allowlist',
      item: 'address range',
      group: console_,
      help: 'CIDR ranges staff may sign in from. Blank: any address.',
      column: 'hidden',
    }),
  },
})
