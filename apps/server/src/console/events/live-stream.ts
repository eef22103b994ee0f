import type { ServerResponse } from 'node:http'
import type { LiveEventName } from '@signalbox/model/calls/events'
import type { EventFeed } from '../../kit/events/event-feed.ts'
import type { OutboxBatch } from '../../kit/events/outbox-reader.ts'
import { isAudible, mayEndAccess, type Listener } from './audible-events.ts'
import { readResumePoint, writeResumePoint } from '../../kit/events/resume-point.ts'

export interface StreamDeps {
  readonly feed: EventFeed
  readonly now: () => Date
  /** Who is listening, asked again and again; null when the session or the merchant is no longer theirs. */
  readonly listener: () => Promise<Listener | null>
  readonly beatMs?: number
}

/** More than this is told as "look at everything again". */
const mostToCatchUp = 1_000
/** A browser that reads this slowly is better off starting over. */
const mostUnread = 1_000_000
const reconnectMs = 3_000

/** One open stream of server-sent events. */
export class LiveStream {
  readonly #deps: StreamDeps
  readonly #response: ServerResponse
  readonly #unsubscribe: () => void
  readonly #onEnd: () => void
  #listener: Listener
  /** Filled while the past is told, so that the present comes after it. */
  #waiting: OutboxBatch[] | null = []
  #beat: NodeJS.Timeout | undefined
  #checking = false
  #ended = false

  constructor(deps: StreamDeps, response: ServerResponse, listener: Listener, onEnd: () => void) {
    this.#deps = deps
    this.#response = response
    this.#listener = listener
    this.#onEnd = onEnd
    this.#unsubscribe = deps.feed.subscribe((batch) => this.#hear(batch))
    this.#nextBeat()
    response.on('close', () => this.end())
    response.on('error', () => this.end())
    response.write(`retry: ${reconnectMs}\n\n`)
  }

  /** Tells what was missed since the last event the browser saw, or since its first rows, or that it must look again. */
  async begin(lastEventId: string | undefined): Promise<void> {
    const { feed, now } = this.#deps
    const here = feed.horizon
    if (lastEventId === undefined) this.#mark(here)
    else {
      const from = readResumePoint(lastEventId, now())
      const missed = from === null ? null : await feed.since(from, mostToCatchUp).catch(() => null)
      if (missed) this.#tell(missed)
      else this.#send('resync', {}, here)
    }
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const batch of waiting) this.#tell(batch)
  }

  end(): void {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#beat)
    this.#unsubscribe()
    this.#response.end()
    this.#onEnd()
  }

  #hear(batch: OutboxBatch): void {
    if (this.#waiting) this.#waiting.push(batch)
    else this.#tell(batch)
  }

  #tell({ events, horizon }: OutboxBatch): void {
    if (events.some((event) => mayEndAccess(this.#listener, event))) this.#checkNow()
    const audible = events.filter((event) => isAudible(this.#listener, event))
    for (const { txId: _, ...message } of audible.slice(0, -1)) this.#send('change', message, null)
    const last = audible.at(-1)
    if (!last) return
    // Only the last one moves the point to go on from: a break in the middle repeats the batch and loses nothing.
    const { txId: _, ...message } = last
    this.#send('change', message, horizon)
  }

  #send(event: LiveEventName, data: object, horizon: bigint | null): void {
    if (this.#ended) return
    const id = horizon === null ? '' : `id: ${writeResumePoint(horizon, this.#deps.now())}\n`
    this.#response.write(`event: ${event}\n${id}data: ${JSON.stringify(data)}\n\n`)
    if (this.#response.writableLength > mostUnread) this.end()
  }

  #nextBeat(): void {
    if (!this.#ended) this.#beat = setTimeout(() => this.#checkNow(), this.#deps.beatMs ?? 20_000)
  }

  /** One after the other: when the database is slow, checks must not pile up on it. */
  #checkNow(): void {
    if (this.#checking || this.#ended) return
    this.#checking = true
    clearTimeout(this.#beat)
    void this.#checkIn().then(() => {
      this.#checking = false
      this.#nextBeat()
    })
  }

  /** The session may have been revoked, the role taken, the merchant closed: what is told follows within one beat. */
  async #checkIn(): Promise<void> {
    let listener: Listener | null
    try {
      listener = await this.#deps.listener()
    } catch {
      // The database is away; nothing is told meanwhile, because nothing can be read.
      return
    }
    if (this.#ended) return
    if (!listener) {
      this.#send('signed-out', {}, null)
      return this.end()
    }
    this.#listener = listener
    if (this.#waiting) return
    this.#mark(this.#deps.feed.horizon)
  }

  /** Says up to where everything was told. Browsers show the id of events with data only. */
  #mark(horizon: bigint): void {
    this.#response.write(
      `: beat\nevent: beat\nid: ${writeResumePoint(horizon, this.#deps.now())}\ndata: {}\n\n`,
    )
  }
}
