import type { Entity } from '@signalbox/model/field/entity'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../api.ts'
import { move } from './columns.ts'
import { attemptOn, reportFailure } from '../failure.ts'
import type { Row } from './listing.ts'
import { useMay } from '../session/session-store.ts'
import type { ListPageModel } from './use-list-page.ts'

export interface Reorder {
  readonly rows: readonly Row[]
  /** Absent where rows cannot be moved now. */
  readonly onMove?: (from: number, to: number) => void
}

const isWhole = ({ state, query }: ListPageModel): boolean =>
  state.sort === null &&
  Object.keys(state.filters).length === 0 &&
  query.data !== undefined &&
  query.data.items.length === query.data.total

/**
 * Moving rows of an entity whose order counts. Only when all of them are in sight in that order; inherited rows belong
 * to another merchant and stay where they are.
 */
export function useReorder(entity: Entity, list: ListPageModel): Reorder {
  const mayEdit = useMay(entity.access.edit)
  const queryClient = useQueryClient()
  const [wanted, setWanted] = useState<{ loadedAt: number; rows: readonly Row[] } | null>(null)
  const loadedAt = list.query.dataUpdatedAt
  const rows = wanted?.loadedAt === loadedAt ? wanted.rows : list.rows
  if (!entity.ordered || !mayEdit || !isWhole(list)) return { rows: list.rows }

  const save = async (next: readonly Row[]) => {
    const ids = next.flatMap((row) => (row.inherited === true ? [] : [String(row.id)]))
    try {
      await request('PUT', `/${entity.slug}/order`, { body: { ids } })
    } catch (error) {
      setWanted(null)
      reportFailure(error, attemptOn(entity, 'moved'))
    }
    void queryClient.invalidateQueries({ queryKey: [entity.slug] })
  }
  const onMove = (from: number, to: number) => {
    if (rows[from]?.inherited === true || rows[to]?.inherited === true) return
    const next = move(rows, from, to)
    setWanted({ loadedAt, rows: next })
    void save(next)
  }
  return { rows, onMove }
}
