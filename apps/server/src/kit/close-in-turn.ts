export interface Opened {
  readonly name: string
  readonly close: () => unknown
}

interface CloseOptions {
  readonly timeoutMs: number
  readonly say: (problem: string) => void
}

/**
 * Closes what was opened, the last first. What fails or does not come to its end is named and left, so that one of them
 * keeps neither the process alive nor the others open. True when all of them were closed.
 */
export async function closeInTurn(
  opened: readonly Opened[],
  { timeoutMs, say }: CloseOptions,
): Promise<boolean> {
  let areClosed = true
  for (const { name, close } of opened.toReversed()) {
    const problem = await problemOf(close, timeoutMs)
    if (problem === undefined) continue
    areClosed = false
    say(`${name} could not be closed: ${problem}`)
  }
  return areClosed
}

async function problemOf(close: () => unknown, timeoutMs: number): Promise<string | undefined> {
  // It keeps the process alive as well: waiting for another process to end does not, and there is more to close after it.
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no end after ${timeoutMs / 1000} seconds`), timeoutMs)
  })
  try {
    return await Promise.race([Promise.resolve(close()).then(() => undefined), late])
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    clearTimeout(timer)
  }
}
