import { maskText, type Mask } from './mask-text.ts'
import { maskBirthDate, maskName, maskPhone } from './masking.ts'

/** What the platform knows of the person a text is about. */
interface KnownPerson {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly accountHolder: string | null
  /** `1981-04-30` */
  readonly birthDate: string | null
  readonly phone?: string | null
}

type Telling = readonly [pattern: RegExp, mask: Mask]

/** A shorter word is a word of some language as well; it is a name only as part of a whole one. */
const shortestFirstName = 4
const shortestLastName = 3
/** Words of this length are seldom anything but a name, also in small letters. */
const rareLastName = 6
/** Of a telephone number, whatever stands before: a country, or the zero that takes its place. */
const ownDigits = 8

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
const ofLetters = (text: string): boolean => /\p{L}/u.test(text)
const alone = (pattern: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])(?:${pattern})(?![\p{L}\p{M}\p{N}*])`, 'giu')

const wordsOf = (name: string | null): string[] => name?.split(/\s+/).filter(ofLetters) ?? []

/** `von` and `de` belong to a name that has capitals elsewhere, and mean nobody alone. */
const withoutParticles = (words: readonly string[]): readonly string[] =>
  words.some((word) => /^\p{Lu}/u.test(word)) ? words.filter((word) => /^\p{Lu}/u.test(word)) : words

const isSmall = (word: string): boolean => /^\p{Ll}/u.test(word)

/** `Will` is somebody, and `will` is a word. */
const unlessSmall =
  (rare = Number.POSITIVE_INFINITY): Mask =>
  (found) =>
    isSmall(found) && found.length < rare ? found : maskName(found)

/** In the order of the name, or with the last of it in front. */
function ordersOf(words: readonly string[]): string[] {
  const parts = words.map(escaped)
  return [parts.join(String.raw`\s+`), [`${parts.at(-1)},?`, ...parts.slice(0, -1)].join(String.raw`\s+`)]
}

function namesOf({ firstName, lastName, accountHolder }: KnownPerson) {
  return { first: wordsOf(firstName), last: wordsOf(lastName), holder: wordsOf(accountHolder) }
}

const oneOf = (patterns: readonly string[], mask: Mask): Telling[] =>
  patterns.length === 0 ? [] : [[alone(patterns.join('|')), mask]]

function nameTellings({ first, last, holder }: ReturnType<typeof namesOf>): Telling[] {
  const whole = [[...first, ...last], holder, first, last].filter(({ length }) => length > 1)
  const [family = ''] = withoutParticles(holder).slice(-1)
  const given = withoutParticles(holder).slice(0, -1)
  const longer = (words: readonly string[], shortest: number) =>
    words.filter(({ length }) => length >= shortest).map(escaped)
  return [
    // A whole name comes first: it takes its short words along.
    ...oneOf(whole.flatMap(ordersOf), maskName),
    ...oneOf(longer([...withoutParticles(first), ...given], shortestFirstName), unlessSmall()),
    ...oneOf(longer([...withoutParticles(last), family], shortestLastName), unlessSmall(rareLastName)),
  ]
}

const months = 'january february march april may june july august september october november december'.split(
  ' ',
)

/** The ways people write a day: in any order, with or without what stands between, the month in numbers or words. */
function dayPattern(date: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? []
  const name = months[Number(month) - 1]
  if (!name) return undefined
  const years = `(?:${year}|${year.slice(2)})`
  const [shortMonth = '', shortDay = ''] = [month, day].map((number) => number.replace(/^0/, '0?'))
  const monthWord = String.raw`${name.slice(0, 3)}(?:${name.slice(3)}|\.)?`
  const nth = String.raw`${shortDay}(?:st|nd|rd|th|\.)?`
  const apart = [
    [years, shortMonth, shortDay],
    [shortDay, shortMonth, years],
    [shortMonth, shortDay, years],
  ].map((order) => order.join('(?: ?[-./] ?| )'))
  return [
    `${years}${month}${day}`,
    `${day}${month}${year}`,
    ...apart,
    `${nth} (?:of )?${monthWord},? ${years}`,
    `${monthWord} ${nth},? ${years}`,
  ].join('|')
}

function birthTellings({ birthDate }: KnownPerson): Telling[] {
  const pattern = birthDate ? dayPattern(birthDate) : undefined
  if (!birthDate || !pattern) return []
  // A time may follow behind a T.
  return [
    [new RegExp(String.raw`(?<![\w*])(?:${pattern})(?![\da-su-z_])`, 'gi'), () => maskBirthDate(birthDate)],
  ]
}

function phoneTellings({ phone }: KnownPerson): Telling[] {
  const digits = phone?.replaceAll(/\D/g, '').slice(-ownDigits) ?? ''
  if (digits.length < ownDigits) return []
  const before = String.raw`(?<![\w.*])\+?(?:\d[ ()/-]{0,2}){0,6}`
  return [[new RegExp(String.raw`${before}${[...digits].join('[ ./-]?')}(?!\w)`, 'g'), maskPhone]]
}

const told = (text: string, tellings: readonly Telling[]): string =>
  tellings.reduce((left, [pattern, mask]) => left.replaceAll(pattern, (found) => mask(found)), text)

/** Hides everything a text says of anybody, and what is known of this person in every way people write it. */
export function maskFor(person: KnownPerson): Mask {
  // Of a thousand payments few have a text, and few of these say anything of anybody.
  let words: readonly string[] | undefined
  let ofNames: readonly Telling[] | undefined
  let ofNumbers: readonly Telling[] | undefined
  const mayName = (text: string): boolean => {
    words ??= Object.values(namesOf(person)).flatMap((name) => name.map((word) => word.toLowerCase()))
    const small = text.toLowerCase()
    return words.some((word) => small.includes(word))
  }
  return (text) => {
    // Addresses first: the name in one would hide that it is one.
    let left = maskText(text)
    if (/\d/.test(left))
      left = told(left, (ofNumbers ??= [...phoneTellings(person), ...birthTellings(person)]))
    return mayName(left) ? told(left, (ofNames ??= nameTellings(namesOf(person)))) : left
  }
}
