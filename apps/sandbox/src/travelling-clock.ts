import type { SandboxClock } from './clock.ts'

export interface TravellingClock extends SandboxClock {
  /** How far ahead of the real time the simulated world is. */
  aheadMs(): number
  /** Moves it on. What falls due on the way happens now, in its order. */
  travel(ms: number): void
  /** Back to the real time. What was promised for a travelled instant waits until it is really there. */
  reset(): void
}

interface Appointment {
  readonly dueAt: number
  readonly run: () => void
  cancel: () => void
}

/** A clock that can be put forward, so that a dispute of next week can be seen today, and back to the real time. */
export function travellingClock(real: SandboxClock): TravellingClock {
  let ahead = 0
  const appointments = new Set<Appointment>()
  const now = (): number => real.now() + ahead
  const book = (appointment: Appointment): void => {
    appointment.cancel = real.after(Math.max(0, appointment.dueAt - now()), () => {
      appointments.delete(appointment)
      appointment.run()
    })
  }
  const bookAgain = (): void => {
    for (const appointment of [...appointments].sort((a, b) => a.dueAt - b.dueAt)) {
      appointment.cancel()
      book(appointment)
    }
  }
  return {
    now,
    aheadMs: () => ahead,
    after(ms, run) {
      const appointment: Appointment = { dueAt: now() + Math.max(0, ms), run, cancel: () => undefined }
      appointments.add(appointment)
      book(appointment)
      return () => {
        appointment.cancel()
        appointments.delete(appointment)
      }
    },
    travel(ms) {
      ahead += Math.max(0, ms)
      bookAgain()
    },
    reset() {
      ahead = 0
      bookAgain()
    },
  }
}
