import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'
import { onboardingStates } from '../scheme-tokens/onboarding-state.ts'
import { tokenNetworks } from '../scheme-tokens/token-network.ts'

const businessIdTypes = {
  COMPANY_NUMBER: 'Company registration number',
  VAT: 'VAT number',
  TAX_ID: 'Tax number',
  DUNS: 'DUNS number',
} as const
const cardKinds = { DEBIT: 'Debit', CREDIT: 'Credit', BOTH: 'Debit and credit' } as const
const percentages = { '1': '1 %', '10': '10 %', '50': '50 %', '100': '100 %' } as const

const program = 'Onboarding'
const business = 'Business'
const contact = 'Contact'
const atNetwork = 'At the network'

const read = { readOnly: true } as const
const hidden = { column: 'hidden' } as const
const edit = 'scheme-token-onboarding.edit'

/** A text of the business data; the network wants it, a draft may lack it. */
const wanted = (label: string, max: number, group = business) =>
  field.string({ label, group, max, ...hidden })

const psps = field.strings({
  label: 'PSPs',
  item: 'PSP',
  required: true,
  min: 1,
  max: 20,
  names: 'psp',
})

/** A merchant at a card network: what the network asks for, how far it has come, and how far tokens are rolled out. */
export const schemeToken = entity({
  slug: 'scheme-token',
  label: 'Scheme token onboarding',
  plural: 'Scheme token onboardings',
  titleField: 'title',
  scope: 'own',
  note: 'optional',
  defaultSort: 'updatedAt:desc',
  importable: true,
  importRows: 500,
  overrideKey: ['merchant', 'network'],
  access: { view: 'scheme-token-onboarding.view', create: edit, edit, remove: edit },
  filters: {
    keyword: {
      kind: 'KEYWORD',
      label: 'Name, entity id or TRID',
      over: ['title', 'legalName', 'tradingName', 'entityId', 'trid'],
    },
  },
  operations: {
    validate: {
      label: 'Validate',
      access: edit,
      done: 'validated',
      reason: 'none',
    },
    submit: {
      label: 'Submit to network',
      sends: true,
      access: edit,
      done: 'submitted',
      reason: 'none',
      confirm:
        'The business data is sent to the network. It cannot be changed until the network has answered.',
    },
    refresh: { label: 'Refresh status', access: edit, done: 'refreshed', reason: 'none' },
    resubmit: {
      label: 'Submit again',
      sends: true,
      access: edit,
      done: 'submitted again',
      reason: 'none',
      confirm: 'The corrected data is sent to the network.',
    },
    test: {
      label: 'Run test',
      sends: true,
      access: edit,
      done: 'started',
      reason: 'none',
      confirm:
        'Provisions a token for a test card, requests one cryptogram, authorises 1.00 with it and voids the authorisation.',
    },
    enable: {
      label: 'Enable',
      access: edit,
      done: 'enabled',
      reason: 'optional',
      asks: {
        psps,
        percent: field.choice({
          label: 'Share of accounts',
          required: true,
          options: percentages,
          default: '1',
        }),
      },
      confirm:
        'Card deposits of this share of accounts are sent with a network token instead of the card number.',
    },
    rollout: {
      label: 'Change roll-out',
      access: edit,
      done: 'changed',
      reason: 'optional',
      asks: {
        psps,
        percent: field.choice({
          label: 'Share of accounts',
          required: true,
          options: { '0': 'Off', ...percentages },
          default: '10',
        }),
      },
    },
    suspend: {
      label: 'Suspend',
      access: edit,
      done: 'suspended',
      reason: 'required',
      confirm: 'Card deposits use the card number again from now on.',
      danger: true,
    },
  },
  fields: {
    title: field.string({
      label: 'Name',
      group: program,
      required: true,
      ...read,
      sortable: true,
      width: 255,
    }),
    merchant: field.merchant({
      label: 'Merchant',
      group: program,
      required: true,
      createOnly: true,
      filter: 'LIST',
      width: 170,
    }),
    network: field.choice({
      label: 'Network',
      group: program,
      required: true,
      createOnly: true,
      options: tokenNetworks,
      filter: 'LIST',
      width: 160,
    }),
    state: field.choice({
      label: 'State',
      group: program,
      required: true,
      ...read,
      options: onboardingStates,
      filter: 'LIST',
      sortable: true,
      width: 170,
    }),
    rollout: field.json({ label: 'Roll-out', group: program, required: true, ...read, width: 150 }),
    legalName: field.string({
      label: 'Legal name',
      group: business,
      max: 120,
      sortable: true,
      help: 'Must be unique at Visa',
      width: 200,
    }),
    tradingName: field.string({
      label: 'Trading name',
      group: business,
      max: 120,
      help: 'The name cardholders know',
      ...hidden,
    }),
    country: field.country({ label: 'Country', group: business, width: 110 }),
    city: wanted('City', 80),
    address: wanted('Address', 200),
    websiteUrl: field.string({
      label: 'Website',
      group: business,
      max: 200,
      matches: /^https:\/\/[^\s/?#]+\.[^\s]+$/,
      matchesText: 'Must begin with https://',
      ...hidden,
    }),
    mcc: field.string({
      label: 'MCC',
      group: business,
      matches: /^\d{4}$/,
      matchesText: 'Must have 4 digits',
      help: 'Merchant category code',
      width: 80,
    }),
    businessIdType: field.choice({
      label: 'Business id type',
      group: business,
      options: businessIdTypes,
      ...hidden,
    }),
    businessIdValue: wanted('Business id', 40),
    acquirerIds: field.strings({
      label: 'Acquirer ids',
      group: business,
      item: 'acquirer id',
      max: 20,
      help: 'BINs or ids of the acquirers that process the cards',
      ...hidden,
    }),
    debitCreditIndicator: field.choice({ label: 'Cards', group: business, options: cardKinds, ...hidden }),
    documents: field.strings({
      label: 'Documents',
      group: business,
      item: 'document',
      max: 20,
      help: 'References of registration documents the network may ask for',
      ...hidden,
    }),
    contactEmail: field.string({
      label: 'Contact email',
      group: contact,
      format: 'EMAIL',
      max: 200,
      ...hidden,
    }),
    phone: field.string({ label: 'Phone', group: contact, format: 'PHONE', ...hidden }),
    language: field.string({
      label: 'Language',
      group: contact,
      matches: /^[a-z]{2}$/,
      matchesText: 'Two small letters, such as en',
      ...hidden,
    }),
    entityId: field.string({
      label: 'Entity id',
      group: atNetwork,
      required: true,
      ...read,
      mono: true,
      ...hidden,
    }),
    requestId: field.string({ label: 'Request id', group: atNetwork, ...read, mono: true, ...hidden }),
    trid: field.string({ label: 'TRID', group: atNetwork, ...read, mono: true, width: 130 }),
    paymentAppId: field.string({ label: 'Payment app id', group: atNetwork, ...read, mono: true, ...hidden }),
    relationshipId: field.string({
      label: 'Relationship id',
      group: atNetwork,
      ...read,
      mono: true,
      ...hidden,
    }),
    problemField: field.string({ label: 'Field to correct', group: atNetwork, ...read, ...hidden }),
    networkResult: field.json({ label: 'Network answer', group: atNetwork, ...read, column: 'never' }),
    testResult: field.json({ label: 'Test', group: atNetwork, ...read, column: 'never' }),
  },
})
