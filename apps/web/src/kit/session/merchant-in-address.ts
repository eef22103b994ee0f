import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { sessionStore, useSession } from './session-store.ts'

type Search = Readonly<Record<string, string | undefined>>

const merchantForm = /^\d{1,9}$/

/**
 * Whose records are shown stands in the address: a link that is passed on opens the same ones. Who comes by a link turns to
 * its merchant; who turns to another merchant here finds it in the address.
 * @param name what the address calls the merchant
 * @returns whether the address is of a merchant the person may not see
 */
export function useMerchantInAddress(name: 'merchant' | 'merchantId'): 'own' | 'turning' | 'unknown' {
  const { [name]: merchant }: Search = useSearch({ strict: false })
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
      search: (last: Search) => ({ ...last, [name]: String(merchantId) }),
      replace: true,
    } as Parameters<typeof navigate>[0])
  }, [isKnown, isNewLink, linked, merchantId, name, navigate])

  if (isNewLink) return isKnown ? 'turning' : 'unknown'
  return 'own'
}
