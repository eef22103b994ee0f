import { useEffect } from 'react'
import { activity } from './activity.ts'

/** Typing into a long form makes no calls; it still is activity, and the server hears of it this often. */
const beatMs = 60_000

export function useHeartbeat(active: boolean, beat: () => Promise<void>): void {
  useEffect(() => {
    if (!active) return undefined
    const onInput = () => {
      const nowMs = Date.now()
      if (nowMs - activity.lastMs() < beatMs) return
      // Noted at once, so that the keys pressed while the call is under way do not each send another.
      activity.note(nowMs)
      void beat()
    }
    window.addEventListener('keydown', onInput)
    window.addEventListener('pointerdown', onInput)
    return () => {
      window.removeEventListener('keydown', onInput)
      window.removeEventListener('pointerdown', onInput)
    }
  }, [active, beat])
}
