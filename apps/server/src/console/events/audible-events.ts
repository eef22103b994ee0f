import type { LiveMessage } from '@signalbox/model/calls/events'
import { merchant } from '@signalbox/model/entities/merchant'
import { user as person } from '@signalbox/model/entities/user'
import { liveTopics } from '@signalbox/model/reference/live-topics'
import { mayAccess } from '@signalbox/model/access/policy'
import type { Scope } from '../../kit/scope.ts'
import type { SessionUser } from '../../kit/session-user.ts'

export interface Listener {
  readonly user: SessionUser
  readonly scope: Pick<Scope, 'chain' | 'effective'>
}

/** Whether somebody may hear of a change: they could read the record, at the merchant they have selected. */
export function isAudible(
  { user, scope }: Listener,
  { topic, merchantId, key }: Pick<LiveMessage, 'topic' | 'merchantId' | 'key'>,
): boolean {
  const rule = liveTopics.get(topic)
  if (!rule || !mayAccess(rule.access, user)) return false
  if (rule.reach === 'own') return key === user.id
  return (
    scope.effective.includes(merchantId) || (rule.reach === 'inherited' && scope.chain.includes(merchantId))
  )
}

/** Whether a change may have thrown the listener out: it is about their own account or a merchant they stand in. */
export function mayEndAccess(
  { user, scope }: Listener,
  { topic, key }: Pick<LiveMessage, 'topic' | 'key'>,
): boolean {
  if (topic === person.slug) return key === user.id
  return topic === merchant.slug && scope.chain.includes(Number(key))
}
