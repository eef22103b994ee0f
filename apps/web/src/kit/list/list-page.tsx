import type { Permission } from '@signalbox/model/access/policy'
import { formatNumber } from '@signalbox/model/text/user-formats'
import { useRef, useState, type ReactNode } from 'react'
import { usePrefetch } from '../../ui/loadable.tsx'
import { Page } from '../../ui/page.tsx'
import { LegacyButton } from '../legacy/legacy-button.tsx'
import { useFormats } from '../session/session-store.ts'
import { useExport } from './export-menu.tsx'
import { FavoriteStar } from './favorite-star.tsx'
import { FindBar } from './find-bar.tsx'
import { FilterPanel, lazyListComponents } from './lazy-list-components.ts'
import { ListContent, type RowExtensionProps } from './list-content.tsx'
import { ListFooter, totalText } from './list-footer.tsx'
import { ListDialogs, NewsPlace } from './list-overlays.tsx'
import styles from './list-page.module.css'
import { relist, viewQuery, type ListState } from './list-state.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { fixedFilters } from './listing.ts'
import type { TableControl } from './table-keys.ts'
import { useListKeys } from './use-list-keys.ts'
import type { ListPageModel } from './use-list-page.ts'
import type { ViewDialogTask } from './view-dialog.tsx'

export interface ListPageProps extends RowExtensionProps {
  readonly list: ListPageModel
  readonly title: string
  readonly permission: Permission
  readonly purpose?: string
  /** Right of the title: the primary button, and what else the screen offers. */
  readonly primary?: ReactNode
  readonly tools?: ReactNode
  /** Instead of the table, for another presentation of the same rows. */
  readonly instead?: ReactNode
  /** What stands there shows no rows: there is nothing to search, to filter or to turn the pages of. */
  readonly withoutRows?: boolean
  /** Right of the rows, such as the open record of a desk. */
  readonly beside?: ReactNode
  /** Below the table, such as what to do with selected rows. */
  readonly below?: ReactNode
  /** Drawers and dialogs. */
  readonly children?: ReactNode
}

/** Rows, over them what was found, below them their pages. */
function Rows({ finding, onFindingEnd, ...props }: ListPageProps & RowsProps) {
  const { list, table, permission, purpose, primary, instead, below, withoutRows } = props
  const [foundIndex, setFoundIndex] = useState<number | null>(null)
  const endFinding = () => {
    onFindingEnd()
    if (foundIndex !== null) table.current?.focusRow(foundIndex)
    setFoundIndex(null)
  }
  return (
    <>
      {finding ? (
        <FindBar
          rows={list.rows}
          columns={list.columns.shown}
          onFound={(index) => {
            setFoundIndex(index)
            if (index !== null) table.current?.reveal(index)
          }}
          onClose={endFinding}
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
          onEditRow={props.onEditRow}
        />
      )}
      {below}
      {withoutRows ? null : (
        <ListFooter
          page={list.query.data}
          state={list.state}
          size={list.size}
          onPage={list.setPage}
          onSize={list.setSize}
        />
      )}
    </>
  )
}

interface RowsProps {
  readonly table: { current: TableControl | null }
  readonly finding: boolean
  readonly onFindingEnd: () => void
}

function useTotal({ query, listing }: ListPageModel): {
  readonly count?: string
  readonly announced: string
} {
  const formats = useFormats()
  if (!query.data) return { announced: '' }
  const count = totalText(query.data, (value) => formatNumber(value, formats))
  const noun = query.data.total === 1 ? listing.label : listing.plural
  return { count, announced: query.isPlaceholderData ? '' : `${count} ${noun.toLowerCase()}` }
}

interface FiltersProps {
  readonly list: ListPageModel
  readonly focusOn: { readonly name: string; readonly request: number } | null
  readonly onSaveAs: (filters: ListState['filters']) => void
}

function Filters({ list, focusOn, onSaveAs }: FiltersProps) {
  const { listing, state, change } = list
  return (
    <div className={styles.panel}>
      <FilterPanel
        listing={listing}
        filters={state.filters}
        focusOn={focusOn}
        onApply={(filters) => {
          change((current) =>
            relist(current, { filters: { ...fixedFilters(listing, current.filters), ...filters } }),
          )
          if (list.panelCovers) list.setPanelOpen(false)
        }}
        onClose={() => list.setPanelOpen(false)}
        onSaveAs={onSaveAs}
      />
    </div>
  )
}

/** Opens the panel at one filter, also when it was the last one to be opened. */
function useFilterFocus({ setPanelOpen }: ListPageModel) {
  const [focusOn, setFocusOn] = useState<FiltersProps['focusOn']>(null)
  const editFilter = (name: string) => {
    setPanelOpen(true)
    setFocusOn((last) => ({ name, request: (last?.request ?? 0) + 1 }))
  }
  return { focusOn, editFilter }
}

/** Title, saved views, filters, rows, paging: the same on every list. */
export function ListPage(props: ListPageProps) {
  const { list, title, primary, tools, beside, withoutRows, children } = props
  const { listing, state, columns, query } = list
  const table = useRef<TableControl>(null)
  const [viewTask, setViewTask] = useState<ViewDialogTask | null>(null)
  const { focusOn, editFilter } = useFilterFocus(list)
  const [finding, setFinding] = useState(false)
  const exporting = useExport(listing, list, columns.names)
  const { count, announced } = useTotal(list)
  usePrefetch(lazyListComponents, query.isSuccess)
  const saveAs = (filters = state.filters) =>
    setViewTask({ kind: 'create', query: viewQuery({ ...state, filters }), columns: columns.names })
  useListKeys(list, {
    table,
    find: finding ? null : () => setFinding(true),
    exportCsv: exporting.allowed ? () => void exporting.run('csv') : null,
  })

  return (
    <Page
      title={title}
      count={count}
      titleExtra={
        <>
          <FavoriteStar page={list.page} title={title} />
          <NewsPlace list={list} />
        </>
      }
      actions={
        <>
          <LegacyButton />
          {tools}
          {primary}
        </>
      }
      content="fill"
      toolbar={
        withoutRows ? undefined : (
          <ListToolbar
            list={list}
            exporting={exporting}
            onSaveAs={() => saveAs()}
            onViewTask={setViewTask}
            onGoToRows={() => table.current?.focusRow(0)}
            onEditFilter={editFilter}
          />
        )
      }
    >
      <div className={styles.body}>
        <div className={styles.main}>
          <Rows {...props} table={table} finding={finding} onFindingEnd={() => setFinding(false)} />
        </div>
        {beside}
        {list.panelOpen && !withoutRows ? <Filters list={list} focusOn={focusOn} onSaveAs={saveAs} /> : null}
      </div>
      <div role="status" className={styles.announce}>
        {announced}
      </div>
      <ListDialogs list={list} viewTask={viewTask} onViewTask={setViewTask} />
      {children}
    </Page>
  )
}
