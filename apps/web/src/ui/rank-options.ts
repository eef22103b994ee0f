import type { ComboboxItem, ComboboxParsedItem } from '@mantine/core'

/** How well an option answers what was typed; the smaller, the better. `EUR` is the currency, not the WIR euro (CHE). */
function rankOf({ value, label }: ComboboxItem, typed: string): number {
  const code = value.toLowerCase()
  const name = label.toLowerCase()
  if (code === typed || name === typed) return 0
  if (code.startsWith(typed) || name.startsWith(typed)) return 1
  if (name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(typed))) return 2
  return name.includes(typed) ? 3 : Number.POSITIVE_INFINITY
}

function best(options: readonly ComboboxItem[], typed: string): ComboboxItem[] {
  const ranked = options.map((option) => ({ option, rank: rankOf(option, typed) }))
  const found = ranked.filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
  // Sorting is stable: equal answers stay in their declared order.
  return found.sort((a, b) => a.rank - b.rank).map(({ option }) => option)
}

interface Search {
  readonly options: ComboboxParsedItem[]
  readonly search: string
  readonly limit: number
}

/** The filter of every searchable select: what begins with the typed text comes before what merely contains it. */
export function rankOptions({ options, search, limit }: Search): ComboboxParsedItem[] {
  const typed = search.trim().toLowerCase()
  const groups = options.flatMap((item) =>
    'group' in item ? { group: item.group, items: best(item.items, typed) } : [],
  )
  const single = options.flatMap((item) => ('group' in item ? [] : item))
  return [...best(single, typed), ...groups].slice(0, limit)
}
