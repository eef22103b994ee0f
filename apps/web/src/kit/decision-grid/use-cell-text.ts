import { useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react'
import { useStable } from '../use-stable.ts'
import { stopTyping, textToEdit, typeText, type AfterTyping } from './core/cell-commands.ts'
import { readValue } from './core/cell-language.ts'
import type { GridColumn } from './core/grid-column.ts'
import type { GridEditor } from './grid-editor.ts'

/** Ends typing; false when what was typed is not understood and the cell stays open. */
export type FinishTyping = (after: AfterTyping) => boolean

/** What is being typed into a cell, until it is taken or given up. */
export function useCellText(editor: GridEditor, column: GridColumn, finish: Ref<FinishTyping>) {
  const { language } = editor.deps
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(() => editor.get().editing?.typed ?? textToEdit(editor.get(), editor.deps))
  const [problem, setProblem] = useState<string | null>(null)

  /** The grid takes the focus back before the editor is gone, which must not commit a second time. */
  const over = useRef(false)
  const commit = useStable((after: AfterTyping, given: string = text): boolean => {
    if (over.current) return true
    const wanted = readValue(language, column, given)
    if (!wanted.ok) {
      setProblem(wanted.problem.message)
      input.current?.focus()
      return false
    }
    over.current = true
    editor.update((state, deps) => typeText(state, given, after, deps))
    return true
  })
  const cancel = () => {
    over.current = true
    editor.update(stopTyping)
  }

  useImperativeHandle(finish, () => (after: AfterTyping) => commit(after), [commit])

  useLayoutEffect(() => {
    const box = input.current
    if (!box) return
    box.focus({ preventScroll: true })
    const end = box.value.length
    if (editor.get().editing?.typed === undefined) box.select()
    else box.setSelectionRange(end, end)
  }, [editor])

  const change = (next: string) => {
    setText(next)
    setProblem(null)
  }
  return { input, text, problem, commit, cancel, change }
}

export type CellText = ReturnType<typeof useCellText>
