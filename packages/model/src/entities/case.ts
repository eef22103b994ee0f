import type { FieldValues, FilterDeclaration } from '../field/entity.ts'
import { field } from '../field/field.ts'
import {
  caseResolutions,
  caseSeverities,
  caseStates,
  caseTypes,
  openCaseStates,
} from '../investigation/case.ts'
import { statusCodes, txStatusLabels } from '../reference/status-codes.ts'

const hidden = { column: 'hidden' } as const
const required = { required: true } as const

/** Columns of the list of cases. What is about the payment is empty where nobody knows the payment yet. */
export const caseFields = {
  severity: field.choice({ label: 'Severity', ...required, options: caseSeverities, width: 110 }),
  type: field.choice({ label: 'Type', ...required, options: caseTypes, width: 150 }),
  state: field.choice({ label: 'State', ...required, options: caseStates, width: 170 }),
  dueAt: field.instant({ label: 'Due', ...required, sortable: true, width: 150 }),
  suspected: field.string({ label: 'Suspected cause', names: 'psps in text', width: 390 }),
  amount: field.money({ label: 'Amount', width: 138 }),
  psp: field.string({ label: 'PSP', names: 'psp', width: 110 }),
  assignee: field.string({ label: 'Assigned to', width: 130 }),
  txId: field.number({ label: 'Transaction', mono: true, width: 125 }),
  userId: field.string({ label: 'User', width: 120 }),
  openedAt: field.instant({ label: 'Opened', ...required, sortable: true, width: 150 }),
  merchantId: field.merchant({ label: 'Merchant', ...required, width: 150 }),
  commentCount: field.number({ label: 'Comments', ...required, width: 100 }),
  txState: field.choice({ label: 'Transaction state', options: txStatusLabels, ...hidden, width: 170 }),
  statusCode: field.string({ label: 'Status code', ...hidden, width: 230 }),
  txType: field.string({ label: 'Transaction type', names: 'transaction type', ...hidden, width: 160 }),
  pspRefId: field.string({ label: 'PSP reference', mono: true, ...hidden, width: 170 }),
  reference: field.string({ label: 'Reference', mono: true, ...hidden, width: 230 }),
  reported: field.money({ label: 'Reported', ...hidden, width: 138 }),
  cause: field.string({ label: 'Opened because', ...hidden, width: 260 }),
  resolution: field.choice({ label: 'Resolution', options: caseResolutions, ...hidden, width: 160 }),
  resolvedAt: field.instant({ label: 'Resolved', ...hidden }),
  updatedAt: field.instant({ label: 'Last updated', ...required, ...hidden }),
  updatedBy: field.string({ label: 'Updated by', ...required, ...hidden }),
  id: field.string({ label: 'Id', ...required, mono: true, ...hidden }),
}

export type CaseRow = FieldValues<{ fields: typeof caseFields }> & {
  readonly version: number
  readonly assigneeId: string | null
  /** Past its time and not resolved. */
  readonly overdue: boolean
  readonly callbackId: string | null
  /** What this reader may do about it now. */
  readonly allowed: string[]
}

/** The two queues of `/investigate`, named `desk` on the wire: what is wrong with payments, and what PSPs say about nothing we know. */
export const caseDesks = { cases: 'Cases', callbacks: 'Unknown callbacks' } as const
export type CaseDesk = keyof typeof caseDesks

export const caseAges = {
  hour: 'Less than an hour',
  day: 'Less than a day',
  older: 'More than a day',
} as const
export type CaseAge = keyof typeof caseAges

const inconsistentCodes: Readonly<Record<string, string>> = Object.fromEntries(
  statusCodes
    .filter(({ status }) => status === 'INCONSISTENT')
    .map(({ no, code }) => [String(no), `${no} ${code}`]),
)

const list = (
  name: keyof typeof caseFields,
  options?: Readonly<Record<string, string>>,
): FilterDeclaration => ({
  name,
  kind: 'LIST',
  label: caseFields[name].label,
  field: caseFields[name],
  ...(options && { options }),
})

export const caseFilters: readonly FilterDeclaration[] = [
  { name: 'keyword', kind: 'KEYWORD', label: 'Transaction, user, PSP reference', max: 200 },
  {
    name: 'whose',
    kind: 'SELECT',
    label: 'Assigned to',
    options: { you: 'You', others: 'Others', nobody: 'Nobody' },
  },
  list('state', caseStates),
  list('severity', caseSeverities),
  list('type', caseTypes),
  { name: 'overdue', kind: 'TOGGLE', label: 'Overdue' },
  { name: 'age', kind: 'SELECT', label: 'Age', options: caseAges },
  list('psp'),
  { name: 'statusNo', kind: 'LIST', label: 'Status code', options: inconsistentCodes },
  list('resolution', caseResolutions),
  { name: 'openedAt', kind: 'DATE', label: caseFields.openedAt.label },
  { name: 'merchants', kind: 'LIST', label: 'Merchants', field: field.merchants({ label: 'Merchants' }) },
  { name: 'desk', kind: 'SELECT', label: 'Queue', options: caseDesks },
]

export const caseSorts: readonly string[] = ['dueAt', 'openedAt']
export const caseDefaultSort = 'dueAt:asc'

/** Who names a case, its end or a state looks for more than what is left to do. */
const beyondOpen = ['state', 'resolution', 'keyword']

/** What is filtered by although nobody asked for it: what is resolved is out of the way. */
export const impliedCaseFilters = (
  given: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> =>
  beyondOpen.some((name) => given[name] !== undefined && given[name] !== '')
    ? {}
    : { state: openCaseStates.join(',') }
