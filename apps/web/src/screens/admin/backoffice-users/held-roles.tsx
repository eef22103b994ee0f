import { roleLabel } from '@signalbox/model/entities/user'
import { InstantView } from '../../../kit/instant-view.tsx'
import { GrantReview } from './grant-review.tsx'
import { rowOf, type Grant } from './role-grants.ts'
import styles from './user-panels.module.css'

/** Each role with its story: since when, by whom, when it was last needed, what the last review said. */
export function HeldRoles({ grants }: { readonly grants: readonly Grant[] }) {
  return (
    <ul className={styles.list}>
      {grants.map((grant) => (
        <li key={grant.id} className={styles.row}>
          <div className={styles.grow}>
            {roleLabel(grant.role)}
            <p className={styles.muted}>
              Since <InstantView iso={grant.grantedAt} />
              {grant.grantedBy === null ? '' : `, given by ${grant.grantedBy}`}
              {' · '}
              {grant.lastUsedAt === null ? (
                'never used'
              ) : (
                <>
                  last used <InstantView iso={grant.lastUsedAt} as="distance" />
                </>
              )}
              {grant.reviewedBy === null ? '' : ` · reviewed by ${grant.reviewedBy}`}
              {grant.reviewNote === null ? '' : `: ${grant.reviewNote}`}
            </p>
          </div>
          <GrantReview row={rowOf(grant)} />
        </li>
      ))}
    </ul>
  )
}
