import { dimensionOf, type DimensionId } from '@signalbox/model/analytics/dimensions'
import { countryOf } from '@signalbox/model/reference/countries'
import { statusReason } from '@signalbox/model/reference/status-words'
import { providerTypeLabels, transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import { codeWords } from '@signalbox/model/text/code-words'
import { useCallback } from 'react'
import { useMerchantName } from '../merchant-names.ts'
import { usePspName } from '../psp-names.ts'

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

function plainName(dimension: DimensionId, value: string): string {
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

/** What people call a value of a dimension. */
export function useValueName(): ValueName {
  const pspName = usePspName()
  const merchantName = useMerchantName()
  return useCallback(
    (dimension, value) => {
      if (value !== '' && (dimension === 'psp' || dimension === 'firstPsp')) return pspName(value)
      if (value !== '' && dimension === 'merchant') return merchantName(Number(value))
      return plainName(dimension, value)
    },
    [pspName, merchantName],
  )
}
