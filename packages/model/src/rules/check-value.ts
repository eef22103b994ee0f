import { countryOf } from '../reference/countries.ts'
import { currencyOf } from '../reference/currencies.ts'
import { texts } from '../text/texts.ts'
import { countryGroupOf } from './country-groups.ts'
import { wrongCronField } from './cron.ts'
import type { FactDeclaration } from './fact.ts'
import { notANumber, problem, quoted, type CellProblem } from './rule-problem.ts'

export const maxValues = 1_000
export const maxValueLength = 200

const controlCharacter = /\p{Cc}/u

/** A text without blanks around it, which nobody sees and which keep it from ever matching. */
export function checkText(value: string, most = maxValueLength): CellProblem | undefined {
  if (value.trim() === '') return problem('EMPTY', 'A value is empty')
  if (value.length > most) return problem('TOO_LONG', `${texts.tooLong} (at most ${most}): ${quoted(value)}`)
  if (value !== value.trim()) return problem('TEXT', `${quoted(value)} begins or ends with a space`)
  if (controlCharacter.test(value)) return problem('TEXT', `${quoted(value)} contains a control character`)
  return undefined
}

/** The option a text stands for, whatever its case; undefined when there is none. */
export const optionOf = (options: Readonly<Record<string, string>>, value: string): string | undefined => {
  if (Object.hasOwn(options, value)) return value
  const wanted = value.toLowerCase()
  return Object.keys(options).find((option) => option.toLowerCase() === wanted)
}

export function checkOption(
  options: Readonly<Record<string, string>>,
  value: string,
): CellProblem | undefined {
  return optionOf(options, value) === undefined
    ? problem('OPTION', `${quoted(value)} is not one of the values to choose from`)
    : undefined
}

export const checkCurrency = (value: string): CellProblem | undefined =>
  currencyOf(value) ? undefined : problem('CURRENCY', `${texts.unknownCurrency} ${quoted(value)}`)

const checkCountry = (value: string): CellProblem | undefined =>
  countryOf(value) || countryGroupOf(value)
    ? undefined
    : problem('COUNTRY', `${texts.unknownCountry} ${quoted(value)}`)

const decimal = /^-?\d{1,12}(?:\.\d{1,6})?$/

/** A number people write, not what a computer makes of a mistake: no infinity, no twelve decimals. */
export const isPlainNumber = (value: number): boolean => decimal.test(String(value))

export function checkBounds(
  value: number,
  { min, max }: { readonly min?: number; readonly max?: number },
  show: (bound: number) => string = String,
): CellProblem | undefined {
  if (min !== undefined && value < min) return problem('OUT_OF_BOUNDS', `Must be at least ${show(min)}`)
  if (max !== undefined && value > max) return problem('OUT_OF_BOUNDS', `Must be at most ${show(max)}`)
  return undefined
}

function checkNumber(value: string, fact: FactDeclaration): CellProblem | undefined {
  return decimal.test(value) && String(Number(value)) === value
    ? checkBounds(Number(value), fact)
    : problem('NUMBER', notANumber(value))
}

export const isBin = (text: string): boolean => /^\d{6,11}$/.test(text)

export const checkBin = (value: string): CellProblem | undefined =>
  isBin(value) ? undefined : problem('BIN', `${quoted(value)} is not a BIN of 6 to 11 digits`)

const isWholeBic = (text: string): boolean => /^[a-z0-9]{8}(?:[a-z0-9]{3})?$/i.test(text)

function checkCron(value: string): CellProblem | undefined {
  const field = wrongCronField(value)
  return field === undefined ? undefined : problem('CRON', `The ${field} of ${quoted(value)} is wrong`)
}

/** A value a fact is compared with as a whole. */
export function checkValue(fact: FactDeclaration, value: string): CellProblem | undefined {
  const wrongText = checkText(value)
  if (wrongText) return wrongText
  if (fact.type === 'COUNTRY') return checkCountry(value)
  if (fact.type === 'CURRENCY') return checkCurrency(value)
  if (fact.type === 'NUMBER') return checkNumber(value, fact)
  if (fact.options) return checkOption(fact.options, value)
  if (fact.shape === 'CRON') return checkCron(value)
  if (fact.shape === 'BIC' && !isWholeBic(value))
    return problem('BANK_CODE', `${quoted(value)} is not a BIC of 8 or 11 characters`)
  if (fact.catalogue === 'merchant' && !/^[1-9]\d{0,14}$/.test(value))
    return problem('NUMBER', `${quoted(value)} is not the number of a merchant`)
  return undefined
}

const bankCodes = {
  BIC: { pattern: /^[a-z0-9]{1,11}$/i, name: 'a BIC' },
  IBAN: { pattern: /^[a-z]{2}[a-z0-9]{0,32}$/i, name: 'an IBAN' },
} as const

/** What a fact may begin with. */
export function checkPrefix(fact: FactDeclaration, value: string): CellProblem | undefined {
  const wrongText = checkText(value)
  if (wrongText) return wrongText
  if (fact.shape === 'BIN') return checkBin(value)
  if (fact.shape !== 'BIC' && fact.shape !== 'IBAN') return undefined
  const { pattern, name } = bankCodes[fact.shape]
  return pattern.test(value)
    ? undefined
    : problem('BANK_CODE', `${quoted(value)} is not the beginning of ${name}`)
}
