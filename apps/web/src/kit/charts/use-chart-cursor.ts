import { useCallback, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { movedBy } from './chart-cursor.ts'
import type { ChartColumn, ChartCursor, ChartData, ChartRow } from './chart-data.ts'
import type { TipPlace } from './chart-tip.tsx'

export interface ChartCursorInput {
  readonly data: ChartData
  /** Rows lie below each other, not from left to right. */
  readonly goesDown: boolean
  readonly widthPx: number
  readonly heightPx: number
  readonly onOpen: ((row: ChartRow, column: ChartColumn) => void) | undefined
}

/** The middle of what the keyboard stands on, near enough for a tooltip. */
function placeOf({ row }: ChartCursor, { data, goesDown, widthPx, heightPx }: ChartCursorInput): TipPlace {
  const share = (row + 0.5) / Math.max(1, data.rows.length)
  return goesDown ? { x: widthPx / 2, y: share * heightPx } : { x: share * widthPx, y: heightPx / 3 }
}

const isIn = ({ rows, columns }: ChartData, { row, column }: ChartCursor): boolean =>
  row < rows.length && column < columns.length

/** Where the reader is in a chart, by pointer or by keys. */
export function useChartCursor(input: ChartCursorInput) {
  const { data, goesDown, onOpen } = input
  const [cursor, setCursor] = useState<ChartCursor | null>(null)
  const [byKeyboard, setByKeyboard] = useState(false)
  const place = useRef<TipPlace>({ x: 0, y: 0 })
  const at = cursor && isIn(data, cursor) ? cursor : null

  const move = useCallback(
    (next: ChartCursor | null) =>
      setCursor((before) => (before?.row === next?.row && before?.column === next?.column ? before : next)),
    [],
  )
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    place.current = { x: event.clientX - box.left, y: event.clientY - box.top }
    if (byKeyboard) setByKeyboard(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const row = at && data.rows[at.row]
    const column = at && data.columns[at.column]
    const next = movedBy(event.key, at, data, goesDown)
    if (next) {
      place.current = placeOf(next, input)
      setByKeyboard(true)
      setCursor(next)
    } else if (event.key === 'Escape' && cursor) setCursor(null)
    else if (event.key === 'Enter' && row && column && onOpen) onOpen(row, column)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    at,
    byKeyboard,
    place,
    move,
    handlers: {
      onKeyDown,
      onPointerMove,
      onPointerLeave: () => setCursor(null),
      onBlur: () => setCursor(null),
    },
  }
}
