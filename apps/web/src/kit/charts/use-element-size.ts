import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Before anything is laid out, and in tests, where nothing ever is. */
const assumedPx = 640

export interface ElementSize {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly widthPx: number
  readonly heightPx: number
}

/** The room a chart may take, followed while the window changes. */
export function useElementSize(): ElementSize {
  const ref = useRef<HTMLDivElement>(null)
  const [{ widthPx, heightPx }, setSize] = useState({ widthPx: 0, heightPx: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      const next = { widthPx: Math.floor(width) || assumedPx, heightPx: Math.floor(height) }
      setSize((before) =>
        before.widthPx === next.widthPx && before.heightPx === next.heightPx ? before : next,
      )
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, widthPx, heightPx }
}
