import type { Kysely } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { Instant, Tables } from '../../kit/tables.ts'

interface UserCredentialTable {
  merchantId: number
  userId: string
  passwordHash: string | null
  previousHashes: string[]
  passwordChangedAt: Instant | null
  demo: boolean
  lockedUntil: Instant | null
  lastFailureAt: Instant | null
  activeSince: Instant
}

interface UserTotpTable {
  merchantId: number
  userId: string
  secret: string
  lastStep: number
  createdAt: Instant
  lastUsedAt: Instant | null
}

interface SecurityKeyTable {
  merchantId: number
  id: string
  userId: string
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  createdAt: Instant
  lastUsedAt: Instant | null
}

interface RecoveryCodeTable {
  merchantId: number
  userId: string
  codeHash: string
  salt: string
  sealedKey: string | null
  usedAt: Instant | null
}

interface KnownDeviceTable {
  merchantId: number
  userId: string
  tokenHash: string
  failedAttempts: number
  lastFailureAt: Instant | null
  lockedUntil: Instant | null
  lastUsedAt: Instant
}

interface SessionTable {
  tokenHash: string
  id: string
  merchantId: number
  userId: string
  createdAt: Instant
  authenticatedAt: Instant
  lastSeenAt: Instant
  absoluteEndsAt: Instant
  ip: string
  userAgent: string
  ceremony: string | null
}

interface LoginAttemptTable {
  tokenHash: string
  merchantId: number
  userId: string
  deviceHash: string | null
  secondFactor: string | null
  ceremony: string | null
  expiresAt: Instant
}

interface PasswordLinkTable {
  tokenHash: string
  merchantId: number
  userId: string
  expiresAt: Instant
}

interface LoginThrottleTable {
  key: string
  attempts: number
  windowEndsAt: Instant
}

export type IdentityTables = {
  userCredential: UserCredentialTable
  userTotp: UserTotpTable
  securityKey: SecurityKeyTable
  recoveryCode: RecoveryCodeTable
  knownDevice: KnownDeviceTable
  session: SessionTable
  loginAttempt: LoginAttemptTable
  passwordLink: PasswordLinkTable
  loginThrottle: LoginThrottleTable
}

export const withIdentity = (tx: Tx): Kysely<Tables & IdentityTables> => tx.withTables<IdentityTables>()

/** Whose factors, sessions and links: the two columns every table of this feature shares. */
export interface Owner {
  readonly merchantId: number
  readonly userId: string
}
