const placeholder = /\{(\d{1,2})\}/g

/** The numbers of the places a text leaves open, each once, in order. */
export const placeholdersOf = (text: string): readonly number[] =>
  [...new Set([...text.matchAll(placeholder)].map(([, number]) => Number(number)))].toSorted((a, b) => a - b)

const written = (numbers: readonly number[]): string =>
  numbers.length === 0 ? 'none' : numbers.map((number) => `{${number}}`).join(', ')

/** Texts of one key by their locale. */
export type Translations = Readonly<Record<string, string>>

/**
 * What is wrong with the placeholders of translations, by locale. All of them must leave the same places open, and those of
 * the first decide, because a text with one too many would show it to the user as it stands.
 */
export function placeholderProblems(translations: Translations): Readonly<Record<string, string>> {
  const [first, ...others] = Object.entries(translations)
  if (!first) return {}
  const [locale, text] = first
  const wanted = written(placeholdersOf(text))
  return Object.fromEntries(
    others
      .filter(([, other]) => written(placeholdersOf(other)) !== wanted)
      .map(([other]) => [other, `Placeholders must be equal in all locales; ${locale} has ${wanted}`]),
  )
}

/** What stands in the open places, as text. One nobody has a value for is left out. */
export const fillPlaceholders = (text: string, values: readonly string[]): string =>
  text.replaceAll(placeholder, (_, number: string) => values[Number(number)] ?? '')
