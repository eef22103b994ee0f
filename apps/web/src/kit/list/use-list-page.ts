import { useMediaQuery } from '@mantine/hooks'
import type { SavedView } from '@signalbox/model/access/session'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { under } from '../../ui/breakpoints.ts'
import { allColumns } from './columns.ts'
import {
  emptyListState,
  formatListState,
  parseListState,
  relist,
  viewQuery,
  type ListState,
} from './list-state.ts'
import type { Listing, Row } from './listing.ts'
import { changeView, usePageViews } from './saved-views.ts'
import { useIsLegacy } from '../legacy/legacy-choice.ts'
import { useSettings } from '../session/session-store.ts'
import { useHistory } from '../record/use-history.ts'
import { useEntriesRange } from './use-entries-range.ts'
import { useListColumns } from './use-list-columns.ts'
import { useListState, type ChangeListState } from './use-list-state.ts'
import { useLiveRows } from './use-live-rows.ts'
import { usePageLook } from './use-page-look.ts'
import { listKey, useCountNew, useRows } from './use-rows.ts'

const noRows: readonly Row[] = []

/** Changes what is open on the page and leaves the rows alone. */
const opened = (state: ListState, change: Partial<Pick<ListState, 'id' | 'dialog' | 'tab'>>): ListState => ({
  ...state,
  ...change,
})

/** The list without anything chosen, where a page has several still the same one. */
const partState = ({ part = null }: Listing): ListState => ({ ...emptyListState, mode: part })

function useOpening(listing: Listing, rows: readonly Row[], state: ListState, change: ChangeListState) {
  const index = rows.findIndex((row) => listing.keyOf(row) === state.id)
  const openAt = (at: number) => {
    const row = rows[at]
    if (row) change((current) => opened(current, { id: listing.keyOf(row), dialog: null }), { replace: true })
  }
  return {
    openRow: (row: Row) =>
      change((current) => opened(current, { id: listing.keyOf(row), dialog: null, tab: null })),
    openDialog: (dialog: string | null, id?: string | null) =>
      change((current) => opened(current, { dialog, ...(id === undefined ? {} : { id }) })),
    openTab: (tab: string | null) => change((current) => opened(current, { tab }), { replace: true }),
    close: () => change((current) => opened(current, { id: null, dialog: null, tab: null })),
    /** Null where there is no further row on this page. */
    previous: index > 0 ? () => openAt(index - 1) : null,
    next: index >= 0 && index < rows.length - 1 ? () => openAt(index + 1) : null,
    openedRow: rows[index],
  }
}

function useViews(
  page: string,
  lookKey: string,
  listing: Listing,
  state: ListState,
  change: ChangeListState,
  chosen?: readonly string[],
) {
  const { views, active } = usePageViews(page, listing, state, false)
  const columns = useListColumns(lookKey, listing, active, chosen)
  const { dirty } = usePageViews(page, listing, state, columns.changed)
  const open = (view: SavedView | null) => {
    const saved = view ? parseListState(view.query, listing).state : partState(listing)
    change((current) => ({ ...saved, size: current.size, view: view?.id ?? null }))
  }
  const save = (view: SavedView) =>
    void changeView(view, {
      query: viewQuery(state),
      ...(view.columns ? { columns: [...columns.names] } : {}),
    })
  return { columns, views: { views, active, dirty, open, save } }
}

/** Beside the rows it stays as it was left; where it covers them it is opened when needed and never found open. */
function useFilterPanel(kept: boolean, keep: (open: boolean) => void) {
  const covers = useMediaQuery(under('medium'), false, {
    getInitialValueInEffect: false,
  })
  const [covering, setCovering] = useState(false)
  return {
    panelCovers: covers,
    panelOpen: covers ? covering : kept,
    setPanelOpen: covers ? setCovering : keep,
  }
}

/** The address of each row's record. The same function as long as the list is, however often something is opened. */
function useHrefs(page: string, { keyOf }: Listing, state: ListState): (row: Row) => string {
  const around = formatListState(opened(state, { id: null, dialog: null, tab: null }))
  return useCallback(
    (row) => `${page}?${around === '' ? '' : `${around}&`}id=${encodeURIComponent(keyOf(row))}`,
    [page, keyOf, around],
  )
}

/** Everything a list page knows and can do; the screens differ only in what they put around it. */
export function useListPage(listing: Listing, chosenColumns?: readonly string[]) {
  const history = useHistory()
  const [page] = useState(() => history.location.pathname)
  const [state, change] = useListState(listing)
  const lookKey = listing.part ? `${page}/${listing.part}` : page
  const { look, setLook } = usePageLook(lookKey)
  const settings = useSettings()
  const queryClient = useQueryClient()
  const size = state.size ?? look.entriesLimit ?? settings.pageSize
  const query = useRows(listing, state, size)
  const rows = query.data?.items ?? noRows
  const news = useLiveRows(listing, rows, {
    askedAt: query.data?.askedAt,
    loadedAt: query.dataUpdatedAt,
    countNew: useCountNew(listing, state, query.data),
  })
  const keepRange = useEntriesRange({ look, setLook }, { state, change, size, page: query.data })
  const isLegacy = useIsLegacy()
  const everyColumn = useMemo(() => allColumns(listing).map(({ name }) => name), [listing])
  const atFirst = isLegacy ? everyColumn : chosenColumns
  const { columns, views } = useViews(page, lookKey, listing, state, change, atFirst)
  return {
    listing,
    page,
    state,
    change,
    size,
    query,
    rows,
    news,
    columns,
    views,
    density: isLegacy ? ('compact' as const) : settings.density,
    ...useFilterPanel(look.panelOpen ?? false, (panelOpen) => setLook({ panelOpen })),
    setSize: (entriesLimit: number) => {
      setLook({ entriesLimit, entriesRange: undefined })
      change((current) => relist(current, { size: entriesLimit }))
    },
    setPage: (number: number, cursor: string | null) => {
      keepRange(number, cursor)
      change((current) => ({ ...current, page: number, cursor, id: null, dialog: null, tab: null }))
    },
    hrefOf: useHrefs(page, listing, state),
    refresh: () => queryClient.invalidateQueries({ queryKey: [listing.slug] }),
    cancel: () => queryClient.cancelQueries({ queryKey: listKey(listing.slug) }),
    ...useOpening(listing, rows, state, change),
  }
}

export type ListPageModel = ReturnType<typeof useListPage>
