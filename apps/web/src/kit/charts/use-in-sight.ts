import { useEffect, useState, type RefObject } from 'react'

/** Fetched and drawn shortly before it is scrolled into view. */
const aheadPx = 300

/** True once an element was, or is about to be, in view. Paper shows everything. */
export function useInSight(ref: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    const element = ref.current
    if (seen || !element) return undefined
    const show = () => setSeen(true)
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) show()
      },
      { rootMargin: `${aheadPx}px` },
    )
    observer.observe(element)
    window.addEventListener('beforeprint', show)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', show)
    }
  }, [ref, seen])
  return seen
}
