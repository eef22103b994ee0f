import { countrySpecs, extractIBAN } from 'ibantools'
import { expect, test } from 'vitest'
import { payoutFactsOf } from '../payments/payout-bank.ts'
import { bankPlaceCountries, readIban } from './iban-banks.ts'
import { ibanCountries } from './iban-structures.ts'

test('every country with IBANs says where its bank stands', () => {
  expect(bankPlaceCountries.toSorted()).toEqual(ibanCountries.toSorted())
})

test.each([
  ['DE89 3704 0044 0532 0130 00', 'DEU', '37040044', null, null],
  ['SE4550000000058398257466', 'SWE', '500', null, 'ESSESESS'],
  ['SE6412000000012170145230', 'SWE', '120', null, 'DABASESX'],
  ['GB29NWBK60161331926819', 'GBR', 'NWBK', '601613', 'NWBK'],
  ['MT84MALT011000012345MTLCAST001S', 'MLT', 'MALT', '01100', 'MALT'],
  ['NO9386011117947', 'NOR', '8601', null, null],
  ['IT60X0542811101000000123456', 'ITA', '05428', '11101', null],
  ['FR1420041010050500013M02606', 'FRA', '20041', '01005', null],
  ['NL91ABNA0417164300', 'NLD', 'ABNA', null, 'ABNA'],
])('%s is taken apart', (iban, countryCode, bankCode, branchCode, bicPrefix) => {
  expect(readIban(iban)).toMatchObject({
    countryCode,
    bankCode,
    branchCode,
    bicPrefix,
    hasRightShape: true,
    hasRightCheckDigits: true,
  })
  expect(extractIBAN(iban.replaceAll(' ', '')).bankIdentifier).toBe(bankCode)
})

test('bank and branch stand where ibantools says, wherever it says so', () => {
  // JO: ibantools takes the branch for the bank. SI: the registry has one code of five digits, ibantools two parts of it.
  const different = new Set(['JO', 'SI'])
  const at = (range: string | undefined) => {
    const [from = '', to = ''] = range?.split('-') ?? []
    return range ? [Number(from), Number(to) + 1] : null
  }
  const wrong = ibanCountries.filter((country) => {
    const bank = at(countrySpecs[country]?.bank_identifier)
    if (!bank || different.has(country)) return false
    const branch = at(countrySpecs[country]?.branch_indentifier)
    const account = countrySpecs[country]?.bban_regexp
    const places = bankPlaceOf(country)
    const told = JSON.stringify([bank, branch])
    return !account || JSON.stringify([places.bank, places.branch]) !== told
  })
  expect(wrong).toEqual([])
})

/** Read off a number whose every place is told apart. */
function bankPlaceOf(country: string) {
  const chars = countrySpecs[country]?.chars ?? 0
  for (const filler of fillersFor(country, chars - 4)) {
    const read = readIban(`${country}00${filler}`)
    if (!read?.hasRightShape || read.bankCode === null) continue
    const from = country === 'IT' || country === 'SM' ? 1 : 0
    const end = from + read.bankCode.length
    return { bank: [from, end], branch: read.branchCode ? [end, end + read.branchCode.length] : null }
  }
  return { bank: null, branch: null }
}
const fillersFor = (country: string, length: number): string[] => {
  const byLetters = [0, 1, 2, 3, 4, 6].flatMap((letters) =>
    [0, 1, 3].map((end) => 'A'.repeat(letters) + '1'.repeat(length - letters - end) + 'A'.repeat(end)),
  )
  return country === ''
    ? []
    : [...byLetters, `${'1'.repeat(Math.max(0, length - 2))}A1`, `${'1'.repeat(Math.max(0, length - 2))}1A`]
}

test('what is no IBAN is said to be none, part by part', () => {
  expect(readIban('')).toBeNull()
  expect(readIban('DE8')).toBeNull()
  expect(readIban('DE88370400440532013000')).toMatchObject({
    hasRightShape: true,
    hasRightCheckDigits: false,
  })
  expect(readIban('DE8937040044')).toMatchObject({ countryCode: 'DEU', hasRightShape: false, bankCode: null })
  expect(readIban('QQ89370400440532013000')).toMatchObject({ country: null, hasRightShape: false })
})

test.each([
  ['the bank code of Germany', 'DE89370400440532013000', '37040044'],
  ['the sort code of Britain', 'GB29NWBK60161331926819', '601613'],
  ['nothing in Sweden, whose clearing numbers have four or five digits', 'SE4550000000058398257466', null],
  ['nothing in the Netherlands, where letters name the bank', 'NL91ABNA0417164300', null],
])('the clearing number is %s', (_what, iban, clearingNumber) => {
  expect(readIban(iban)?.clearingNumber).toBe(clearingNumber)
  expect(payoutFactsOf({ iban })?.clearingNumber).toBe(clearingNumber ?? undefined)
})

test('a Swedish bank code nobody knows names no BIC', () => {
  expect(readIban('SE0011111100000000000000')).toMatchObject({
    bankCode: '111',
    bicPrefix: null,
    clearingNumber: null,
  })
})
