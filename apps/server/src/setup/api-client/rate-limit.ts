const mostCallers = 10_000

interface Bucket {
  tokens: number
  at: number
}

/** Calls per second, with as many saved up as one second allows. Each node counts for itself. */
export class RateLimit {
  readonly #now: () => number
  readonly #buckets = new Map<string, Bucket>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Takes one call. Zero when it may go on, otherwise the seconds to wait. */
  take(caller: string, perSecond: number): number {
    const now = this.#now()
    const bucket = this.#buckets.get(caller) ?? { tokens: perSecond, at: now }
    // A clock that was put back has told nothing about the time that passed; nobody pays for that.
    const passedMs = Math.max(0, now - bucket.at)
    bucket.tokens = Math.min(perSecond, bucket.tokens + (passedMs / 1000) * perSecond)
    bucket.at = now
    if (this.#buckets.size >= mostCallers) this.#buckets.clear()
    this.#buckets.set(caller, bucket)
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond))
    bucket.tokens -= 1
    return 0
  }
}
