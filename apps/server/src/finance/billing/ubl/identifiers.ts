import { countryOf } from '@signalbox/model/reference/countries'

/** What a party is known by, as it was when the invoice was issued. */
export interface Identified {
  readonly country: string
  readonly orgNo: string | null
  readonly vatNo: string | null
}

export interface Identifier {
  /** Of ISO 6523, or of the list of electronic addresses. */
  readonly scheme: string | null
  readonly id: string
}

/** Kosovo has no code of ISO 3166; the lists of EN 16931 know it as 1A. */
export const alpha2 = (country: string): string =>
  country === 'XKX' ? '1A' : (countryOf(country)?.flag ?? country.slice(0, 2)).toUpperCase()

/** Countries whose letters no VAT number may begin with (BR-CO-09). */
const withoutPrefix = new Set(['1A', 'BQ', 'CW', 'RE', 'SS', 'SX'])

const plain = (text: string | null): string => (text ?? '').replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()

/** The VAT number with the letters of its country before it (BR-CO-09); nothing where those cannot be given. */
export function vatId({ country, vatNo }: Identified): string | null {
  const number = plain(vatNo)
  const letters = country === 'GRC' ? 'EL' : alpha2(country)
  if (number === '' || withoutPrefix.has(letters)) return null
  return number.startsWith(letters) ? number : `${letters}${number}`
}

/** Luhn's check, of Swedish and of Italian numbers. */
function isLuhn(digits: string): boolean {
  const sum = [...digits].reduceRight((total, digit, at) => {
    const value = Number(digit) * ((digits.length - at) % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

const isItalian = (id: string): boolean => /^IT\d{11}$/.test(id) && isLuhn(id.slice(2))

const norwegianWeights = [3, 2, 7, 6, 5, 4, 3, 2, 1]
const isNorwegian = (digits: string): boolean =>
  Number(digits) > 0 &&
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * (norwegianWeights[at] ?? 0), 0) % 11 === 0

const isBelgian = (digits: string): boolean =>
  97 - (Number(digits.slice(0, 8)) % 97) === Number(digits.slice(8))

interface Register {
  readonly scheme: string
  /** The number in either a registration number or a VAT number of the country. */
  readonly form: RegExp
  readonly isRight?: (digits: string) => boolean
  readonly before?: string
}

/** Registers of companies whose numbers are checked by Peppol and its rules of countries. */
const registers: Readonly<Record<string, Register>> = {
  SWE: { scheme: '0007', form: /^(?:SE)?(\d{10})(?:01)?$/, isRight: isLuhn },
  NOR: { scheme: '0192', form: /^(?:NO)?(\d{9})(?:MVA)?$/, isRight: isNorwegian },
  DNK: { scheme: '0184', form: /^(?:DK)?(\d{8})$/, before: 'DK' },
  BEL: { scheme: '0208', form: /^(?:BE)?(\d{10})$/, isRight: isBelgian },
  NLD: { scheme: '0106', form: /^(\d{8})$/ },
  ISL: { scheme: '0196', form: /^(\d{10})$/ },
}

/**
 * The registration number (BT-30, BT-47). In a country whose register is known, a number that is none of it is left out:
 * Peppol takes it for a wrong one.
 */
export function legalId({ country, orgNo, vatNo }: Identified): Identifier | null {
  const register = registers[country]
  if (!register) return orgNo === null || orgNo.trim() === '' ? null : { scheme: null, id: orgNo }
  for (const text of [orgNo, vatNo]) {
    const digits = register.form.exec(plain(text))?.[1]
    if (digits !== undefined && (register.isRight?.(digits) ?? true))
      return { scheme: register.scheme, id: `${register.before ?? ''}${digits}` }
  }
  return null
}

/** Electronic addresses that are VAT numbers. Of other countries Peppol has none. */
const vatSchemes: Readonly<Record<string, string>> = {
  ALB: '9923',
  AND: '9922',
  AUT: '9914',
  BGR: '9926',
  BIH: '9924',
  CHE: '9927',
  CYP: '9928',
  CZE: '9929',
  DEU: '9930',
  ESP: '9920',
  EST: '9931',
  FIN: '0213',
  FRA: '9957',
  GBR: '9932',
  GRC: '9933',
  HRV: '9934',
  HUN: '9910',
  IRL: '9935',
  ITA: '0211',
  LIE: '9936',
  LTU: '9937',
  LUX: '9938',
  LVA: '9939',
  MCO: '9940',
  MKD: '9942',
  MLT: '9943',
  MNE: '9941',
  NLD: '9944',
  POL: '9945',
  PRT: '9946',
  ROU: '9947',
  SMR: '9951',
  SRB: '9948',
  SVK: '9950',
  SVN: '9949',
  TUR: '9952',
  VAT: '9953',
}

/** Where a party is reached in the Peppol network, by the number it has; nothing when it has none that Peppol knows. */
export function peppolAddress(who: Identified): Identifier | null {
  const legal = legalId(who)
  if (legal !== null && legal.scheme !== null) return legal
  const [scheme, id] = [vatSchemes[who.country], vatId(who)]
  if (scheme === undefined || id === null) return null
  return who.country === 'ITA' && !isItalian(id) ? null : { scheme, id }
}
