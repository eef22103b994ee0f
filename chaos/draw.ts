/** Numbers from 0 to 1 that are the same for the same seed, so that a run can be repeated. */
export type Draw = () => number

export function drawFrom(seed: number): Draw {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pick = <T>(draw: Draw, items: readonly T[]): T => items[Math.floor(draw() * items.length)] as T

export const wholeNumber = (draw: Draw, from: number, to: number): number =>
  from + Math.floor(draw() * (to - from + 1))

export function shuffled<T>(draw: Draw, items: readonly T[]): T[] {
  const mixed = [...items]
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = wholeNumber(draw, 0, last)
    const kept = mixed[last] as T
    mixed[last] = mixed[other] as T
    mixed[other] = kept
  }
  return mixed
}
