import { useSyncExternalStore } from 'react'

const stepMs = 30_000
const current = (): string => new Date(Math.floor(Date.now() / stepMs) * stepMs).toISOString()

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer, however many texts follow it. */
function subscribe(listener: () => void): () => void {
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, stepMs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time to half a minute, for texts such as "3 minutes ago". */
export const useNow = (): string => useSyncExternalStore(subscribe, current)
