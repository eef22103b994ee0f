/** A place in the program where a test may want it to end, and at which visit. */
export interface Failpoint {
  readonly point: string
  readonly visit: number
}

/** Told of every place that is passed. */
export type ReachPoint = (point: string) => void

export const nothingFails: ReachPoint = () => undefined

/** `after submit` or, for the third time the program comes by, `after submit@3`. */
export function parseFailpoint(text: string): Failpoint | undefined {
  const [, point, visit] = /^([a-z][a-z -]*[a-z])(?:@([1-9]\d{0,5}))?$/.exec(text) ?? []
  return point === undefined ? undefined : { point, visit: Number(visit ?? 1) }
}

/**
 * Ends the process at its place the way a crash does: at once, with nothing tidied up and nobody told. What is left
 * behind is what the next start has to cope with.
 */
export function dieAt({ point, visit }: Failpoint, die = killThisProcess): ReachPoint {
  let visits = 0
  return (reached) => {
    if (reached === point && ++visits === visit) die()
  }
}

function killThisProcess(): void {
  process.kill(process.pid, 'SIGKILL')
}
