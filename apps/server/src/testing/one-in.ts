/** `npm test` pays for one in so many of a long list, `npm run test:full` for all of it. */
export function oneIn<T>(share: number, list: readonly T[]): readonly T[] {
  return process.env.TEST_FULL === undefined ? list.filter((_item, index) => index % share === 0) : list
}
