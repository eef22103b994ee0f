import {
  cloneElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'
import { tooltipStore, type ShownTooltip } from './tooltip-store.ts'
import styles from './tooltip.module.css'

interface TooltipTarget {
  onPointerEnter?: (event: PointerEvent) => void
  onPointerLeave?: (event: PointerEvent) => void
  onPointerDown?: (event: PointerEvent) => void
  onFocus?: (event: FocusEvent) => void
  onBlur?: (event: FocusEvent) => void
  'aria-describedby'?: string
}

export interface TooltipProps {
  readonly content: ReactNode
  /** One element that takes pointer and focus events. */
  readonly children: ReactElement
  /** Whether the pointer may move onto the tooltip, to read or select its text. */
  readonly hoverable?: boolean
  /** Leave out the description when the content repeats the name of the control. */
  readonly describes?: boolean
}

export function Tooltip({ content, children, hoverable = true, describes = true }: TooltipProps) {
  const id = useId()
  const opened = useSyncExternalStore(tooltipStore.subscribe, () => tooltipStore.current()?.id === id)
  // A control that vanishes under the pointer sends no leave event.
  useEffect(
    () => () => {
      if (tooltipStore.current()?.id === id) tooltipStore.close()
    },
    [id],
  )
  if (content === null || content === undefined || content === '') return children
  const target = children as ReactElement<TooltipTarget>
  const own = target.props
  const at = (anchor: Element): ShownTooltip => ({ anchor, content, id, hoverable })
  return cloneElement(target, {
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event)
      if (event.pointerType !== 'touch') tooltipStore.open(at(event.currentTarget))
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event)
      tooltipStore.leave()
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event)
      tooltipStore.close()
    },
    onFocus: (event) => {
      own.onFocus?.(event)
      if (event.currentTarget.matches(':focus-visible')) tooltipStore.openNow(at(event.currentTarget))
    },
    onBlur: (event) => {
      own.onBlur?.(event)
      tooltipStore.leave()
    },
    ...(opened && describes ? { 'aria-describedby': id } : {}),
  })
}

const gapPx = 6
const edgePx = 8

/** Above the control when there is room, else below, always inside the window. */
function placeBeside(anchor: Element, popup: HTMLElement): { left: number; top: number } {
  const box = anchor.getBoundingClientRect()
  const { width, height } = popup.getBoundingClientRect()
  const above = box.top - height - gapPx
  const left = box.left + box.width / 2 - width / 2
  return {
    top: above >= edgePx ? above : Math.min(box.bottom + gapPx, window.innerHeight - height - edgePx),
    left: Math.max(edgePx, Math.min(left, window.innerWidth - width - edgePx)),
  }
}

/** Draws the one open tooltip; mounted once. */
export function TooltipHost() {
  const shown = useSyncExternalStore(tooltipStore.subscribe, tooltipStore.current)
  return shown === null ? null : <Popup key={shown.id} shown={shown} />
}

function Popup({ shown }: { readonly shown: ShownTooltip }) {
  const popup = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)
  useLayoutEffect(() => {
    if (popup.current) setPlace(placeBeside(shown.anchor, popup.current))
  }, [shown])
  useLayoutEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // The first Escape belongs to the tooltip; the dialog behind it stays.
      event.stopPropagation()
      tooltipStore.close()
    }
    const close = () => tooltipStore.close()
    window.addEventListener('keydown', closeOnEscape, true)
    window.addEventListener('scroll', close, true)
    window.addEventListener('resize', close)
    return () => {
      window.removeEventListener('keydown', closeOnEscape, true)
      window.removeEventListener('scroll', close, true)
      window.removeEventListener('resize', close)
    }
  }, [])
  return createPortal(
    <div
      ref={popup}
      id={shown.id}
      role="tooltip"
      className={styles.popup}
      data-hoverable={shown.hoverable || undefined}
      style={place ?? { visibility: 'hidden' }}
      onPointerEnter={() => tooltipStore.stay()}
      onPointerLeave={() => tooltipStore.leave()}
    >
      {shown.content}
    </div>,
    document.body,
  )
}
