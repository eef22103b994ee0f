import { useEffect, useState } from 'react'

/** Shorter waits show nothing at all: a placeholder that flashes is worse than none. */
const quietWaitMs = 150

/** True once `active` has lasted for the delay. */
export function useDelayed(active: boolean, delayMs = quietWaitMs): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!active) return undefined
    const timer = setTimeout(() => setLate(true), delayMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [active, delayMs])
  return active && late
}
