import { useEffect, useRef } from 'react'

const longestWaitMs = 5000

/** Moves the focus to the title of the new page, so that screen readers speak it and Tab starts there. */
export function useFocusOnNavigation(pathname: string): void {
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return undefined
    previous.current = pathname
    const old = document.querySelector('[data-page-title]')
    const focusNew = () => {
      const title = document.querySelector<HTMLElement>('[data-page-title]')
      if (!title || title === old) return false
      title.focus({ preventScroll: true })
      return true
    }
    if (focusNew()) return undefined
    // The page may still be on its way, with its code or its data.
    const observer = new MutationObserver(() => {
      if (focusNew()) observer.disconnect()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    const timer = setTimeout(() => observer.disconnect(), longestWaitMs)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [pathname])
}
