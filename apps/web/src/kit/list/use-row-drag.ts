import { useCallback, useRef, useState, type DragEvent } from 'react'

interface DropPlace {
  readonly index: number
  readonly side: 'before' | 'after'
}

/** Dragging one row to another place. The keyboard's way is Alt with the arrow keys. */
export function useRowDrag(onMove: ((from: number, to: number) => void) | undefined) {
  const from = useRef<number | null>(null)
  const [place, setPlace] = useState<DropPlace | null>(null)

  const dragStart = useCallback((index: number) => {
    from.current = index
  }, [])

  const dragOver = useCallback((index: number, event: DragEvent) => {
    if (from.current === null) return
    event.preventDefault()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const side = event.clientY < top + height / 2 ? 'before' : 'after'
    setPlace((last) => (last?.index === index && last.side === side ? last : { index, side }))
  }, [])

  const drop = useCallback(() => {
    const start = from.current
    from.current = null
    setPlace(null)
    if (start === null || place === null) return
    const target = place.side === 'before' ? place.index : place.index + 1
    const to = target > start ? target - 1 : target
    if (to !== start) onMove?.(start, to)
  }, [onMove, place])

  const dropAt = (index: number) => (place?.index === index ? place.side : undefined)
  return { dragStart, dragOver, drop, dropAt }
}
