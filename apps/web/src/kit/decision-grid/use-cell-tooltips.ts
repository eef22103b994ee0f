import { useEffect, useId, type PointerEvent } from 'react'
import { tooltipStore } from '../../ui/tooltip-store.ts'
import { useStable } from '../use-stable.ts'
import { columnOfElement, lineOfElement } from './cell-element.ts'
import { textAt, wrongAt } from './core/cell-language.ts'
import { rowAt } from './core/grid-document.ts'
import { documentOf } from './core/grid-state.ts'
import type { GridEditor } from './grid-editor.ts'
import type { RowMarks } from './row-marks.ts'

const isCut = (element: HTMLElement): boolean =>
  element.scrollWidth > element.clientWidth + 1 ||
  Array.from(element.children).some((child) => child.scrollWidth > child.clientWidth + 1) ||
  element.querySelector('[data-more]') !== null

/** One listener for all cells: what does not fit into a cell, and what is wrong with it, in a tooltip. */
export function useCellTooltips(editor: GridEditor, marks: RowMarks) {
  const id = useId()
  useEffect(
    () => () => {
      if (tooltipStore.current()?.id === id) tooltipStore.close()
    },
    [id],
  )

  const contentOf = (target: HTMLElement, cell: HTMLElement): string | null => {
    const state = editor.get()
    const line = state.lines.at(lineOfElement(cell) ?? -1)
    const row = line?.kind === 'row' ? rowAt(documentOf(state), line) : undefined
    if (!row) return null
    const problems = marks.problemsOf(row.id)
    if (target.closest('[data-mark], [data-sentence]'))
      return problems.map(({ message }) => message).join('\n')
    const column = state.columns[columnOfElement(cell) ?? -1]
    if (!column) return null
    const wrong = wrongAt(column, row)?.message
    const messages = problems.filter(({ columnId }) => columnId === column.id).map(({ message }) => message)
    const full = isCut(cell) ? textAt(editor.deps.language, column, row) : ''
    return [full, wrong ?? '', ...messages].filter(Boolean).join('\n') || null
  }

  const onPointerOver = useStable((event: PointerEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement
    const cell = target.closest<HTMLElement>('[role="gridcell"], [role="rowheader"]')
    if (!cell || event.pointerType === 'touch' || event.buttons !== 0 || editor.get().editing) return
    // Rows that pass under a resting pointer ask for nothing, and to measure each of their cells would hold them up.
    if (event.movementX === 0 && event.movementY === 0) return tooltipStore.leave()
    const content = contentOf(target, cell)
    if (content !== null)
      tooltipStore.open({ anchor: target.closest('[data-mark]') ?? cell, content, id, hoverable: false })
    else tooltipStore.leave()
  })

  const onPointerLeave = useStable(() => tooltipStore.leave())
  return { onPointerOver, onPointerLeave }
}
