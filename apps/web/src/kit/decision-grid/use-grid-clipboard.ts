import type { ClipboardEvent } from 'react'
import { useStable } from '../use-stable.ts'
import { copy, cut, paste } from './core/cell-commands.ts'
import type { GridEditor } from './grid-editor.ts'

const isInEditor = (event: ClipboardEvent): boolean =>
  (event.target as HTMLElement).closest('[data-cell-editor], input, textarea') !== null

/** Ranges go to and come from spreadsheets as tab-separated text. */
export function useGridClipboard(editor: GridEditor) {
  const put = (event: ClipboardEvent) => {
    event.clipboardData.setData('text/plain', copy(editor.get(), editor.deps))
    event.preventDefault()
  }
  const onCopy = useStable((event: ClipboardEvent) => {
    if (!isInEditor(event)) put(event)
  })
  const onCut = useStable((event: ClipboardEvent) => {
    if (isInEditor(event)) return
    put(event)
    editor.update(cut)
  })
  const onPaste = useStable((event: ClipboardEvent) => {
    if (isInEditor(event)) return
    const text = event.clipboardData.getData('text/plain')
    event.preventDefault()
    editor.update((state, deps) => paste(state, text, deps))
  })
  return { onCopy, onCut, onPaste }
}
