import { inboxCalls } from '@signalbox/model/calls/inbox'
import { Refusal } from '@signalbox/model/text/refusal'
import { handle, type Handler } from '../../kit/handle.ts'
import { readInbox } from './inbox.ts'
import { markSeen } from './mention-store.ts'
import type { WorkSources } from '../../kit/work-source.ts'

export const handlers = (sources: WorkSources): Handler[] => [
  handle(inboxCalls.read, (work) =>
    readInbox(sources, { ...work, merchants: work.inScope.map(({ id }) => id) }),
  ),
  handle(inboxCalls.seen, async (work) => {
    const { tx, user, now, params } = work
    const mention = await markSeen(tx, { userId: user.id, id: params.id, now })
    if (!mention) throw new Refusal('NOT_FOUND')
    work.audit({
      merchantId: mention.merchantId,
      entityType: 'mention',
      entityId: params.id,
      entityLabel: mention.record,
      action: 'SEEN',
    })
    work.emit({ merchantId: mention.merchantId, topic: 'mention', key: user.id })
    return { id: params.id, seen: true }
  }),
]
