import type { Database } from '../../kit/database.ts'
import { countNodes, furthestAhead, takeCalls } from './client-store.ts'
import { RateLimit } from './rate-limit.ts'

interface Limited {
  readonly merchantId: number
  readonly id: string
  readonly rateLimit: number
}

interface Deps {
  readonly db: Database
  readonly now: () => Date
}

/** Calls this server may still let through in a second. */
interface Share {
  readonly second: number
  left: number
  /** Nothing of the second is left for anybody. */
  readonly isSpent: boolean
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
    const second = Math.floor(this.#deps.now().getTime() / 1000)
    for (;;) {
      const share = this.#shares.get(client.id)
      if (share && share.second >= second && share.second - second <= furthestAhead) {
        if (share.isSpent) return 1
        if (share.left > 0) {
          share.left -= 1
          return 0
        }
      }
      await this.#nextShare(client, second)
    }
  }

  /** Calls that come at once wait for one share together: with one each, a dozen would use up the whole second. */
  #nextShare(client: Limited, second: number): Promise<void> {
    const asked = this.#asking.get(client.id)
    if (asked) return asked
    const asking = this.#takeShare(client, second).finally(() => this.#asking.delete(client.id))
    this.#asking.set(client.id, asking)
    return asking
  }

  async #takeShare(client: Limited, now: number): Promise<void> {
    const wanted = Math.max(1, Math.floor(client.rateLimit / sharesPerSecond))
    const { second, taken } = await takeCalls(this.#deps.db, client, now, wanted)
    const left = Math.max(0, Math.min(wanted, client.rateLimit - (taken - wanted)))
    this.#shares.set(client.id, { second, left, isSpent: left === 0 })
  }

  async #countNodes(): Promise<number> {
    const now = this.#deps.now()
    const leftMs = this.#nodes.until - now.getTime()
    if (leftMs <= 0 || leftMs > askAgainMs)
      this.#nodes = { count: await countNodes(this.#deps.db, now), until: now.getTime() + askAgainMs }
    return this.#nodes.count
  }
}
