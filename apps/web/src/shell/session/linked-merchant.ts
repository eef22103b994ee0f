/**
 * The merchant a link wants selected: behind the `#` in mails, as `merchantId` in what people copy from a call. Once read it
 * is gone from the address; of a merchant the person may not see it stays, so that a page can say so.
 */
export function takeLinkedMerchant(maySee: (merchantId: number) => boolean): number | null {
  const address = new URL(window.location.href)
  const merchantId =
    /^#merchant=(\d{1,9})$/.exec(address.hash)?.[1] ??
    /^\d{1,9}$/.exec(address.searchParams.get('merchantId') ?? '')?.[0]
  if (merchantId === undefined || !maySee(Number(merchantId))) return null
  address.searchParams.delete('merchantId')
  if (address.hash.startsWith('#merchant=')) address.hash = ''
  window.history.replaceState(window.history.state, '', address.pathname + address.search + address.hash)
  return Number(merchantId)
}
