import type { FieldValues, FilterDeclaration } from '../field/entity.ts'
import { field, type Field } from '../field/field.ts'
import { statusCodes, txStatusLabels } from '../reference/status-codes.ts'
import { providerTypeLabels, transactionTypeLabels } from '../reference/transaction-types.ts'
import { chartFilters } from '../transaction-search/chart-filters.ts'
import { unknownValue } from '../transaction-search/unknown-value.ts'
import {
  declineStageLabels,
  fraudDecisions,
  paymentTypes,
  reconStatuses,
  threeDsFlows,
  txMethodLabels,
} from '../transaction/choices.ts'
import { listFields, offeredNames, type OfferedName } from '../transaction/shapes.ts'

/** One name exists twice, so names lead to numbers and not the other way round. */
const statusCodeLabels: Readonly<Record<string, string>> = Object.fromEntries(
  statusCodes.map(({ code }) => {
    const numbers = statusCodes.filter((other) => other.code === code).map(({ no }) => no)
    return [code, `${numbers.join('/')} ${code}`]
  }),
)

/** Every column of the list of transactions, in the order in which they are offered. */
export const transactionFields = listFields

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
  // What not every payment has can be asked for too.
  ...(!transactionFields[name].required && { also: [unknownValue] }),
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
export const lookedUpFilters = offeredNames
export type LookedUpFilter = OfferedName

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

/** Filters that fields declare themselves, behind those that have a place of their own. */
const declaredFilters = Object.entries<Field>(transactionFields).flatMap(
  ([name, each]): FilterDeclaration[] =>
    each.filter
      ? [
          {
            name,
            kind: each.filter,
            label: each.label,
            field: each,
            ...(each.options && { options: each.options }),
          },
        ]
      : [],
)

export const transactionFilters: readonly FilterDeclaration[] = [
  keyword('keyword', 'Id, user, email, card, IP'),
  dates('created'),
  list('state', txStatusLabels),
  { ...list('statusCode', statusCodeLabels), also: statusCodes.map(({ no }) => String(no)) },
  list('method', txMethodLabels),
  list('txType', transactionTypeLabels),
  keyword('amount', 'Amount', 60),
  list('currency'),
  {
    name: 'baseCurrency',
    kind: 'LIST',
    label: 'Base currency',
    field: field.currency({ label: 'Base currency' }),
  },
  keyword('id', 'Ids', 10_000),
  keyword('txRefId', 'Reference'),
  keyword('merchantTxId', 'Merchant tx id'),
  keyword('pspRefId', 'PSP reference'),
  keyword('userId', 'User'),
  keyword('email', 'Email'),
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
  select('paymentType', 'Payment type', paymentTypes),
  list('threeDsFlow', threeDsFlows),
  { ...select('fraudDecision', 'Fraud decision', fraudDecisions), also: [unknownValue] },
  select('reconStatus', 'Reconciliation', reconStatuses),
  select('approval', 'Approval', approvalQueues),
  select('whose', 'Assigned to', { you: 'You', others: 'Others', all: 'Anybody' }),
  ...chartFilters,
  toggle('includeRelated', 'Include related'),
  toggle('fallbackUsed', 'Fallback used'),
  toggle('testUsers', 'Include test users'),
  toggle('voided', 'Voided'),
  toggle('hasNotes', 'Has notes'),
  toggle('erased', 'Erased'),
  dates('lastUpdated'),
  dates('completedAt'),
  dates('settledAt'),
  ...declaredFilters,
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
  'iinId',
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
