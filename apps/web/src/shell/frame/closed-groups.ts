/** Groups of the menu somebody folded away, remembered by this browser. */
const key = 'bo:closed-groups'

function read(): Set<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return new Set(Array.isArray(stored) ? stored.map(String) : [])
  } catch {
    return new Set()
  }
}

export const closedGroups = {
  has: (group: string): boolean => read().has(group),
  set(group: string, closed: boolean): void {
    const groups = read()
    if (closed) groups.add(group)
    else groups.delete(group)
    try {
      localStorage.setItem(key, JSON.stringify([...groups]))
    } catch {
      // Folding then lasts until the next load.
    }
  },
}
