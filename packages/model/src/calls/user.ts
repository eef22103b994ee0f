import * as z from 'zod/mini'
import { named } from '../named.ts'
import { endpoint, idParams, type Schema } from '../endpoint.ts'
import { roleGrant, type ReviewStanding } from '../entities/role-grant.ts'
import { rolePreset } from '../entities/role-preset.ts'
import { user } from '../entities/user.ts'
import type { ReviewPeriod } from '../review-period.ts'
import { bulkEndpoint, operationEndpoints, resourceEndpoints } from '../resource.ts'
import type { SecurityOverview } from './me.ts'

/** How somebody signs in and where they are signed in, without anything one could sign in with. */
export interface UserSecurity extends Pick<
  SecurityOverview,
  'passwordChangedAt' | 'authenticator' | 'securityKeys' | 'recoveryCodesLeft' | 'sessions'
> {
  readonly lockedUntil: string | null
  /** A mailed link with which the password can be chosen is out until then. */
  readonly linkExpiresAt: string | null
}

const instant = z.nullable(z.string())

const userSecurity = z.object({
  passwordChangedAt: instant,
  authenticator: z.nullable(z.object({ createdAt: z.string(), lastUsedAt: instant })),
  securityKeys: z.array(
    z.object({ id: z.string(), name: z.string(), createdAt: z.string(), lastUsedAt: instant }),
  ),
  recoveryCodesLeft: z.number(),
  sessions: z.array(
    z.object({
      id: z.string(),
      current: z.boolean(),
      createdAt: z.string(),
      lastSeenAt: z.string(),
      ip: z.string(),
      userAgent: z.string(),
    }),
  ),
  lockedUntil: instant,
  linkExpiresAt: instant,
}) as unknown as Schema<UserSecurity>

const done = named('Done', z.object({ done: z.literal(true) })) as unknown as Schema<{ done: true }>
const tag = user.plural

export const userCalls = {
  ...resourceEndpoints(user),
  bulk: bulkEndpoint(user),
  ...operationEndpoints(user),
  security: endpoint('GET /user/{id}/security', {
    tag,
    summary: 'Second factors, open sessions and a mailed link of one backoffice user',
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
    summary: 'Withdraw the mailed link of a backoffice user',
    access: 'backoffice-users.operate',
    params: idParams,
    reply: done,
  }),
}

export interface ReviewSummary {
  readonly period: ReviewPeriod
  readonly counts: Readonly<Record<ReviewStanding, number>>
}

const grants = resourceEndpoints(roleGrant)

export const roleGrantCalls = {
  list: grants.list,
  export: grants.export,
  bulk: bulkEndpoint(roleGrant),
  ...operationEndpoints(roleGrant),
  summary: endpoint('GET /role-grant/summary', {
    tag: roleGrant.plural,
    summary: 'How far the access review of this quarter has come',
    access: 'backoffice-users.view',
    reply: z.object({
      period: z.object({ name: z.string(), startsAt: z.string(), endsAt: z.string() }),
      counts: z.object({ DUE: z.number(), NEW: z.number(), CONFIRMED: z.number() }),
    }) as unknown as Schema<ReviewSummary>,
  }),
}

export const rolePresetCalls = resourceEndpoints(rolePreset)
