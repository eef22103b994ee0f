import { SegmentedControl } from '@mantine/core'
import { emptyListState } from '../../../kit/list/list-state.ts'
import { usePendingCount } from '../../../kit/record/pending-changes.tsx'
import { useMay } from '../../../kit/session/session-store.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { useReviewSummary } from './role-grants.ts'

const parts = ['users', 'review', 'presets', 'pending'] as const
type Part = (typeof parts)[number]

export const partOf = (mode: unknown): Part => parts.find((part) => part === mode) ?? 'users'

/** How many grants wait for somebody to look at them, beside the way there. */
function ReviewLabel() {
  const due = useReviewSummary().data?.counts.DUE ?? 0
  return due === 0 ? 'Access review' : `Access review (${due})`
}

function PendingLabel() {
  const waiting = usePendingCount()
  return waiting === 0 ? 'Pending changes' : `Pending changes (${waiting})`
}

export function PageSwitch({ list }: { readonly list: ListPageModel }) {
  const mayReview = useMay('backoffice-users.edit')
  return (
    <SegmentedControl
      aria-label="Show"
      value={partOf(list.state.mode)}
      onChange={(part) => list.change({ ...emptyListState, mode: part === 'users' ? null : part })}
      data={[
        { value: 'users', label: 'Users' },
        { value: 'review', label: mayReview ? <ReviewLabel /> : 'Access review' },
        { value: 'presets', label: 'Role presets' },
        { value: 'pending', label: <PendingLabel /> },
      ]}
    />
  )
}
