import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let printing = false

function subscribe(listener: () => void): () => void {
  const begin = () => {
    printing = true
    // The browser takes its picture right after this event, so the rows must be there when it returns.
    flushSync(listener)
  }
  const end = () => {
    printing = false
    listener()
  }
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}

/** True while the page is being printed; paper has no scrolling, so everything must be drawn. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing)
