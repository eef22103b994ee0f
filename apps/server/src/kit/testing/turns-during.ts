/** How often others had their turn while something ran that waits for nothing but for them. */
export async function turnsDuring(run: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await run().finally(() => {
    isDone = true
  })
  return turns
}
