import { roleLabel } from '@signalbox/model/entities/user'
import type { Row } from '../../../kit/list/listing.ts'
import { GrantReview } from './grant-review.tsx'
import { roleOfRow } from './role-grants.ts'
import styles from './user-panels.module.css'

/** Cards of a phone leave out what is empty, such as the date of a review that is due; there the role says it too. */
export function GrantRole({ row }: { readonly row: Row }) {
  const role = roleOfRow(row)
  return (
    <>
      {role ? roleLabel(role) : String(row.role)}
      {row.reviewedAt === null ? (
        <span className={styles.onCards}>
          <GrantReview row={row} />
        </span>
      ) : null}
    </>
  )
}
