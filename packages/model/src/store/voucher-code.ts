/** Crockford's base 32: no I, L, O and U, which people take for other characters. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const base = alphabet.length

const codeLength = 16
/** 15 characters of 5 bits each; the last one is worked out from them. */
export const randomBytesOfCode = 15

/** As people type it: with dashes, in small letters, an O for a zero, an I or L for a one. */
export const plainCode = (typed: string): string =>
  typed.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')

/** Luhn's sum in base 32: one wrong character is always noticed, two neighbours that changed places nearly always. */
function luhnSum(digits: readonly number[], first: 1 | 2): number {
  let factor: number = first
  let sum = 0
  for (const digit of digits.toReversed()) {
    const addend = digit * factor
    factor = factor === 2 ? 1 : 2
    sum += Math.floor(addend / base) + (addend % base)
  }
  return sum
}

const digitsOf = (text: string): number[] => [...text].map((character) => alphabet.indexOf(character))

/** A code from bytes of chance: five bits of each are used. */
export function codeFrom(bytes: Uint8Array): string {
  if (bytes.length !== randomBytesOfCode) throw new RangeError(`A code is made of ${randomBytesOfCode} bytes`)
  const digits = [...bytes].map((byte) => byte % base)
  const check = (base - (luhnSum(digits, 2) % base)) % base
  return [...digits, check].map((digit) => alphabet[digit]).join('')
}

/** Whether it can be a code of ours at all; a slip of the finger is found without asking anybody. */
export function isCode(plain: string): boolean {
  const digits = digitsOf(plain)
  return digits.length === codeLength && !digits.includes(-1) && luhnSum(digits, 1) % base === 0
}

/** As it is printed: `7Q2K-9M4T-XW3A-5H8N`. */
export const shownCode = (plain: string): string => plain.match(/.{1,4}/g)?.join('-') ?? ''
