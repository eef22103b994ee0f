import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import { useStable } from '../use-stable.ts'
import { columnOfElement, lineOfElement } from './cell-element.ts'
import { columnAtPx, type ColumnLayout } from './column-layout.ts'
import { toggleEnabled } from './core/cell-commands.ts'
import type { LineSizes } from './core/grid-lines.ts'
import { gridOf, selectionOf, withSelection } from './core/grid-state.ts'
import { moveBefore } from './core/row-commands.ts'
import { activeCell, goTo, selectCell, selectLines } from './core/selection.ts'
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

/** Selects by pressing and dragging, moves rows by their grips, and scrolls when a drag reaches the edge. */
export function useGridPointer(options: PointerOptions) {
  const { editor, boxOf, scrollBy, layout, sizes, headerPx, finishTyping } = options
  const drag = useRef<Drag | null>(null)
  const frame = useRef(0)
  const [dropLine, setDropLine] = useState<number | null>(null)

  const lineAt = (y: number): number => {
    const box = boxOf()
    if (!box) return 0
    return editor.get().lines.lineAtPx(Math.max(0, y - box.rect.top - headerPx + box.top), sizes)
  }
  const columnAt = (x: number): number => {
    const box = boxOf()
    return box ? columnAtPx(layout, x - box.rect.left, box.left) : 0
  }

  const follow = () => {
    const held = drag.current
    if (!held) return
    const line = lineAt(held.y)
    if (held.kind === 'move') {
      setDropLine(line)
      return
    }
    editor.update((state) => {
      if (held.kind === 'lines') {
        return withSelection(state, selectLines(selectionOf(state).anchor.line, line))
      }
      const column = Math.max(0, columnAt(held.x))
      return withSelection(state, goTo(gridOf(state), selectionOf(state), { line, column }, true))
    })
  }

  /** One step of scrolling while a drag is held at an edge. */
  const pull = useStable(() => {
    const held = drag.current
    const box = boxOf()
    if (!held || !box) return
    const { rect } = box
    const down = held.y > rect.bottom - edgePx ? stepPx : held.y < rect.top + headerPx + edgePx ? -stepPx : 0
    const isLeft = held.x < rect.left + layout.frozenPx && box.left > 0
    const across = held.kind !== 'cells' ? 0 : held.x > rect.right - edgePx ? stepPx : isLeft ? -stepPx : 0
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
    const column = columnOfElement(target) ?? columnAt(event.clientX)
    const state = editor.get()
    const { anchor, head, wholeRows } = selectionOf(state)
    const inSelection =
      line >= Math.min(anchor.line, head.line) &&
      line <= Math.max(anchor.line, head.line) &&
      (wholeRows ||
        (column >= Math.min(anchor.column, head.column) && column <= Math.max(anchor.column, head.column)))
    if (event.button === 2) {
      // The menu is about what is selected, unless it was called somewhere else.
      if (!inSelection)
        editor.update((now) =>
          withSelection(now, column < 0 ? selectLines(line, line) : selectCell(line, column)),
        )
      return
    }
    if (target.closest('[data-grip]')) {
      if (!(wholeRows && inSelection)) editor.update((now) => withSelection(now, selectLines(line, line)))
      begin('move', event)
      return
    }
    if (column < 0) {
      editor.update((now) =>
        withSelection(now, selectLines(event.shiftKey ? selectionOf(now).anchor.line : line, line)),
      )
      begin('lines', event)
      return
    }
    editor.update((now) =>
      withSelection(now, goTo(gridOf(now), selectionOf(now), { line, column }, event.shiftKey)),
    )
    begin('cells', event)
  })

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

  useEffect(() => () => cancelAnimationFrame(frame.current), [])

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
