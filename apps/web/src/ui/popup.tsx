import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './popup.module.css'

export type Side = 'bottom-start' | 'bottom-end' | 'top-start'

export interface PopupProps {
  /** The button it belongs to. */
  readonly anchor: HTMLElement
  readonly side: Side
  readonly role: 'menu' | 'dialog'
  readonly id: string
  readonly label: string
  readonly onClose: () => void
  /** Keys that mean something inside; false for those that do not. */
  readonly onKey: (event: KeyboardEvent, panel: HTMLElement) => boolean
  /** What gets the focus first. */
  readonly firstFocus: string
  readonly children: ReactNode
}

const gapPx = 4
const edgePx = 8

/** On the wanted side of the button where there is room, else on the other, and always inside the window. */
function placeAt(anchor: Element, popup: Element, side: Side): { left: number; top: number } {
  const box = anchor.getBoundingClientRect()
  const { width, height } = popup.getBoundingClientRect()
  const above = box.top - gapPx - height
  const below = box.bottom + gapPx
  const lowest = window.innerHeight - height - edgePx
  const fitsAbove = above >= edgePx
  const goesUp = side === 'top-start' ? fitsAbove : below > lowest && fitsAbove
  const left = side === 'bottom-end' ? box.right - width : box.left
  return {
    top: goesUp ? above : Math.max(edgePx, Math.min(below, lowest)),
    left: Math.max(edgePx, Math.min(left, window.innerWidth - width - edgePx)),
  }
}

/** Closes on whatever happens outside: a press, a scroll that would part it from its button, another window size. */
function useDismissal(
  anchor: HTMLElement,
  panel: { current: HTMLElement | null },
  onClose: () => void,
): void {
  const close = useRef(onClose)
  useLayoutEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const isInside = ({ target }: Event) =>
      target instanceof Node && (panel.current?.contains(target) || anchor.contains(target))
    const closeOutside = (event: Event) => {
      if (!isInside(event)) close.current()
    }
    const closeNow = () => close.current()
    window.addEventListener('pointerdown', closeOutside, true)
    window.addEventListener('scroll', closeOutside, true)
    window.addEventListener('resize', closeNow)
    return () => {
      window.removeEventListener('pointerdown', closeOutside, true)
      window.removeEventListener('scroll', closeOutside, true)
      window.removeEventListener('resize', closeNow)
    }
  }, [anchor, panel])
}

/** Floats beside a button, over everything else. */
export function Popup(props: PopupProps) {
  const { anchor, side, role, id, label, onClose, onKey, firstFocus, children } = props
  const panel = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)
  useDismissal(anchor, panel, onClose)
  useLayoutEffect(() => {
    if (panel.current) setPlace(placeAt(anchor, panel.current, side))
  }, [anchor, side])
  const placed = place !== null
  // Before anything is painted, so that a key pressed right after the click is the menu's already.
  useLayoutEffect(() => {
    if (!placed) return
    const first = panel.current?.querySelector<HTMLElement>(firstFocus)
    ;(first ?? panel.current)?.focus({ preventScroll: true })
  }, [placed, firstFocus])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // The page behind has keys of its own, which are not meant now.
    event.stopPropagation()
    if (event.key === 'Escape') {
      onClose()
      anchor.focus()
    } else if (!onKey(event, event.currentTarget)) return
    event.preventDefault()
  }
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a menu or a dialog, as the caller says
    <div
      ref={panel}
      id={id}
      role={role}
      aria-label={label}
      tabIndex={-1}
      className={styles.panel}
      style={place ?? { visibility: 'hidden' }}
      onKeyDown={onKeyDown}
      // What is pressed here is not pressed in the row or card that holds the button.
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {children}
    </div>,
    document.body,
  )
}
