import { Link } from '@tanstack/react-router'
import { asText } from '../../../kit/field/display-text.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { useMay } from '../../../kit/session/session-store.ts'

/** Above the fields of a range: the payments whose card it told about. */
export function UsedBy({ record }: { readonly record: Row }) {
  const maySee = useMay('transactions.view')
  if (!maySee) return null
  return (
    <p>
      <Link to="/transactions" search={{ iinId: asText(record.id) } as never}>
        Payments that used this range
      </Link>
    </p>
  )
}
