/** Where failures go that nobody can act on in the page. Support reads the browser's console. */
export function reportError(what: string, error: unknown): void {
  globalThis.console.error(what, error)
}
