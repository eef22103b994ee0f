import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { endpoint, idParams } from '../field/endpoint.ts'
import { roleGrant } from '../entities/role-grant.ts'
import { rolePreset } from '../entities/role-preset.ts'
import { user } from '../entities/user.ts'
import { bulkEndpoint, operationEndpoints, resourceEndpoints } from '../field/resource.ts'
import { securityKeySummary, sessionSummary } from './me.ts'

const instant = z.nullable(z.string())

const userSecurity = z.object({
  passwordChangedAt: instant,
  authenticator: z.nullable(z.object({ createdAt: z.string(), lastUsedAt: instant })),
  securityKeys: z.array(securityKeySummary),
  recoveryCodesLeft: z.number(),
  sessions: z.array(sessionSummary),
  lockedUntil: instant,
  /** A mailed link with which the password can be chosen is out until then. */
  linkExpiresAt: instant,
})
/** How somebody signs in and where they are signed in, without anything one could sign in with. */
export type UserSecurity = z.infer<typeof userSecurity>

const done = named('Done', z.object({ done: z.literal(true) }))
const tag = user.plural

export const userCalls = {
  ...resourceEndpoints(user),
  bulk: bulkEndpoint(user),
  ...operationEndpoints(user),
  security: endpoint('GET /user/{id}/security', {
    tag,
    summary: 'Second factors, open sessions and an emailed link of one backoffice user',
    access: 'backoffice-users.operate',
    params: idParams,
    reply: userSecurity,
  }),
  endSession: endpoint('DELETE /user/{id}/session/{sessionId}', {
    tag,
    summary: 'End one session of a backoffice user',
    access: 'backoffice-users.operate',
    params: z.extend(idParams, { sessionId: z.string().check(z.maxLength(100)) }),
    reply: done,
  }),
  removeSecurityKey: endpoint('DELETE /user/{id}/security-key/{keyId}', {
    tag,
    summary: 'Remove one security key of a backoffice user, who keeps another second factor',
    access: 'backoffice-users.edit',
    params: z.extend(idParams, { keyId: z.string().check(z.maxLength(100)) }),
    reply: done,
  }),
  withdrawLink: endpoint('DELETE /user/{id}/password-link', {
    tag,
    summary: 'Withdraw the emailed link of a backoffice user',
    access: 'backoffice-users.operate',
    params: idParams,
    reply: done,
  }),
}

const grants = resourceEndpoints(roleGrant)

const reviewSummary = z.object({
  period: z.object({ name: z.string(), startsAt: z.string(), endsAt: z.string() }),
  counts: z.object({ DUE: z.number(), NEW: z.number(), CONFIRMED: z.number() }),
})
export type ReviewSummary = z.infer<typeof reviewSummary>

export const roleGrantCalls = {
  list: grants.list,
  get: grants.get,
  export: grants.export,
  bulk: bulkEndpoint(roleGrant),
  ...operationEndpoints(roleGrant),
  summary: endpoint('GET /role-grant/summary', {
    tag: roleGrant.plural,
    summary: 'Progress of this quarter’s access review',
    access: 'backoffice-users.view',
    reply: reviewSummary,
  }),
}

export const rolePresetCalls = resourceEndpoints(rolePreset)
