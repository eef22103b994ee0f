import { reviewStandings, type ReviewStanding } from '@signalbox/model/entities/role-grant'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import type { Row } from '../../../kit/list/listing.ts'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'
import styles from './user-panels.module.css'
import { useStanding, type Grant } from './role-grants.ts'

const tones: Readonly<Record<ReviewStanding, Tone>> = {
  DUE: 'attention',
  NEW: 'neutral',
  CONFIRMED: 'positive',
}

/** Whether somebody has looked at the grant this quarter, and when it was looked at last. */
export function GrantReview({ row }: { readonly row: Row }) {
  const grant = row as Grant
  const standing = useStanding(grant)
  return (
    <span className={styles.review}>
      <StatusBadge tone={tones[standing]}>{reviewStandings[standing]}</StatusBadge>
      {grant.reviewedAt === null ? null : <InstantView iso={grant.reviewedAt} />}
    </span>
  )
}
