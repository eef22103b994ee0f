import { countryOf } from '../reference/countries.ts'
import { currencyOf } from '../reference/currencies.ts'
import { parseMoney } from '../money/money-text.ts'
import { texts } from '../text/texts.ts'
import { compileWholePattern } from '../text/user-pattern.ts'
import { isEmail, isUrl, isUuid } from '../field/validators.ts'
import type { ConfigValue, CredentialField, CredentialType, FieldValidation } from './credential-field.ts'

type Check = (field: CredentialField, value: unknown) => string | undefined

const byValidation: Readonly<Record<FieldValidation, (text: string) => string | undefined>> = {
  NONE: () => undefined,
  URL: (text) => (isUrl(text) ? undefined : texts.invalidUrl),
  UUID: (text) => (isUuid(text) ? undefined : texts.invalidUuid),
  EMAIL: (text) => (isEmail(text) ? undefined : texts.invalidEmail),
}

const longestText = 10_000

const text: Check = ({ min, max, validation = 'NONE', pattern }, value) => {
  if (typeof value !== 'string') return texts.invalidValue
  if (min !== undefined && value.length < min) return texts.tooShort
  if (value.length > (max ?? longestText)) return texts.tooLong
  if (pattern && !compileWholePattern(pattern, { caseSensitive: true })?.(value)) return texts.invalidValue
  return byValidation[validation](value)
}

const number: Check = ({ min, max, whole = false }, value) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return texts.mustBeNumber
  if (whole && !Number.isInteger(value)) return texts.mustBeWhole
  if (min !== undefined && value < min) return texts.tooSmall(min)
  if (max !== undefined && value > max) return texts.tooLarge(max)
  return undefined
}

/** A pattern is one of the values; what they are called is free. */
const map =
  (isValue: (value: unknown) => boolean): Check =>
  ({ pattern }, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return texts.invalidValue
    const entries = Object.entries(value)
    if (entries.length > 200) return texts.tooLong
    const fits = pattern ? compileWholePattern(pattern, { caseSensitive: true }) : undefined
    const isFine = (item: unknown) => isValue(item) && (!pattern || fits?.(String(item)) === true)
    return entries.every(([key, item]) => key.length > 0 && key.length <= 100 && isFine(item))
      ? undefined
      : texts.invalidValue
  }

/** Amounts as people write them, each with as many decimals as its currency has at most. */
const amounts: Check = ({ type }, value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return texts.invalidValue
  const isAmount = (text: unknown, currency: string) =>
    typeof text === 'string' && parseMoney(text, currency) !== undefined
  for (const [currency, amount] of Object.entries(value)) {
    if (!currencyOf(currency)) return texts.unknownCurrency
    const isFine =
      type === 'STRING_LIST_MAP'
        ? Array.isArray(amount) && amount.length <= 200 && amount.every((each) => isAmount(each, currency))
        : isAmount(amount, currency)
    if (!isFine) return `${currency}: use an amount such as 500.00`
  }
  return undefined
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 1_000

const byType: Readonly<Record<CredentialType, Check>> = {
  STRING: text,
  TEXT: text,
  NUMBER: number,
  BOOLEAN: (_field, value) => (typeof value === 'boolean' ? undefined : texts.invalidValue),
  LIST: ({ options = [] }, value) =>
    typeof value === 'string' && options.includes(value) ? undefined : texts.invalidValue,
  COUNTRY: (_field, value) =>
    typeof value === 'string' && countryOf(value) ? undefined : texts.unknownCountry,
  CURRENCY: (_field, value) =>
    typeof value === 'string' && currencyOf(value) ? undefined : texts.unknownCurrency,
  STRING_MAP: map(isText),
  STRING_NUMBER_MAP: map((value) => Number.isSafeInteger(value)),
  STRING_LIST_MAP: map((value) => Array.isArray(value) && value.length <= 200 && value.every(isText)),
}

/** What is wrong with a value, in the words of every form; nothing when it is fine. */
export const checkValue = (field: CredentialField, value: ConfigValue): string | undefined =>
  (field.money ? amounts : byType[field.type])(field, value)
