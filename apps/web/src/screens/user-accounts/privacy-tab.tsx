import type { Row } from '../../kit/list/listing.ts'
import { PrivacyPanel } from './privacy-panel.tsx'

/** The rights of the person behind an account. */
export function PrivacyTab({ record }: { readonly record: Row }) {
  const userId = String(record.merchantUserId)
  return <PrivacyPanel person={{ merchantId: Number(record.merchantId), userId }} />
}
