import { otherMerchant, otherMerchantText } from '@signalbox/model/access/merchants-within'
import type { MerchantNode } from '@signalbox/model/access/session'
import { useCallback } from 'react'
import { useSession } from './session/session-store.ts'

export type MerchantName = (id: number) => string

/** A merchant outside the caller's scope, such as the owner of an inherited row, has only its number. */
export const merchantNameIn =
  (merchants: readonly MerchantNode[]): MerchantName =>
  (id) =>
    id === otherMerchant
      ? otherMerchantText
      : (merchants.find((merchant) => merchant.id === id)?.name ?? String(id))

export function useMerchantName(): MerchantName {
  const { merchants } = useSession().metadata
  return useCallback((id: number) => merchantNameIn(merchants)(id), [merchants])
}
