import { Link } from '@tanstack/react-router'
import type { Row } from '../../../kit/list/listing.ts'
import { useMay } from '../../../kit/session/session-store.ts'

/** Whom it bills by name; an id says nothing to anybody. */
export function CustomerLink({ row, value }: { readonly row: Row; readonly value: unknown }) {
  const name = String(row.customerName)
  if (!useMay('customer.view')) return name
  return (
    <Link to="/admin/customer" search={{ id: String(value) }}>
      {name}
    </Link>
  )
}

/** The invoice that a credit note takes back. */
export const CreditedInvoice = ({ value }: { readonly value: unknown }) => (
  <Link to="/admin/invoice" search={{ id: String(value) }}>
    The credited invoice
  </Link>
)
