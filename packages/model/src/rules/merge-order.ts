/** Ids among the others in the same order. */
const only = (ids: readonly string[], kept: ReadonlySet<string>): string[] => ids.filter((id) => kept.has(id))

/** Whether the rows both have stand in another order. */
export function isReordered(before: readonly string[], after: readonly string[]): boolean {
  const [old, now] = [new Set(before), new Set(after)]
  const kept = only(after, old)
  return only(before, now).some((id, index) => id !== kept[index])
}

/**
 * One order for the rows of two: that of the first, and every row only the other has behind the row it follows there.
 * @param kept the rows that are left
 */
export function joinOrders(
  first: readonly string[],
  other: readonly string[],
  kept: ReadonlySet<string>,
): string[] {
  const leading = only(first, kept)
  const placed = new Set(leading)
  const followers = new Map<string | undefined, string[]>()
  let previous: string | undefined
  for (const id of only(other, kept)) {
    if (!placed.has(id)) {
      const behind = followers.get(previous)
      if (behind) behind.push(id)
      else followers.set(previous, [id])
    }
    previous = id
  }
  const joined: string[] = []
  // Not by a function that calls itself: ten thousand rows may follow each other.
  const left: (string | undefined)[] = [undefined, ...leading].toReversed()
  while (left.length > 0) {
    const id = left.pop()
    if (id !== undefined) joined.push(id)
    for (const next of (followers.get(id) ?? []).toReversed()) left.push(next)
  }
  return joined
}
