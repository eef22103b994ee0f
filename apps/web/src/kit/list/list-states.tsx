import { Button } from '@mantine/core'
import type { Permission } from '@signalbox/model/access/policy'
import { texts } from '@signalbox/model/text/texts'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { SkeletonTable } from '../../ui/skeleton.tsx'
import { useDelayed } from '../../ui/use-delayed.ts'
import { ApiError } from '../api.ts'
import { ListForbidden } from './lazy-list-components.ts'
import { inSentence, type Listing } from './listing.ts'
import styles from './list-states.module.css'

const slowMs = 3000

export function ListLoading({
  columns,
  rowPx,
  onCancel,
}: {
  readonly columns: number
  readonly rowPx: number
  readonly onCancel: () => void
}) {
  const slow = useDelayed(true, slowMs)
  return (
    <div className={styles.box}>
      <SkeletonTable rows={14} columns={Math.min(columns, 8)} rowPx={rowPx} />
      {slow ? (
        <div className={styles.slow} role="status">
          This takes longer than usual.
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      ) : null}
    </div>
  )
}

export interface ListEmptyProps {
  readonly listing: Listing
  /** Labels of the filters that are set. */
  readonly filteredBy: readonly string[]
  readonly onClear: () => void
  /** Shows what the list leaves out by itself. */
  readonly onWiden?: () => void
  /** One line about what would be here. */
  readonly purpose?: string
  readonly action?: ReactNode
}

export function ListEmpty({ listing, filteredBy, onClear, onWiden, purpose, action }: ListEmptyProps) {
  const things = inSentence(listing.plural)
  const widen = onWiden ? (
    <Button variant="default" onClick={onWiden}>
      Show everything
    </Button>
  ) : undefined
  return (
    <div className={styles.box}>
      {filteredBy.length > 0 ? (
        <EmptyState
          icon="filter"
          title={`No ${things} match`}
          action={
            <Button variant="default" onClick={onClear}>
              Clear filters
            </Button>
          }
        >
          Hidden by {filteredBy.join(', ')}.
        </EmptyState>
      ) : (
        <EmptyState title={`There are no ${things} ${onWiden ? 'here' : 'yet'}`} action={widen ?? action}>
          {purpose}
        </EmptyState>
      )}
    </div>
  )
}

/** The rows could not be loaded again, and those that are shown may still be seen. */
export const isOnlyOld = ({ data, error }: { readonly data?: unknown; readonly error: unknown }): boolean =>
  data !== undefined &&
  error !== null &&
  !(error instanceof ApiError && [401, 403, 404].includes(error.status))

export interface ListProblemProps {
  readonly error: unknown
  readonly permission: Permission
  readonly onRetry: () => void
  readonly retrying: boolean
}

export function ListProblem({ error, permission, onRetry, retrying }: ListProblemProps) {
  if (error instanceof ApiError && error.status === 403) {
    return (
      <div className={styles.box}>
        <ListForbidden title={error.body.message} permission={permission} />
      </div>
    )
  }
  const body = error instanceof ApiError ? error.body : null
  return (
    <div className={styles.box}>
      <ErrorPanel
        title={body?.message ?? texts.somethingWentWrong}
        requestId={body?.errorId}
        onRetry={onRetry}
        retrying={retrying}
      />
    </div>
  )
}

export function ListCancelled({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className={styles.box}>
      <EmptyState
        icon="pause"
        title="Loading was cancelled"
        action={
          <Button variant="default" onClick={onRetry}>
            Load again
          </Button>
        }
      />
    </div>
  )
}
