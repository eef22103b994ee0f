import type { KeyboardEvent } from 'react'

/** What the page around the table can make it do. */
export interface TableControl {
  /** Moves to the row so many below, or above when negative, and gives it the focus. */
  readonly step: (by: number) => void
  readonly toggleActive: () => void
  readonly openActive: () => void
  readonly focusRow: (index: number) => void
  /** Scrolls the row into sight and leaves the focus where it is. */
  readonly reveal: (index: number) => void
}

const pageStep = 12

/** Keys of a grid whose cells are read only: they move between rows. */
export function tableKeys(
  event: KeyboardEvent,
  table: TableControl,
  count: number,
  moveRow?: (by: number) => void,
): boolean {
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: pageStep,
    PageUp: -pageStep,
    Home: -count,
    End: count,
  }
  const step = steps[event.key]
  if (event.altKey) {
    if (!moveRow || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return false
    moveRow(event.key === 'ArrowDown' ? 1 : -1)
    return true
  }
  if (step !== undefined) {
    if (event.shiftKey && event.key.startsWith('Arrow')) table.toggleActive()
    table.step(step)
    return true
  }
  const onRow = (event.target as HTMLElement).tagName === 'TR'
  if (onRow && event.key === 'Enter') table.openActive()
  else if (onRow && event.key === ' ') table.toggleActive()
  else return false
  return true
}
