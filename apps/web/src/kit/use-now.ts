import { useSyncExternalStore } from 'react'

const stepMs = 30_000
const current = (): string => new Date(Math.floor(Date.now() / stepMs) * stepMs).toISOString()

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, stepMs)
  return () => clearInterval(timer)
}

/** The time to half a minute, for texts such as "3 minutes ago". */
export const useNow = (): string => useSyncExternalStore(subscribe, current)
