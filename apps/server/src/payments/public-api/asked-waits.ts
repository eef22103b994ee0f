const pauseMs = 5_000
const mostKnown = 10_000

/**
 * Whoever has the address of a pay page opens it as often as they like. Each time its PSP would be asked, the answer be
 * written down, and our own next question put off. So of one wait this node asks once in a while; a payment that waits for
 * something else by now is another wait.
 */
export class AskedWaits {
  readonly #askedAt = new Map<string, number>()

  /** Whether it is time to ask. Whoever is told so asks. */
  isDue(wait: string, nowMs: number): boolean {
    const before = this.#askedAt.get(wait)
    if (before !== undefined && Math.abs(nowMs - before) < pauseMs) return false
    if (this.#askedAt.size >= mostKnown) this.#forget(nowMs)
    this.#askedAt.set(wait, nowMs)
    return true
  }

  #forget(nowMs: number): void {
    for (const [wait, at] of this.#askedAt) if (Math.abs(nowMs - at) >= pauseMs) this.#askedAt.delete(wait)
    if (this.#askedAt.size >= mostKnown) this.#askedAt.clear()
  }
}
