/** The merchant a link from a mail wants selected, which stands behind the `#`. Once read it is gone from the address. */
export function takeLinkedMerchant(): number | null {
  const { hash, pathname, search } = window.location
  const merchantId = /^#merchant=(\d{1,9})$/.exec(hash)?.[1]
  if (merchantId === undefined) return null
  window.history.replaceState(window.history.state, '', pathname + search)
  return Number(merchantId)
}
