import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'

/** What a client may do. There is no word for everything on purpose: each is asked for. */
export const apiScopes = {
  'payments:read': 'Read payments',
  'payments:write': 'Deposits, withdrawals, repeats',
  'payments:operate': 'Approve, deny, hold, capture, void, refund',
  'accounts:read': 'Read user accounts',
  'accounts:write': 'Change user accounts',
  'kyc:check': 'Request KYC checks',
  'config:read': 'Read configuration',
  'config:write': 'Change configuration',
  'rules:read': 'Read rules',
  'rules:write': 'Change rules',
  'vouchers:redeem': 'Redeem vouchers',
  'settlements:read': 'Read settlements',
} as const
export type ApiScope = keyof typeof apiScopes

export const apiClientStates = { ACTIVE: 'Active', SUSPENDED: 'Suspended', REVOKED: 'Revoked' } as const
export type ApiClientState = keyof typeof apiClientStates

export const webhookEvents = {
  'payment.created': 'Payment created',
  'payment.updated': 'Payment updated',
  'payment.completed': 'Payment completed',
  'dispute.filed': 'Dispute filed',
  'dispute.resolved': 'Dispute resolved',
  'account.blocked': 'Account blocked',
} as const
export type WebhookEvent = keyof typeof webhookEvents

export const webhookStates = { ACTIVE: 'Active', DISABLED: 'Disabled' } as const

/** Hours a former secret keeps working beside its successor. */
export const secretOverlap = { min: 0, max: 72, usual: 24 } as const

const identity = 'Client'
const access = 'Access'
const edit = 'api-clients.edit'

/** A machine that calls the public API with a secret of its own. */
export const apiClient = entity({
  slug: 'api-client',
  label: 'API client',
  plural: 'API clients',
  titleField: 'name',
  scope: 'own',
  note: 'optional',
  defaultSort: 'name',
  bulk: true,
  access: { view: 'api-clients.view', create: edit, edit, remove: edit },
  filters: {
    keyword: { kind: 'KEYWORD', label: 'Search', over: ['name', 'clientId', 'description'] },
    unused: { kind: 'TOGGLE', label: 'Unused for 90 days' },
    expiring: { kind: 'TOGGLE', label: 'Secret expires in 30 days' },
  },
  operations: {
    suspend: {
      label: 'Suspend',
      access: edit,
      done: 'suspended',
      reason: 'required',
      confirm: 'Its tokens stop working within a minute. It can be resumed.',
      bulk: true,
      danger: true,
    },
    resume: { label: 'Resume', access: edit, done: 'resumed', reason: 'optional', bulk: true },
    revoke: {
      label: 'Revoke',
      access: edit,
      done: 'revoked',
      reason: 'required',
      confirm: 'Its tokens stop working within a minute. Its secrets are revoked for good.',
      bulk: true,
      danger: true,
      stepUp: true,
    },
  },
  fields: {
    name: field.string({
      label: 'Name',
      group: identity,
      required: true,
      min: 3,
      max: 60,
      sortable: true,
      width: 200,
    }),
    clientId: field.string({
      label: 'Client id',
      required: true,
      readOnly: true,
      mono: true,
      sortable: true,
      width: 220,
    }),
    description: field.string({ label: 'Description', group: identity, max: 200, column: 'hidden' }),
    scopes: field.choices({
      label: 'Scopes',
      item: 'scope',
      group: access,
      required: true,
      options: apiScopes,
      filter: 'LIST',
      width: 260,
    }),
    accessTokenTtl: field.number({
      label: 'Token lifetime (seconds)',
      group: access,
      required: true,
      min: 300,
      max: 7200,
      default: 3600,
      column: 'hidden',
    }),
    ipAllowlist: field.strings({
      label: 'Address allowlist',
      item: 'address range',
      group: access,
      help: 'CIDR ranges the client may call from. Blank: any address.',
      width: 160,
    }),
    rateLimit: field.number({
      label: 'Calls per second',
      group: access,
      required: true,
      min: 10,
      max: 1000,
      default: 50,
      width: 130,
    }),
    signingKeyPublic: field.text({
      label: 'Public signing key',
      group: access,
      max: 4000,
      help: 'PEM of an RSA key (3072 bits or more) or a P-256 key. Lets the client sign in with a signed JWT instead of a secret.',
      column: 'hidden',
    }),
    state: field.choice({
      label: 'State',
      required: true,
      readOnly: true,
      options: apiClientStates,
      filter: 'LIST',
      sortable: true,
      width: 120,
    }),
    secretExpiresAt: field.instant({
      label: 'Secret expires',
      readOnly: true,
      sortable: true,
      width: 150,
    }),
    lastUsedAt: field.instant({ label: 'Last used', readOnly: true, sortable: true, width: 150 }),
    lastUsedIp: field.string({ label: 'Last used from', readOnly: true, mono: true, column: 'hidden' }),
    createdBy: field.string({ label: 'Created by', required: true, readOnly: true, column: 'hidden' }),
  },
})
