import { counted } from '@signalbox/model/text/counted'
import { Alert, Button } from '@mantine/core'
import type { GridColumn } from '../../kit/decision-grid/core/grid-column.ts'
import { documentOf, type GridState } from '../../kit/decision-grid/core/grid-state.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './table-editor.module.css'
import type { RowFilter } from './use-row-filter.ts'
import type { Restored } from './use-edit-session.ts'

/** What was typed before the page was left, or before the session ended, is back. */
export function RestoredNotice({
  restored,
  onDiscard,
  onClose,
}: {
  readonly restored: Restored
  readonly onDiscard: () => void
  readonly onClose: () => void
}) {
  return (
    <Alert color="indigo" variant="light" icon={<Icon name="history" />} className={styles.notice}>
      <div className={styles.noticeRow}>
        <span>
          Your unsaved changes from <InstantView iso={restored.at} /> were restored.{' '}
          {restored.conflicts > 0
            ? `${counted(restored.conflicts, 'row was', 'rows were')} changed by others since then and ${restored.conflicts === 1 ? 'shows' : 'show'} their version.`
            : ''}
        </span>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          Discard them
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onClose}>
          Keep them
        </Button>
      </div>
    </Alert>
  )
}

/** A row must not be read without the columns it speaks in. */
export function HiddenColumns({
  columns,
  onShow,
}: {
  readonly columns: readonly GridColumn[]
  readonly onShow: () => void
}) {
  if (columns.length === 0) return null
  return (
    <div className={styles.hint} role="status">
      <Icon name="eye-off" size={14} />
      Rows also use {columns.map(({ label }) => label).join(', ')}, which{' '}
      {columns.length === 1 ? 'is' : 'are'} hidden.
      <Button size="compact-xs" variant="subtle" onClick={onShow}>
        Show
      </Button>
    </div>
  )
}

export function FilterNotice({ filter, state }: { readonly filter: RowFilter; readonly state: GridState }) {
  if (!filter.active) return null
  const all = documentOf(state).sections.reduce((sum, { content }) => sum + content.rules.length, 0)
  return (
    <div className={styles.hint} role="status">
      <Icon name="filter" size={14} />
      {state.lines.rowsShown} of {all} rows are shown.
      <Button size="compact-xs" variant="subtle" onClick={filter.clear}>
        Show all
      </Button>
    </div>
  )
}
