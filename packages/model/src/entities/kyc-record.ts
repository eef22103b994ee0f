import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'
import {
  addressStatuses,
  kycScopes,
  kycStatuses,
  kycTriggers,
  kycWarnings,
  personStatuses,
} from '../kyc/kyc-status.ts'

const result = 'Result'
const check = 'Check'
const person = 'Person checked'

const read = { readOnly: true } as const
const hidden = { readOnly: true, column: 'hidden' } as const

/** What was told to the provider about the person. */
const personal = (label: string) => field.string({ label, group: person, ...hidden })

const edit = 'kyc.edit'

/** One check of one user. Checks come about by payments, by calls of merchants and by people who ask for another. */
export const kycRecord = entity({
  slug: 'kyc',
  label: 'KYC record',
  plural: 'KYC records',
  table: 'kyc_check',
  titleField: 'userId',
  scope: 'own',
  note: 'required',
  defaultSort: 'at:desc',
  exportAll: edit,
  access: { view: 'kyc.view', create: edit, edit, remove: edit },
  filters: {
    keyword: { kind: 'KEYWORD', label: 'User id, email or national id' },
    scoreRange: { kind: 'KEYWORD', label: 'Score, from..to' },
    showAll: { kind: 'TOGGLE', label: 'Show all' },
  },
  operations: {
    rerun: {
      label: 'Re-run check',
      sends: true,
      access: edit,
      done: 'requested',
      reason: 'required',
      confirm:
        'The KYC routing rules choose the provider; a user none of them matches is not checked. At most three times a day.',
    },
    block: {
      label: 'Block user',
      access: edit,
      done: 'blocked',
      reason: 'required',
      confirm: 'All further payments of this user are declined until the user is unblocked.',
      danger: true,
    },
    unblock: { label: 'Unblock user', access: edit, done: 'unblocked', reason: 'required' },
    'clear-pep': {
      label: 'Clear PEP hit',
      access: edit,
      done: 'cleared',
      reason: 'required',
      asks: {
        hits: field.choices({
          label: 'Hits that are not this person',
          required: true,
          min: 1,
          item: 'hit',
          options: kycWarnings,
        }),
      },
      confirm: 'A second KYC administrator must confirm it before it counts.',
    },
  },
  marks: {
    waiting: field.string({ label: 'Waiting for a second person' }),
  },
  fields: {
    userId: field.string({
      label: 'User',
      group: result,
      required: true,
      ...read,
      sortable: true,
      width: 150,
    }),
    status: field.choice({
      label: 'Status',
      group: result,
      required: true,
      ...read,
      options: kycStatuses,
      filter: 'LIST',
      width: 190,
    }),
    idStatus: field.choice({
      label: 'Identity',
      group: result,
      options: personStatuses,
      filter: 'LIST',
      width: 165,
    }),
    ageStatus: field.choice({
      label: 'Age',
      group: result,
      options: personStatuses,
      filter: 'LIST',
      width: 165,
    }),
    addressStatus: field.choice({
      label: 'Address',
      group: result,
      options: addressStatuses,
      filter: 'LIST',
      width: 165,
    }),
    warnings: field.choices({
      label: 'PEP and sanctions',
      group: result,
      options: kycWarnings,
      filter: 'LIST',
      help: 'A hit is added here. To remove one, use Clear PEP hit: it takes two people.',
      width: 190,
    }),
    score: field.number({
      label: 'Score',
      group: result,
      min: 0,
      max: 100,
      integer: true,
      sortable: true,
      help: '0 to 100; the higher, the surer the provider is',
      width: 80,
    }),
    provider: field.string({
      label: 'Provider',
      group: check,
      required: true,
      ...read,
      filter: 'LIST',
      width: 110,
    }),
    trigger: field.choice({
      label: 'Trigger',
      group: check,
      ...read,
      options: kycTriggers,
      filter: 'LIST',
      width: 110,
    }),
    at: field.instant({
      label: 'Created',
      group: check,
      required: true,
      ...read,
      sortable: true,
      filter: 'DATE',
      width: 150,
    }),
    txId: field.number({ label: 'Transaction', group: check, ...read, width: 150 }),
    providerRef: field.string({ label: 'Provider reference', group: check, ...hidden, mono: true }),
    scopes: field.choices({ label: 'Checked', group: check, ...hidden, options: kycScopes }),
    merchantKycStatus: field.string({ label: 'KYC at the merchant', group: check, ...hidden }),
    firstName: personal('First name'),
    lastName: personal('Last name'),
    email: personal('Email'),
    dob: personal('Date of birth'),
    nationalId: personal('National id'),
    street: personal('Street'),
    zip: personal('Postcode'),
    city: personal('City'),
    country: field.country({ label: 'Country', group: person, ...hidden }),
    documents: field.json({ label: 'Documents', group: check, readOnly: true, column: 'never' }),
    response: field.json({ label: 'Response', group: check, readOnly: true, column: 'never' }),
    overrides: field.json({ label: 'Manual overrides', group: check, readOnly: true, column: 'never' }),
    overriddenAt: field.instant({ label: 'Changed by hand', group: check, ...hidden }),
    rerunAt: field.instant({ label: 'Re-run requested', group: check, ...hidden }),
    rerunNote: field.string({ label: 'Outcome of the re-run', group: check, ...hidden }),
  },
})
