/** Which part it is this time: another one whenever the code has changed. The first, where a file is run by itself. */
const turn = Number(process.env.TEST_TURN ?? 0)

/** `npm test` pays for one in so many of a long list and for one of a short one, `npm run test:full` for all of it. */
export function oneIn<T>(share: number, list: readonly T[], offset = 0): readonly T[] {
  if (process.env.TEST_FULL) return list
  const step = Math.min(share, list.length)
  return list.filter((_item, index) => index % step === (turn + offset) % step)
}

/** For a random run that `npm run test:full` makes many times longer, beside two other files; else the usual limit. */
export const longRunLimitMs = process.env.TEST_FULL ? 900_000 : undefined
