import { Button, Popover, SegmentedControl } from '@mantine/core'
import type { SavedView, Whose } from '@signalbox/model/session'
import { useState } from 'react'
import { confirm } from '../ui/confirm.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { changeView, deleteView, tabViews, viewsOf, type PageViews } from './saved-views.ts'
import styles from './view-tabs.module.css'

export interface ViewTabsProps extends PageViews {
  /** Null opens the list as it is without a view. */
  readonly onOpen: (view: SavedView | null) => void
  readonly onSave: (view: SavedView) => void
  readonly onSaveAs: () => void
  readonly onRename: (view: SavedView) => void
}

async function askDelete(view: SavedView, onGone: () => void): Promise<void> {
  const sure = await confirm({
    title: `Delete the view ${view.name}?`,
    message: view.shared ? 'Colleagues who use it lose it too.' : 'The list itself is not touched.',
    confirmLabel: 'Delete view',
    destructive: true,
  })
  if (sure && (await deleteView(view))) onGone()
}

function Tab({
  view,
  current,
  onOpen,
}: {
  readonly view: SavedView | null
  readonly current: boolean
  readonly onOpen: () => void
}) {
  return (
    <button type="button" className={styles.tab} aria-current={current ? 'true' : undefined} onClick={onOpen}>
      {view?.favorite ? <Icon name="star" size={12} filled /> : null}
      {view?.name ?? 'All'}
      {view && !view.mine ? <span className={styles.owner}>{view.owner}</span> : null}
    </button>
  )
}

function ViewLine({
  view,
  active,
  onOpen,
  onRename,
}: {
  readonly view: SavedView
  readonly active: boolean
  readonly onOpen: (view: SavedView | null) => void
  readonly onRename: (view: SavedView) => void
}) {
  return (
    <li className={styles.line}>
      <IconButton
        icon="star"
        filled={view.favorite}
        pressed={view.favorite}
        label={view.favorite ? `Unstar ${view.name}` : `Star ${view.name}`}
        sizePx={28}
        onClick={() => void changeView(view, { favorite: !view.favorite })}
      />
      <button
        type="button"
        className={styles.name}
        aria-current={active ? 'true' : undefined}
        onClick={() => onOpen(view)}
      >
        {view.name}
        <span className={styles.owner}>{view.mine ? (view.shared ? 'shared' : '') : view.owner}</span>
      </button>
      {view.mine ? (
        <>
          <IconButton icon="edit" label={`Rename ${view.name}`} sizePx={28} onClick={() => onRename(view)} />
          <IconButton
            icon="users"
            pressed={view.shared}
            label={view.shared ? `Stop sharing ${view.name}` : `Share ${view.name} with colleagues`}
            sizePx={28}
            onClick={() => void changeView(view, { shared: !view.shared })}
          />
          <IconButton
            icon="trash"
            label={`Delete ${view.name}`}
            sizePx={28}
            destructive
            onClick={() => void askDelete(view, () => active && onOpen(null))}
          />
        </>
      ) : null}
    </li>
  )
}

function AllViews({ views, active, onOpen, onRename }: ViewTabsProps) {
  const [whose, setWhose] = useState<Whose>('you')
  const shown = viewsOf(views, whose)
  return (
    <div className={styles.menu}>
      <SegmentedControl
        fullWidth
        aria-label="Whose views"
        value={whose}
        onChange={(value) => setWhose(value as Whose)}
        data={[
          { value: 'you', label: 'Yours' },
          { value: 'others', label: 'Others’' },
          { value: 'all', label: 'All' },
        ]}
      />
      {shown.length === 0 ? (
        <p className={styles.none}>No saved views here yet. Filter the list, then choose “Save as…”.</p>
      ) : (
        <ul className={styles.lines}>
          {shown.map((view) => (
            <ViewLine
              key={view.id}
              view={view}
              active={view === active}
              onOpen={onOpen}
              onRename={onRename}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Saved views as tabs; what to do with changes appears only when there are any. */
export function ViewTabs(props: ViewTabsProps) {
  const { views, active, dirty, onOpen, onSave, onSaveAs } = props
  return (
    <nav className={styles.tabs} aria-label="Saved views" data-no-print>
      <div className={styles.scroll}>
        <Tab view={null} current={active === null} onOpen={() => onOpen(null)} />
        {tabViews(views).map((view) => (
          <Tab key={view.id} view={view} current={view === active} onOpen={() => onOpen(view)} />
        ))}
      </div>
      <Popover position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <IconButton icon="chevron-down" label="Manage views" sizePx={28} />
        </Popover.Target>
        <Popover.Dropdown>
          <AllViews {...props} />
        </Popover.Dropdown>
      </Popover>
      {dirty ? (
        <span className={styles.changes}>
          {active?.mine ? (
            <Button size="compact-sm" variant="light" onClick={() => onSave(active)}>
              Save view
            </Button>
          ) : null}
          <Button size="compact-sm" variant="subtle" onClick={onSaveAs}>
            Save as…
          </Button>
          {active ? (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onOpen(active)}>
              Undo changes
            </Button>
          ) : null}
        </span>
      ) : null}
    </nav>
  )
}
