import type { Logger } from 'pino'
import type { Database } from '../database.ts'
import { currentHorizon, readOutbox, type OutboxBatch } from './outbox-reader.ts'
import { WakeUp } from './wake-up.ts'

const gatherMs = 20
/** Under load there is a reason to look all the time; nobody at a screen sees the difference. */
const restMs = 100

export type FeedListener = (batch: OutboxBatch) => void

interface FeedOptions {
  readonly db: Database
  readonly log: Logger
  /** A direct connection to the database for wake-ups; without it there is only the poll. */
  readonly directUrl?: string
  readonly pollMs?: number
}

/** Reads what all nodes write to the outbox and passes it on inside this one. */
export class EventFeed {
  readonly #options: FeedOptions
  readonly #listeners = new Set<FeedListener>()
  /** Events above the horizon that were passed on already, with their transaction. */
  readonly #passedOn = new Map<string, bigint>()
  readonly #wakeUp: WakeUp | null
  #horizon = 0n
  #polling: Promise<void> | null = null
  #pollAgain = false
  #timer: NodeJS.Timeout | undefined
  #waking: NodeJS.Timeout | undefined
  #lookedAt = Number.NEGATIVE_INFINITY
  #failing = false
  #stopped = false

  constructor(options: FeedOptions) {
    this.#options = options
    const { directUrl, log } = options
    this.#wakeUp = directUrl === undefined ? null : new WakeUp(directUrl, log, () => this.#lookSoon())
  }

  /** Nothing before the start is passed on. */
  async start(): Promise<void> {
    const { db } = this.#options
    const before = await readOutbox(db, await currentHorizon(db), Number.POSITIVE_INFINITY)
    this.#horizon = before.horizon
    for (const { id, txId } of before.events) this.#passedOn.set(id, txId)
    this.#timer = setInterval(() => void this.poll(), this.#options.pollMs ?? 1_000)
    await this.#wakeUp?.start()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#timer)
    clearTimeout(this.#waking)
    await this.#polling
    await this.#wakeUp?.stop()
  }

  get horizon(): bigint {
    return this.#horizon
  }

  subscribe(listener: FeedListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** This node committed events. Many commits in a moment are one reason to look. */
  wake(): void {
    this.#lookSoon()
    this.#wakeUp?.tellOthers()
  }

  /** What happened since a horizon, for somebody who comes back; null when that is unknown or too much to tell. */
  async since(horizon: bigint, most: number): Promise<OutboxBatch | null> {
    const batch = await readOutbox(this.#options.db, horizon, most)
    return batch.cut || horizon > batch.horizon ? null : batch
  }

  /** One look at a time; a call during a look makes another one follow, because that look may have come too early. */
  poll(): Promise<void> {
    if (this.#stopped) return Promise.resolve()
    if (this.#polling) {
      this.#pollAgain = true
      return this.#polling
    }
    this.#polling = this.#look().finally(() => {
      this.#polling = null
    })
    return this.#polling
  }

  #lookSoon(): void {
    if (this.#stopped) return
    const restedMs = performance.now() - this.#lookedAt
    this.#waking ??= setTimeout(
      () => {
        this.#waking = undefined
        void this.poll()
      },
      Math.max(gatherMs, restMs - restedMs),
    )
  }

  async #look(): Promise<void> {
    this.#lookedAt = performance.now()
    do {
      this.#pollAgain = false
      try {
        await this.#passOn()
        this.#failing = false
      } catch (error) {
        // Said once per outage, not once per second.
        if (!this.#failing) this.#options.log.warn({ err: error }, 'the outbox cannot be read')
        this.#failing = true
        return
      }
    } while (this.#pollAgain && !this.#stopped)
  }

  async #passOn(): Promise<void> {
    const batch = await readOutbox(this.#options.db, this.#horizon, Number.POSITIVE_INFINITY)
    const events = batch.events.filter(({ id }) => !this.#passedOn.has(id))
    this.#horizon = batch.horizon
    for (const { id, txId } of events) this.#passedOn.set(id, txId)
    for (const [id, txId] of this.#passedOn) if (txId < batch.horizon) this.#passedOn.delete(id)
    if (events.length === 0) return
    for (const listener of this.#listeners) listener({ ...batch, events })
  }
}
