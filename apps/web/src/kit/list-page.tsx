import { Button } from '@mantine/core'
import { formatNumber } from '@signalbox/model/user-formats'
import type { Permission } from '@signalbox/model/policy'
import { useRef, useState, type ReactNode } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { DensityMenu } from './density-menu.tsx'
import { ExportMenu, useExport } from './export-menu.tsx'
import { FavoriteStar } from './favorite-star.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { FindBar } from './find-bar.tsx'
import { ListContent, type RowParts } from './list-content.tsx'
import { ListFooter, totalText } from './list-footer.tsx'
import styles from './list-page.module.css'
import { relist, viewQuery, withFilter } from './list-state.ts'
import { useFormats } from './session-store.ts'
import type { TableControl } from './table-keys.ts'
import type { ListPageModel } from './use-list-page.ts'
import { newsText } from './use-live-rows.ts'
import { ViewDialog, type ViewDialogTask } from './view-dialog.tsx'
import { ViewTabs } from './view-tabs.tsx'

export interface ListPageProps extends RowParts {
  readonly list: ListPageModel
  readonly title: string
  readonly permission: Permission
  readonly purpose?: string
  /** Right of the title: the primary button, and what else the screen offers. */
  readonly primary?: ReactNode
  readonly tools?: ReactNode
  /** Instead of the table, for another presentation of the same rows. */
  readonly instead?: ReactNode
  /** Below the table, such as what to do with selected rows. */
  readonly below?: ReactNode
  /** Drawers and dialogs. */
  readonly children?: ReactNode
}

function useListKeys(
  list: ListPageModel,
  table: { current: TableControl | null },
  keys: { find: () => void; exportCsv: () => void },
) {
  const selectable = list.query.isSuccess
  useShortcuts(list.listing.plural, [
    { keys: 'j', label: 'Next row', run: () => table.current?.step(1) },
    { keys: 'k', label: 'Previous row', run: () => table.current?.step(-1) },
    { keys: 'x', label: 'Select row', run: () => table.current?.toggleActive() },
    { keys: 'e', label: 'Export as CSV', run: keys.exportCsv },
    {
      keys: '/',
      label: 'Search this list',
      run: () => document.querySelector<HTMLElement>('input[data-list-search]')?.focus(),
    },
    { keys: 'f', label: 'Show or hide the filters', run: () => list.setPanelOpen(!list.panelOpen) },
    ...(selectable ? [{ keys: 'mod+F', label: 'Find in the rows of this page', run: keys.find }] : []),
  ])
}

function NewsPill({ list }: { readonly list: ListPageModel }) {
  const text = newsText(list.news)
  if (text === null) return null
  return (
    <Button
      className={styles.news}
      size="compact-sm"
      radius="xl"
      leftSection={<Icon name="refresh" size={14} />}
      onClick={() => void list.query.refetch()}
    >
      {text}
    </Button>
  )
}

/** Title, saved views, filters, rows, paging: the same on every list. */
export function ListPage(props: ListPageProps) {
  const { list, title, permission, purpose, primary, tools, instead, below, children } = props
  const { listing, page, state, change, columns, views, query, panelOpen } = list
  const formats = useFormats()
  const table = useRef<TableControl>(null)
  const [viewTask, setViewTask] = useState<ViewDialogTask | null>(null)
  const [focusOn, setFocusOn] = useState<{ name: string; request: number } | null>(null)
  const [finding, setFinding] = useState(false)
  const [foundIndex, setFoundIndex] = useState<number | null>(null)
  const exporting = useExport(listing, state, columns.names)
  const total = query.data ? totalText(query.data, (value) => formatNumber(value, formats)) : undefined
  const noun = query.data?.total === 1 ? listing.label.toLowerCase() : listing.plural.toLowerCase()
  const saveAs = (filters = state.filters) =>
    setViewTask({ kind: 'create', query: viewQuery({ ...state, filters }), columns: columns.names })
  useListKeys(list, table, { find: () => setFinding(true), exportCsv: () => void exporting.run('csv') })

  return (
    <Page
      title={title}
      count={total}
      titleExtra={<FavoriteStar page={page} title={title} />}
      actions={
        <>
          {tools}
          {primary}
        </>
      }
      content="fill"
      toolbar={
        <div className={styles.toolbar}>
          <ViewTabs
            {...views}
            onOpen={views.open}
            onSave={views.save}
            onSaveAs={() => saveAs()}
            onRename={(view) => setViewTask({ kind: 'rename', view })}
          />
          <FilterBar
            listing={listing}
            filters={state.filters}
            onFilter={(name, value, quick) =>
              change((current) => withFilter(current, name, value), { replace: quick })
            }
            onClear={() => change((current) => relist(current, { filters: {} }))}
            onAdd={(name) => {
              list.setPanelOpen(true)
              setFocusOn((last) => ({ name, request: (last?.request ?? 0) + 1 }))
            }}
            panelOpen={panelOpen}
            onTogglePanel={() => list.setPanelOpen(!panelOpen)}
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
                <IconButton
                  icon="columns"
                  label="Columns"
                  bordered
                  onClick={() => list.openDialog('columns')}
                />
                <ExportMenu running={exporting.running} onExport={(format) => void exporting.run(format)} />
              </>
            }
          />
        </div>
      }
    >
      <div className={styles.body}>
        <div className={styles.main}>
          <NewsPill list={list} />
          {finding ? (
            <FindBar
              rows={list.rows}
              columns={columns.shown}
              onFound={(index) => {
                setFoundIndex(index)
                if (index !== null) table.current?.reveal(index)
              }}
              onClose={() => {
                setFinding(false)
                if (foundIndex !== null) table.current?.focusRow(foundIndex)
                setFoundIndex(null)
              }}
            />
          ) : null}
          {instead ?? (
            <ListContent
              list={list}
              permission={permission}
              purpose={purpose}
              createAction={primary}
              control={table}
              foundIndex={foundIndex}
              cells={props.cells}
              marksOf={props.marksOf}
              actions={props.actions}
              selection={props.selection}
              onMove={props.onMove}
            />
          )}
          {below}
          <ListFooter
            page={query.data}
            state={state}
            size={list.size}
            onPage={list.setPage}
            onSize={list.setSize}
          />
        </div>
        {panelOpen ? (
          <FilterPanel
            listing={listing}
            filters={state.filters}
            focusOn={focusOn}
            onApply={(filters) => {
              change((current) => relist(current, { filters }))
              if (list.panelCovers) list.setPanelOpen(false)
            }}
            onClose={() => list.setPanelOpen(false)}
            onSaveAs={saveAs}
          />
        ) : null}
      </div>
      <div role="status" className={styles.announce}>
        {query.isSuccess && !query.isPlaceholderData ? `${total ?? ''} ${noun}` : ''}
      </div>
      {state.dialog === 'columns' ? (
        <ColumnChooser
          columns={columns.all}
          shown={columns.names}
          onChange={columns.choose}
          onWidth={columns.resize}
          onReset={columns.reset}
          onClose={() => list.openDialog(null)}
        />
      ) : null}
      {viewTask ? (
        <ViewDialog
          page={page}
          task={viewTask}
          onClose={() => setViewTask(null)}
          onCreated={(view) => {
            setViewTask(null)
            views.open(view)
          }}
        />
      ) : null}
      {children}
    </Page>
  )
}
