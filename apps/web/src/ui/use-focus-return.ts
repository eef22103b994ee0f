import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Asked when it closes: a portal puts its element into the page later than the effects of the first drawing run. */
const holds = ({ current }: RefObject<Element | null>, element: Element): boolean =>
  current?.contains(element) === true

/**
 * Whatever lies over the page takes the focus; when it goes, the focus goes back to where it was. Mantine does so only for
 * what was closed when it came into the page: most dialogs are fetched when they are needed, and are open at once. The result
 * belongs to the element that holds it all, because what closes with a movement keeps the focus until it is gone.
 */
export function useFocusReturn(opened: boolean): RefObject<HTMLDivElement | null> {
  const overlay = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!opened) return undefined
    const before = document.activeElement
    return () => {
      // Only once the dialog is closed is it clear whether somebody else has the focus by now.
      setTimeout(() => {
        const now = document.activeElement
        const nobodyHasIt = now === null || now === document.body || holds(overlay, now)
        if (nobodyHasIt && before instanceof HTMLElement && before.isConnected)
          before.focus({ preventScroll: true })
      })
    }
  }, [opened])
  return overlay
}
