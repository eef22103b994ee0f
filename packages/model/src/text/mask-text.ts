import { isIban, looksLikeIban } from '../reference/account-number.ts'
import { maskEmail, maskIban, maskIp, maskPhone } from './masking.ts'

/** How a text is told to somebody who may not see personal data. */
export type Mask = (text: string) => string

/** Printed in groups, the words after it look like more of them: as many groups as add up are the account. */
const maskIf =
  (isAccount: (text: string) => boolean): Mask =>
  (found) => {
    const pieces = found.split(/([ -])/)
    for (let end = pieces.length; end > 0; end -= 2) {
      const account = pieces.slice(0, end).join('').replaceAll('-', '')
      if (isAccount(account)) return maskIban(account) + pieces.slice(end).join('')
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

/** What is looked for, how it is told, and what a text has at least where looking for it is worth the time. */
interface Telling {
  readonly pattern: RegExp
  readonly mask: Mask
  readonly where: RegExp
}

const anyDigit = /\d/
/** Most values have nothing of this, and are done with it. */
const anything = /[@%:\d]|[([]at[)\]]/i

const addresses: Telling = {
  pattern: new RegExp(
    String.raw`[\p{L}\p{M}\p{N}_.+-]{1,64}${atSign}[\p{L}\p{M}\p{N}_-]{1,63}(?:\.[\p{L}\p{M}\p{N}_-]{1,63})+`,
    'giu',
  ),
  mask: maskAddress,
  where: new RegExp(atSign, 'i'),
}
// In small letters or with hyphens it may be an id as well; universal ids and traces never are accounts.
const accounts = (isAccount: (text: string) => boolean): Telling => ({
  pattern:
    /(?<!\w|[\da-f]{4}-)(?![\da-f]{8}-|[\da-f]{32}\b)[a-z]{2}\d{2}(?:[ -]?[a-z\d]{4}){2,7}(?:[ -]?[a-z\d]{1,3})?\b/gi,
  mask: maskIf(isAccount),
  where: anyDigit,
})
const networks: readonly Telling[] = [
  {
    pattern: /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?(?!\w|\.\d)/g,
    mask: maskIfIpv4,
    where: /\d\.\d/,
  },
  {
    pattern: /(?<!\w|[\da-f:]:)[\da-f:]{1,38}[\da-f](?:\/\d{1,3})?(?!\w|:[\da-f:]|\.\d)/gi,
    mask: maskIfIpv6,
    where: /:/,
  },
]
const telephones: readonly Telling[] = [
  { pattern: /(?<![\w.*-])\+\d(?:[ ()/-]{0,2}\d){6,13}(?![\w-])/g, mask: maskPhone },
  {
    pattern: /(?<![\w.*/-])00[1-9](?:[ ()/-]{0,2}\d){7,13}(?![\w-])/g,
    mask: (found: string) => maskPhone(found.replace(/^00/, '+')),
  },
  // Without a country it has to be written like a telephone number: references are digits, too, and so are dates.
  {
    pattern: /(?<![\w.*/-])(?!\d{2}([ -])\d{2}\1\d{4}(?!\d))0\d{1,4}[ -]\d(?:[ -]?\d){4,8}(?![\w-])/g,
    mask: maskPhone,
  },
  { pattern: /(?<![\w.*/-])0\d{2,5} ?\/ ?\d(?:[ -]?\d){4,9}(?![\w/-])/g, mask: maskPhone },
  { pattern: /(?<![\w*])\(0\d{1,5}\)[ /-]{0,2}\d(?:[ -]?\d){4,9}(?![\w-])/g, mask: maskPhone },
].map((telling) => ({ ...telling, where: anyDigit }))

/** What looks like an account in a text is hidden, also where somebody mistyped it. */
const likelyAccounts: Telling = {
  pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g,
  mask: maskIban,
  where: anyDigit,
}

/**
 * What names a person in a text somebody wrote, or that came from outside. Names look like any other word and are found
 * only where it is known whose they are (`known-person.ts`). Every repetition is bounded, so that a long text takes no longer than its length.
 */
const inTexts = [addresses, likelyAccounts, accounts(looksLikeIban), ...networks, ...telephones]
/** An id is letters and digits like many accounts and telephones: it is one only where nothing else is. */
const inIds = [addresses, accounts(isIban), ...networks]

const masked = (text: string, tellings: readonly Telling[]): string =>
  anything.test(text)
    ? tellings.reduce(
        (left, { pattern, mask, where }) =>
          where.test(left) ? left.replaceAll(pattern, (found) => mask(found)) : left,
        text,
      )
    : text

export const maskText: Mask = (text) => masked(text, inTexts)

/** The same for ids, codes and references others gave, by which staff look for things. What has blanks is a text. */
export const maskId: Mask = (id) => masked(id, /\s/.test(id) ? inTexts : inIds)

/** Whether an id somebody chose for a person is an address, an account or a telephone number of theirs. */
export const namesPerson = (id: string): boolean => masked(id, [...inIds, ...telephones]) !== id

/**
 * The same in every text of a value, however deep. Its members keep their names: what is declared is no text, whoever is
 * called the same. Only where the keys of a map are addresses or accounts, a stranger gave them.
 */
export function maskTexts<T>(value: T, mask?: Mask): T
export function maskTexts(value: unknown, mask: Mask = maskText): unknown {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map((item: unknown) => maskTexts(item, mask))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]: [string, unknown]) => [maskId(name), maskTexts(item, mask)]),
  )
}

type Members<T> = readonly (keyof T & string)[]

/** The same in all that a record says but in `ours`, such as who wrote it: what is new is hidden until it is named. */
export function allBut<T extends object>(mask: Mask, ours: Members<T>, ids: Members<T> = []): (item: T) => T {
  const shown = new Set<string>(ours)
  const narrow = new Set<string>(ids)
  const told = ([name, value]: [string, unknown]): [string, unknown] => [
    name,
    maskTexts(value, narrow.has(name) ? maskId : mask),
  ]
  return (item) => ({
    ...item,
    ...Object.fromEntries(
      Object.entries(item)
        .filter(([name]) => !shown.has(name))
        .map(told),
    ),
  })
}

/** The same in many records. */
export const maskAllBut = <T extends object>(
  items: readonly T[],
  mask: Mask,
  ours: Members<T>,
  ids: Members<T> = [],
): T[] => items.map(allBut(mask, ours, ids))
