/** The person's order first, then what they never placed, as it came. */
export function inOrder<T extends { readonly id: string }>(
  widgets: readonly T[],
  order: readonly string[],
): T[] {
  const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length)
  return widgets.toSorted((a, b) => place(a.id) - place(b.id))
}

/** The ids in their new order after moving one a step up or down past the shown ones. */
export function moved(shown: readonly string[], id: string, step: -1 | 1): string[] {
  const from = shown.indexOf(id)
  const to = from + step
  if (from < 0 || to < 0 || to >= shown.length) return [...shown]
  return shown.with(from, shown[to] ?? id).with(to, id)
}
