import type { Subject } from '../access/access.ts'
import { mayAccess, type Permission } from '../access/policy.ts'
import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'

export const grantedRecords = {
  user: 'Backoffice user',
  'api-client': 'API client',
  config: 'Configuration',
  merchant: 'Merchant',
  kyc: 'KYC record',
} as const
type GrantedRecord = keyof typeof grantedRecords

/** Whoever looks after people and settings sees what waits there; what is known about users stays with their KYC team. */
const recordAccess: Readonly<Record<GrantedRecord, Permission>> = {
  user: 'pending-grants.setup',
  'api-client': 'pending-grants.setup',
  config: 'pending-grants.setup',
  merchant: 'pending-grants.setup',
  kyc: 'kyc.edit',
}

/** The kinds of records whose pending changes this person may see and decide. */
export const grantedRecordsFor = (subject: Subject): GrantedRecord[] =>
  (Object.keys(grantedRecords) as GrantedRecord[]).filter((type) => mayAccess(recordAccess[type], subject))

const grantStates = {
  WAITING: 'Waiting',
  CONFIRMED: 'Confirmed',
  REFUSED: 'Refused',
  WITHDRAWN: 'Withdrawn',
} as const

const decide = 'pending-grants.decide'

/**
 * A change that gives somebody approval power or a new way in. Where the platform setting `fourEyes.grants` is on, it waits
 * here until another person confirms it.
 */
export const pendingGrant = entity({
  slug: 'pending-grant',
  label: 'Pending change',
  plural: 'Pending changes',
  titleField: 'recordLabel',
  scope: 'own',
  note: 'optional',
  defaultSort: 'createdAt:desc',
  access: { view: 'pending-grants.view', create: decide, edit: decide, remove: decide },
  filters: {
    keyword: { kind: 'KEYWORD', label: 'Search', over: ['recordLabel', 'summary', 'askedBy'] },
    recordId: { kind: 'KEYWORD', label: 'Record id' },
  },
  operationsNeedVersion: true,
  operations: {
    confirm: {
      label: 'Confirm',
      access: decide,
      done: 'confirmed',
      reason: 'optional',
      confirm: 'The change takes effect at once.',
      stepUp: true,
    },
    refuse: { label: 'Refuse', access: decide, done: 'refused', reason: 'required', danger: true },
    withdraw: { label: 'Withdraw', access: decide, done: 'withdrawn', reason: 'optional' },
  },
  fields: {
    recordLabel: field.string({
      label: 'Record',
      required: true,
      readOnly: true,
      sortable: true,
      width: 180,
    }),
    recordType: field.choice({
      label: 'Type',
      required: true,
      readOnly: true,
      options: grantedRecords,
      filter: 'LIST',
      width: 140,
    }),
    summary: field.string({ label: 'Change', required: true, readOnly: true, width: 320 }),
    reason: field.string({ label: 'Reason', readOnly: true, width: 180 }),
    askedBy: field.string({
      label: 'Requested by',
      required: true,
      readOnly: true,
      sortable: true,
      width: 130,
    }),
    state: field.choice({
      label: 'State',
      required: true,
      readOnly: true,
      options: grantStates,
      filter: 'LIST',
      sortable: true,
      width: 110,
    }),
    decidedBy: field.string({ label: 'Decided by', readOnly: true, width: 130 }),
    recordId: field.string({
      label: 'Record id',
      required: true,
      readOnly: true,
      mono: true,
      column: 'hidden',
    }),
  },
})
