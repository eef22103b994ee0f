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

/** Lengths of the countries whose accounts the platform pays to and from. Others are checked by their digits alone. */
const ibanLengths = new Map(
  `AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GR27 HR21 HU28 IE22 IS26 IT27 LI21 LT20 LU20 LV21
   MT31 NL18 NO15 PL28 PT25 RO24 SE24 SI19 SK24`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
)

export const plainIban = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase()

/** Moved and spelled in digits, an IBAN leaves 1 when divided by 97. */
export function isIban(text: string): boolean {
  const iban = plainIban(text)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban)) return false
  const length = ibanLengths.get(iban.slice(0, 2))
  if (length !== undefined && iban.length !== length) return false
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
