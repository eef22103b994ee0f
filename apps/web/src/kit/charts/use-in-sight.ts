import { useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** Drawn shortly before it is scrolled into view. */
const aheadPx = 300

/** True once an element was, or is about to be, in view. Paper shows everything. */
export function useInSight(ref: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    const element = ref.current
    if (seen || !element) return undefined
    const show = () => setSeen(true)
    // The browser takes its picture right after the event, so the drawing must be there when this returns.
    const showOnPaper = () => flushSync(show)
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) show()
      },
      { rootMargin: `${aheadPx}px` },
    )
    observer.observe(element)
    window.addEventListener('beforeprint', showOnPaper)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', showOnPaper)
    }
  }, [ref, seen])
  return seen
}
