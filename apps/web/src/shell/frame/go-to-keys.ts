/**
 * A letter for each page, to follow `g`. The initials of the title are tried from the last word to the first, because
 * the noun stands last ("Backoffice users" is `g u`), then the other letters. It looks at all pages, not only at those
 * the person may see, so that the keys are the same for everybody.
 */
export function goToKeys(
  pages: readonly { readonly path: string; readonly title: string }[],
): Map<string, string> {
  const taken = new Set<string>()
  const keys = new Map<string, string>()
  for (const { path, title } of pages) {
    const words = title.toLowerCase().match(/[a-z]+/g) ?? []
    const initials = words.toReversed().map((word) => word.charAt(0))
    const letter = [...initials, ...words.join('')].find((candidate) => !taken.has(candidate))
    if (letter === undefined) continue
    taken.add(letter)
    keys.set(path, letter)
  }
  return keys
}
