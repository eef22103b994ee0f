import type { Logger } from 'pino'
import type { OutboxBatch } from '../../kit/events/outbox-reader.ts'

export interface Feed {
  subscribe(listener: (batch: OutboxBatch) => void): () => void
}

export interface ReferenceCacheDeps<T> {
  /** Given what it read before, which it may return when nothing has changed. */
  readonly read: (before: T | undefined) => Promise<T>
  readonly feed: Feed
  /** Events after which it is read again. */
  readonly topics: readonly string[]
  readonly log: Logger
  /** How often to look even when nothing was heard. */
  readonly pollMs?: number
}

/**
 * What every payment asks for and what rarely changes, in the memory of this node. While the next snapshot is read, or
 * cannot be read, the one before it answers.
 */
export class ReferenceCache<T> {
  readonly #deps: ReferenceCacheDeps<T>
  readonly #unsubscribe: () => void
  #timer: NodeJS.Timeout | undefined
  #snapshot: Promise<T> | null = null
  #reading: Promise<void> | null = null
  #readAgain = false

  constructor(deps: ReferenceCacheDeps<T>) {
    this.#deps = deps
    const topics = new Set(deps.topics)
    this.#unsubscribe = deps.feed.subscribe(({ events }) => {
      if (events.some(({ topic }) => topics.has(topic))) void this.refresh()
    })
  }

  get(): Promise<T> {
    if (!this.#snapshot) {
      this.#snapshot = this.#deps.read(undefined)
      this.#snapshot.catch(() => (this.#snapshot = null))
      this.#timer ??= setInterval(() => void this.refresh(), this.#deps.pollMs ?? 60_000).unref()
    }
    return this.#snapshot
  }

  /** A call during a look makes another one follow, because that look may have come too early. */
  refresh(): Promise<void> {
    if (!this.#snapshot) return Promise.resolve()
    if (this.#reading) {
      this.#readAgain = true
      return this.#reading
    }
    this.#reading = this.#reload().finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#unsubscribe()
    await this.#reading
  }

  async #reload(): Promise<void> {
    do {
      this.#readAgain = false
      try {
        this.#snapshot = Promise.resolve(await this.#deps.read(await this.#snapshot?.catch(() => undefined)))
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'reference data cannot be read; the last one is used')
      }
    } while (this.#readAgain)
  }
}
