import { readIban } from '@signalbox/model/reference/iban-banks'

/** What is wrong with a typed IBAN; null: nothing, or nothing was typed. */
export function ibanProblem(text: string): string | null {
  if (text.trim() === '') return null
  // Country and check digits alone are judged as if more followed: they may already name no country.
  const read = readIban(text) ?? readIban(`${text}0`)
  if (read === null) return 'Must begin with two letters and two digits'
  if (read.country === null) return 'Unknown IBAN country'
  if (!read.hasRightShape) return `Wrong length or characters for ${read.countryName}`
  return read.hasRightCheckDigits ? null : 'Wrong check digits'
}
