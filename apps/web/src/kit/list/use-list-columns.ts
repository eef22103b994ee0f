import type { SavedView } from '@signalbox/model/access/session'
import { useMemo, useState } from 'react'
import { allColumns, defaultColumnNames, pickColumns, type Column } from './columns.ts'
import type { Listing } from './listing.ts'
import { usePageLook } from './use-page-look.ts'

export interface ListColumns {
  readonly all: readonly Column[]
  readonly shown: readonly Column[]
  readonly names: readonly string[]
  /** The open view keeps columns, and they were changed since. */
  readonly changed: boolean
  readonly choose: (names: string[]) => void
  readonly resize: (name: string, widthPx: number) => void
  readonly reset: () => void
}

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.join('\n') === other.join('\n')

/**
 * The columns of a list: those of the open view, else the person's, else the screen's. Changes to a view's columns
 * are kept back until the view is saved; others are settings of the page and saved at once.
 */
export function useListColumns(
  page: string,
  listing: Listing,
  view: SavedView | null,
  chosen?: readonly string[],
): ListColumns {
  const { look, setLook } = usePageLook(page)
  const [draft, setDraft] = useState<{ view: string; names: string[] } | null>(null)
  const defaults = useMemo(() => defaultColumnNames(listing, chosen), [listing, chosen])
  const all = useMemo(() => allColumns(listing, look.widths), [listing, look.widths])
  const viewColumns = view?.columns ?? null
  const drafted = view !== null && draft?.view === view.id ? draft.names : null
  const wanted = drafted ?? viewColumns ?? look.columns ?? defaults
  const shown = useMemo(() => pickColumns(all, wanted), [all, wanted])
  const names = useMemo(() => shown.map(({ name }) => name), [shown])
  return {
    all,
    shown,
    names,
    changed: drafted !== null && !same(drafted, viewColumns ?? []),
    choose: (next) => {
      if (view && viewColumns) setDraft({ view: view.id, names: next })
      else setLook({ columns: same(next, defaults) ? undefined : next })
    },
    resize: (name, widthPx) => setLook({ widths: { ...look.widths, [name]: Math.round(widthPx) } }),
    reset: () => {
      setDraft(null)
      setLook({ columns: undefined, widths: undefined })
    },
  }
}
