import { useLayoutEffect } from 'react'

/**
 * Whatever lies over the page takes the focus; when it goes, the focus goes back to where it was. Mantine does so for
 * what is closed and stays mounted; this is for what is taken out of the page while it is open.
 */
export function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined
    const before = document.activeElement
    return () => {
      // Only once the dialog is gone is it clear whether somebody else has the focus by now.
      setTimeout(() => {
        const nobodyHasIt = document.activeElement === null || document.activeElement === document.body
        if (nobodyHasIt && before instanceof HTMLElement && before.isConnected) before.focus()
      })
    }
  }, [opened])
}
