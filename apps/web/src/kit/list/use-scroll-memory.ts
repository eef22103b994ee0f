import { useLayoutEffect } from 'react'

const positions = new Map<string, number>()

/** Going back to a list finds it where it was left; a list seen for the first time starts at the top. */
export function useScrollMemory(scroller: HTMLElement | null, key: string | undefined): void {
  useLayoutEffect(() => {
    if (!scroller || key === undefined) return undefined
    scroller.scrollTo({ top: positions.get(key) ?? 0 })
    const note = () => positions.set(key, scroller.scrollTop)
    scroller.addEventListener('scroll', note, { passive: true })
    return () => scroller.removeEventListener('scroll', note)
  }, [scroller, key])
}
