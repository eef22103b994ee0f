import { setTimeout as pause } from 'node:timers/promises'

export { pause }

/** Looks again and again. False when the time is over. */
export async function until(
  holds: () => Promise<boolean> | boolean,
  timeoutMs: number,
  everyMs = 100,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    if (await holds()) return true
    if (performance.now() > deadline) return false
    await pause(everyMs)
  }
}

export const msSince = (started: number): number => Math.round(performance.now() - started)
