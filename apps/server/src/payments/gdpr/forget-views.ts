import { isDistinct, standsIn } from '../../kit/person-words.ts'
import { shortestWord } from '../../kit/subject-seal.ts'

/** Filters that say who somebody is looked for by: a value they have is a person, however short it is. */
const tellingFilters = new Set(['keyword', 'userId', 'email', 'userEmail', 'merchantUserId', 'walletEmail'])

interface View {
  readonly name: string
  readonly query: string
}

const spaced = (text: string): string => ` ${text.replaceAll(/[\s,;]+/g, ' ')} `

/** An id may be the beginning of another one, whose view stays as it is. */
const names = (given: string, word: string): boolean =>
  given.trim() === word || (isDistinct(word) && spaced(given).includes(spaced(word)))

/** The value of a filter without the person, of whom it may be a list. */
function withoutWords(filter: string, value: string, words: readonly string[]): string {
  const isAbout = (text: string) =>
    words.some((word) => names(text.toLowerCase(), word) && (tellingFilters.has(filter) || isDistinct(word)))
  if (!isAbout(value)) return value
  const others = value.split(',').filter((one) => !isAbout(one))
  return others.length < value.split(',').length ? others.join(',') : ''
}

/**
 * What is left of a saved view that looked for somebody; null where it did not. Its name goes with what it looked for: the
 * owner called the person something there, and nobody can tell which of the words it was.
 */
export function withoutPerson({ name, query }: View, words: readonly string[]): View | null {
  const theirs = words.map((word) => word.trim().toLowerCase())
  const filters = [...new URLSearchParams(query)]
  const left = filters.map(([filter, value]): [string, string] => [
    filter,
    withoutWords(filter, value, theirs),
  ])
  const changed = left.some(([, value], at) => value !== filters[at]?.[1])
  const isNamed = theirs.some((word) => word.length >= shortestWord && standsIn(name.toLowerCase(), word))
  if (!changed && !isNamed) return null
  const kept = left.filter(([, value], at) => value !== '' || filters[at]?.[1] === '')
  return {
    name: 'View',
    query: changed ? new URLSearchParams(kept).toString() : query,
  }
}
