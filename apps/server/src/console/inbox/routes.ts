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
    const { tx, user, now, body } = work
    const seen = await markSeen(tx, { userId: user.id, ...body, now })
    const [first] = seen
    if (!first) throw new Refusal('NOT_FOUND')
    const { merchantId } = first
    work.audit({
      merchantId,
      entityType: 'mention',
      entityId: body.record,
      entityLabel: body.record,
      action: 'SEEN',
      after: { part: body.part, seen: seen.length },
    })
    work.emit({ merchantId, topic: 'mention', key: user.id })
    return { seen: seen.length }
  }),
]
