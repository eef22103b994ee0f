import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'
import { roleOptions, userStates } from './user.ts'

/** How a grant stands in the review of the running quarter. */
export const reviewStandings = {
  DUE: 'Due',
  NEW: 'Granted this quarter',
  CONFIRMED: 'Confirmed',
} as const

export type ReviewStanding = keyof typeof reviewStandings

/** That one person holds one role: who gave it, when it was last needed, and what the last review said. */
export const roleGrant = entity({
  slug: 'role-grant',
  label: 'Role grant',
  plural: 'Role grants',
  titleField: 'username',
  scope: 'own',
  note: 'optional',
  defaultSort: 'username',
  bulk: true,
  access: {
    view: 'backoffice-users.view',
    create: 'backoffice-users.edit',
    edit: 'backoffice-users.edit',
    remove: 'backoffice-users.edit',
  },
  filters: {
    keyword: { kind: 'KEYWORD', label: 'Search', over: ['username', 'name'] },
    standing: { kind: 'SELECT', label: 'Review', options: reviewStandings },
    unused: { kind: 'TOGGLE', label: 'Unused for 90 days' },
    userId: { kind: 'KEYWORD', label: 'User id' },
  },
  operations: {
    confirm: {
      label: 'Confirm',
      access: 'backoffice-users.edit',
      done: 'confirmed',
      reason: 'optional',
      bulk: true,
    },
    revoke: {
      label: 'Remove',
      access: 'backoffice-users.edit',
      done: 'removed',
      reason: 'required',
      confirm: 'The role is removed at once and the user is signed out everywhere.',
      bulk: true,
      danger: true,
    },
  },
  fields: {
    username: field.string({
      label: 'Username',
      required: true,
      readOnly: true,
      sortable: true,
      width: 160,
    }),
    name: field.string({ label: 'Name', required: true, readOnly: true, sortable: true, width: 160 }),
    role: field.choice({
      label: 'Role',
      required: true,
      readOnly: true,
      options: roleOptions,
      sortable: true,
      filter: 'LIST',
      width: 190,
    }),
    grantedAt: field.instant({
      label: 'Since',
      required: true,
      readOnly: true,
      sortable: true,
      filter: 'DATE',
      width: 155,
    }),
    requestedBy: field.string({
      label: 'Requested by',
      readOnly: true,
      help: 'If a second person confirmed the role, they are shown under “Granted by”',
      width: 120,
    }),
    grantedBy: field.string({ label: 'Granted by', readOnly: true, width: 120 }),
    lastUsedAt: field.instant({ label: 'Last used', readOnly: true, sortable: true, width: 155 }),
    reviewedAt: field.instant({ label: 'Review', readOnly: true, sortable: true, width: 225 }),
    reviewedBy: field.string({ label: 'Reviewed by', readOnly: true, width: 120 }),
    reviewNote: field.string({ label: 'Note', readOnly: true, width: 180 }),
    state: field.choice({
      label: 'State',
      required: true,
      readOnly: true,
      options: userStates,
      filter: 'LIST',
      width: 110,
    }),
    lastLogin: field.instant({
      label: 'Last login',
      readOnly: true,
      sortable: true,
      column: 'hidden',
      width: 140,
    }),
    userId: field.string({ label: 'User id', required: true, readOnly: true, mono: true, column: 'hidden' }),
  },
})
