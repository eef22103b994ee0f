import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'

const gdprTypes = { EXPORT: 'Export', ERASE: 'Erasure', LEGAL_HOLD: 'Legal hold' } as const
export type GdprType = keyof typeof gdprTypes

export const gdprStates = {
  REQUESTED: 'Requested',
  BLOCKED: 'Blocked',
  RESTRICTED: 'Restricted',
  DONE: 'Done',
} as const
export type GdprState = keyof typeof gdprStates

const access = 'user-accounts.erase'

/** What was asked about the data of one person. They are named for as long as that is needed, and by a pseudonym always. */
export const gdprRequest = entity({
  slug: 'gdpr',
  label: 'GDPR request',
  plural: 'GDPR requests',
  table: 'gdpr_request',
  titleField: 'subject',
  scope: 'own',
  note: 'optional',
  defaultSort: 'createdAt:desc',
  access: { view: access, create: access, edit: access, remove: access },
  filters: {
    keyword: { kind: 'KEYWORD', label: 'Search', over: ['subject', 'userId', 'caseReference'] },
  },
  operations: {
    release: {
      label: 'Release legal hold',
      access,
      done: 'released',
      reason: 'required',
      confirm: 'The data of this person can be erased again.',
    },
  },
  fields: {
    subject: field.string({
      label: 'Person',
      required: true,
      readOnly: true,
      mono: true,
      help: 'Always the same for one user of a merchant',
      width: 260,
    }),
    userId: field.string({ label: 'User', readOnly: true, help: 'Until they are erased', width: 140 }),
    type: field.choice({
      label: 'Type',
      required: true,
      readOnly: true,
      options: gdprTypes,
      filter: 'LIST',
      width: 120,
    }),
    state: field.choice({
      label: 'State',
      required: true,
      readOnly: true,
      options: gdprStates,
      filter: 'LIST',
      width: 120,
    }),
    reasons: field.strings({
      label: 'Blocked by, or kept',
      readOnly: true,
      help: 'What prevents an erasure, and what is kept after one',
      width: 240,
    }),
    reason: field.string({ label: 'Reason', required: true, readOnly: true, width: 200 }),
    caseReference: field.string({ label: 'Case reference', readOnly: true, width: 140 }),
    dueAt: field.instant({
      label: 'Due',
      readOnly: true,
      help: 'When the user is erased, or when the export expires',
      sortable: true,
      width: 150,
    }),
    linkedAt: field.instant({ label: 'Link created', readOnly: true, column: 'hidden', width: 150 }),
    downloadedAt: field.instant({ label: 'Downloaded', readOnly: true, column: 'hidden', width: 150 }),
    executedAt: field.instant({ label: 'Executed', readOnly: true, sortable: true, width: 150 }),
    requestedBy: field.string({ label: 'Requested by', required: true, readOnly: true, width: 140 }),
  },
})
