import { Semaphore } from './semaphore.ts'

/** A semaphore of one for each key (a keyed mutex), kept only while somebody holds it or waits for it. */
export class KeyedSemaphores {
  readonly #inUse = new Map<string, { readonly semaphore: Semaphore; holders: number }>()

  async run<T>(key: string, body: () => Promise<T>): Promise<T> {
    const place = this.#inUse.get(key) ?? { semaphore: new Semaphore(1), holders: 0 }
    this.#inUse.set(key, place)
    place.holders++
    try {
      return await place.semaphore.run(body)
    } finally {
      place.holders--
      if (place.holders === 0) this.#inUse.delete(key)
    }
  }

  get size(): number {
    return this.#inUse.size
  }
}
