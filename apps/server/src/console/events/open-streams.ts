import { Refusal } from '@signalbox/model/text/refusal'
import type { LiveStream } from './live-stream.ts'

/** More windows than anybody works in; beyond it something opens streams and forgets them. */
const mostPerUser = 20

/** The streams of this node. */
export class OpenStreams {
  readonly #byUser = new Map<string, Set<LiveStream>>()

  refuseTooMany(userId: string): void {
    if ((this.#byUser.get(userId)?.size ?? 0) >= mostPerUser) throw new Refusal('RATE_LIMITED')
  }

  add(userId: string, stream: LiveStream): void {
    const streams = this.#byUser.get(userId) ?? new Set()
    this.#byUser.set(userId, streams.add(stream))
  }

  remove(userId: string, stream: LiveStream): void {
    const streams = this.#byUser.get(userId)
    streams?.delete(stream)
    if (streams?.size === 0) this.#byUser.delete(userId)
  }

  /** Browsers connect again by themselves, to a node that is there. */
  endAll(): void {
    for (const streams of this.#byUser.values()) for (const stream of streams) stream.end()
  }
}
