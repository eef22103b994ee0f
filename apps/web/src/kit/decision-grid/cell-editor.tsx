import {
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
} from 'react'
import { loadable } from '../../ui/loadable.tsx'
import { useStable } from '../use-stable.ts'
import { stopTyping, textToEdit, typeText, type AfterTyping } from './core/cell-commands.ts'
import { readValue, textOfValue, type GridValue } from './core/cell-language.ts'
import type { GridColumn } from './core/grid-column.ts'
import styles from './cell-editor.module.css'
import { FloatingPanel } from './floating-panel.tsx'
import type { GridEditor } from './grid-editor.ts'
import { pickerOf } from './pickers/picker-kind.ts'

/** Choosing from lists and forms; typing does not wait for it. */
export const CellPicker = loadable(async () => (await import('./pickers/cell-picker.tsx')).CellPicker)

/** Ends typing; false when what was typed is not understood and the cell stays open. */
export type FinishTyping = (after: AfterTyping) => boolean

export interface CellEditorProps {
  readonly editor: GridEditor
  readonly column: GridColumn
  readonly finish: Ref<FinishTyping>
}

/** A picker may take keys of the text box, such as the arrows of a list. True when it did. */
export type PickerKeys = (event: KeyboardEvent) => boolean

/** A list pasted from the column of a spreadsheet is a list here. */
function pastedText(event: ClipboardEvent): string | null {
  const text = event.clipboardData.getData('text/plain')
  if (!/[\r\n\t]/.test(text)) return null
  return text
    .split(/[\r\n\t]+/)
    .map((item) => item.trim())
    .filter(Boolean)
    .join(', ')
}

const movesAfter: Readonly<Record<string, readonly [AfterTyping, AfterTyping]>> = {
  Enter: ['down', 'up'],
  Tab: ['right', 'left'],
}

/** The text of a cell in place, and below it the picker of its kind. Both always show the same. */
export function CellEditor({ editor, column, finish }: CellEditorProps) {
  const { language } = editor.deps
  const errorId = useId()
  const panelId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  const pickerKeys = useRef<PickerKeys | null>(null)
  const [text, setText] = useState(() => editor.get().editing?.typed ?? textToEdit(editor.get(), editor.deps))
  const [problem, setProblem] = useState<string | null>(null)
  const picker = pickerOf(column)
  const [open, setOpen] = useState(picker !== null && picker.opens)
  const read = readValue(language, column, text)

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

  /** Where a key that picks goes next: Enter and Tab move on, whether they took what was typed or what was offered. */
  const afterPick = useRef<AfterTyping>('stay')
  const change = (next: string) => {
    setText(next)
    setProblem(null)
  }
  const pick = (value: GridValue | undefined, done: boolean) => {
    const next = textOfValue(language, column, value)
    change(next)
    if (done) commit(afterPick.current, next)
    else input.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if ((event.altKey && event.key === 'ArrowDown') || event.key === 'F4') {
      event.preventDefault()
      setOpen(true)
      requestAnimationFrame(() =>
        panel.current?.querySelector<HTMLElement>('input, button, textarea, [tabindex="0"]')?.focus(),
      )
      return
    }
    const [after, before] = movesAfter[event.key] ?? []
    afterPick.current = (event.shiftKey ? before : after) ?? 'stay'
    const isTaken = open && pickerKeys.current?.(event)
    afterPick.current = 'stay'
    if (isTaken) return
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

  /** The focus went to something that is neither the text nor the picker: what was typed is taken. */
  const onBlur = (event: FocusEvent) => {
    const next = event.relatedTarget
    if (next === null || input.current?.contains(next) || panel.current?.contains(next)) return
    if ((next as HTMLElement).closest('[data-portal]')) return
    commit('stay')
  }

  const box = (
    <input
      ref={input}
      className={styles.input}
      aria-label={column.label}
      aria-invalid={problem !== null}
      aria-describedby={problem === null ? undefined : errorId}
      aria-controls={open ? panelId : undefined}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        event.stopPropagation()
        const pasted = pastedText(event)
        if (pasted === null) return
        event.preventDefault()
        const { selectionStart, selectionEnd } = event.currentTarget
        change(
          text.slice(0, selectionStart ?? text.length) + pasted + text.slice(selectionEnd ?? text.length),
        )
      }}
    />
  )

  return (
    // What happens in here is not about the grid: the picker lives elsewhere in the page, but its events come by.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only keeps events from going further
    <div
      ref={setAnchor}
      className={styles.editor}
      data-cell-editor
      onBlur={onBlur}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onCopy={(event) => event.stopPropagation()}
      onCut={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key !== 'Escape' || !panel.current?.contains(event.target as Node)) return
        event.preventDefault()
        input.current?.focus()
      }}
    >
      {box}
      {open || problem !== null ? (
        <FloatingPanel anchor={anchor} id={panelId} label={`Choices for ${column.label}`} ref={panel}>
          {problem === null ? null : (
            <p id={errorId} role="alert" className={styles.problem}>
              {problem}
            </p>
          )}
          {open && picker ? (
            <CellPicker
              column={column}
              text={text}
              value={read.ok ? read.value : undefined}
              readable={read.ok}
              onText={change}
              onPick={pick}
              onDone={() => commit('stay')}
              keys={pickerKeys}
            />
          ) : null}
        </FloatingPanel>
      ) : null}
    </div>
  )
}
