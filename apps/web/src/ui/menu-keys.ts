/** What can be chosen in a menu; what cannot right now is still read, so it is walked over as well. */
export const menuItemSelector = '[role^="menuitem"]'

/** What can be pressed in a panel. */
export const controlSelector = 'a[href], button:not(:disabled)'

const itemsIn = (place: HTMLElement, selector: string): HTMLElement[] => [
  ...place.querySelectorAll<HTMLElement>(selector),
]

/** Moves the focus by arrows, Home and End; false when the key is none of these or there is nothing to walk. */
export function walkItems(place: HTMLElement, selector: string, key: string): boolean {
  const items = itemsIn(place, selector)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const last = items.length - 1
  const target: Readonly<Record<string, number>> = {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  }
  const next = items[target[key] ?? -1]
  next?.focus()
  return next !== undefined
}

/** Moves the focus through the items of a menu; false when the key is none of a menu's. */
export function walkMenu(menu: HTMLElement, key: string): boolean {
  if (walkItems(menu, menuItemSelector, key)) return true
  const items = itemsIn(menu, menuItemSelector)
  const next = beginningWith(key, items, items.indexOf(document.activeElement as HTMLElement))
  if (next === undefined) return false
  items[next]?.focus()
  return true
}

/** The next item after the focused one that begins with the typed letter. */
function beginningWith(letter: string, items: readonly HTMLElement[], at: number): number | undefined {
  if (letter.length !== 1 || letter === ' ') return undefined
  const order = [...items.keys()].map((offset) => (at + 1 + offset) % items.length)
  return order.find((index) =>
    items[index]?.textContent?.trim().toLowerCase().startsWith(letter.toLowerCase()),
  )
}
