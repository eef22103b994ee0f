import { useMediaQuery } from '@mantine/hooks'
import type { Permission } from '@signalbox/model/access/policy'
import { useMemo, type ReactNode, type Ref } from 'react'
import { under } from '../../ui/breakpoints.ts'
import { filterFromCell } from '../filter/filter-from-cell.ts'
import { useIsLegacy } from '../legacy/legacy-choice.ts'
import { useFormats } from '../session/session-store.ts'
import type { Column } from './columns.ts'
import { DataTable, rowHeightPx } from './data-table.tsx'
import { ListCards } from './list-cards.tsx'
import { nextSort, relist, viewQuery, withFilter } from './list-state.ts'
import { isOnlyOld, ListCancelled, ListEmpty, ListLoading, ListProblem } from './list-states.tsx'
import { fixedFilters, isFixed, type Row } from './listing.ts'
import type { TableControl } from './table-keys.ts'
import type { CellView, RowMarks } from './table-row.tsx'
import type { ListPageModel } from './use-list-page.ts'
import { useChangedRows } from './use-live-rows.ts'
import type { Selection } from './use-selection.ts'

/** What a screen adds to the rows of its list. */
export interface RowExtensionProps {
  readonly cells?: Readonly<Record<string, CellView>>
  readonly marksOf?: (row: Row) => RowMarks
  readonly actions?: (row: Row) => ReactNode
  readonly selection?: Selection
  readonly onMove?: (from: number, to: number) => void
  /** Begins to edit a row, at a cell where one was pointed at. */
  readonly onEditRow?: (row: Row, column?: string) => void
}

export interface ListContentProps extends RowExtensionProps {
  readonly list: ListPageModel
  readonly permission: Permission
  readonly purpose?: string
  readonly createAction?: ReactNode
  readonly control: Ref<TableControl>
  readonly foundIndex: number | null
}

function NoRows({ list, purpose, createAction }: ListContentProps) {
  const { listing, state, change } = list
  return (
    <ListEmpty
      listing={listing}
      filteredBy={listing.filters.flatMap(({ name, label, kind }) => {
        const value = state.filters[name]
        if (value === undefined || isFixed(listing, name)) return []
        return [kind === 'KEYWORD' ? `the search for “${value}”` : label]
      })}
      onClear={() =>
        change((current) => relist(current, { filters: fixedFilters(listing, current.filters) }))
      }
      onWiden={
        listing.widest && Object.keys(state.filters).length === 0
          ? () => change((current) => relist(current, { filters: listing.widest }))
          : undefined
      }
      purpose={purpose}
      action={createAction}
    />
  )
}

interface RowsProps extends ListContentProps {
  readonly page: NonNullable<ListPageModel['query']['data']>
  readonly scrollKey: string
}

function RowsTable({ list, page, scrollKey, control, foundIndex, ...extension }: RowsProps) {
  const { listing, rows, state, change, columns } = list
  const formats = useFormats()
  const isLegacy = useIsLegacy()
  const { onEditRow } = extension
  const filterBy = (column: Column, row: Row) => {
    const filter = filterFromCell(listing, column, row, formats)
    if (filter) change((current) => withFilter(current, filter.name, filter.value))
  }
  // In the classic grid a double click edits, whatever cell it hits.
  const editCell =
    isLegacy && onEditRow ? (column: Column, row: Row) => onEditRow(row, column.name) : undefined
  const isEditing = editCell !== undefined
  const shown = useMemo(
    () => (isEditing ? columns.shown.map((column) => ({ ...column, filterable: true })) : columns.shown),
    [isEditing, columns.shown],
  )
  return (
    <DataTable
      listing={listing}
      columns={shown}
      rows={rows}
      start={page.start}
      total={page.totalCapped ? null : page.total}
      density={list.density}
      sort={state.sort ?? listing.defaultSort}
      onSort={(name) => change((current) => relist(current, { sort: nextSort(current.sort, name) }))}
      onResize={columns.resize}
      openKey={state.id}
      onOpen={list.openRow}
      hrefOf={list.hrefOf}
      scrollKey={scrollKey}
      selection={extension.selection}
      cells={extension.cells}
      marksOf={extension.marksOf}
      actions={extension.actions}
      onFilterBy={editCell ?? filterBy}
      onMove={extension.onMove}
      onEditRow={onEditRow}
      foundIndex={foundIndex}
      control={control}
    />
  )
}

/** The rows as a table or as cards, or what there is to say instead of them. */
export function ListContent(props: ListContentProps) {
  const { list, permission, cells, actions, marksOf } = props
  const { listing, query, rows, state, columns, news } = list
  const changed = useChangedRows(news)
  const cards = useMediaQuery(under('mobile'), false, {
    getInitialValueInEffect: false,
  })
  const marked = useMemo(
    () => (row: Row) => ({ ...marksOf?.(row), changed: changed.has(listing.keyOf(row)) }),
    [marksOf, changed, listing],
  )
  const retry = () => void query.refetch()

  if (query.isPending) {
    if (query.fetchStatus === 'idle') return <ListCancelled onRetry={retry} />
    return (
      <ListLoading
        columns={columns.shown.length}
        rowPx={rowHeightPx[list.density]}
        onCancel={() => void list.cancel()}
      />
    )
  }
  // Rows somebody works with are not taken away because new ones did not come; who may not see them does not.
  const { data } = query
  if (data === undefined || (query.isError && !isOnlyOld(query))) {
    return (
      <ListProblem error={query.error} permission={permission} onRetry={retry} retrying={query.isFetching} />
    )
  }
  if (rows.length === 0) return <NoRows {...props} />
  const scrollKey = `${listing.slug}?${viewQuery(state)}#${state.page}`
  if (!cards) return <RowsTable {...props} marksOf={marked} page={data} scrollKey={scrollKey} />
  return (
    <ListCards
      key={scrollKey}
      listing={listing}
      columns={columns.shown}
      rows={rows}
      cells={cells}
      marksOf={marked}
      onOpen={list.openRow}
      hrefOf={list.hrefOf}
      actions={actions}
    />
  )
}
