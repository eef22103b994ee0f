import type { FieldValues, FilterDeclaration } from '../field/entity.ts'
import { field } from '../field/field.ts'
import { txMethods } from '../payments/transaction-method.ts'
import { approvalModes, declineStages } from '../payments/tx-event.ts'
import { statusCodes, txStatusLabels } from '../reference/status-codes.ts'
import {
  childTransactionTypes,
  providerTypeLabels,
  transactionTypes,
} from '../reference/transaction-types.ts'

const hidden = { column: 'hidden' } as const
const mono = { mono: true } as const
const required = { required: true } as const
const namedPsp = { names: 'psp' } as const

const words = (name: string): string => {
  const text = name.toLowerCase().replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
const worded = <T extends string>(names: readonly T[]): Readonly<Record<T, string>> =>
  Object.fromEntries(names.map((name) => [name, words(name)])) as Record<T, string>
const asTheyAre = (names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, name]))

export const txMethodLabels = worded(txMethods)
const declineStageLabels = {
  ...worded(declineStages),
  KYC: 'KYC',
  PSP: 'PSP',
  THREE_DS: '3-D Secure',
}
const threeDsFlows = { FRICTIONLESS: 'Frictionless', CHALLENGE: 'Challenge' } as const
const fraudDecisions = { ACCEPT: 'Accept', REVIEW: 'Review', DENY: 'Deny' } as const
const reconStatuses = {
  NONE: 'None',
  EXPECTED: 'Expected',
  MATCHED: 'Matched',
  DIFFERENCE: 'Difference',
  WRITTEN_OFF: 'Written off',
} as const

/** One name exists twice, so names lead to numbers and not the other way round. */
const statusCodeLabels: Readonly<Record<string, string>> = Object.fromEntries(
  statusCodes.map(({ code }) => {
    const numbers = statusCodes.filter((other) => other.code === code).map(({ no }) => no)
    return [code, `${numbers.join('/')} ${code}`]
  }),
)

const txTypeLabels = asTheyAre([...transactionTypes.map(({ name }) => name), ...childTransactionTypes])

/** Every column of the list of transactions, in the order in which they are offered. */
export const transactionFields = {
  id: field.number({ label: 'Id', ...required, ...mono, sortable: true, width: 168 }),
  created: field.instant({ label: 'Created', ...required, sortable: true }),
  state: field.choice({ label: 'State', ...required, options: txStatusLabels, width: 170 }),
  amount: field.money({ label: 'Amount', ...required, sortable: true, width: 138 }),
  userId: field.string({ label: 'User', ...required, width: 120 }),
  statusCode: field.string({ label: 'Status code', ...required, width: 230 }),
  method: field.choice({ label: 'Method', ...required, options: txMethodLabels, width: 110 }),
  txType: field.string({ label: 'Type', ...required, width: 160 }),
  providerType: field.choice({
    label: 'Provider type',
    ...required,
    options: providerTypeLabels,
    width: 120,
  }),
  maskedUserAccount: field.string({ label: 'Account', width: 190 }),
  cardBrand: field.string({ label: 'Card brand', width: 105 }),
  psp: field.string({ label: 'PSP', ...namedPsp, width: 110 }),
  pspStatusCode: field.string({ label: 'PSP code', width: 90 }),
  userCountry: field.country({ label: 'User country' }),
  merchantId: field.merchant({ label: 'Merchant', ...required, width: 150 }),
  pspRefId: field.string({ label: 'PSP reference', ...mono, width: 170 }),
  txAmount: field.money({ label: 'Tx amount', ...required }),
  info: field.string({ label: 'Info', width: 220 }),
  lastUpdated: field.instant({ label: 'Last updated', ...required, sortable: true }),

  txRefId: field.string({ label: 'Reference', ...required, ...mono, ...hidden, width: 230 }),
  merchantTxId: field.string({ label: 'Merchant tx id', ...mono, ...hidden }),
  originTxId: field.number({ label: 'Origin', ...mono, ...hidden, width: 150 }),
  apiSource: field.string({ label: 'Source', ...required, ...hidden, width: 110 }),
  initiatedBy: field.string({ label: 'Initiated by', ...hidden }),
  paymentType: field.choice({
    label: 'Payment type',
    ...required,
    options: { NEW: 'New', REPEAT: 'Repeat' },
    ...hidden,
  }),
  channelId: field.string({ label: 'Channel', ...hidden, width: 110 }),
  statusCodeNo: field.number({
    label: 'Status number',
    ...required,
    ...mono,
    sortable: true,
    ...hidden,
    width: 120,
  }),
  declineStage: field.choice({ label: 'Decline stage', options: declineStageLabels, ...hidden }),
  pspStatusMessage: field.string({ label: 'PSP message', ...hidden, width: 220 }),
  currency: field.currency({ label: 'Currency', ...required, ...hidden }),
  requestedAmount: field.money({ label: 'Requested', ...required, ...hidden }),
  fee: field.money({ label: 'Fee', ...required, ...hidden, width: 110 }),
  vatAmount: field.money({ label: 'VAT', ...required, ...hidden, width: 110 }),
  pspAmount: field.money({ label: 'PSP amount', ...hidden }),
  amountBase: field.money({ label: 'Amount in base currency', ...hidden, width: 150 }),
  pspFee: field.money({ label: 'PSP fee', ...hidden, width: 110 }),
  authorizedAmount: field.money({ label: 'Authorised', ...required, ...hidden }),
  capturedAmount: field.money({ label: 'Captured', ...required, ...hidden }),
  refundedAmount: field.money({ label: 'Refunded', ...required, ...hidden }),
  voidedAmount: field.money({ label: 'Voided', ...required, ...hidden }),
  chargebackAmount: field.money({ label: 'Charged back', ...required, ...hidden }),
  returnedAmount: field.money({ label: 'Returned', ...required, ...hidden }),
  userCat: field.string({ label: 'User category', ...hidden }),
  firstName: field.string({ label: 'First name', ...hidden }),
  lastName: field.string({ label: 'Last name', ...hidden }),
  email: field.string({ label: 'E-mail', ...hidden, width: 200 }),
  isTestUser: field.boolean({ label: 'Test user', ...hidden }),
  accountHolder: field.string({ label: 'Account holder', ...hidden }),
  bin: field.string({ label: 'BIN', ...mono, ...hidden, width: 100 }),
  issuerName: field.string({ label: 'Issuer', ...hidden }),
  issuerCountry: field.country({ label: 'Issuer country', ...hidden }),
  bic: field.string({ label: 'BIC', ...mono, ...hidden, width: 120 }),
  ipAddr: field.string({ label: 'IP address', ...mono, ...hidden, width: 140 }),
  ipCountry: field.country({ label: 'IP country', ...hidden }),
  initiatedPsp: field.string({ label: 'First PSP', ...hidden, ...namedPsp, width: 120 }),
  pspAccount: field.string({ label: 'PSP account', ...hidden, width: 120 }),
  pspService: field.string({ label: 'Service', ...hidden, width: 110 }),
  attemptCount: field.number({ label: 'Attempts', ...required, ...hidden, width: 90 }),
  fallbackUsed: field.boolean({ label: 'Fallback used', ...hidden }),
  threeDsFlow: field.choice({ label: '3-D Secure flow', options: threeDsFlows, ...hidden }),
  fraudScore: field.number({ label: 'Fraud score', ...hidden, width: 110 }),
  fraudDecision: field.choice({ label: 'Fraud decision', options: fraudDecisions, ...hidden }),
  kycStatus: field.string({ label: 'KYC status', ...hidden }),
  rulesTrace: field.strings({ label: 'Rules', ...hidden }),
  approvalMode: field.choice({
    label: 'Approval',
    ...required,
    options: { ...worded(approvalModes), TWO_LEVEL: 'Two levels' },
    ...hidden,
  }),
  approvalDueAt: field.instant({ label: 'Approval due', ...hidden }),
  reconStatus: field.choice({ label: 'Reconciliation', ...required, options: reconStatuses, ...hidden }),
  tags: field.strings({ label: 'Tags', ...hidden }),
  noteCount: field.number({ label: 'Notes', ...required, ...hidden, width: 80 }),
  completedAt: field.instant({ label: 'Completed', ...hidden }),
  settledAt: field.instant({ label: 'Settled', ...hidden }),
  expiresAt: field.instant({ label: 'Expires', ...hidden }),
  updatedBy: field.string({ label: 'Updated by', ...required, ...hidden }),
}

export type TransactionRow = FieldValues<{ fields: typeof transactionFields }> & {
  readonly version: number
  /** Something about the user was made unrecognisable for this reader. */
  readonly masked: boolean
  /** What this reader may do to it now. */
  readonly allowedOps: string[]
}

const keyword = (name: string, label: string, max?: number): FilterDeclaration => ({
  name,
  kind: 'KEYWORD',
  label,
  ...(max !== undefined && { max }),
})
const list = (
  name: keyof typeof transactionFields,
  options?: Readonly<Record<string, string>>,
): FilterDeclaration => ({
  name,
  kind: 'LIST',
  label: transactionFields[name].label,
  field: transactionFields[name],
  ...(options && { options }),
})
const select = (
  name: string,
  label: string,
  options: Readonly<Record<string, string>>,
): FilterDeclaration => ({ name, kind: 'SELECT', label, options })
const toggle = (name: string, label: string): FilterDeclaration => ({ name, kind: 'TOGGLE', label })
const dates = (name: keyof typeof transactionFields): FilterDeclaration => ({
  name,
  kind: 'DATE',
  label: transactionFields[name].label,
  also: ['today'],
})

/** Values that are configuration rather than a fixed list; what occurs is offered. */
export const lookedUpFilters = [
  'psp',
  'initiatedPsp',
  'pspAccount',
  'pspService',
  'cardBrand',
  'userCat',
  'channelId',
  'tags',
] as const
export type LookedUpFilter = (typeof lookedUpFilters)[number]

/** How many ids may be looked for at once. */
export const maxIds = 500

/** Where somebody who approves looks: what waits for whom, and what they did themselves. */
export const approvalQueues = {
  first: 'First level',
  second: 'Second level',
  hold: 'On hold',
  scheduled: 'Scheduled',
  mine: 'Decided by you',
} as const
export type ApprovalQueue = keyof typeof approvalQueues

export const transactionFilters: readonly FilterDeclaration[] = [
  keyword('keyword', 'Id, user, e-mail, card, IP'),
  dates('created'),
  list('state', txStatusLabels),
  { ...list('statusCode', statusCodeLabels), also: statusCodes.map(({ no }) => String(no)) },
  list('method', txMethodLabels),
  list('txType', txTypeLabels),
  keyword('amount', 'Amount', 60),
  list('currency'),
  keyword('id', 'Ids', 10_000),
  keyword('txRefId', 'Reference'),
  keyword('merchantTxId', 'Merchant tx id'),
  keyword('pspRefId', 'PSP reference'),
  keyword('userId', 'User'),
  keyword('email', 'E-mail'),
  keyword('maskedUserAccount', 'Account'),
  keyword('bin', 'BIN'),
  keyword('ipAddr', 'IP address'),
  keyword('attribute', 'Attribute (key=value)'),
  keyword('info', 'Info'),
  keyword('rule', 'Rule reference'),
  {
    name: 'merchants',
    kind: 'LIST',
    label: 'Merchants',
    field: field.merchants({ label: 'Merchants' }),
  },
  list('providerType', providerTypeLabels),
  ...(['psp', 'initiatedPsp', 'pspAccount', 'pspService'] as const).map((name) => list(name)),
  list('userCountry'),
  list('ipCountry'),
  list('issuerCountry'),
  ...(['cardBrand', 'userCat', 'channelId'] as const).map((name) => list(name)),
  list('declineStage', declineStageLabels),
  list('tags'),
  select('paymentType', 'Payment type', { NEW: 'New', REPEAT: 'Repeat' }),
  select('threeDsFlow', '3-D Secure flow', threeDsFlows),
  select('fraudDecision', 'Fraud decision', fraudDecisions),
  select('reconStatus', 'Reconciliation', reconStatuses),
  select('approval', 'Approval', approvalQueues),
  select('whose', 'Assigned to', { you: 'You', others: 'Others', all: 'Anybody' }),
  toggle('includeRelated', 'Include related'),
  toggle('fallbackUsed', 'Fallback used'),
  toggle('testUsers', 'Include test users'),
  toggle('hasNotes', 'Has notes'),
  toggle('erased', 'Erased'),
  dates('lastUpdated'),
  dates('completedAt'),
  dates('settledAt'),
]

export const transactionSorts = Object.entries(transactionFields).flatMap(([name, { sortable }]) =>
  sortable ? [name] : [],
)
export const transactionDefaultSort = 'created:desc'

/** Whoever names one of these looks for something they know, whenever it was and whoever it was for. */
const finding = [
  'keyword',
  'id',
  'txRefId',
  'merchantTxId',
  'pspRefId',
  'userId',
  'email',
  'maskedUserAccount',
]
const dated = ['created', 'lastUpdated', 'completedAt', 'settledAt', 'approval']

/** What is filtered by although nobody asked for it: the payments of today, those of test users left out. */
export function impliedTransactionFilters(
  given: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const has = (name: string) => given[name] !== undefined && given[name] !== ''
  const found = finding.some(has)
  return {
    ...(!found && !dated.some(has) && { created: 'today' }),
    ...(!found && !has('testUsers') && { testUsers: 'false' }),
  }
}

/** Customer service finds what it was told of, exactly, and for a month. */
export const agentFilters: readonly string[] = [
  'keyword',
  'id',
  'txRefId',
  'userId',
  'email',
  'maskedUserAccount',
]
export const agentDays = 31
