import { looksLikeIban } from '../reference/account-number.ts'
import { maskEmail, maskIban, maskIp, maskPhone } from './masking.ts'

/** How a text is told to somebody who may not see personal data. */
export type Mask = (text: string) => string

/** Printed in groups, the words after it look like more of them: as many groups as add up are the account. */
function maskIfIban(found: string): string {
  const pieces = found.split(/([ -])/)
  for (let end = pieces.length; end > 0; end -= 2) {
    const account = pieces.slice(0, end).join('').replaceAll('-', '')
    if (looksLikeIban(account)) return maskIban(account) + pieces.slice(end).join('')
  }
  return found
}

const isGroup = (group: string): boolean => /^[\da-f]{1,4}$/i.test(group)

/** Eight groups, or fewer around a gap, or the six pairs of a device. Times and what else has colons is no address. */
function isAddress(found: string): boolean {
  const halves = found.split('::').map((half) => (half === '' ? [] : half.split(':')))
  const groups = halves.flat()
  if (!groups.every(isGroup)) return false
  if (halves.length === 2) return groups.length > 1 && groups.length < 8
  return halves.length === 1 && (groups.length === 8 || (groups.length === 6 && found.length === 17))
}

/** A network, as a mask leaves one behind, is no address. */
const maskIfIpv4 = (found: string): string => {
  const [address = '', bits] = found.split('/')
  // Nor is the version of a browser, which ends with zeros.
  if (!bits && address.endsWith('.0.0.0')) return found
  return bits && address.endsWith('.0') ? found : maskIp(address)
}

const maskIfIpv6 = (found: string): string => {
  const [address = ''] = found.split('/')
  return isAddress(address) ? maskIp(address) : found
}

/** What stands between the halves of an address: people put blanks around it, links encode it, some hide it from robots. */
const atSign = /(?: {0,2}@ {0,2}|%40| {0,2}[([]at[)\]] {0,2})/.source
const maskAddress: Mask = (found) => maskEmail(found.replace(new RegExp(atSign, 'i'), '@'))

/**
 * What names a person in a text somebody wrote, or that came from outside. Names look like any other word and are found
 * only where it is known whose they are (`known-person.ts`). Every repetition is bounded, so that a long text takes no longer than its length.
 */
const tellings: readonly (readonly [pattern: RegExp, mask: Mask])[] = [
  [
    new RegExp(
      String.raw`[\p{L}\p{M}\p{N}_.+-]{1,64}${atSign}[\p{L}\p{M}\p{N}_-]{1,63}(?:\.[\p{L}\p{M}\p{N}_-]{1,63})+`,
      'giu',
    ),
    maskAddress,
  ],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g, maskIban],
  // In small letters or with hyphens it may be an id as well; universal ids and traces never are accounts.
  [
    /(?<!\w|[\da-f]{4}-)(?![\da-f]{8}-|[\da-f]{32}\b)[a-z]{2}\d{2}(?:[ -]?[a-z\d]{4}){2,7}(?:[ -]?[a-z\d]{1,3})?\b/gi,
    maskIfIban,
  ],
  [/(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?(?!\w|\.\d)/g, maskIfIpv4],
  [/(?<!\w|[\da-f:]:)[\da-f:]{1,38}[\da-f](?:\/\d{1,3})?(?!\w|:[\da-f:]|\.\d)/gi, maskIfIpv6],
  [/(?<![\w.*-])\+\d(?:[ ()/-]{0,2}\d){6,13}(?![\w-])/g, maskPhone],
  [/(?<![\w.*/-])00[1-9](?:[ ()/-]{0,2}\d){7,13}(?![\w-])/g, (found) => maskPhone(found.replace(/^00/, '+'))],
  // Without a country it has to be written like a telephone number: references are digits, too, and so are dates.
  [/(?<![\w.*/-])(?!\d{2}([ -])\d{2}\1\d{4}(?!\d))0\d{1,4}[ -]\d(?:[ -]?\d){4,8}(?![\w-])/g, maskPhone],
  [/(?<![\w.*/-])0\d{2,5} ?\/ ?\d(?:[ -]?\d){4,9}(?![\w/-])/g, maskPhone],
  [/(?<![\w*])\(0\d{1,5}\)[ /-]{0,2}\d(?:[ -]?\d){4,9}(?![\w-])/g, maskPhone],
]

export const maskText: Mask = (text) =>
  tellings.reduce((left, [pattern, mask]) => left.replaceAll(pattern, (found) => mask(found)), text)

/** The same in every text of a value, however deep, and in the names of its members. */
export function maskTexts<T>(value: T, mask?: Mask): T
export function maskTexts(value: unknown, mask: Mask = maskText): unknown {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map((item: unknown) => maskTexts(item, mask))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]: [string, unknown]) => [mask(name), maskTexts(item, mask)]),
  )
}

/** The same in all that records say but in these members, such as who wrote it: what is new is hidden until it is named. */
export const maskAllBut = <T extends object>(
  items: readonly T[],
  mask: Mask,
  ...names: readonly (keyof T & string)[]
): T[] =>
  items.map((item) => ({
    ...maskTexts(item, mask),
    ...Object.fromEntries(names.filter((name) => name in item).map((name) => [name, item[name]])),
  }))
