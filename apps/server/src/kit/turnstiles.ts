import { Turnstile } from './turnstile.ts'

/** A turnstile for each key, for as long as somebody is at it: those with the same key go one after the other. */
export class Turnstiles {
  readonly #inUse = new Map<string, { readonly turnstile: Turnstile; people: number }>()

  async pass<T>(key: string, body: () => Promise<T>): Promise<T> {
    const place = this.#inUse.get(key) ?? { turnstile: new Turnstile(1), people: 0 }
    this.#inUse.set(key, place)
    place.people++
    try {
      return await place.turnstile.pass(body)
    } finally {
      place.people--
      if (place.people === 0) this.#inUse.delete(key)
    }
  }

  get size(): number {
    return this.#inUse.size
  }
}
