import { fitsCountry, ibanStructure } from './iban-structures.ts'

/** The check digit of card numbers: every second digit counts double. */
export function passesLuhn(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place])
    const counted = place % 2 === 0 ? digit : digit * 2
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0
}

const expiryPattern = /^(20\d\d)-(0[1-9]|1[0-2])$/

/** A card is good until its month is over everywhere on earth, which is twelve hours after it ends in UTC. */
export function isCardExpired(expiry: string, nowMs: number): boolean {
  const match = expiryPattern.exec(expiry)
  if (!match) return true
  const endMs = Date.UTC(Number(match[1]), Number(match[2])) + 12 * 3_600_000
  return nowMs >= endMs
}

export const plainIban = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase()

/** Moved and spelled in digits, an IBAN leaves 1 when divided by 97. */
function leavesOne(iban: string): boolean {
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** Before anything is made of it: some letters of other alphabets become two of ours in capitals. */
const ibanShape = /^[A-Za-z]{2}\d{2}[A-Za-z0-9]{10,30}$/

/** Numbers that add up like an IBAN, of whatever country: what may be one must be hidden, valid or not. */
export function looksLikeIban(text: string): boolean {
  const plain = text.replaceAll(/\s/g, '')
  return ibanShape.test(plain) && leavesOne(plain.toUpperCase())
}

/** 98 less a remainder of 97: always 02 to 98. 00, 01 and 99 leave the same remainder, and nobody ever gave them out. */
const checkDigits = /^(0[2-9]|[1-8]\d|9[0-8])$/

/** Written as the IBAN of a country that has them, without being one: a mistyped IBAN, and no other account number. */
export function isMistypedIban(text: string): boolean {
  const plain = plainIban(text).replaceAll(/[./-]/g, '')
  return ibanShape.test(plain) && ibanStructure(plain.slice(0, 2)) !== undefined && !isIban(plain)
}

export function isIban(text: string): boolean {
  if (!looksLikeIban(text)) return false
  const iban = plainIban(text)
  return checkDigits.test(iban.slice(2, 4)) && fitsCountry(iban.slice(0, 2), iban.slice(4))
}
