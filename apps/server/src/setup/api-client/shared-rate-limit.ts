import type { RawBuilder } from 'kysely'
import type { Database } from '../../kit/database.ts'
import { countNodes, takeCalls } from './client-store.ts'
import { RateLimit } from './rate-limit.ts'

interface Limited {
  readonly merchantId: number
  readonly id: string
  readonly rateLimit: number
}

interface Deps {
  readonly db: Database
  /** Only differences of it matter: how late it is the database says. */
  readonly now: () => Date
  /** In place of the database's clock, for tests. */
  readonly clock?: () => RawBuilder<unknown>
}

/** Calls this server may still let through in the second the database is in. */
interface Share {
  readonly takenMs: number
  readonly untilMs: number
  left: number
  /** Nothing of the second is left for anybody. */
  readonly isExhausted: boolean
}

const askAgainMs = 5_000
/** A server that needs many calls takes them by the tenth, so that it asks ten times a second at most. */
const sharesPerSecond = 10

/**
 * Calls per second of a client, however many servers it calls. A server that is alone counts for itself; several take
 * shares of each second from the database.
 */
export class SharedRateLimit {
  readonly #deps: Deps
  readonly #alone: RateLimit
  readonly #shares = new Map<string, Share>()
  readonly #asking = new Map<string, Promise<void>>()
  #nodes = { count: 1, until: 0 }

  constructor(deps: Deps) {
    this.#deps = deps
    this.#alone = new RateLimit(() => deps.now().getTime())
  }

  /** Takes one call. Zero when it may go on, otherwise the seconds to wait. */
  async take(client: Limited): Promise<number> {
    if ((await this.#countNodes()) < 2) return this.#alone.take(client.id, client.rateLimit)
    for (;;) {
      const share = this.#shares.get(client.id)
      const nowMs = this.#deps.now().getTime()
      if (share && share.takenMs <= nowMs && nowMs < share.untilMs) {
        if (share.isExhausted) return 1
        if (share.left > 0) {
          share.left -= 1
          return 0
        }
      }
      await this.#nextShare(client)
    }
  }

  /** Calls that come at once wait for one share together: with one each, a dozen would use up the whole second. */
  #nextShare(client: Limited): Promise<void> {
    const asked = this.#asking.get(client.id)
    if (asked) return asked
    const asking = this.#takeShare(client).finally(() => this.#asking.delete(client.id))
    this.#asking.set(client.id, asking)
    return asking
  }

  async #takeShare(client: Limited): Promise<void> {
    const wanted = Math.max(1, Math.floor(client.rateLimit / sharesPerSecond))
    const { taken, leftMs } = await takeCalls(this.#deps.db, client, wanted, this.#deps.clock?.())
    const left = Math.max(0, Math.min(wanted, client.rateLimit - (taken - wanted)))
    const takenMs = this.#deps.now().getTime()
    // A millisecond at least, or whoever waits for it would never be served.
    const untilMs = takenMs + Math.max(1, leftMs)
    this.#shares.set(client.id, { takenMs, untilMs, left, isExhausted: left === 0 })
  }

  async #countNodes(): Promise<number> {
    const now = this.#deps.now()
    const leftMs = this.#nodes.until - now.getTime()
    if (leftMs <= 0 || leftMs > askAgainMs)
      this.#nodes = { count: await countNodes(this.#deps.db), until: now.getTime() + askAgainMs }
    return this.#nodes.count
  }
}
