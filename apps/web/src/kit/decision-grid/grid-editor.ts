import { documentOf, gridState, type GridDeps, type GridState } from './core/grid-state.ts'
import type { GridColumn } from './core/grid-column.ts'
import type { GridDocument } from './core/grid-document.ts'

type Change = (state: GridState, deps: GridDeps) => GridState

/** Holds what is being edited. Handlers always find the newest state here, whatever is still being drawn. */
export class GridEditor {
  readonly deps: GridDeps
  #state: GridState
  readonly #listeners = new Set<() => void>()
  #element: HTMLElement | null = null
  #wantsFocus = false

  constructor(document: GridDocument, columns: readonly GridColumn[], deps: GridDeps) {
    this.deps = deps
    this.#state = gridState(document, columns)
  }

  readonly get = (): GridState => this.#state

  readonly document = (): GridDocument => documentOf(this.#state)

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The element that shows it tells so, and when it no longer does. */
  readonly shownIn = (element: HTMLElement | null): (() => void) => {
    this.#element = element
    if (this.#wantsFocus) this.focus()
    return () => {
      this.#element = null
    }
  }

  /** Lets the keys act on the table, as soon as there is one to be seen. */
  readonly focus = (): void => {
    this.#wantsFocus = this.#element === null
    this.#element?.focus({ preventScroll: true })
  }

  readonly update = (change: Change): void => {
    const next = change(this.#state, this.deps)
    if (next === this.#state) return
    this.#state = next
    for (const listener of this.#listeners) listener()
  }
}
