interface Kept<T> {
  readonly value: T
  readonly at: number
}

export interface StaleWhileRevalidateOptions {
  readonly now: () => Date
  /** For so long a value is better than nothing, while a new one is on its way. */
  readonly staleMs: number
  /** A load that takes longer counts as failed. */
  readonly loadMs: number
  readonly most: number
}

interface CacheRequest {
  readonly key: string
  /** A value of this age is given again without asking. */
  readonly freshMs: number
  readonly timeoutMs: number
}

export class TimeoutError extends Error {}

/** Settles with the promise, or refuses after the time; the promise itself goes on. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`Not there after ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Stale-while-revalidate with a timeout per caller: who cannot wait for the load gets the stale value, and the load goes on
 * for the next to ask. However many ask at once, each value is loaded once.
 */
export class StaleWhileRevalidateCache<T> {
  readonly #options: StaleWhileRevalidateOptions
  readonly #kept = new Map<string, Kept<T>>()
  readonly #loading = new Map<string, Promise<T>>()

  constructor(options: StaleWhileRevalidateOptions) {
    this.#options = options
  }

  async get({ key, freshMs, timeoutMs }: CacheRequest, load: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(key)
    if (kept && this.#isYounger(kept, freshMs)) return kept.value
    try {
      return await within(this.#load(key, load), timeoutMs)
    } catch (error) {
      if (error instanceof TimeoutError && kept && this.#isYounger(kept, this.#options.staleMs))
        return kept.value
      throw error
    }
  }

  /** A clock that was put back makes nothing young again. */
  #isYounger({ at }: Kept<T>, ms: number): boolean {
    const age = this.#options.now().getTime() - at
    return age >= 0 && age < ms
  }

  #load(key: string, load: () => Promise<T>): Promise<T> {
    const running = this.#loading.get(key)
    if (running) return running
    const loading = within(load(), this.#options.loadMs)
      .then((value) => {
        this.#keep(key, value)
        return value
      })
      .finally(() => this.#loading.delete(key))
    this.#loading.set(key, loading)
    return loading
  }

  #keep(key: string, value: T): void {
    // The newest goes to the end, so the first is the oldest.
    this.#kept.delete(key)
    this.#kept.set(key, { value, at: this.#options.now().getTime() })
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= this.#options.most) return
      this.#kept.delete(oldest)
    }
  }
}
