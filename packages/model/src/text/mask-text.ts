import { maskEmail, maskIban, maskIp, maskPhone } from './masking.ts'

/**
 * What names a person in a text somebody wrote, or that came from outside. Names look like any other word and cannot be
 * found; they stay.
 */
const tellings: readonly (readonly [pattern: RegExp, mask: (text: string) => string])[] = [
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, maskEmail],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g, maskIban],
  // A network, as a mask leaves one behind, is no address.
  [/(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w/]|\.\d)/g, maskIp],
  [/(?<![\w:])(?:[\da-f]{1,4}:){3,7}(?::?[\da-f]{1,4}){1,5}(?![\w:/])/gi, maskIp],
  [/(?<![\w.*-])\+\d(?:[ ()-]{0,2}\d){6,13}(?![\w-])/g, maskPhone],
  // Without a country it has to be written like a telephone number: references are digits, too.
  [/(?<![\w.*-])0\d{1,3}[ -]\d(?:[ -]?\d){4,8}(?![\w-])/g, maskPhone],
]

export const maskText = (text: string): string =>
  tellings.reduce((left, [pattern, mask]) => left.replaceAll(pattern, (found) => mask(found)), text)

/** The same in every text of a value, however deep. */
export function maskTexts<T>(value: T): T
export function maskTexts(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value)
  if (Array.isArray(value)) return value.map((item: unknown) => maskTexts(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]: [string, unknown]) => [name, maskTexts(item)]),
  )
}

/** The same in these members only: what else a record says, such as who wrote it, is no text about anybody. */
export const maskMembers = <T extends object>(
  items: readonly T[],
  ...names: readonly (keyof T & string)[]
): T[] =>
  items.map((item) => ({
    ...item,
    ...Object.fromEntries(names.filter((name) => name in item).map((name) => [name, maskTexts(item[name])])),
  }))
