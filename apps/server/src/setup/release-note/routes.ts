import { mostNews, newsCalls } from '@signalbox/model/calls/release-note'
import { releaseNote } from '@signalbox/model/entities/release-note'
import { handle, type Handler } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { Resource } from '../../kit/resource.ts'
import { releaseNoteHooks, type ReleaseNoteDeps } from './service.ts'
import { markRead, newsFor } from './store.ts'

export const handlers = (deps: ReleaseNoteDeps): Handler[] => [
  ...resourceHandlers(new Resource(releaseNote, releaseNoteHooks(deps))),
  handle(newsCalls.read, async ({ tx, user }) => {
    const items = await newsFor(tx, user, mostNews)
    return { items, unread: items.filter(({ read }) => !read).length }
  }),
  handle(newsCalls.markRead, async (work) => {
    const { tx, user, now, body } = work
    const read = await markRead(tx, user, body.ids, now)
    work.audit({
      merchantId: user.homeMerchantId,
      entityType: 'news',
      entityId: user.id,
      entityLabel: user.username,
      action: 'READ',
      after: { read },
    })
    return { read }
  }),
]
