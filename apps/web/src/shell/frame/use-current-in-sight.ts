import { useLayoutEffect, useRef, type RefObject } from 'react'

/** How far a menu has to go so that the entry stands in it: just in where a part of it is out, else to the middle. */
function missingPx(menu: Element, entry: Element): number {
  const [frame, box] = [menu.getBoundingClientRect(), entry.getBoundingClientRect()]
  const [above, below] = [frame.top - box.top, box.bottom - frame.bottom]
  // An entry of a group that is folded away has no place.
  if (box.height === 0 || (above <= 0 && below <= 0)) return 0
  if (above >= box.height || below >= box.height) return box.top - frame.top - (frame.height - box.height) / 2
  return above > 0 ? -above : below
}

/** Keeps the entry of the page one is on in sight of a long menu. The result belongs to what scrolls. */
export function useCurrentInSight(page: string): RefObject<HTMLDivElement | null> {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const entry = menu.current?.querySelector('[aria-current="page"]')
    if (menu.current && entry) menu.current.scrollTop += missingPx(menu.current, entry)
  }, [page])
  return menu
}
