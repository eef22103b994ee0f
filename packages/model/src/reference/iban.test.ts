import { isValidIBAN, validateIBAN, ValidationErrorsIBAN, countrySpecs } from 'ibantools'
import { expect, test } from 'vitest'
import { isIban, looksLikeIban } from './account-number.ts'
import { countries } from './countries.ts'
import { withdrawalRequestSchema } from '../payments/payment-request.ts'
import { ibanCountries, ibanStructure } from './iban-structures.ts'

const rounds = 20_000
const digits = '0123456789'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const alphabets: Readonly<Record<string, string>> = { n: digits, a: letters, c: digits + letters }

/** The same numbers in every run (mulberry32). */
function dice(seed: number) {
  let state = seed
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  const pick = <T>(from: ArrayLike<T>): T => from[below(from.length)] as T
  return { below, pick }
}
type Dice = ReturnType<typeof dice>

function checkDigitsOf(country: string, account: string): string {
  const spelled = [...`${account}${country}00`].map((character) => Number.parseInt(character, 36)).join('')
  return String(98n - (BigInt(spelled) % 97n)).padStart(2, '0')
}

const withCheckDigits = (country: string, account: string): string =>
  `${country}${checkDigitsOf(country, account)}${account}`

const accountOf = ({ pick }: Dice, structure: string): string =>
  [...structure.matchAll(/(\d+)([nac])/g)]
    .flatMap(([, count, kind = '']) =>
      Array.from({ length: Number(count) }, () => pick(alphabets[kind] ?? '')),
    )
    .join('')

const changed = (text: string, at: number, by: string): string => text.slice(0, at) + by + text.slice(at + 1)

/** Ways to spoil a number. Those that give it check digits again get past whoever looks at the remainder alone. */
const spoilt: readonly ((dice: Dice, iban: string) => string)[] = [
  (_dice, iban) => iban,
  ({ below, pick }, iban) => changed(iban, below(iban.length), pick(digits + letters)),
  ({ below, pick }, iban) => {
    const account = iban.slice(4)
    return withCheckDigits(iban.slice(0, 2), changed(account, below(account.length), pick(digits + letters)))
  },
  ({ pick }, iban) => withCheckDigits(iban.slice(0, 2), iban.slice(4) + pick(digits)),
  (_dice, iban) => withCheckDigits(iban.slice(0, 2), iban.slice(4, -1)),
  ({ pick }, iban) => withCheckDigits(pick(letters) + pick(letters), iban.slice(4)),
  (_dice, iban) => {
    const check = Number(iban.slice(2, 4))
    const twin = check <= 2 ? check + 97 : check - 97
    return twin < 0 ? iban : iban.slice(0, 2) + String(twin).padStart(2, '0') + iban.slice(4)
  },
]

/**
 * Where ibantools 4.5.4 and the registry differ. The registry holds in each of them.
 * - Territories whose accounts carry the code of France or Finland, and countries that are not registered: no IBAN.
 * - GE, IE, VG: the first characters are letters. ibantools lets digits in.
 * - PK, PS: letters for the bank, then anything. ibantools wants digits at the end and lets digits in at the beginning.
 * - TR: a digit after the bank. ibantools lets letters in.
 * - BY, DO: the bank may have digits. ibantools wants letters.
 * - Check digits 00, 01 and 99 are never given out (ISO 7064). ibantools looks at the remainder alone.
 * - National check digits are no part of the registry; some countries have accounts without them.
 */
const otherStructure = new Set(['GE', 'IE', 'VG', 'PK', 'PS', 'TR', 'BY', 'DO'])
const unregistered = Object.keys(countrySpecs).filter(
  (country) => countrySpecs[country]?.bban_regexp && !ibanCountries.includes(country),
)

function reasonToDiffer(iban: string): string | undefined {
  const country = iban.slice(0, 2)
  if (unregistered.includes(country)) return 'not registered'
  if (otherStructure.has(country)) return `structure of ${country}`
  if (['00', '01', '99'].includes(iban.slice(2, 4))) return 'check digits never given out'
  const { errorCodes } = validateIBAN(iban)
  const isNational = errorCodes.every((code) => code === ValidationErrorsIBAN.WrongAccountBankBranchChecksum)
  return isNational && errorCodes.length > 0 ? 'national check digits' : undefined
}

test('twenty thousand numbers, right and spoilt, are judged as ibantools does or as the registry says', () => {
  const random = dice(20_261_117)
  const tally: Record<string, number> = {}
  const count = (name: string) => (tally[name] = (tally[name] ?? 0) + 1)
  const unexplained: string[] = []
  for (let round = 0; round < rounds; round++) {
    const country = random.pick(ibanCountries)
    const right = withCheckDigits(country, accountOf(random, ibanStructure(country) ?? ''))
    if (!isIban(right)) unexplained.push(right)
    const iban = random.pick(spoilt)(random, right)
    const ours = isIban(iban)
    count(ours ? 'valid' : 'invalid')
    if (ours === isValidIBAN(iban)) continue
    const reason = reasonToDiffer(iban)
    if (reason) count(reason)
    else unexplained.push(iban)
  }
  expect(unexplained).toEqual([])
  expect(tally.valid).toBeGreaterThan(rounds / 10)
  expect(tally.invalid).toBeGreaterThan(rounds / 3)
})

test('what the registry decides against ibantools is decided so', () => {
  // Letters where ibantools wants digits, and the other way round.
  for (const [country, account] of [
    ['BY', '12344567ABCDEFGH12345678'],
    ['DO', 'B1NK12345678901234567890'],
    ['PK', 'SCBLABCD123456789012'],
    ['PS', 'PALSABCDEFGHIJKLMNOPQRSTU'],
  ] as const)
    expect(isIban(withCheckDigits(country, account)), country).toBe(true)
  for (const [country, account] of [
    ['GE', '121234567890123456'],
    ['IE', 'A1BC12345678901234'],
    ['VG', 'V1VG1234567890123456'],
    ['TR', '00061A1234567890123456'],
    ['GF', '2004101005ABCDEFGHIJK06'],
    ['AX', '12345600000785'],
    ['AO', '123456789012345678901'],
    ['ZZ', '123456789012345678'],
  ] as const)
    expect(isIban(withCheckDigits(country, account)), country).toBe(false)
})

test('corrupted numbers are refused although they leave the right remainder', () => {
  const corrupted = {
    'letters where Germany has digits': withCheckDigits('DE', '3704A0440532013000'),
    'a digit where Italy has a letter': withCheckDigits('IT', '10542811101000000123456'),
    'too short for Brazil': withCheckDigits('BR', '0036030500001000979549P'),
    'too long for Turkey': withCheckDigits('TR', '00061005197864578413260'),
    'no such country': withCheckDigits('QQ', '370400440532013000'),
    'a ligature for FI': 'ﬁ2112345600000785',
  }
  for (const [why, iban] of Object.entries(corrupted)) expect(isIban(iban), why).toBe(false)
})

test('check digits 00, 01 and 99 are refused', () => {
  const random = dice(7)
  const seen = new Set<string>()
  while (seen.size < 3) {
    const right = withCheckDigits('DE', accountOf(random, '18n'))
    const check = Number(right.slice(2, 4))
    const twin = String(check <= 2 ? check + 97 : check - 97).padStart(2, '0')
    if (!['00', '01', '99'].includes(twin)) continue
    const iban = `DE${twin}${right.slice(4)}`
    expect(looksLikeIban(iban), iban).toBe(true)
    expect(isIban(iban), iban).toBe(false)
    seen.add(twin)
  }
})

test('every country with IBANs is a country payments know, Kosovo by the code everybody uses for it', () => {
  const known = new Set(countries.map(({ flag }) => flag.toUpperCase()))
  expect(ibanCountries.filter((country) => !known.has(country))).toEqual([])
})

test('an IBAN of Kosovo is one, and blanks between its groups are no part of it', () => {
  expect(isIban('XK051212012345678906')).toBe(true)
  expect(isIban('XK05 1212 0123 4567 8906')).toBe(true)
  const request = { merchantId: 1, userId: 'u', sessionId: 's', amount: { amount: '1.00', currency: 'EUR' } }
  const typed = { ...request, txType: 'BankIBANWithdrawal', iban: ' xk05 1212 0123 4567 8906' }
  expect(withdrawalRequestSchema.parse(typed).iban).toBe('XK051212012345678906')
})
