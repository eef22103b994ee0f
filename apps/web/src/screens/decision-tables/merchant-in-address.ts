import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { sessionStore, useSession } from '../../kit/session/session-store.ts'

type Search = Readonly<Record<string, string | undefined>>

const merchantForm = /^\d{1,9}$/

/**
 * Whose table it is stands in the address: a link that is passed on opens the same one. Who comes by a link turns to its
 * merchant; who turns to another merchant here finds it in the address.
 * @returns whether the address is of a merchant the person may not see
 */
export function useMerchantInAddress(): 'own' | 'turning' | 'unknown' {
  const { merchant }: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const { metadata, merchantId } = useSession()
  const linked = merchant !== undefined && merchantForm.test(merchant) ? Number(merchant) : undefined
  const isKnown = linked === undefined || metadata.merchants.some(({ id }) => id === linked)
  /** The address that was followed last: the merchant may be changed without it, and then it comes after. */
  const [followed, setFollowed] = useState<number | undefined>(undefined)
  if (linked === merchantId && followed !== merchantId) setFollowed(merchantId)
  const isNewLink = linked !== undefined && linked !== followed && linked !== merchantId

  useEffect(() => {
    if (isNewLink && isKnown) sessionStore.selectMerchant(linked)
    if (isNewLink || linked === merchantId) return
    void navigate({
      to: '.',
      search: (last: Search) => ({ ...last, merchant: String(merchantId) }),
      replace: true,
    } as Parameters<typeof navigate>[0])
  }, [isKnown, isNewLink, linked, merchantId, navigate])

  if (isNewLink) return isKnown ? 'turning' : 'unknown'
  return 'own'
}
