import { Button } from '@mantine/core'
import { QueryBoundary, Section } from '../../../kit/record/record-panel.tsx'
import { emptyListState } from '../../../kit/list/list-state.ts'
import type { Row } from '../../../kit/list/listing.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { EffectiveAccess } from './effective-access.tsx'
import { HeldRoles } from './held-roles.tsx'
import { MerchantReach } from './merchant-reach.tsx'
import { PresetComparison } from './preset-comparison.tsx'
import { useGrantsOf } from './role-grants.ts'
import styles from './user-panels.module.css'

/** What somebody holds, since when, and what that lets them do where. */
export function AccessTab({ record, list }: { readonly record: Row; readonly list: ListPageModel }) {
  const userId = String(record.id)
  const query = useGrantsOf(userId, Number(record.version))
  const review = () => list.change({ ...emptyListState, mode: 'review', filters: { userId } })
  const grants = query.data?.items ?? []
  return (
    <div className={styles.panel}>
      <Section
        title="Roles"
        actions={
          <Button size="xs" variant="default" onClick={review}>
            Review
          </Button>
        }
      >
        <QueryBoundary query={query}>
          {grants.length === 0 ? <p className={styles.muted}>No role.</p> : <HeldRoles grants={grants} />}
        </QueryBoundary>
      </Section>
      <PresetComparison record={record} />
      <MerchantReach record={record} />
      <EffectiveAccess record={record} />
    </div>
  )
}
