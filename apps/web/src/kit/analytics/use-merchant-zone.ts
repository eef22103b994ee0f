import { useFormats, useSession } from '../session/session-store.ts'

/** Days are those of the merchant; the reader's own until the merchant's are known. */
export function useMerchantZone(): string {
  const { metadata } = useSession()
  const { timeZone } = useFormats()
  return metadata.merchant?.timeZone ?? timeZone
}
