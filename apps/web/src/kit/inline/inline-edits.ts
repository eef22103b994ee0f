import { useSyncExternalStore } from 'react'
import type { Row } from '../list/listing.ts'

/** What somebody typed into cells of one row, and the row as it was when they began. */
export interface RowEdit {
  readonly row: Row
  readonly values: Readonly<Record<string, unknown>>
}

interface Place {
  readonly id: string
  readonly name: string
}

interface InlineState {
  readonly edits: ReadonlyMap<string, RowEdit>
  /** The cell that is an input now. */
  readonly editing: Place | null
}

const nothing: InlineState = { edits: new Map(), editing: null }
const keyOf = (row: Row): string => String(row.id)

/** Cells changed in the list and not saved yet; one per screen, so that cells and bar see the same. */
export function createInlineEdits() {
  let state = nothing
  const listeners = new Set<() => void>()
  const change = (next: InlineState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const without = (id: string) => new Map([...state.edits].filter(([key]) => key !== id))

  return {
    use: (): InlineState => useSyncExternalStore(subscribe, () => state),
    get: () => state,
    start: (row: Row, name: string) => change({ ...state, editing: { id: keyOf(row), name } }),
    stop: () => change({ ...state, editing: null }),
    /** A value as it was is no edit. */
    set: (row: Row, name: string, value: unknown) => {
      const id = keyOf(row)
      const known = state.edits.get(id) ?? { row, values: {} }
      const { [name]: _former, ...others } = known.values
      const isSame = value === (known.row[name] ?? null)
      const values = isSame ? others : { ...others, [name]: value }
      const edits = without(id)
      if (Object.keys(values).length > 0) edits.set(id, { row: known.row, values })
      change({ ...state, edits })
    },
    drop: (id: string) => change({ ...state, edits: without(id) }),
    clear: () => change(nothing),
  }
}

export type InlineEdits = ReturnType<typeof createInlineEdits>
