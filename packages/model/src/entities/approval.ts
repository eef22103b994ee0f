import type { FieldValues, FilterDeclaration } from '../field/entity.ts'
import { field } from '../field/field.ts'
import { amountBands } from '../payments/amount-band.ts'
import type { Urgency } from '../payments/approval-clock.ts'
import type { DecisionName } from '../payments/approval-rules.ts'
import { locationMatches } from '../payments/location-match.ts'
import { approvalQueues, transactionFields as transaction, transactionFilters } from './transaction.ts'

const hidden = { column: 'hidden' } as const
const required = { required: true } as const
const shown = { column: 'shown' } as const

export const urgencyLabels = {
  late: 'Late',
  soon: 'Due soon',
  fine: 'In time',
  scheduled: 'Scheduled',
  paused: 'On hold',
  done: 'Decided',
} as const satisfies Record<Urgency, string>

const methodMatches = { same: 'Same', other: 'Other', none: 'No deposit' } as const

/** Every column of the approval queue: the payment, the clock, and what tells a good one from a bad one. */
export const approvalFields = {
  id: transaction.id,
  urgency: field.choice({ label: 'Urgency', ...required, options: urgencyLabels, width: 112 }),
  waitingSince: field.instant({ label: 'Waiting since', ...required, sortable: true, width: 128 }),
  amount: transaction.amount,
  userId: transaction.userId,
  level: field.choice({
    label: 'Level',
    ...required,
    options: { first: 'First', second: 'Second' },
    width: 84,
  }),
  firstApprover: field.string({ label: 'First approval', width: 130 }),
  netDeposit: field.money({ label: 'Net deposit', width: 138 }),
  location: field.choice({ label: 'Location', ...required, options: locationMatches, width: 104 }),
  sharedWith: field.number({ label: 'Shared with', ...required, width: 104 }),
  fraudScore: { ...transaction.fraudScore, ...shown, sortable: true },
  kycStatus: { ...transaction.kycStatus, ...shown, width: 110 },
  txType: transaction.txType,
  maskedUserAccount: transaction.maskedUserAccount,
  merchantId: transaction.merchantId,
  dueAt: field.instant({ label: 'Due', sortable: true }),

  created: { ...transaction.created, ...hidden },
  approvalMode: transaction.approvalMode,
  approvalQueue: field.string({ label: 'Work queue', ...hidden }),
  amountBase: { ...transaction.amountBase, ...hidden },
  deposits: field.number({ label: 'Deposits', ...required, ...hidden, width: 100 }),
  withdrawals: field.number({ label: 'Withdrawals', ...required, ...hidden, width: 110 }),
  depositSum: field.money({ label: 'Deposited', ...hidden }),
  withdrawalSum: field.money({ label: 'Withdrawn', ...hidden }),
  methodMatch: field.choice({
    label: 'Last deposit method',
    ...required,
    options: methodMatches,
    ...hidden,
    width: 150,
  }),
  firstWithdrawal: field.boolean({ label: 'First withdrawal', ...hidden }),
  openCases: field.number({ label: 'Open cases', ...required, ...hidden, width: 100 }),
  noteCount: { ...transaction.noteCount, ...hidden },
  state: { ...transaction.state, ...hidden },
  statusCode: { ...transaction.statusCode, ...hidden },
  statusCodeNo: { ...transaction.statusCodeNo, sortable: false },
  method: { ...transaction.method, ...hidden },
  providerType: { ...transaction.providerType, ...hidden },
  psp: { ...transaction.psp, ...hidden },
  fraudDecision: transaction.fraudDecision,
  userCountry: { ...transaction.userCountry, ...hidden },
  ipCountry: transaction.ipCountry,
  issuerCountry: transaction.issuerCountry,
  firstName: transaction.firstName,
  lastName: transaction.lastName,
  email: transaction.email,
  userCat: transaction.userCat,
  isTestUser: transaction.isTestUser,
  accountHolder: transaction.accountHolder,
  currency: transaction.currency,
  info: { ...transaction.info, ...hidden },
  tags: transaction.tags,
  initiatedBy: transaction.initiatedBy,
  expiresAt: transaction.expiresAt,
}

export type ApprovalRow = FieldValues<{ fields: typeof approvalFields }> & {
  readonly version: number
  /** Something about the user was made unrecognisable for this reader. */
  readonly masked: boolean
  /** What this reader can do to it now. */
  readonly allowed: DecisionName[]
  /** Why they cannot do the rest, by decision. */
  readonly obstacles: Readonly<Partial<Record<DecisionName, string>>>
  /** What speaks against it, in sentences. Whoever approves it all the same says why. */
  readonly redFlags: string[]
}

const borrowed = [
  'userId',
  'method',
  'txType',
  'currency',
  'userCountry',
  'ipCountry',
  'merchants',
  'fraudDecision',
]

export const approvalFilters: readonly FilterDeclaration[] = [
  ...transactionFilters.filter(({ name }) => name === 'keyword' || name === 'id'),
  { name: 'queue', kind: 'SELECT', label: 'Queue', options: approvalQueues },
  { name: 'urgency', kind: 'LIST', label: 'Urgency', options: urgencyLabels },
  { name: 'due', kind: 'SELECT', label: 'Due', options: { hour: 'Within an hour' } },
  { name: 'band', kind: 'LIST', label: 'Amount in base currency', options: amountBands },
  ...transactionFilters.filter(({ name }) => borrowed.includes(name)),
  { name: 'decidable', kind: 'TOGGLE', label: 'Only what I can decide' },
  ...transactionFilters.filter(({ name }) => name === 'hasNotes'),
]

export const approvalSorts = Object.entries(approvalFields).flatMap(([name, { sortable }]) =>
  sortable ? [name] : [],
)
export const approvalDefaultSort = 'dueAt:asc'
