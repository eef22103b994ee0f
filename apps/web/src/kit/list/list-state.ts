import type { FilterDeclaration } from '@signalbox/model/field/entity'
import { maxStart, pageSizes } from '@signalbox/model/field/paging'
import { parseDateRange } from '../filter/date-range.ts'

/** Everything that decides what a list page shows. It lives in the address, so that any view can be linked. */
export interface ListState {
  /** Texts as they travel to the server, except that a date range stays relative. */
  readonly filters: Readonly<Record<string, string>>
  /** `name:desc`; null is the list's own order. */
  readonly sort: string | null
  /** Counted from 1. */
  readonly page: number
  readonly size: number | null
  /** Where the page begins when it lies further than rows may be skipped by number. */
  readonly cursor: string | null
  /** The saved view that was opened. */
  readonly view: string | null
  /** The open record. */
  readonly id: string | null
  readonly dialog: string | null
  readonly tab: string | null
  /** Another presentation of the same rows, such as a tree. */
  readonly mode: string | null
}

/** What of a state says which page is shown. */
export type PagePlace = Pick<ListState, 'page' | 'cursor'>

export const emptyListState: ListState = {
  filters: {},
  sort: null,
  page: 1,
  size: null,
  cursor: null,
  view: null,
  id: null,
  dialog: null,
  tab: null,
  mode: null,
}

const textKeys = ['cursor', 'view', 'id', 'dialog', 'tab', 'mode'] as const
export const reservedKeys: readonly string[] = ['sort', 'page', 'size', ...textKeys]

/** Whose rows they are, where a page has that in its address. It is no filter: the selected merchant follows it. */
export const merchantKey = 'merchantId'

export interface ListShape {
  readonly filters: readonly FilterDeclaration[]
  readonly sortable: readonly string[]
  /**
   * Where several lists share a page: the `mode` of the address that shows this one, null for the first. Each has
   * columns and saved views of its own.
   */
  readonly part?: string | null
}

const isFilterValue = (filter: FilterDeclaration, value: string): boolean => {
  if (value === '') return false
  if (filter.kind === 'TOGGLE') return value === 'true' || value === 'false'
  if (filter.kind === 'DATE') return parseDateRange(value) !== null
  return true
}

const isSort = (text: string, sortable: readonly string[]): boolean => {
  const [name = '', direction, ...rest] = text.split(':')
  return sortable.includes(name) && (direction === 'asc' || direction === 'desc') && rest.length === 0
}

function pageOf(text: string | null): number {
  const page = text === null ? 1 : Number(text)
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

function sizeOf(text: string | null): number | null {
  return pageSizes.find((size) => String(size) === text) ?? null
}

/** Reads the address. What it does not understand is left out and named, because filters come and go over the years. */
export function parseListState(search: string, shape: ListShape): { state: ListState; dropped: string[] } {
  const parameters = new URLSearchParams(search)
  const filters: Record<string, string> = {}
  const dropped = new Set<string>()
  const byName = new Map(shape.filters.map((filter) => [filter.name, filter]))
  for (const [name, value] of parameters) {
    if (reservedKeys.includes(name) || name === merchantKey) continue
    const filter = byName.get(name)
    if (filter && isFilterValue(filter, value)) filters[name] = value
    else dropped.add(name)
  }
  const sort = parameters.get('sort')
  if (sort !== null && !isSort(sort, shape.sortable)) dropped.add('sort')
  const state = {
    ...emptyListState,
    filters,
    sort: sort !== null && isSort(sort, shape.sortable) ? sort : null,
    page: pageOf(parameters.get('page')),
    size: sizeOf(parameters.get('size')),
  }
  const named = Object.fromEntries(textKeys.map((key) => [key, parameters.get(key) || null]))
  return { state: { ...state, ...named }, dropped: [...dropped] }
}

/** The address of a state. Equal states have equal addresses, whatever the order in which they came about. */
export function formatListState(state: ListState): string {
  const parameters = new URLSearchParams()
  for (const name of Object.keys(state.filters).toSorted()) parameters.set(name, state.filters[name] ?? '')
  if (state.sort !== null) parameters.set('sort', state.sort)
  if (state.page !== 1) parameters.set('page', String(state.page))
  if (state.size !== null) parameters.set('size', String(state.size))
  for (const key of textKeys) {
    const value = state[key]
    if (value !== null) parameters.set(key, value)
  }
  return parameters.toString()
}

/** What a saved view keeps: filters and order, neither paging nor what happens to be open. */
export const viewQuery = (state: ListState): string =>
  formatListState({ ...emptyListState, filters: state.filters, sort: state.sort, mode: state.mode })

/** Changes what is listed, which always starts again at the first page with nothing open. */
export const relist = (
  state: ListState,
  change: Partial<Pick<ListState, 'filters' | 'sort' | 'size'>>,
): ListState => ({
  ...state,
  page: 1,
  cursor: null,
  id: null,
  dialog: null,
  tab: null,
  ...change,
})

export function withFilter(state: ListState, name: string, value: string | null): ListState {
  const { [name]: _, ...others } = state.filters
  return relist(state, { filters: value === null || value === '' ? others : { ...others, [name]: value } })
}

export const startOf = (state: PagePlace, size: number): number => Math.min((state.page - 1) * size, maxStart)

export function parseSort(sort: string): { name: string; descending: boolean } {
  const [name = '', direction] = sort.split(':')
  return { name, descending: direction === 'desc' }
}

/** Ascending, descending, then back to the list's own order. */
export function nextSort(current: string | null, name: string): string | null {
  if (current === `${name}:asc`) return `${name}:desc`
  if (current === `${name}:desc`) return null
  return `${name}:asc`
}
