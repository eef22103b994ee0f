import { maskText, type Mask } from './mask-text.ts'
import { maskBirthDate, maskName, maskPhone } from './masking.ts'

/** What the platform knows of the person a text is about. */
interface KnownPerson {
  /** As they are written somewhere: a first name, a last name, the holder of an account. */
  readonly names: readonly (string | null)[]
  /** `1981-04-30` */
  readonly birthDate: string | null
  readonly phone?: string | null
}

type Telling = readonly [pattern: RegExp, mask: Mask]

/** A shorter word is a word of some language as well; it is a name only as part of a whole one. */
const shortestName = 3
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

function nameTellings({ names }: KnownPerson): Telling[] {
  const known = names.map(wordsOf)
  const whole = known.filter(({ length }) => length > 1)
  const single = known.flatMap(withoutParticles).filter(({ length }) => length >= shortestName)
  // A whole name comes first: it takes its short words along.
  const patterns = [...whole.map((words) => words.map(escaped).join(String.raw`\s+`)), ...single.map(escaped)]
  return patterns.length === 0 ? [] : [[alone(patterns.join('|')), maskName]]
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

/** Hides everything a text says of anybody, and what is known of this person in every way people write it. */
export function maskFor(person: KnownPerson): Mask {
  let tellings: readonly Telling[] | undefined
  return (text) => {
    // Of a thousand payments few have a text.
    tellings ??= [...phoneTellings(person), ...birthTellings(person), ...nameTellings(person)]
    // Addresses first: the name in one would hide that it is one.
    return tellings.reduce(
      (left, [pattern, mask]) => left.replaceAll(pattern, (found) => mask(found)),
      maskText(text),
    )
  }
}
