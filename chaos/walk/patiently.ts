import { pause } from '../waiting.ts'

/** Whoever is slow because the machine has other things to do is not lost. */
const timeoutMs = 600_000
const pauseMs = 300

/** Does something with somebody who may just have been killed, until they are back. */
export async function patiently<T>(body: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      return await body()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await pause(pauseMs)
    }
  }
}
