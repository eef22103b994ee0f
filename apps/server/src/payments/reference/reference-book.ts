import type { Logger } from 'pino'
import type { OutboxBatch } from '../../kit/events/outbox-reader.ts'

export interface Feed {
  subscribe(listener: (batch: OutboxBatch) => void): () => void
}

export interface BookParts<T> {
  readonly read: () => Promise<T>
  readonly feed: Feed
  /** Events after which the book is read again. */
  readonly topics: readonly string[]
  readonly log: Logger
  /** How often to look even when nothing was heard. */
  readonly lookMs?: number
}

/**
 * What every payment asks for and what rarely changes, in the memory of this node. While the next edition is read, or
 * cannot be read, the one before it answers.
 */
export class ReferenceBook<T> {
  readonly #parts: BookParts<T>
  readonly #unsubscribe: () => void
  #timer: NodeJS.Timeout | undefined
  #edition: Promise<T> | null = null
  #reading: Promise<void> | null = null
  #readAgain = false

  constructor(parts: BookParts<T>) {
    this.#parts = parts
    const topics = new Set(parts.topics)
    this.#unsubscribe = parts.feed.subscribe(({ events }) => {
      if (events.some(({ topic }) => topics.has(topic))) void this.refresh()
    })
  }

  get(): Promise<T> {
    if (!this.#edition) {
      this.#edition = this.#parts.read()
      this.#edition.catch(() => (this.#edition = null))
      this.#timer ??= setInterval(() => void this.refresh(), this.#parts.lookMs ?? 60_000).unref()
    }
    return this.#edition
  }

  /** A call during a look makes another one follow, because that look may have come too early. */
  refresh(): Promise<void> {
    if (!this.#edition) return Promise.resolve()
    if (this.#reading) {
      this.#readAgain = true
      return this.#reading
    }
    this.#reading = this.#turn().finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#unsubscribe()
    await this.#reading
  }

  async #turn(): Promise<void> {
    do {
      this.#readAgain = false
      try {
        this.#edition = Promise.resolve(await this.#parts.read())
      } catch (error) {
        this.#parts.log.warn({ err: error }, 'reference data cannot be read; the last one is used')
      }
    } while (this.#readAgain)
  }
}
