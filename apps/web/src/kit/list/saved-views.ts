import type { NewView } from '@signalbox/model/calls/userdata'
import type { SavedView, Whose } from '@signalbox/model/access/session'
import { useMemo } from 'react'
import { api } from '../api.ts'
import { reportFailure } from '../failure.ts'
import { parseListState, viewQuery, type ListShape, type ListState } from './list-state.ts'
import { sessionStore, useSession } from '../session/session-store.ts'

const label = 'View'

const current = (): SavedView[] => sessionStore.get()?.userData.views ?? []
const replace = (view: SavedView): void =>
  sessionStore.setViews(current().map((other) => (other.id === view.id ? view : other)))

export async function createView(input: NewView): Promise<SavedView | null> {
  try {
    const view = await api('POST /userdata/filter', { body: input, outlivesPage: true })
    sessionStore.setViews([...current(), view])
    return view
  } catch (error) {
    reportFailure(error, { label, done: 'created' })
    return null
  }
}

type Change = Partial<Pick<SavedView, 'name' | 'query' | 'columns' | 'shared' | 'favorite'>>

/** Shown at once and taken back when the server refuses. Someone else's view can only be starred. */
export async function changeView(view: SavedView, change: Change): Promise<boolean> {
  replace({ ...view, ...change })
  try {
    const body = view.mine ? { ...change, version: view.version } : change
    replace(await api('PUT /userdata/filter/{id}', { params: { id: view.id }, body, outlivesPage: true }))
    return true
  } catch (error) {
    replace(view)
    reportFailure(error, { label, done: 'changed' })
    return false
  }
}

export async function deleteView(view: SavedView): Promise<boolean> {
  const before = current()
  sessionStore.setViews(before.filter(({ id }) => id !== view.id))
  try {
    await api('DELETE /userdata/filter/{id}', {
      params: { id: view.id },
      query: { version: view.version },
      outlivesPage: true,
    })
    return true
  } catch (error) {
    sessionStore.setViews(before)
    reportFailure(error, { label, done: 'deleted' })
    return false
  }
}

const ownership: Record<Whose, (view: SavedView) => boolean> = {
  you: ({ mine }) => mine,
  others: ({ mine }) => !mine,
  all: () => true,
}

export const viewsOf = (views: readonly SavedView[], whose: Whose): SavedView[] =>
  views.filter(ownership[whose])

/** Own views and those of others one has starred, the starred ones first. */
export const tabViews = (views: readonly SavedView[]): SavedView[] =>
  views
    .filter(({ mine, favorite }) => mine || favorite)
    .toSorted((a, b) => Number(b.favorite) - Number(a.favorite) || a.name.localeCompare(b.name))

/** The same filters written in another order are the same view. */
const canonicalQuery = (query: string, shape: ListShape): string =>
  viewQuery(parseListState(query, shape).state)

/** Lists that share a page tell their views apart by the mode these were saved in. */
const belongsTo = ({ query }: SavedView, { part }: ListShape): boolean =>
  part === undefined || new URLSearchParams(query).get('mode') === part

export interface PageViews {
  readonly views: readonly SavedView[]
  readonly active: SavedView | null
  /** The list shows something else than the open view, or something worth saving when none is open. */
  readonly dirty: boolean
}

export function usePageViews(
  page: string,
  shape: ListShape,
  state: ListState,
  columnsChanged: boolean,
): PageViews {
  const all = useSession().userData.views
  const views = useMemo(
    () => all.filter((view) => view.page === page && belongsTo(view, shape)),
    [all, page, shape],
  )
  const active = views.find(({ id }) => id === state.view) ?? null
  const shown = viewQuery(state)
  const filtered = state.sort !== null || Object.keys(state.filters).length > 0
  const dirty = active ? columnsChanged || shown !== canonicalQuery(active.query, shape) : filtered
  return { views, active, dirty }
}
