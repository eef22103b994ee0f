import { createHash, hkdfSync } from 'node:crypto'

/** A master key and the name that stands in everything sealed with it. The name tells nothing about the key. */
export interface NamedKey {
  readonly id: string
  readonly key: Buffer
}

const named = (key: Buffer): NamedKey => ({
  id: createHash('sha256').update('key id').update(key).digest('hex').slice(0, 8),
  key,
})

const derived = (key: Buffer, salt: string, use: string, bytes = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, use, bytes))

/**
 * What follows from the first master key and is kept when another takes its place, because nobody could make again what
 * was made with it. Each use has a key of its own, so that no two can be played against each other.
 */
const keptUses = {
  'audit seals': (key: Buffer) => derived(key, '', 'audit seals'),
  fingerprint: (key: Buffer) => derived(key, 'signalbox', 'fingerprint'),
  'app role': (key: Buffer) => derived(key, '', 'app role', 24),
  'jobs role': (key: Buffer) => derived(key, '', 'jobs role', 24),
  'report role': (key: Buffer) => derived(key, '', 'report role', 24),
}
export type KeptUse = keyof typeof keptUses
export const keptNames = Object.keys(keptUses) as KeptUse[]

/** The master keys a node knows. All of them open, one of them seals: which, the database says, for all nodes alike. */
export class KeyRing {
  readonly keys: readonly NamedKey[]
  readonly #kept = new Map<KeptUse, Buffer>()
  #sealing: NamedKey

  constructor(keys: readonly [Buffer, ...Buffer[]]) {
    const [first, ...others] = keys
    this.#sealing = named(first)
    this.keys = [this.#sealing, ...others.map(named)]
  }

  get sealing(): NamedKey {
    return this.#sealing
  }

  find(id: string): NamedKey | undefined {
    return this.keys.find((key) => key.id === id)
  }

  sealWith(id: string): void {
    const key = this.find(id)
    if (!key) throw new Error(`No master key ${id} is known here`)
    this.#sealing = key
  }

  kept(use: KeptUse): Buffer {
    return this.#kept.get(use) ?? keptUses[use](this.#sealing.key)
  }

  keep(use: KeptUse, key: Buffer): void {
    this.#kept.set(use, key)
  }
}

/** One key alone is a ring of one. */
export type MasterKey = Buffer | KeyRing

export const ringOf = (key: MasterKey): KeyRing => (key instanceof KeyRing ? key : new KeyRing([key]))
