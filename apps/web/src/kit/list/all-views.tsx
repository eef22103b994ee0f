import { SegmentedControl } from '@mantine/core'
import type { SavedView, Whose } from '@signalbox/model/access/session'
import { useState } from 'react'
import { confirm } from '../../ui/confirm.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useClosePopup } from '../../ui/menu.tsx'
import { changeView, deleteView, viewsOf } from './saved-views.ts'
import type { ViewTabsProps } from './view-tabs.tsx'
import styles from './view-tabs.module.css'

async function confirmDelete(view: SavedView, onGone: () => void): Promise<void> {
  const sure = await confirm({
    title: `Delete the view ${view.name}?`,
    message: view.shared ? 'Colleagues who use this view lose it too.' : 'The list itself does not change.',
    confirmLabel: 'Delete view',
    destructive: true,
  })
  if (sure && (await deleteView(view))) onGone()
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
            onClick={() => void confirmDelete(view, () => active && onOpen(null))}
          />
        </>
      ) : null}
    </li>
  )
}

/** All saved views of a list, and what can be done with them. */
export function AllViews({ views, active, onOpen, onRename }: ViewTabsProps) {
  const [whose, setWhose] = useState<Whose>('you')
  const shown = viewsOf(views, whose)
  const close = useClosePopup()
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label="Owner of the views"
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
              onRename={(each) => {
                close()
                onRename(each)
              }}
            />
          ))}
        </ul>
      )}
    </>
  )
}
