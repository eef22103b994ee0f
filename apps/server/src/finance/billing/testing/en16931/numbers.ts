/** Weights from the right, as registers give them. */
const weighed = (digits: string, weight: (fromRight: number) => number): number =>
  [...digits].reverse().reduce((sum, digit, at) => sum + Number(digit) * weight(at), 0)

/** The check of Swedish numbers: every second digit twice, and the digits of what comes out. */
export function isSwedish(number: string): boolean {
  if (!/^\d{10}$/.test(number)) return false
  let sum = 0
  for (let at = 0; at < 9; at += 1) {
    const twice = Number(number[at]) * (at % 2 === 0 ? 2 : 1)
    sum += Math.floor(twice / 10) + (twice % 10)
  }
  return (10 - (sum % 10)) % 10 === Number(number[9])
}

export function isNorwegian(number: string): boolean {
  if (!/^\d{9}$/.test(number) || Number(number) === 0) return false
  const sum = weighed(number.slice(0, 8), (at) => (at % 6) + 2)
  return (11 - (sum % 11)) % 11 === Number(number[8])
}

const isDanish = (number: string): boolean => /^DK\d{8}$/.test(number)

const isBelgian = (number: string): boolean =>
  /^\d{10}$/.test(number) && Number(number.slice(8)) === 97 - (Number(number.slice(0, 8)) % 97)

function isItalian(number: string): boolean {
  const digits = number.replace(/^IT/i, '')
  if (digits === number) return true
  if (!/^\d{11}$/.test(digits)) return false
  const sum = [...digits].reduce((total, digit, at) => {
    const value = at % 2 === 0 ? Number(digit) : Number('0246813579'[Number(digit)])
    return total + value
  }, 0)
  return sum % 10 === 0
}

/** Whether the digits after the letters of a Greek number are right. */
export function isGreek(number: string): boolean {
  if (!/^\d{9}$/.test(number)) return false
  return (weighed(number.slice(0, 8), (at) => 2 ** (at + 1)) % 11) % 10 === Number(number[8])
}

export interface CheckedNumber {
  readonly id: string
  readonly scheme: string
  readonly fits: (number: string) => boolean
}

export const checkedNumbers: readonly CheckedNumber[] = [
  { id: 'PEPPOL-COMMON-R041', scheme: '0192', fits: isNorwegian },
  { id: 'PEPPOL-COMMON-R042', scheme: '0184', fits: isDanish },
  { id: 'PEPPOL-COMMON-R043', scheme: '0208', fits: isBelgian },
  // A warning to Peppol: an Italian number with wrong digits is still delivered.
  { id: 'PEPPOL-COMMON-R047', scheme: '0211', fits: isItalian },
  { id: 'PEPPOL-COMMON-R049', scheme: '0007', fits: isSwedish },
]
