import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'
import { transactionTypes } from '../reference/transaction-types.ts'

const pspClassifications = {
  CARD_PROCESSOR: 'Card processor',
  AGGREGATOR: 'Aggregator',
  WALLET: 'Wallet',
  VOUCHER: 'Voucher',
  ONLINE_BANKING: 'Online banking',
  CRYPTO: 'Crypto',
  MOBILE: 'Mobile',
} as const

export const pspStatuses = { DRAFT: 'Draft', ACTIVE: 'Active', DEPRECATED: 'Deprecated' } as const
export type PspStatus = keyof typeof pspStatuses

/** Who runs 3-D Secure: our own server, a separate one chosen by the routing table, or the PSP in its own flow. */
const threeDsTypes = {
  INTERNAL: 'Internal',
  EXTERNAL: 'External',
  PROVIDER_MANAGED: 'Provider Managed',
} as const
export type ThreeDsType = keyof typeof threeDsTypes

const pspCapabilities = {
  REFUND: 'Refund',
  VOID: 'Void',
  CANCEL_PENDING: 'Cancel pending',
  STATUS_QUERY: 'Status query',
  RECURRING: 'Recurring',
  TOKENS: 'Network tokens',
  OCT: 'Payout to card (OCT)',
  AVS: 'Address verification',
  REVERSAL: 'May reverse later',
} as const
export type PspCapability = keyof typeof pspCapabilities

const authTypes = { FINAL: 'Final', PRE: 'Pre-authorisation', SALE: 'Sale' } as const
export type AuthType = keyof typeof authTypes

const callbackAuths = { HMAC: 'Signature (HMAC)', BASIC: 'Basic', IP: 'Address list' } as const
export type CallbackAuth = keyof typeof callbackAuths

const txTypeOptions = Object.fromEntries(transactionTypes.map(({ name }) => [name, name]))

const identity = 'Identity'
const products = 'Products'
const settings = 'PSP settings'
const abilities = 'Capabilities'
const technical = 'Technical'
const mapping = 'Codes and prices'

const edit = 'payment-product-catalog.edit'

/** A payment provider: what it is, what it can do, what its codes mean and what it costs. One catalogue for all. */
export const psp = entity({
  slug: 'psp',
  label: 'PSP',
  plural: 'Payment product catalog',
  titleField: 'name',
  scope: 'platform',
  note: 'required',
  defaultSort: 'name',
  access: { view: 'payment-product-catalog.view', create: edit, edit, remove: edit },
  filters: {
    keyword: { kind: 'KEYWORD', label: 'Search', over: ['psp', 'name', 'legalEntity'] },
  },
  operations: {
    activate: {
      label: 'Activate',
      access: edit,
      done: 'activated',
      reason: 'optional',
      confirm: 'Merchants can be configured with this PSP, and rules can send payments to it.',
    },
    deprecate: {
      label: 'Deprecate',
      access: edit,
      done: 'deprecated',
      reason: 'required',
      confirm: 'The PSP is no longer offered to new merchants. Merchants that use it keep it.',
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
      width: 160,
    }),
    psp: field.string({
      label: 'Id',
      group: identity,
      required: true,
      createOnly: true,
      matches: /^[a-z][a-z0-9-]{1,39}$/,
      matchesText: 'Use 2 to 40 small letters, digits and -',
      help: 'Used in rules and configuration. Cannot be changed later.',
      sortable: true,
      mono: true,
      width: 130,
    }),
    status: field.choice({
      label: 'Status',
      required: true,
      readOnly: true,
      options: pspStatuses,
      filter: 'LIST',
      sortable: true,
      width: 110,
    }),
    classification: field.choice({
      label: 'Classification',
      group: identity,
      required: true,
      options: pspClassifications,
      filter: 'LIST',
      sortable: true,
      width: 140,
    }),
    logo: field.text({ label: 'Logo', group: identity, max: 70_000, column: 'never' }),
    legalEntity: field.string({ label: 'Legal entity', group: identity, max: 120, column: 'hidden' }),
    regions: field.strings({ label: 'Regions', item: 'region', group: identity, column: 'hidden' }),
    docsUrl: field.string({ label: 'Documentation', group: identity, format: 'URL', column: 'hidden' }),
    txTypes: field.choices({
      label: 'Transaction types',
      item: 'transaction type',
      group: products,
      required: true,
      options: txTypeOptions,
      filter: 'LIST',
      width: 240,
    }),
    countries: field.countries({
      label: 'Countries',
      item: 'country',
      group: products,
      help: 'Empty means all',
      filter: 'LIST',
      column: 'hidden',
    }),
    currencies: field.currencies({
      label: 'Currencies',
      item: 'currency',
      group: products,
      help: 'Empty means all',
      filter: 'LIST',
      width: 160,
    }),
    services: field.json({ label: 'Services', group: products, column: 'never' }),
    partialCapture: field.boolean({
      label: 'Partial capture',
      group: settings,
      default: false,
      help: 'Part of the authorised amount can be captured, more than once',
      filter: 'TOGGLE',
      width: 120,
    }),
    partialRefund: field.boolean({
      label: 'Partial refund',
      group: settings,
      default: false,
      help: 'A part of a payment can be refunded',
      filter: 'TOGGLE',
      width: 120,
    }),
    premiumPricing: field.boolean({
      label: 'Premium pricing',
      group: settings,
      default: false,
      help: 'Invoiced at the premium price',
      filter: 'TOGGLE',
      width: 130,
    }),
    kickback: field.boolean({
      label: 'Kickback',
      group: settings,
      default: false,
      help: 'The PSP pays back a share of its fees',
      filter: 'TOGGLE',
      width: 100,
    }),
    kickbackPpm: field.number({
      label: 'Kickback share',
      group: settings,
      min: 0,
      max: 1_000_000,
      help: '10000 is one percent',
      column: 'hidden',
    }),
    transactionFees: field.boolean({
      label: 'Transaction fees',
      group: settings,
      default: true,
      help: 'Payments count towards the transaction fee',
      filter: 'TOGGLE',
      width: 130,
    }),
    threeDsType: field.choice({
      label: '3DS type',
      group: settings,
      options: threeDsTypes,
      help: 'Empty for providers without cards',
      filter: 'LIST',
      width: 140,
    }),
    capabilities: field.choices({
      label: 'Can',
      item: 'capability',
      group: abilities,
      options: pspCapabilities,
      filter: 'LIST',
      column: 'hidden',
    }),
    authTypes: field.choices({
      label: 'Authorisations',
      item: 'authorisation',
      group: abilities,
      required: true,
      options: authTypes,
      column: 'hidden',
    }),
    captureWindowDays: field.number({
      label: 'Capture within (days)',
      group: abilities,
      required: true,
      min: 0,
      max: 90,
      default: 7,
      column: 'hidden',
    }),
    refundWindowDays: field.number({
      label: 'Refund within (days)',
      group: abilities,
      required: true,
      min: 0,
      max: 1825,
      default: 365,
      column: 'hidden',
    }),
    settleDays: field.number({
      label: 'Settles after (days)',
      group: abilities,
      required: true,
      min: 0,
      max: 60,
      default: 2,
      column: 'hidden',
    }),
    connector: field.string({
      label: 'Connector',
      group: technical,
      required: true,
      max: 40,
      help: 'The code that connects to this PSP',
      mono: true,
      column: 'hidden',
    }),
    testUrl: field.string({
      label: 'Address, test',
      group: technical,
      format: 'URL',
      help: 'Blank: the sandbox',
      column: 'hidden',
    }),
    productionUrl: field.string({
      label: 'Address, production',
      group: technical,
      format: 'URL',
      column: 'hidden',
    }),
    connectTimeoutMs: field.number({
      label: 'Connect timeout (ms)',
      group: technical,
      required: true,
      min: 100,
      max: 30_000,
      default: 3_000,
      column: 'hidden',
    }),
    readTimeoutMs: field.number({
      label: 'Read timeout (ms)',
      group: technical,
      required: true,
      min: 500,
      max: 120_000,
      default: 20_000,
      column: 'hidden',
    }),
    retries: field.number({
      label: 'Retries',
      group: technical,
      required: true,
      min: 0,
      max: 5,
      default: 1,
      help: 'Only if the first attempt did not reach the PSP',
      column: 'hidden',
    }),
    callbackAuth: field.choice({
      label: 'Callbacks are verified by',
      group: technical,
      required: true,
      options: callbackAuths,
      default: 'HMAC',
      column: 'hidden',
    }),
    callbackIps: field.strings({
      label: 'Callback addresses',
      item: 'address range',
      group: technical,
      help: 'CIDR ranges. Blank: any address.',
      column: 'hidden',
    }),
    statusMap: field.json({ label: 'Status map', group: mapping, column: 'never' }),
    expectedFee: field.json({ label: 'Expected fee', group: mapping, column: 'never' }),
  },
})
