import { Button } from '@mantine/core'
import type { SavedView } from '@signalbox/model/access/session'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Popover } from '../../ui/menu.tsx'
import { AllViews } from './lazy-list-components.ts'
import { tabViews, type PageViews } from './saved-views.ts'
import styles from './view-tabs.module.css'

export interface ViewTabsProps extends PageViews {
  /** Null opens the list as it is without a view. */
  readonly onOpen: (view: SavedView | null) => void
  readonly onSave: (view: SavedView) => void
  readonly onSaveAs: () => void
  readonly onRename: (view: SavedView) => void
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
      <Popover label="Views" target={<IconButton icon="chevron-down" label="Manage views" sizePx={28} />}>
        <div className={styles.menu}>
          <AllViews {...props} />
        </div>
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
