import { setTimeout } from 'node:timers/promises'
import { ordinaryPageSize } from '@signalbox/model/field/paging'
import { Refusal } from '@signalbox/model/text/refusal'
import type { ConsolePriority } from './console-priority.ts'

interface HeavyLimits {
  readonly perUser: number
  readonly perNode: number
  /** When to come back, if nobody can say it better. */
  readonly againInMs: number
}

const heavyLimits: HeavyLimits = { perUser: 2, perNode: 6, againInMs: 10_000 }

/** Scripts wait for each other, so many of one person make all others wait. An editor has a check and a preview under way. */
export const computingLimits: HeavyLimits = { perUser: 3, perNode: 12, againInMs: 2000 }

/** A dashboard asks fifteen questions at once; whoever opens several at once waits for the first. */
export const chartLimits: HeavyLimits = { perUser: 16, perNode: 48, againInMs: 2000 }

/** Whether a call asks for more rows than a page has: it costs what a file costs. */
export const isLongList = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'limit' in query && Number(query.limit) > ordinaryPageSize

/**
 * Exports, imports and long lists take seconds of a thread that everybody shares. So many of one person and so many of
 * all are let in; the others are told when to come back, before anything is done for them.
 */
export class HeavyWork {
  readonly #limits: HeavyLimits
  readonly #byUser = new Map<string, number>()
  #running = 0

  constructor(limits: HeavyLimits = heavyLimits) {
    this.#limits = limits
  }

  /** Whoever is let in calls what it gets when done; calling it again does nothing. */
  enter(userId: string): () => void {
    const { perUser, perNode } = this.#limits
    const own = this.#byUser.get(userId) ?? 0
    if (own >= perUser)
      throw this.#later(`You already have ${own} of these running; wait until one has finished.`)
    if (this.#running >= perNode)
      throw this.#later('Too many exports, imports and long lists are running. Try again in a moment.')
    this.#running++
    this.#byUser.set(userId, own + 1)
    let inside = true
    return () => {
      if (!inside) return
      inside = false
      this.#running--
      const left = (this.#byUser.get(userId) ?? 1) - 1
      if (left === 0) this.#byUser.delete(userId)
      else this.#byUser.set(userId, left)
    }
  }

  #later(message: string): Refusal {
    const seconds = String(Math.ceil(this.#limits.againInMs / 1000))
    return new Refusal('RATE_LIMITED', { message, headers: { 'retry-after': seconds } })
  }
}

/** While somebody looks at screens, so many times as long as a piece took is left to them before the next one. */
const pauses = 3
const mostPauseMs = 1_000

/** The same pieces, each made only when it is its turn: those who look at a screen meanwhile go first. */
export async function* inTurns<T>(
  pieces: AsyncIterable<T>,
  priority: ConsolePriority | undefined,
): AsyncGenerator<T> {
  const source = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      const leave = await priority?.turn()
      const began = performance.now()
      const next = await source.next().finally(() => leave?.())
      if (next.done) return
      yield next.value
      if (priority?.isInUse) await setTimeout(Math.min(mostPauseMs, pauses * (performance.now() - began)))
    }
  } finally {
    await source.return?.()
  }
}
