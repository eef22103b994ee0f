import type { AuditActor, AuditNote } from '../../kit/audit.ts'
import type { Account } from './account-store.ts'
import type { Origin } from './session-service.ts'

/** A person who is not signed in yet, but known by name. */
export const actorOfAccount = (account: Account, from: Origin): AuditActor => ({
  type: 'USER',
  id: account.owner.userId,
  name: account.username,
  ip: from.ip,
  userAgent: from.userAgent,
  sessionRef: null,
  operationId: null,
})

type IdentityAction =
  | 'LOGIN'
  | 'LOGIN_FAILED'
  | 'LOCKED'
  | 'LOCK_EXPIRED'
  | 'LOGOUT'
  | 'STEP_UP'
  | 'PASSWORD_CHANGED'
  | 'PASSWORD_LINK_SENT'
  | 'MFA_ENROLLED'
  | 'MFA_REMOVED'
  | 'RECOVERY_CODE_USED'
  | 'RECOVERY_CODES_ISSUED'
  | 'SESSION_REVOKED'

/** What somebody did about their own identity. Nothing in it is secret. */
export const identityNote = (
  account: Account,
  action: IdentityAction,
  more: Pick<AuditNote, 'after' | 'result' | 'errorCode'> = {},
): AuditNote => ({
  merchantId: account.owner.merchantId,
  entityType: 'user',
  entityId: account.owner.userId,
  entityLabel: account.username,
  action,
  ...more,
})
