export type RandomBytes = (length: number) => Uint8Array

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')

const maxCounter = 0xfff

/** Version 7 of RFC 9562: 48 bits of time, 12 bits of counter, 62 bits of chance. */
function write(ms: number, counter: number, chance: Uint8Array): string {
  const time = hex(ms, 12)
  const [first = 0, ...others] = chance.subarray(0, 8)
  const variant = 0x80 | (first & 0x3f)
  const tail = [variant, ...others].map((byte) => hex(byte, 2)).join('')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(counter, 3)}-${tail.slice(0, 4)}-${tail.slice(4)}`
}

/** The top bit stays clear, so that at least 2048 ids of one millisecond can follow the first. */
const firstCounter = (chance: Uint8Array): number => (((chance[8] ?? 0) & 0x7) << 8) | (chance[9] ?? 0)

/** One id on its own; ids of the same millisecond come in no particular order. */
export function uuid7(nowMs: number, random: RandomBytes): string {
  const chance = random(10)
  return write(nowMs, firstCounter(chance), chance)
}

/**
 * Ids that only ever grow, also within a millisecond and when the clock is set back: then the last time is kept and the
 * counter goes on, and a full counter borrows the next millisecond.
 */
export function uuid7Factory({ now, random }: { now: () => number; random: RandomBytes }): () => string {
  let lastMs = -1
  let counter = 0
  return () => {
    const chance = random(10)
    const nowMs = now()
    if (nowMs > lastMs || counter === maxCounter) {
      lastMs = Math.max(nowMs, lastMs + 1)
      counter = firstCounter(chance)
    } else counter += 1
    return write(lastMs, counter, chance)
  }
}
