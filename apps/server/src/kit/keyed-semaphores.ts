import { Semaphore } from './semaphore.ts'

/** A turnstile for each key, for as long as somebody is at it: those with the same key go one after the other. */
export class KeyedSemaphores {
  readonly #inUse = new Map<string, { readonly semaphore: Semaphore; people: number }>()

  async run<T>(key: string, body: () => Promise<T>): Promise<T> {
    const place = this.#inUse.get(key) ?? { semaphore: new Semaphore(1), people: 0 }
    this.#inUse.set(key, place)
    place.people++
    try {
      return await place.semaphore.run(body)
    } finally {
      place.people--
      if (place.people === 0) this.#inUse.delete(key)
    }
  }

  get size(): number {
    return this.#inUse.size
  }
}
