import { countryOf } from '../reference/countries.ts'
import { currencyOf } from '../reference/currencies.ts'
import { statusReason } from '../reference/status-words.ts'
import { dimensionOf, type Dimension, type DimensionId } from './dimensions.ts'

type Values = Dimension['values']

const isValue: Readonly<Record<Values, (value: string) => boolean>> = {
  text: () => true,
  merchant: (value) => /^\d{1,9}$/.test(value),
  country: (value) => countryOf(value) !== undefined,
  currency: (value) => currencyOf(value) !== undefined,
  status: (value) => /^\d{1,4}$/.test(value) && statusReason(Number(value)) !== '',
  flag: (value) => value === 'true' || value === 'false',
  number: (value) => /^\d{1,6}$/.test(value),
}

/** Whether a payment can have the value at all; an empty text is "not known". */
export const canBe = (dimension: DimensionId, value: string): boolean =>
  value === '' || isValue[dimensionOf(dimension).values](value)

export const wantedValue: Readonly<Record<Values, string>> = {
  text: 'a text',
  merchant: 'the number of a merchant',
  country: 'the code of a country, such as SWE',
  currency: 'the code of a currency, such as EUR',
  status: 'the number of a status',
  flag: 'true or false',
  number: 'a number',
}
