interface PriorityLimits {
  /** So many payments are worked on at once while somebody uses the console. */
  readonly payments: number
  /** Whoever works longer than this waits for a lock and not for the thread: others need not wait for it. */
  readonly turnMs: number
  /** A screen makes one call after the other: for so long after the last one the console counts as in use. */
  readonly lingerMs: number
  /** Whoever has waited so long goes on, even while the console is in use. */
  readonly waitMs: number
}

interface Waiter {
  readonly letIn: (leave: () => void) => void
  readonly timer: NodeJS.Timeout
}

/**
 * People come first. Payments and screens share one thread: with seven payments worked on at once, every answer of the
 * database to a screen queues behind those to payments. While the console is in use payments therefore take turns, and
 * use all connections when it is not. They always go on, in the order they asked, and none is refused here.
 */
export class ConsolePriority {
  readonly #limits: PriorityLimits
  readonly #waiters = new Set<Waiter>()
  #calls = 0
  #linger: NodeJS.Timeout | undefined
  #payments = 0
  #ended = false

  constructor(limits: PriorityLimits) {
    this.#limits = limits
  }

  /** How many payments have their turn, and how many wait for it. */
  get state(): { readonly working: number; readonly waiting: number } {
    return { working: this.#payments, waiting: this.#waiters.size }
  }

  /** Whether somebody uses the console, or did a moment ago. */
  get isInUse(): boolean {
    return this.#calls > 0 || this.#linger !== undefined
  }

  /** One call of the console, from its beginning to its answer. */
  async call<T>(body: () => Promise<T>): Promise<T> {
    clearTimeout(this.#linger)
    this.#linger = undefined
    this.#calls++
    try {
      return await body()
    } finally {
      this.#calls--
      if (this.#calls === 0) this.#lingerOn()
    }
  }

  /** Waits for the turn of a payment; whoever got it calls `leave` when done. */
  async turn(): Promise<() => void> {
    if (this.#waiters.size === 0 && this.#hasRoom()) return this.#enter()
    return new Promise((letIn) => {
      const waiter: Waiter = { letIn, timer: setTimeout(() => this.#letIn(waiter), this.#limits.waitMs) }
      this.#waiters.add(waiter)
    })
  }

  /** Nobody waits here any more, as the server stops. */
  end(): void {
    this.#ended = true
    clearTimeout(this.#linger)
    this.#next()
  }

  #lingerOn(): void {
    if (this.#ended) return
    this.#linger = setTimeout(() => {
      this.#linger = undefined
      this.#next()
    }, this.#limits.lingerMs)
    this.#linger.unref()
  }

  #hasRoom(): boolean {
    return this.#ended || !this.isInUse || this.#payments < this.#limits.payments
  }

  #enter(): () => void {
    this.#payments++
    let left = false
    const leave = (): void => {
      if (left) return
      left = true
      clearTimeout(timer)
      this.#payments--
      this.#next()
    }
    const timer = setTimeout(leave, this.#limits.turnMs)
    timer.unref()
    return leave
  }

  #letIn(waiter: Waiter): void {
    this.#waiters.delete(waiter)
    clearTimeout(waiter.timer)
    waiter.letIn(this.#enter())
  }

  #next(): void {
    for (const waiter of this.#waiters) {
      if (!this.#hasRoom()) return
      this.#letIn(waiter)
    }
  }
}
