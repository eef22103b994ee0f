import { useEffect, useLayoutEffect, useState, type ReactNode, type Ref } from 'react'
import { createPortal } from 'react-dom'
import styles from './cell-editor.module.css'

const gapPx = 2
const edgePx = 8

/** Under the cell where there is room, else over it, and always inside the window. */
function placeAt(anchor: Element, panel: Element): { left: number; top: number } {
  const box = anchor.getBoundingClientRect()
  const { width, height } = panel.getBoundingClientRect()
  const below = box.bottom + gapPx
  const above = box.top - gapPx - height
  const fitsBelow = below + height <= window.innerHeight - edgePx
  return {
    top: fitsBelow || above < edgePx ? below : above,
    left: Math.max(edgePx, Math.min(box.left, window.innerWidth - width - edgePx)),
  }
}

export interface FloatingPanelProps {
  readonly anchor: Element | null
  readonly id: string
  readonly label: string
  readonly ref: Ref<HTMLDivElement>
  readonly children: ReactNode
}

/** Hangs on a cell while it is open, and follows it when the table scrolls under it or the panel grows. */
export function FloatingPanel({ anchor, id, label, ref, children }: FloatingPanelProps) {
  const [panel, setPanel] = useState<HTMLDivElement | null>(null)
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)
  useLayoutEffect(() => {
    if (!anchor || !panel) return undefined
    const follow = () => setPlace(placeAt(anchor, panel))
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(panel)
    return () => observer.disconnect()
  }, [anchor, panel])
  useEffect(() => {
    if (!anchor || !panel) return undefined
    const follow = ({ target }: Event) => {
      if (!(target instanceof Node && panel.contains(target))) setPlace(placeAt(anchor, panel))
    }
    window.addEventListener('scroll', follow, true)
    window.addEventListener('resize', follow)
    return () => {
      window.removeEventListener('scroll', follow, true)
      window.removeEventListener('resize', follow)
    }
  }, [anchor, panel])
  return createPortal(
    <div
      ref={setPanel}
      className={styles.panel}
      data-cell-editor
      style={place ?? { visibility: 'hidden', left: 0, top: 0 }}
    >
      <div ref={ref} id={id} role="group" aria-label={label}>
        {children}
      </div>
    </div>,
    document.body,
  )
}
