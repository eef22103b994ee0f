import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import { useStable } from '../use-stable.ts'
import { columnOfElement, lineOfElement } from './cell-element.ts'
import { columnAtPx, type ColumnLayout } from './column-layout.ts'
import { toggleEnabled } from './core/cell-commands.ts'
import type { LineSizes } from './core/grid-lines.ts'
import { gridOf, selectionOf, withSelection } from './core/grid-state.ts'
import { moveBefore } from './core/row-commands.ts'
import { activeCell, goTo, selectCell, selectLines, type Selection } from './core/selection.ts'
import type { GridEditor } from './grid-editor.ts'
import type { ViewportBox } from './use-viewport.ts'

interface PointerOptions {
  readonly editor: GridEditor
  readonly boxOf: () => ViewportBox | null
  readonly scrollBy: (left: number, top: number) => void
  readonly layout: ColumnLayout
  readonly sizes: LineSizes
  readonly headerPx: number
  /** Ends typing; false when what was typed cannot be taken, and the pointer has to wait. */
  readonly finishTyping: () => boolean
}

type Drag = { readonly kind: 'cells' | 'lines' | 'move'; readonly pointerId: number; x: number; y: number }

/** How near to the edge a drag begins to scroll, and how fast. */
const edgePx = 36
const stepPx = 18

function lineAt({ editor, boxOf, headerPx, sizes }: PointerOptions, y: number): number {
  const box = boxOf()
  if (!box) return 0
  return editor.get().lines.lineAtPx(Math.max(0, y - box.rect.top - headerPx + box.top), sizes)
}

function columnAt({ boxOf, layout }: PointerOptions, x: number): number {
  const box = boxOf()
  return box ? columnAtPx(layout, x - box.rect.left, box.left) : 0
}

/** How far a drag that is held at an edge scrolls in one step. */
function pullOf({ boxOf, layout, headerPx }: PointerOptions, held: Drag): readonly [number, number] {
  const box = boxOf()
  if (!box) return [0, 0]
  const { rect } = box
  const down = held.y > rect.bottom - edgePx ? stepPx : held.y < rect.top + headerPx + edgePx ? -stepPx : 0
  const isLeft = held.x < rect.left + layout.frozenPx && box.left > 0
  const across = held.kind !== 'cells' ? 0 : held.x > rect.right - edgePx ? stepPx : isLeft ? -stepPx : 0
  return [across, down]
}

/** What is held by the pointer, followed over the cells and scrolled at the edges. */
function useDrag(options: PointerOptions) {
  const { editor, scrollBy } = options
  const drag = useRef<Drag | null>(null)
  const frame = useRef(0)
  const [dropLine, setDropLine] = useState<number | null>(null)

  const follow = () => {
    const held = drag.current
    if (!held) return
    const line = lineAt(options, held.y)
    if (held.kind === 'move') {
      setDropLine(line)
      return
    }
    editor.update((state) => {
      if (held.kind === 'lines') {
        return withSelection(state, selectLines(selectionOf(state).anchor.line, line))
      }
      const column = Math.max(0, columnAt(options, held.x))
      return withSelection(state, goTo(gridOf(state), selectionOf(state), { line, column }, true))
    })
  }

  /** One step of scrolling while a drag is held at an edge. */
  const pull = useStable(() => {
    const held = drag.current
    if (!held) return
    const [across, down] = pullOf(options, held)
    if (down === 0 && across === 0) return
    scrollBy(across, down)
    follow()
  })
  const keepPulling = () => {
    pull()
    frame.current = requestAnimationFrame(keepPulling)
  }

  const begin = (kind: Drag['kind'], event: PointerEvent) => {
    drag.current = { kind, pointerId: event.pointerId, x: event.clientX, y: event.clientY }
    ;(event.currentTarget as HTMLElement).setPointerCapture?.(event.pointerId)
  }

  const onPointerMove = useStable((event: PointerEvent<HTMLDivElement>) => {
    const held = drag.current
    if (held?.pointerId !== event.pointerId) return
    const moved = Math.abs(event.clientX - held.x) + Math.abs(event.clientY - held.y) > 2
    if (!moved) return
    held.x = event.clientX
    held.y = event.clientY
    follow()
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(keepPulling)
  })

  const end = useStable((event: PointerEvent<HTMLDivElement>, cancelled: boolean) => {
    const held = drag.current
    if (held?.pointerId !== event.pointerId) return
    cancelAnimationFrame(frame.current)
    drag.current = null
    if (held.kind === 'move' && dropLine !== null && !cancelled)
      editor.update((state, deps) => moveBefore(state, dropLine, deps))
    setDropLine(null)
  })

  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  return { dropLine, begin, onPointerMove, end }
}

/** Whether a cell, or the number of a row, lies in what is selected. */
function isSelected({ anchor, head, wholeRows }: Selection, line: number, column: number): boolean {
  return (
    line >= Math.min(anchor.line, head.line) &&
    line <= Math.max(anchor.line, head.line) &&
    (wholeRows ||
      (column >= Math.min(anchor.column, head.column) && column <= Math.max(anchor.column, head.column)))
  )
}

/** Selects what was pressed on; says what a drag from there does. */
function press(
  editor: GridEditor,
  { button, shiftKey, target }: PointerEvent<HTMLDivElement>,
  line: number,
  column: number,
): Drag['kind'] | null {
  const selection = selectionOf(editor.get())
  const inSelection = isSelected(selection, line, column)
  if (button === 2) {
    // The menu is about what is selected, unless it was called somewhere else.
    if (!inSelection)
      editor.update((now) =>
        withSelection(now, column < 0 ? selectLines(line, line) : selectCell(line, column)),
      )
    return null
  }
  if ((target as HTMLElement).closest('[data-grip]')) {
    if (!(selection.wholeRows && inSelection))
      editor.update((now) => withSelection(now, selectLines(line, line)))
    return 'move'
  }
  if (column < 0) {
    editor.update((now) =>
      withSelection(now, selectLines(shiftKey ? selectionOf(now).anchor.line : line, line)),
    )
    return 'lines'
  }
  editor.update((now) => withSelection(now, goTo(gridOf(now), selectionOf(now), { line, column }, shiftKey)))
  return 'cells'
}

/** Selects by pressing and dragging, moves rows by their grips, and scrolls when a drag reaches the edge. */
export function useGridPointer(options: PointerOptions) {
  const { editor, finishTyping } = options
  const { dropLine, begin, onPointerMove, end } = useDrag(options)

  const onPointerDown = useStable((event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 && event.button !== 2) return
    const target = event.target as HTMLElement
    if (target.closest('[data-cell-editor], [data-heading]')) return
    const line = lineOfElement(target)
    if (line === undefined) return
    if (!finishTyping()) {
      event.preventDefault()
      return
    }
    const column = columnOfElement(target) ?? columnAt(options, event.clientX)
    const kind = press(editor, event, line, column)
    if (kind) begin(kind, event)
  })

  /** A click on the switch of a row presses it. */
  const onClick = useStable((event: MouseEvent<HTMLDivElement>) => {
    if (event.shiftKey || !(event.target as HTMLElement).closest('[data-switch]')) return
    editor.update((state, deps) => {
      const active = activeCell(gridOf(state), selectionOf(state))
      return active?.column.kind === 'enabled'
        ? toggleEnabled(state, active.place, active.column, deps)
        : state
    })
  })

  return {
    dropLine,
    handlers: {
      onPointerDown,
      onPointerMove,
      onClick,
      onPointerUp: (event: PointerEvent<HTMLDivElement>) => end(event, false),
      onPointerCancel: (event: PointerEvent<HTMLDivElement>) => end(event, true),
    },
  }
}
