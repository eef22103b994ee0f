/** A counting semaphore: so many run at a time, the others wait in the order they came. */
export class Semaphore {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  async run<T>(body: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((go) => this.#waiting.push(go))
    try {
      return await body()
    } finally {
      // Whoever waits takes the place over, so that nobody who comes just now gets in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
