import { IconButton } from '../../ui/icon-button.tsx'
import { DensityMenu } from './density-menu.tsx'
import { ExportMenu, type Exporting } from './export-menu.tsx'
import { FilterBar } from '../filter/filter-bar.tsx'
import styles from './list-page.module.css'
import { relist, withFilter } from './list-state.ts'
import { fixedFilters } from './listing.ts'
import type { ListPageModel } from './use-list-page.ts'
import type { ViewDialogTask } from './view-dialog.tsx'
import { ViewTabs } from './view-tabs.tsx'

export interface ListToolbarProps {
  readonly list: ListPageModel
  readonly exporting: Exporting
  readonly onSaveAs: () => void
  readonly onViewTask: (task: ViewDialogTask) => void
  readonly onEditFilter: (name: string) => void
  readonly onGoToRows: () => void
}

/** Between the title and the rows: saved views, search, what is filtered, and what changes the look of the list. */
export function ListToolbar(props: ListToolbarProps) {
  const { list, exporting, onSaveAs, onViewTask, onEditFilter, onGoToRows } = props
  const { listing, state, change, views, panelOpen, query } = list
  return (
    <div className={styles.toolbar}>
      <ViewTabs
        {...views}
        onOpen={views.open}
        onSave={views.save}
        onSaveAs={onSaveAs}
        onRename={(view) => onViewTask({ kind: 'rename', view })}
      />
      <FilterBar
        listing={listing}
        filters={state.filters}
        onFilter={(name, value, quick) =>
          change((current) => withFilter(current, name, value), { replace: quick })
        }
        onClear={() =>
          change((current) => relist(current, { filters: fixedFilters(listing, current.filters) }))
        }
        onAdd={onEditFilter}
        panelOpen={panelOpen}
        onTogglePanel={() => list.setPanelOpen(!panelOpen)}
        onGoToRows={onGoToRows}
        tools={
          <>
            <IconButton
              icon="refresh"
              label="Refresh"
              bordered
              loading={query.isFetching}
              onClick={() => void list.refresh()}
            />
            <DensityMenu />
            <IconButton icon="columns" label="Columns" bordered onClick={() => list.openDialog('columns')} />
            {exporting.allowed ? (
              <ExportMenu {...exporting} onExport={(format) => void exporting.run(format)} />
            ) : null}
          </>
        }
      />
    </div>
  )
}
