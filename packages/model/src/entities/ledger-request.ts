import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'

export const requestKinds = {
  ADJUSTMENT: 'Adjustment',
  REVERSAL: 'Reversal of an entry',
  REOPEN: 'Reopening of a period',
} as const
export type LedgerRequestKind = keyof typeof requestKinds

export const requestStates = {
  WAITING: 'Waiting',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  WITHDRAWN: 'Withdrawn',
} as const

const read = { required: true, readOnly: true } as const
const seldom = { readOnly: true, column: 'hidden' } as const
const edit = 'balance.edit'

/** What one person proposes about the books and another one decides. */
export const ledgerRequest = entity({
  slug: 'ledger-request',
  label: 'Ledger request',
  plural: 'Ledger requests',
  titleField: 'title',
  scope: 'own',
  note: 'optional',
  defaultSort: 'createdAt:desc',
  access: { view: 'balance.view', create: edit, edit, remove: edit },
  filters: { keyword: { kind: 'KEYWORD', label: 'Search', over: ['title', 'reason', 'requestedBy'] } },
  operationsNeedVersion: true,
  operations: {
    approve: {
      label: 'Approve',
      access: edit,
      done: 'approved',
      reason: 'optional',
      confirm: 'It takes effect in the books at once.',
    },
    reject: { label: 'Reject', access: edit, done: 'rejected', reason: 'required', danger: true },
    withdraw: { label: 'Withdraw', access: edit, done: 'withdrawn', reason: 'optional' },
  },
  fields: {
    title: field.string({ label: 'Request', ...read, width: 280 }),
    kind: field.choice({ label: 'Kind', ...read, options: requestKinds, filter: 'LIST', width: 170 }),
    state: field.choice({ label: 'State', ...read, options: requestStates, filter: 'LIST', width: 110 }),
    reason: field.string({ label: 'Reason', ...read, width: 240 }),
    valueDate: field.day({ label: 'Value date', readOnly: true, width: 110 }),
    lines: field.json({ label: 'Lines', readOnly: true, column: 'never' }),
    entryId: field.string({ label: 'Entry', ...seldom, mono: true, width: 200 }),
    period: field.day({ label: 'Period', ...seldom, width: 110 }),
    fileName: field.string({ label: 'Attachment', readOnly: true, width: 160 }),
    requestedBy: field.string({ label: 'Requested by', ...read, width: 130 }),
    decidedBy: field.string({ label: 'Decided by', readOnly: true, width: 130 }),
    decidedAt: field.instant({ label: 'Decided', readOnly: true, sortable: true, width: 150 }),
    decisionNote: field.string({ label: 'Decision note', ...seldom, width: 200 }),
    postedEntryId: field.string({ label: 'Posted entry', ...seldom, mono: true, width: 200 }),
  },
})
