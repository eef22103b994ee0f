import { codeWords } from '@signalbox/model/text/code-words'
import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import { countryOf } from '@signalbox/model/reference/countries'
import type { Field, Kind } from '@signalbox/model/field/field'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { formatInstant, formatNumber, type UserFormats } from '@signalbox/model/text/user-formats'
import { useMemo } from 'react'
import { useMerchantName, type MerchantName } from '../merchant-names.ts'
import { usePspName, useWithPspNames, type PspName } from '../psp-names.ts'
import { useFormats } from '../session/session-store.ts'

export interface TextContext {
  readonly formats: UserFormats
  readonly merchantName: MerchantName
  readonly pspName: PspName
  readonly withPspNames: (sentence: string) => string
}

export function useTextContext(): TextContext {
  const formats = useFormats()
  const merchantName = useMerchantName()
  const pspName = usePspName()
  const withPspNames = useWithPspNames()
  return useMemo(
    () => ({ formats, merchantName, pspName, withPspNames }),
    [formats, merchantName, pspName, withPspNames],
  )
}

type ToText = (value: unknown, field: Field, context: TextContext) => string

export const nothing = '–'

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

const namers: Record<NonNullable<Field['names']>, (text: string, context: TextContext) => string> = {
  psp: (text, { pspName }) => pspName(text),
  'psps in text': (text, { withPspNames }) => withPspNames(text),
  'transaction type': transactionTypeLabel,
  code: codeWords,
}
const named: ToText = (value, { names }, context) =>
  names ? namers[names](asText(value), context) : asText(value)
const option: ToText = (value, field) => field.options?.[asText(value)] ?? asText(value)
const country: ToText = (value) => countryOf(asText(value))?.name ?? asText(value)
const merchant: ToText = (value, _field, { merchantName }) => merchantName(Number(value))
const each =
  (one: ToText): ToText =>
  (value, field, context) =>
    asList(value)
      .map((item) => one(item, field, context))
      .join(', ')

const byKind = {
  string: named,
  text: asText,
  number: (value, field, { formats }) =>
    typeof value === 'number' && !field.mono ? formatNumber(value, formats) : asText(value),
  decimal: (value, _field, { formats }) => formatNumber(asText(value), formats),
  boolean: (value) => (value === true ? 'Yes' : 'No'),
  choice: option,
  choices: each(option),
  strings: each(asText),
  country,
  countries: each(country),
  currency: asText,
  currencies: each(asText),
  merchant,
  merchants: each(merchant),
  instant: (value, _field, { formats }) => formatInstant(asText(value), formats),
  day: asText,
  pattern: asText,
  money: (value, _field, { formats }) => {
    const { amount, currency } = value as WireMoney
    return `${formatNumber(amount, formats)} ${currency}`
  },
  json: (value) => (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')),
} satisfies Record<Kind, ToText>

export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** A value as people read it, in one plain text: for finding, comparing, titles and assistive technology. */
export function displayText(field: Field, value: unknown, context: TextContext): string {
  return isNothing(value) ? nothing : byKind[field.kind](value, field, context)
}
