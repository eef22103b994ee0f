import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'
import { roles, type Role } from '../access/roles.ts'
import { codeWords } from '../text/code-words.ts'

export const roleLabel = (role: Role): string => codeWords(role)

export const roleOptions = Object.fromEntries(roles.map((role) => [role, roleLabel(role)])) as Record<
  Role,
  string
>

export const contactTypes = {
  PRIMARY_FINANCIAL: 'Primary financial',
  SECONDARY_FINANCIAL: 'Secondary financial',
  COMMERCIAL: 'Commercial',
  PRIMARY_OPERATIONAL: 'Primary operational',
  SECONDARY_OPERATIONAL: 'Secondary operational',
  PRIMARY_SUPPORT: 'Primary support',
} as const

export const communicationPreferences = {
  RELEASE_NOTES: 'Release notes',
  MAINTENANCE_INCIDENT: 'Maintenance and incident notes',
  MARKETING: 'Marketing',
} as const

/** In this order, so that "one of the first two options" is true. */
export const requiredActions = {
  AUTHENTICATOR: 'Authenticator',
  SECURITY_KEY: 'Security key',
  RESET_PASSWORD: 'Reset password',
} as const

export const userStates = {
  INVITED: 'Invited',
  ACTIVE: 'Active',
  DISABLED: 'Disabled',
  LOCKED: 'Locked',
  DELETED: 'Deleted',
} as const

/** A person without a second factor is asked for one of these at the next login. */
export const secondFactorActions = ['AUTHENTICATOR', 'SECURITY_KEY'] as const

const person = 'Person'
const access = 'Access'
const contact = 'Contact'

export const user = entity({
  slug: 'user',
  label: 'Backoffice user',
  plural: 'Backoffice users',
  table: 'backoffice_user',
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
    keyword: {
      kind: 'KEYWORD',
      label: 'Search',
      over: ['username', 'firstName', 'lastName', 'displayName', 'email'],
    },
    noTwoFactor: { kind: 'TOGGLE', label: 'Without two-factor' },
    neverLoggedIn: { kind: 'TOGGLE', label: 'Never logged in' },
    inactive: { kind: 'TOGGLE', label: 'Inactive for 90 days' },
    differsFromPreset: { kind: 'TOGGLE', label: 'Differs from preset' },
  },
  operations: {
    enable: {
      label: 'Enable',
      access: 'backoffice-users.operate',
      done: 'enabled',
      reason: 'none',
      bulk: true,
    },
    disable: {
      label: 'Disable',
      access: 'backoffice-users.operate',
      done: 'disabled',
      reason: 'required',
      confirm: 'The user is signed out everywhere and cannot sign in again until enabled.',
      bulk: true,
      danger: true,
    },
    unlock: {
      label: 'Unlock',
      access: 'backoffice-users.operate',
      done: 'unlocked',
      reason: 'none',
      bulk: true,
    },
    'send-reset-link': {
      label: 'Send password reset link',
      access: 'backoffice-users.operate',
      done: 'sent a reset link',
      reason: 'none',
      bulk: true,
    },
    'revoke-sessions': {
      label: 'Sign out everywhere',
      access: 'backoffice-users.operate',
      done: 'signed out',
      reason: 'none',
      bulk: true,
    },
    'add-role': {
      label: 'Add role',
      access: 'backoffice-users.edit',
      done: 'given the role',
      reason: 'optional',
      asks: { role: field.choice({ label: 'Role', required: true, options: roleOptions }) },
      stepUp: true,
      bulk: true,
    },
    'remove-role': {
      label: 'Remove role',
      access: 'backoffice-users.edit',
      done: 'removed from the role',
      reason: 'optional',
      asks: { role: field.choice({ label: 'Role', required: true, options: roleOptions }) },
      confirm: 'The user is signed out everywhere.',
      bulk: true,
      danger: true,
    },
    'confirm-email': {
      label: 'Confirm new email',
      access: 'backoffice-users.edit',
      done: 'given the new email',
      reason: 'none',
      confirm: 'From now on, password links are sent to the new email.',
      stepUp: true,
    },
    'force-password-reset': {
      label: 'Require a new password',
      access: 'backoffice-users.edit',
      done: 'changed',
      reason: 'none',
      confirm: 'The user is signed out everywhere and chooses a new password at the next login.',
      stepUp: true,
      bulk: true,
    },
    'force-authenticator': {
      label: 'Require a new authenticator',
      access: 'backoffice-users.edit',
      done: 'changed',
      reason: 'none',
      confirm: 'The current one stops working, and the user is signed out everywhere.',
      stepUp: true,
      bulk: true,
    },
    'force-security-key': {
      label: 'Require a new security key',
      access: 'backoffice-users.edit',
      done: 'changed',
      reason: 'none',
      confirm: 'The current ones stop working, and the user is signed out everywhere.',
      stepUp: true,
      bulk: true,
    },
  },
  fields: {
    username: field.string({
      label: 'Username',
      group: person,
      required: true,
      createOnly: true,
      max: 64,
      matches: /^[a-z0-9._@-]{3,64}$/,
      matchesText: 'Use 3 to 64 small letters, digits and . _ @ -',
      sortable: true,
      width: 160,
    }),
    firstName: field.string({
      label: 'First name',
      group: person,
      required: true,
      max: 60,
      sortable: true,
      width: 120,
    }),
    lastName: field.string({
      label: 'Last name',
      group: person,
      required: true,
      max: 60,
      sortable: true,
      width: 120,
    }),
    displayName: field.string({
      label: 'Display name',
      group: person,
      max: 60,
      help: 'Blank: first and last name',
      column: 'hidden',
    }),
    email: field.string({
      label: 'Email',
      group: person,
      required: true,
      max: 254,
      format: 'EMAIL',
      sortable: true,
      width: 220,
    }),
    pendingEmail: field.string({
      label: 'New email, to be confirmed',
      readOnly: true,
      column: 'hidden',
      help: 'A second person must confirm it',
    }),
    pendingEmailBy: field.string({ label: 'New email entered by', readOnly: true, column: 'hidden' }),
    phone: field.string({ label: 'Phone', group: person, max: 40, format: 'PHONE', column: 'hidden' }),
    jobTitle: field.string({ label: 'Job title', group: person, max: 80, column: 'hidden' }),
    preset: field.string({
      label: 'Preset',
      group: access,
      max: 60,
      help: 'Sets roles and required actions',
      column: 'hidden',
      filter: 'KEYWORD',
    }),
    roles: field.choices({
      label: 'Roles',
      item: 'role',
      group: access,
      required: true,
      options: roleOptions,
      filter: 'LIST',
      width: 260,
    }),
    merchants: field.merchants({
      label: 'Merchants',
      group: access,
      help: 'Blank: all merchants in the hierarchy',
      filter: 'LIST',
      width: 160,
    }),
    requiredActions: field.choices({
      label: 'Required actions',
      item: 'action',
      group: access,
      options: requiredActions,
      help: 'Done at the next login',
      column: 'hidden',
    }),
    contactTypes: field.choices({
      label: 'Contact types',
      item: 'contact type',
      group: contact,
      options: contactTypes,
      filter: 'SELECT',
      column: 'hidden',
    }),
    communicationPreferences: field.choices({
      label: 'Communication preferences',
      item: 'preference',
      group: contact,
      options: communicationPreferences,
      column: 'hidden',
    }),
    state: field.choice({
      label: 'State',
      required: true,
      readOnly: true,
      options: userStates,
      filter: 'LIST',
      width: 120,
    }),
    disabledReason: field.string({ label: 'Reason disabled', readOnly: true, max: 200, column: 'hidden' }),
    disabledBy: field.string({ label: 'Disabled by', readOnly: true, column: 'hidden' }),
    disabledAt: field.instant({ label: 'Disabled at', readOnly: true, column: 'hidden' }),
    twoFactor: field.choices({
      label: 'Two-factor',
      readOnly: true,
      options: { TOTP: 'Authenticator', SECURITY_KEY: 'Security key' },
      width: 150,
    }),
    lastLogin: field.instant({ label: 'Last login', readOnly: true, sortable: true, width: 150 }),
    lastLoginIp: field.string({ label: 'Last login from', readOnly: true, column: 'hidden', mono: true }),
    failedAttempts: field.number({
      label: 'Failed attempts',
      readOnly: true,
      column: 'hidden',
      required: true,
    }),
    createdBy: field.string({ label: 'Created by', readOnly: true, column: 'hidden' }),
  },
})
