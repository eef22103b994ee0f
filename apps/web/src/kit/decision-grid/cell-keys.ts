import type { KeyboardEvent } from 'react'
import type { AfterTyping } from './core/cell-commands.ts'
import type { GridEditor } from './grid-editor.ts'
import type { CellText } from './use-cell-text.ts'

const movesAfter: Readonly<Record<string, readonly [AfterTyping, AfterTyping]>> = {
  Enter: ['down', 'up'],
  Tab: ['right', 'left'],
}

interface CellKeysInput {
  readonly editor: GridEditor
  readonly typing: CellText
  readonly openPicker: () => void
  /** Offers a key to the open picker; true when it took it. */
  readonly isPicked: (event: KeyboardEvent, after: AfterTyping) => boolean
}

/** What the keys do while a cell is typed into. */
export function cellKeys(
  event: KeyboardEvent<HTMLInputElement>,
  { editor, typing: { commit, cancel }, openPicker, isPicked }: CellKeysInput,
): void {
  event.stopPropagation()
  if (event.nativeEvent.isComposing) return
  if ((event.altKey && event.key === 'ArrowDown') || event.key === 'F4') {
    event.preventDefault()
    openPicker()
    return
  }
  const [after, before] = movesAfter[event.key] ?? []
  if (isPicked(event, (event.shiftKey ? before : after) ?? 'stay')) return
  if (event.key === 'Escape') {
    event.preventDefault()
    cancel()
    return
  }
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    editor.update((state) =>
      state.editing ? { ...state, editing: { ...state.editing, bulk: true } } : state,
    )
    commit('stay')
    return
  }
  if (after === undefined || before === undefined) return
  event.preventDefault()
  commit(event.shiftKey ? before : after)
}
