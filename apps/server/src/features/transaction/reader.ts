import { agentDays } from '@signalbox/model/entities/transaction'
import { mayAccess } from '@signalbox/model/policy'
import type { Role } from '@signalbox/model/roles'
import type { SessionUser } from '../../kit/session-user.ts'

/** Who looks at transactions, as far as it decides what they see. */
export interface Reader {
  readonly userId: string
  readonly roles: readonly Role[]
  /** Sees personal data also where the merchant hides it. */
  readonly seesPersonalData: boolean
  /** Customer service: nothing but exact terms, and nothing before this instant. */
  readonly limitedTo: Date | null
}

const dayMs = 24 * 60 * 60 * 1000

export function readerOf(user: SessionUser, now: Date): Reader {
  const others = { ...user, roles: user.roles.filter((role) => role !== 'AGENT') }
  const limited = !mayAccess(['transactions.view', 'transaction-detail.view'], others)
  return {
    userId: user.id,
    roles: user.roles,
    seesPersonalData: user.roles.includes('DATA_VIEWER'),
    limitedTo: limited ? new Date(now.getTime() - agentDays * dayMs) : null,
  }
}
