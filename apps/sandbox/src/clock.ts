/** The sandbox's own time, so that tests can make a week pass in a moment. */
export interface SandboxClock {
  now(): number
  /** Runs later; the answer takes it back. */
  after(ms: number, run: () => void): () => void
}

/** The longest a timer of Node can wait; what is due later is asked again then. */
const longestTimer = 2 ** 31 - 1

export const realClock: SandboxClock = {
  now: () => Date.now(),
  after(ms, run) {
    let timer: NodeJS.Timeout
    const wait = (left: number): void => {
      timer = setTimeout(
        () => (left > longestTimer ? wait(left - longestTimer) : run()),
        Math.min(left, longestTimer),
      )
    }
    wait(Math.max(0, ms))
    return () => clearTimeout(timer)
  },
}
