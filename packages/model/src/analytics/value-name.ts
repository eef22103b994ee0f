import { dimensionOf, type DimensionId } from './dimensions.ts'
import { cardBrands } from '../reference/cards.ts'
import { countryOf } from '../reference/countries.ts'
import { statusReason } from '../reference/status-words.ts'
import { providerTypeLabels, transactionTypeLabel } from '../reference/transaction-types.ts'
import { fraudDecisions, threeDsFlows } from '../transaction/choices.ts'
import { codeWords } from '../text/code-words.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** What flags mean, where "yes" and "no" would need the question. */
const flagWords: Readonly<Partial<Record<DimensionId, readonly [string, string]>>> = {
  token: ['Network token', 'Card number'],
  fallback: ['With fallback', 'Without fallback'],
  countryMatch: ['Same country', 'Other country'],
}

/** What it means that a payment has none, where that is known. */
const missing: Readonly<Partial<Record<DimensionId, string>>> = {
  psp: 'Not routed',
  firstPsp: 'Not routed',
  pspAccount: 'Not routed',
  threeDsFlow: 'Without 3-D Secure',
  threeDsExemption: 'No exemption',
  fraudBand: 'Not screened',
  fraudDecision: 'Not screened',
  declineStage: 'Not declined',
  pspStatusCode: 'No code',
  investigator: 'Unassigned',
}

/** Days, in the steps they are counted by. */
const ageWords: Readonly<Record<string, string>> = {
  0: 'Under 1 day',
  1: '1 day',
  2: '2 days',
  3: '3–6 days',
  7: '7–13 days',
  14: '14–29 days',
  30: '30–59 days',
  60: '60–89 days',
  90: '90 days or more',
}

const words: Readonly<Partial<Record<DimensionId, Readonly<Record<string, string>>>>> = {
  threeDsFlow: threeDsFlows,
  fraudDecision: fraudDecisions,
  cardBrand: cardBrands,
  providerType: providerTypeLabels,
  age: ageWords,
}

const codes: ReadonlySet<DimensionId> = new Set([
  'method',
  'state',
  'declineStage',
  'threeDsExemption',
  'legReason',
  'kycStatus',
  'queue',
  'tokenState',
  'cardType',
  'channelOfMessage',
  'interchangeDomain',
])

const statusName = (value: string): string => {
  const reason = statusReason(Number(value))
  return reason === '' ? value : `${value} ${reason}`
}

/** What people call a value of a dimension; PSPs and merchants have names of their own. */
export function plainName(dimension: DimensionId, value: string): string {
  const { values } = dimensionOf(dimension)
  if (value === '') return missing[dimension] ?? 'Not known'
  if (values === 'country') return countryOf(value)?.name ?? value
  if (values === 'status') return statusName(value)
  if (values === 'flag') return (flagWords[dimension] ?? ['Yes', 'No'])[value === 'true' ? 0 : 1]
  if (dimension === 'weekday') return weekdays[Number(value) - 1] ?? value
  if (dimension === 'hour') return value.padStart(2, '0')
  if (dimension === 'fraudBand') return `${value}–${Number(value) + 9}`
  if (dimension === 'txType') return transactionTypeLabel(value)
  const named = words[dimension]
  if (named) return named[value] ?? codeWords(value)
  if (value === 'THREE_DS') return '3-D Secure'
  return codes.has(dimension) ? codeWords(value) : value
}

export type ValueName = (dimension: DimensionId, value: string) => string
