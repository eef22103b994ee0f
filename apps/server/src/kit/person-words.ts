/** Everything somebody is called, by what kind of a name it is. */
export interface PersonWords {
  readonly userId: string
  /** Names, addresses, numbers of accounts, references. */
  readonly names: readonly string[]
}

/** One replacement, as the regular expressions of PostgreSQL have it. */
export interface Pass {
  readonly pattern: string
  readonly flags: 'g' | 'gi'
  readonly replacement: string
}

const shortestName = 5
const fewestDigits = 6
const isEmail = (word: string): boolean => /^[^\s@]+@[^\s@]+$/.test(word)
const isAddress = (word: string): boolean => /^(\d{1,3}\.){3}\d{1,3}$|^[0-9a-f]*:[0-9a-f:]+$/i.test(word)

/** Nobody else is meant by it: a plain word, or a short number, stands in many texts by chance. */
export const isDistinct = (word: string): boolean => {
  if (word.length < shortestName) return false
  const digits = word.replaceAll(/\D/g, '').length
  return /[@\s]/.test(word) || (digits > 0 && /\p{L}/u.test(word)) || digits >= fewestDigits
}

const isPartOfWord = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}_]/u.test(sign)

/** Whether a word stands in a text by itself: as a part of a longer one it is somebody else's. Both in small letters. */
export function standsIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isPartOfWord(text[at - 1]) && !isPartOfWord(text[at + word.length])) return true
  return false
}

/** Backslashes may stand before signs, where the text is itself a regular expression. */
const literal = (word: string): string =>
  word.replaceAll(/[^\p{L}\p{N}\s]/gu, (sign) => `\\\\*\\${sign}`).replaceAll(/\s+/g, '[[:space:],;/-]+')

/** Banks write the last name first as often as not. */
const orders = (word: string): string[] => {
  const parts = word.split(/\s+/)
  return parts.length === 2 ? [literal(word), literal(`${parts[1]} ${parts[0]}`)] : [literal(word)]
}

const anyOf = (patterns: readonly string[]): string => `(?:${patterns.join('|')})`
const inText = (patterns: readonly string[]): string => `(?<![[:alnum:]_])${anyOf(patterns)}(?![[:alnum:]_])`
/** An id may be the beginning of another one, and a rule that names that one must go on naming it. */
const inJson = (patterns: readonly string[]): string =>
  `(?<![[:alnum:]_@.+-])${anyOf(patterns)}(?![[:alnum:]_@+-])(?!\\.[[:alnum:]])`
/** The whole of a value, which is not the name of a member. */
const wholeValue = (patterns: readonly string[]): string => `(?<=")${anyOf(patterns)}(?=")(?!"[[:space:]]*:)`

const passOf = (
  patterns: readonly string[],
  around: (patterns: readonly string[]) => string,
  replacement: string,
  flags: Pass['flags'] = 'gi',
): Pass[] => (patterns.length === 0 ? [] : [{ pattern: around(patterns), flags, replacement }])

export interface Passes {
  readonly text: readonly Pass[]
  /** Members keep their names and numbers stay numbers. Addresses of the network stay: see ADR 0013. */
  readonly json: readonly Pass[]
  /** The same in records of the past, which decide nothing: an id is replaced where it is a part of a longer word too. */
  readonly history: readonly Pass[]
}

/** How the words of a person are replaced by their pseudonym; `withId` unless the id may be somebody else's there. */
export function passesFor({ userId, names }: PersonWords, pseudonym: string, withId: boolean): Passes {
  const distinct = [...new Set(names.map((name) => name.trim()))].filter(
    (name) => name !== userId && isDistinct(name),
  )
  const emails = distinct.filter(isEmail).map(literal)
  const others = distinct.filter((word) => !isEmail(word))
  const inJsonToo = others.filter((word) => !isAddress(word) && /[^\d]/.test(word))
  const numbers = others.filter((word) => /^\d+$/.test(word))
  // Where an email address is wanted, another word would not be understood.
  const email = `${pseudonym}@erased.invalid`
  const id = withId ? [literal(userId)] : []
  const isWord = /\D/.test(userId) && isDistinct(userId)
  const jsonWith = (around: typeof inJson): Pass[] => [
    ...passOf(isWord ? id : [], around, pseudonym, 'g'),
    ...passOf(isWord ? [] : id, wholeValue, pseudonym, 'g'),
    ...passOf(emails, inJson, email),
    ...passOf(inJsonToo.flatMap(orders), around, pseudonym),
    ...passOf(numbers.map(literal), wholeValue, pseudonym),
  ]
  return {
    text: [
      ...passOf(isDistinct(userId) ? id : [], inText, pseudonym),
      ...passOf(isDistinct(userId) ? [] : id, (patterns) => `^${anyOf(patterns)}$`, pseudonym),
      ...passOf(emails, inText, email),
      ...passOf(others.flatMap(orders), inText, pseudonym),
    ],
    json: jsonWith(inJson),
    history: jsonWith(inText),
  }
}
