const key = 'bo:searches'
const kept = 5

/**
 * What somebody looked for last. Terms name people, so they stay in this tab, are written nowhere else and go with the
 * session.
 */
function read(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.map(String) : []
  } catch {
    return []
  }
}

export const recentSearches = {
  read,
  note(term: string): void {
    const all = [term, ...read().filter((other) => other !== term)].slice(0, kept)
    try {
      sessionStorage.setItem(key, JSON.stringify(all))
    } catch {
      // Nobody is then reminded of what they looked for.
    }
  },
  forget(): void {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Where nothing can be stored there is nothing to forget.
    }
  },
}
