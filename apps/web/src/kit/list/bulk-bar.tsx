import { Button } from '@mantine/core'
import type { BulkResult } from '@signalbox/model/field/resource'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import styles from './bulk-bar.module.css'
import { titleOf, type Listing, type Row } from './listing.ts'
import type { RecordAction } from '../record/record-actions.ts'

export interface BulkBarProps {
  readonly listing: Listing
  readonly rows: readonly Row[]
  readonly actions: readonly RecordAction[]
  readonly results: readonly BulkResult[] | null
  readonly onAction: (action: RecordAction, rows: readonly Row[]) => void
  readonly onClear: () => void
}

const bulkText = (results: readonly BulkResult[]): string => {
  const done = results.filter(({ ok }) => ok).length
  return `${done} done, ${results.length - done} not`
}

const buttonsShown = 3

/** A few as buttons, the rest behind one more. */
function Actions({ rows, actions, onAction }: Pick<BulkBarProps, 'rows' | 'actions' | 'onAction'>) {
  const more = actions.slice(buttonsShown)
  return (
    <>
      {actions.slice(0, buttonsShown).map((action) => (
        <Button
          key={action.name}
          size="compact-sm"
          variant="default"
          c={action.danger ? 'var(--tone-negative)' : undefined}
          onClick={() => onAction(action, rows)}
        >
          {action.label}
        </Button>
      ))}
      {more.length > 0 ? (
        <Menu
          label="More actions"
          side="top-start"
          target={
            <Button size="compact-sm" variant="default" rightSection={<Icon name="chevron-up" size={14} />}>
              More
            </Button>
          }
        >
          {more.map((action) => (
            <MenuItem key={action.name} danger={action.danger} onSelect={() => onAction(action, rows)}>
              {action.label}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </>
  )
}

/** What can be done with the selected rows, and how the last of it went: failed rows stay selected with their reason. */
export function BulkBar({ listing, rows, actions, results, onAction, onClear }: BulkBarProps) {
  const failed = results?.filter(({ ok }) => !ok) ?? []
  if (rows.length === 0 && results === null) return null
  const titleById = new Map(rows.map((row) => [listing.keyOf(row), titleOf(listing, row)]))
  return (
    <section className={styles.bar} aria-label="Selected rows">
      <div className={styles.line}>
        {rows.length > 0 ? <strong>{rows.length} selected</strong> : null}
        <span role="status">{results === null ? null : bulkText(results)}</span>
        {rows.length > 0 ? <Actions rows={rows} actions={actions} onAction={onAction} /> : null}
        <span className={styles.end}>
          <IconButton icon="close" label="Clear selection" sizePx={28} onClick={onClear} />
        </span>
      </div>
      {failed.length > 0 ? (
        <ul className={styles.failed}>
          {failed.map(({ id, message, code }) => (
            <li key={id}>
              <Icon name="close-circle" size={14} /> {titleById.get(id) ?? id}: {message ?? code}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
