/** What can be chosen in a menu; what cannot right now is still read, so it is walked over as well. */
export const menuItemSelector = '[role^="menuitem"]'

/** Moves the focus through the items of a menu; false when the key is none of a menu's. */
export function walkMenu(menu: HTMLElement, key: string): boolean {
  const items = [...menu.querySelectorAll<HTMLElement>(menuItemSelector)]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const last = items.length - 1
  const target: Record<string, number> = {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  }
  const next = target[key] ?? beginningWith(key, items, at)
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
