import { defaultBlockReasons } from '../reference/block-reasons.ts'
import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'
import { providerTypeLabels } from '../reference/transaction-types.ts'

export const accountStatuses = {
  NEW: 'New',
  ACTIVE: 'Active',
  INACTIVE: 'Inactive',
  BLOCKED: 'Blocked',
  DELETED: 'Deleted',
} as const
export type AccountStatus = keyof typeof accountStatuses

export const verificationStatuses = {
  UNVERIFIED: 'Not verified',
  REQUESTED: 'Requested',
  VERIFIED: 'Verified',
} as const
export type VerificationStatus = keyof typeof verificationStatuses

const account = 'Account'
const bank = 'Bank'
const use = 'Use'
const block = 'Block'

const simple = { access: 'user-accounts.operate', reason: 'optional', bulk: true } as const

/** One payment instrument of one user, as payments found it. Nobody makes one here. */
export const userPspAccount = entity({
  slug: 'user-account',
  label: 'User account',
  plural: 'User accounts',
  table: 'user_psp_account',
  titleField: 'maskedAccount',
  scope: 'own',
  note: 'optional',
  defaultSort: 'lastUsed:desc',
  bulk: true,
  access: {
    view: 'user-accounts.view',
    create: 'user-accounts.edit',
    edit: 'user-accounts.edit',
    remove: 'user-accounts.operate',
  },
  filters: {
    keyword: { kind: 'KEYWORD', label: 'Search' },
    blockReason: { kind: 'LIST', label: 'Block reason', options: defaultBlockReasons },
    expired: { kind: 'TOGGLE', label: 'Expired' },
    shared: { kind: 'TOGGLE', label: 'Shared with other users' },
    expiry: { kind: 'DATE', label: 'Expiry' },
    successful: { kind: 'KEYWORD', label: 'Successful payments, from..to' },
    failed: { kind: 'KEYWORD', label: 'Failed payments, from..to' },
  },
  operations: {
    activate: {
      ...simple,
      label: 'Activate or unblock',
      done: 'activated',
      confirm: 'A block that covers several merchants is lifted for all of them.',
    },
    inactivate: { ...simple, label: 'Deactivate', done: 'deactivated' },
    block: {
      ...simple,
      label: 'Block',
      done: 'blocked',
      asks: {
        /** One of the merchant's own reasons. */
        blockReason: field.string({ label: 'Why', required: true, max: 50 }),
        blockScopeMid: field.merchant({
          label: 'At this merchant and all below',
          help: 'Blocks the account for every user. Blank: only for this user.',
        }),
      },
      confirm: 'The account can no longer be used. Withdrawals waiting to be paid to it are not paid out.',
      danger: true,
    },
    show: { ...simple, label: 'Show in cashier', done: 'shown' },
    hide: { ...simple, label: 'Hide in cashier', done: 'hidden' },
    'request-verification': { ...simple, label: 'Request verification', done: 'changed' },
    verify: { ...simple, label: 'Set verified', done: 'verified' },
    unverify: { ...simple, label: 'Set not verified', done: 'changed' },
  },
  marks: {
    erasureDueAt: field.instant({ label: 'Restricted; erased after' }),
  },
  fields: {
    maskedAccount: field.string({
      label: 'Account',
      group: account,
      required: true,
      readOnly: true,
      mono: true,
      width: 235,
    }),
    merchantUserId: field.string({
      label: 'User',
      group: account,
      required: true,
      readOnly: true,
      sortable: true,
      width: 130,
    }),
    holder: field.string({ label: 'Holder', group: account, max: 100, width: 160 }),
    status: field.choice({
      label: 'Status',
      group: account,
      required: true,
      readOnly: true,
      options: accountStatuses,
      filter: 'LIST',
      width: 110,
    }),
    providerType: field.choice({
      label: 'Provider type',
      group: account,
      required: true,
      readOnly: true,
      options: providerTypeLabels,
      filter: 'LIST',
      width: 150,
    }),
    type: field.string({
      label: 'First payment',
      group: account,
      required: true,
      readOnly: true,
      column: 'hidden',
    }),
    service: field.string({ label: 'Service', group: account, readOnly: true, column: 'hidden' }),
    verificationStatus: field.choice({
      label: 'Verification',
      group: account,
      required: true,
      readOnly: true,
      options: verificationStatuses,
      filter: 'LIST',
      width: 120,
    }),
    visible: field.boolean({
      label: 'In cashier',
      group: account,
      readOnly: true,
      filter: 'TOGGLE',
      width: 90,
    }),
    expiryDate: field.string({ label: 'Expiry', group: account, readOnly: true, width: 90 }),
    startDate: field.string({ label: 'Start', group: account, readOnly: true, column: 'hidden' }),
    description: field.string({ label: 'Description', group: account, max: 200, column: 'hidden' }),
    iban: field.string({ label: 'IBAN', group: bank, max: 42, mono: true, column: 'hidden' }),
    bic: field.string({
      label: 'BIC',
      group: bank,
      max: 11,
      matches: /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
      matchesText: 'A BIC has 8 or 11 capital letters and digits',
      mono: true,
      column: 'hidden',
    }),
    accountNumber: field.string({ label: 'Account number', group: bank, max: 40, column: 'hidden' }),
    clearingNumber: field.string({ label: 'Clearing number', group: bank, max: 20, column: 'hidden' }),
    bankName: field.string({ label: 'Bank', group: bank, max: 140, column: 'hidden' }),
    walletEmail: field.string({ label: 'Wallet', group: bank, max: 254, column: 'hidden' }),
    noSuccessfulTx: field.number({
      label: 'Successful',
      group: use,
      required: true,
      readOnly: true,
      sortable: true,
      width: 100,
    }),
    noFailedTx: field.number({
      label: 'Failed',
      group: use,
      required: true,
      readOnly: true,
      sortable: true,
      width: 80,
    }),
    firstUsed: field.instant({
      label: 'First used',
      group: use,
      readOnly: true,
      sortable: true,
      filter: 'DATE',
      column: 'hidden',
    }),
    lastUsed: field.instant({
      label: 'Last used',
      group: use,
      readOnly: true,
      sortable: true,
      filter: 'DATE',
      width: 150,
    }),
    lastSuccess: field.instant({
      label: 'Last success',
      group: use,
      readOnly: true,
      sortable: true,
      filter: 'DATE',
      width: 150,
    }),
    blockReason: field.string({ label: 'Block reason', group: block, readOnly: true, column: 'hidden' }),
    blockScopeMid: field.merchant({ label: 'Blocked below', group: block, readOnly: true, column: 'hidden' }),
    blockedBy: field.string({ label: 'Blocked by', group: block, readOnly: true, column: 'hidden' }),
    blockedAt: field.instant({ label: 'Blocked at', group: block, readOnly: true, column: 'hidden' }),
    holdUntil: field.instant({
      label: 'Withdrawals wait until',
      group: block,
      readOnly: true,
      help: 'After its data changes, an account cannot receive withdrawals for a day',
      column: 'hidden',
    }),
    hashedAccount: field.string({
      label: 'Hash',
      group: use,
      required: true,
      readOnly: true,
      mono: true,
      help: 'Always the same for one account, whoever uses it',
      column: 'hidden',
    }),
  },
})
