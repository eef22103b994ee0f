import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { quantile } from '../lib/quantile.mjs'

/** Calls between two looks at the clock, which costs as much as a quick call. */
const callsPerLook = 64

/** Processor time of the whole process in microseconds: what others do on the machine is not in it. */
function processorTime() {
  const { user, system } = process.cpuUsage()
  return user + system
}

/**
 * Microseconds of processor time one call takes, for each of the subjects. They take turns, so that whatever else the
 * machine does to its caches meets all of them; the median of the rounds is what counts.
 * @param {{ ask: (input: unknown) => unknown, inputs: unknown[] }[]} subjects
 */
export async function microseconds(subjects, { rounds = 7, roundMs = 60 } = {}) {
  const runs = subjects.map((subject) => ({ ...subject, next: 0, times: [] }))
  // A function is compiled well after it has run for a while.
  for (const run of runs) await oneRound(run, roundMs * 5)
  for (let round = 0; round < rounds; round++) {
    for (const run of runs) run.times.push(await oneRound(run, roundMs))
  }
  return runs.map(({ times }) => quantile(times, 0.5))
}

/** Goes on with the inputs where the last round ended, so that slow subjects get to see all of them too. */
async function oneRound(run, roundMs) {
  const { ask, inputs } = run
  const take = () => inputs[run.next++ % inputs.length]
  const started = performance.now()
  const spentBefore = processorTime()
  const first = ask(take())
  if (first instanceof Promise) await first
  const isQuick = performance.now() - started < roundMs / 1000
  let calls = 1
  while (performance.now() - started < roundMs) {
    const batch = isQuick ? callsPerLook : 1
    for (let i = 0; i < batch; i++) {
      const answer = ask(take())
      if (answer instanceof Promise) await answer
    }
    calls += batch
  }
  return (processorTime() - spentBefore) / calls
}

let collectGarbage

/** What is made, and the bytes it keeps alive. */
export function withBytes(make) {
  if (!collectGarbage) {
    setFlagsFromString('--expose-gc')
    collectGarbage = runInNewContext('gc')
  }
  const used = () => {
    // What the first round lets go of, such as compiled code, the second finds.
    for (let round = 0; round < 3; round++) collectGarbage()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const before = used()
  const made = make()
  return { made, bytes: Math.max(0, used() - before) }
}

/** The median of several times, in milliseconds of processor time. */
export function milliseconds(make, times = 5) {
  const all = Array.from({ length: times }, () => {
    const spentBefore = processorTime()
    make()
    return (processorTime() - spentBefore) / 1000
  })
  return quantile(all, 0.5)
}
