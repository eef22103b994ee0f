/** `getTransactionById`: what generators of clients name the call by, and what can stand in an address. */
export function operationIdOf({ method, path }: { readonly method: string; readonly path: string }): string {
  const words = path.replaceAll('{', 'by-').split(/[^A-Za-z0-9]+/)
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return method.toLowerCase() + words.map(capital).join('')
}
