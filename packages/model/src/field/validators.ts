/**
 * The patterns below run on whatever people paste. No two repetitions in them can share out the same characters
 * between themselves, so the time they take grows with the length of the text and nothing can make them hang.
 */

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"

const emailPattern = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+[a-z]{2,50}$`, 'i')
const maxLocalPart = 64
const maxEmail = 254

export const isEmail = (text: string): boolean =>
  text.length <= maxEmail && text.indexOf('@') <= maxLocalPart && emailPattern.test(text)

const phonePattern = /^(?:\+|00)?(?: *\d){1,17} *$/

export const isPhone = (text: string): boolean => phonePattern.test(text)

// A last label that begins with a letter keeps malformed IPv4 addresses from passing as names.
const lastLabel = '[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?'
const ipv4 = `(?:${octet}\\.){3}${octet}`
const dottedName = `(?:${label}\\.)+${lastLabel}`
// A single word is a host only after a scheme: "http://sandbox" is an address, "sandbox" is a word.
const host = `(?:https?://(?:${ipv4}|${dottedName}|${lastLabel})|${ipv4}|${dottedName}|localhost)`
const port = '(?::(\\d{1,5}))?'
// Braces are allowed because addresses hold parameters such as {action}.
const path = '(?:/[^\\s?#<>"\\\\^`|]*)?'
const query = '(?:\\?[^\\s#<>"\\\\]*)?'
const fragment = '(?:#[^\\s<>"\\\\]*)?'
const urlPattern = new RegExp(`^${host}${port}${path}${query}${fragment}$`, 'i')
const controlCharacter = /\p{Cc}/u
const maxPort = 65_535

/** An empty text is an address not given, which is fine; whether one is required is asked elsewhere. */
export function isUrl(text: string): boolean {
  if (text === '') return true
  const match = controlCharacter.test(text) ? null : urlPattern.exec(text)
  return match !== null && Number(match[1] ?? 0) <= maxPort
}

const uuidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => uuidPattern.test(text)

/**
 * Yes and no in the languages of our locales, and what spreadsheets in those languages write for a boolean. Without
 * diacritics, because they are folded before the look-up.
 */
export const yesWords: readonly string[] =
  'yes y true 1 on enabled ja j sant sand sann pa til wahr an ein kylla k joo tosi paalla sim s verdadeiro ligado'.split(
    ' ',
  )
export const noWords: readonly string[] =
  'no n false 0 off disabled nej nei falskt falsk usann av fra nein falsch aus ei e epatosi pois nao falso desligado'.split(
    ' ',
  )

const yes = new Set(yesWords)
const no = new Set(noWords)

/** `undefined` when the text says neither. */
export function parseYesNo(text: string): boolean | undefined {
  const word = text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  if (yes.has(word)) return true
  if (no.has(word)) return false
  return undefined
}
