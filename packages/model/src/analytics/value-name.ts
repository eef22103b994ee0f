import { dimensionOf, type DimensionId } from './dimensions.ts'
import { countryOf } from '../reference/countries.ts'
import { statusReason } from '../reference/status-words.ts'
import { providerTypeLabels, transactionTypeLabel } from '../reference/transaction-types.ts'
import { codeWords } from '../text/code-words.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** What flags mean, where "yes" and "no" would need the question. */
const flagWords: Readonly<Partial<Record<DimensionId, readonly [string, string]>>> = {
  token: ['Network token', 'Card number'],
  fallback: ['With fallback', 'Without fallback'],
  countryMatch: ['Same country', 'Other country'],
}

const codes: ReadonlySet<DimensionId> = new Set([
  'method',
  'state',
  'declineStage',
  'threeDsFlow',
  'threeDsExemption',
  'fraudDecision',
  'legReason',
  'kycStatus',
  'queue',
  'tokenState',
  'cardType',
  'channelOfMessage',
])

const statusName = (value: string): string => {
  const reason = statusReason(Number(value))
  return reason === '' ? value : `${value} ${reason}`
}

/** What people call a value of a dimension; PSPs and merchants have names of their own. */
export function plainName(dimension: DimensionId, value: string): string {
  const { values } = dimensionOf(dimension)
  if (value === '') return 'Not known'
  if (values === 'country') return countryOf(value)?.name ?? value
  if (values === 'status') return statusName(value)
  if (values === 'flag') return (flagWords[dimension] ?? ['Yes', 'No'])[value === 'true' ? 0 : 1]
  if (dimension === 'weekday') return weekdays[Number(value) - 1] ?? value
  if (dimension === 'hour') return value.padStart(2, '0')
  if (dimension === 'fraudBand') return `${value}–${Number(value) + 9}`
  if (dimension === 'txType') return transactionTypeLabel(value)
  if (dimension === 'providerType') return providerTypeLabels[value] ?? codeWords(value)
  if (value === 'THREE_DS') return '3-D Secure'
  return codes.has(dimension) ? codeWords(value) : value
}

export type ValueName = (dimension: DimensionId, value: string) => string
