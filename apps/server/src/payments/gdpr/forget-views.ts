import { standsIn } from '../../kit/person-words.ts'
import { shortestWord } from '../../kit/subject-seal.ts'

/** Filters that say who somebody is looked for by. */
const tellingFilters = new Set(['keyword', 'userId', 'email', 'userEmail', 'merchantUserId', 'walletEmail'])

interface View {
  readonly name: string
  readonly query: string
}

/** What is left of a saved view that looked for somebody; null where it did not. */
export function withoutPerson({ name, query }: View, words: readonly string[]): View | null {
  const names = words.map((word) => word.toLowerCase())
  const filters = new URLSearchParams(query)
  let changed = false
  for (const filter of [...filters.keys()]) {
    const value = filters.get(filter)?.trim().toLowerCase() ?? ''
    if (!tellingFilters.has(filter) || !names.includes(value)) continue
    filters.delete(filter)
    changed = true
  }
  const isNamed = names.some((word) => word.length >= shortestWord && standsIn(name.toLowerCase(), word))
  return changed || isNamed
    ? { name: isNamed ? 'View' : name, query: changed ? filters.toString() : query }
    : null
}
