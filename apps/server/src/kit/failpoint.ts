/** A place in the program where a test may want it to end, and at which visit. */
export interface Failpoint {
  readonly point: string
  readonly visit: number
}

/** Called at every failpoint that is passed. */
export type FailpointHook = (point: string) => void

export const noFailpoint: FailpointHook = () => undefined

/** `after submit` or, for the third time the program comes by, `after submit@3`. */
export function parseFailpoint(text: string): Failpoint | undefined {
  const [, point, visit] = /^([a-z][a-z -]*[a-z])(?:@([1-9]\d{0,5}))?$/.exec(text) ?? []
  return point === undefined ? undefined : { point, visit: Number(visit ?? 1) }
}

/**
 * Ends the process at its place the way a crash does: at once, with nothing tidied up and nobody told. Visits count from
 * SIGUSR2 on, so that whoever sends it can first let the process recover from the crash before.
 */
export function crashAt({ point, visit }: Failpoint): FailpointHook {
  let left = Number.POSITIVE_INFINITY
  process.once('SIGUSR2', () => (left = visit))
  return (reached) => {
    if (reached === point && --left === 0) process.kill(process.pid, 'SIGKILL')
  }
}
