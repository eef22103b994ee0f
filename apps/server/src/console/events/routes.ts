import type { OutgoingHttpHeaders } from 'node:http'
import { eventCalls, type Counters } from '@signalbox/model/calls/events'
import { Refusal } from '@signalbox/model/text/refusal'
import type { EventFeed } from '../../kit/events/event-feed.ts'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import type { Authenticate } from '../../kit/pipeline.ts'
import { merchantsInScope, scopeAt } from '../../kit/scope.ts'
import type { Listener } from './audible-events.ts'
import { LiveStream } from './live-stream.ts'
import type { OpenStreams } from './open-streams.ts'

export interface EventDeps {
  readonly feed: EventFeed
  /** Asked again at every beat of a stream; a request for a stream is no sign of activity. */
  readonly authenticate: Authenticate
  readonly streams: OpenStreams
  /** What each badge counts; absent members do not concern the caller. */
  readonly countWork: (work: Work) => Promise<Counters>
  readonly beatMs?: number
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/** Who listens now: the same request answered afresh, so that everything that may have changed is looked up again. */
async function currentListener(work: Work, authenticate: Authenticate): Promise<Listener | null> {
  try {
    const user = await authenticate(work.request, work.reply)
    const inScope = await merchantsInScope(work.deps.db, user)
    const selected = inScope.find(({ id }) => id === work.scope.selected)
    return selected ? { user, scope: scopeAt(selected, inScope) } : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

async function openStream(work: Work, deps: EventDeps, since: string | undefined): Promise<void> {
  const { user, scope, reply, request } = work
  deps.streams.refuseTooMany(user.id)
  reply.hijack()
  request.isLiveStream = true
  // Sockets that are silent for a while are closed; this one is silent by nature.
  request.raw.socket.setTimeout(0)
  reply.raw.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...streamHeaders })
  const stream: LiveStream = new LiveStream(
    {
      feed: deps.feed,
      now: work.deps.now,
      listener: () => currentListener(work, deps.authenticate),
      ...(deps.beatMs !== undefined && { beatMs: deps.beatMs }),
    },
    reply.raw,
    { user, scope },
    () => deps.streams.remove(user.id, stream),
  )
  deps.streams.add(user.id, stream)
  const lastEventId = request.headers['last-event-id']
  await stream.begin(typeof lastEventId === 'string' ? lastEventId : since)
}

export const handlers = (deps: EventDeps): Handler[] => [
  handle(eventCalls.stream, (work) => openStream(work as Work, deps, work.query.since)),
  handle(eventCalls.counters, (work) => deps.countWork(work as Work)),
]
