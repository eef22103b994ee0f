/** Pages opened lately in this tab, newest first. */
const key = 'bo:recent-pages'
const kept = 6

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.map(String) : []
  } catch {
    return []
  }
}

export const recentPages = {
  /** Without the page one is on. */
  read: (current: string): string[] => read().filter((path) => path !== current),
  note(path: string): void {
    try {
      sessionStorage.setItem(
        key,
        JSON.stringify([path, ...read().filter((other) => other !== path)].slice(0, kept)),
      )
    } catch {
      // The palette then has no recent pages.
    }
  },
}
