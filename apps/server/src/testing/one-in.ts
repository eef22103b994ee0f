/**
 * Which part of a list it is, of so many. Not the remainder of the turn itself: that says which files run
 * (tools/tests-in-turns.mjs), and a file of turn 4 of 14 would only ever see the even quarters of its list.
 */
export const partOf = (turn: number, parts: number): number => Math.floor(turn / 1000) % parts

/** Another part whenever the code has changed. The first, where a file is run by itself. */
const turn = Number(process.env.TEST_TURN ?? 0)

/** `npm test` pays for one in so many of a long list and for one of a short one, `npm run test:full` for all of it. */
export function oneIn<T>(share: number, list: readonly T[], offset = 0): readonly T[] {
  if (process.env.TEST_FULL) return list
  const step = Math.min(share, list.length)
  return list.filter((_item, index) => index % step === (partOf(turn, step) + offset) % step)
}

/** For a random run that `npm run test:full` makes many times longer, beside two other files; else the usual limit. */
export const longRunLimitMs = process.env.TEST_FULL ? 900_000 : undefined
