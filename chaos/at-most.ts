/** Does all of them, so many at a time. */
export async function atMost<T>(
  limit: number,
  items: readonly T[],
  body: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = [...items]
  const work = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await body(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work))
}
