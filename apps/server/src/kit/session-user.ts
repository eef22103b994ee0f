import type { Subject } from '@signalbox/model/access/access'
import type { Role } from '@signalbox/model/access/roles'

/** Who is calling, as the identity feature found out from the session cookie. */
export interface SessionUser extends Subject {
  readonly id: string
  readonly username: string
  readonly displayName: string
  readonly roles: readonly Role[]
  readonly homeMerchantId: number
  readonly homePath: string
  readonly merchants: readonly number[]
  readonly internalUser: boolean
  readonly sessionId: string
  /** When the person last proved who they are with a password or key. */
  readonly authenticatedAt: string
}
