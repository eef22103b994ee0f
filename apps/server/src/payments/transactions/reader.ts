import { agentDays } from '@signalbox/model/entities/transaction'
import { mayAccess } from '@signalbox/model/access/policy'
import { peopleOf, type People } from '@signalbox/model/access/people'
import type { Role } from '@signalbox/model/access/roles'
import { seesPersonalData } from '../../kit/hiding-merchants-store.ts'
import type { SessionUser } from '../../kit/session-user.ts'

/** Who looks at transactions, as far as it decides what they see. */
export interface Reader {
  readonly userId: string
  /** Who they are to every rule that wants a second person. */
  readonly people: People
  readonly roles: readonly Role[]
  /** Sees personal data also where the merchant hides it. */
  readonly seesPersonalData: boolean
  /** Customer service: nothing but exact terms, and nothing before this instant. */
  readonly limitedTo: Date | null
  /** An approver: what waits for approval, and what they decided since this instant. */
  readonly decidedSince: Date | null
}

const dayMs = 24 * 60 * 60 * 1000
const decidedDays = 7

export function readerOf(user: SessionUser, now: Date): Reader {
  const others = { ...user, roles: user.roles.filter((role) => role !== 'AGENT') }
  const looksAround = mayAccess(['transactions.view', 'transaction-detail.view'], others)
  const approves = !looksAround && mayAccess('approve.view', user)
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  return {
    userId: user.id,
    people: peopleOf(user),
    roles: user.roles,
    seesPersonalData: seesPersonalData(user),
    limitedTo: looksAround || approves ? null : daysAgo(agentDays),
    decidedSince: approves ? daysAgo(decidedDays) : null,
  }
}
