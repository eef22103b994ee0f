import { plainName, type ValueName } from '@signalbox/model/analytics/value-name'
import { useCallback } from 'react'
import { useMerchantName } from '../merchant-names.ts'
import { usePspName } from '../psp-names.ts'

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
