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
  readonly now: () => Date
}

/** Calls this server may still let through in a second. */
interface Share {
  second: number
  left: number
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
  #nodes = { count: 1, until: 0 }

  constructor(deps: Deps) {
    this.#deps = deps
    this.#alone = new RateLimit(() => deps.now().getTime())
  }

  /** Takes one call. Zero when it may go on, otherwise the seconds to wait. */
  async take(client: Limited): Promise<number> {
    if ((await this.#countNodes()) < 2) return this.#alone.take(client.id, client.rateLimit)
    const second = Math.floor(this.#deps.now().getTime() / 1000)
    const share = this.#shares.get(client.id)
    if (share && share.second >= second && share.left > 0) {
      share.left -= 1
      return 0
    }
    return (await this.#takeShare(client, second)) ? 0 : 1
  }

  async #takeShare(client: Limited, now: number): Promise<boolean> {
    const wanted = Math.max(1, Math.floor(client.rateLimit / sharesPerSecond))
    const { second, taken } = await takeCalls(this.#deps.db, client, now, wanted)
    const granted = Math.min(wanted, client.rateLimit - (taken - wanted))
    if (granted <= 0) return false
    this.#shares.set(client.id, { second, left: granted - 1 })
    return true
  }

  async #countNodes(): Promise<number> {
    const now = this.#deps.now()
    if (this.#nodes.until <= now.getTime())
      this.#nodes = { count: await countNodes(this.#deps.db, now), until: now.getTime() + askAgainMs }
    return this.#nodes.count
  }
}
