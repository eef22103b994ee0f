import type { SandboxClock } from '../clock.ts'

export interface FakeClock extends SandboxClock {
  /** Lets time pass; what falls due runs in order, each with time to finish its own calls. */
  advance(ms: number): Promise<void>
}

/** A clock that stands still until it is moved. */
export function fakeClock(startAt = Date.parse('2026-11-16T10:00:00Z')): FakeClock {
  let now = startAt
  let nextNo = 0
  const waiting: { no: number; dueAt: number; run: () => void }[] = []
  const nextDue = (until: number) =>
    waiting
      .filter(({ dueAt }) => dueAt <= until)
      .sort((a, b) => a.dueAt - b.dueAt || a.no - b.no)
      .at(0)
  return {
    now: () => now,
    after(ms, run) {
      const entry = { no: nextNo++, dueAt: now + Math.max(0, ms), run }
      waiting.push(entry)
      return () => {
        const index = waiting.indexOf(entry)
        if (index >= 0) waiting.splice(index, 1)
      }
    },
    async advance(ms) {
      const until = now + ms
      for (let due = nextDue(until); due; due = nextDue(until)) {
        waiting.splice(waiting.indexOf(due), 1)
        now = Math.max(now, due.dueAt)
        due.run()
        await new Promise((resolve) => setImmediate(resolve))
      }
      now = until
    },
  }
}
