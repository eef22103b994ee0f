import { documentOf, gridState, type GridDeps, type GridState } from './core/grid-state.ts'
import type { GridColumn } from './core/grid-column.ts'
import type { GridDocument } from './core/grid-document.ts'

type Change = (state: GridState, deps: GridDeps) => GridState

/** Holds what is being edited. Handlers always find the newest state here, whatever is still being drawn. */
export class GridEditor {
  readonly deps: GridDeps
  #state: GridState
  readonly #listeners = new Set<() => void>()

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

  readonly update = (change: Change): void => {
    const next = change(this.#state, this.deps)
    if (next === this.#state) return
    this.#state = next
    for (const listener of this.#listeners) listener()
  }
}
