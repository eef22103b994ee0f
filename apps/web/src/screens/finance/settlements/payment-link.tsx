import { Link } from '@tanstack/react-router'
import type { Row } from '../../../kit/list/listing.ts'
import { useMay } from '../../../kit/session/session-store.ts'

/** The payment of a line, for those who may open payments. */
export function Payment({ line }: { readonly line: Row }) {
  const mayOpen = useMay('transactions.view')
  const { txId, merchantRef } = line
  if (typeof txId !== 'number')
    return <span className="mono">{typeof merchantRef === 'string' ? merchantRef : '–'}</span>
  if (!mayOpen) return <span className="mono">{txId}</span>
  return (
    <Link
      to="/transactions"
      search={{ id: String(txId) }}
      className="mono"
      onClick={(event) => event.stopPropagation()}
    >
      {txId}
    </Link>
  )
}
