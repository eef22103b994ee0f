import { useId, useRef, useState, type FocusEvent, type KeyboardEvent, type Ref } from 'react'
import { loadable } from '../../ui/loadable.tsx'
import styles from './cell-editor.module.css'
import { CellInput } from './cell-input.tsx'
import { cellKeys } from './cell-keys.ts'
import type { AfterTyping } from './core/cell-commands.ts'
import { readValue, textOfValue, type GridValue } from './core/cell-language.ts'
import type { GridColumn } from './core/grid-column.ts'
import { FloatingPanel } from './floating-panel.tsx'
import type { GridEditor } from './grid-editor.ts'
import { pickerOf } from './pickers/picker-kind.ts'
import { useCellText, type CellText, type FinishTyping } from './use-cell-text.ts'

/** Choosing from lists and forms; typing does not wait for it. */
export const CellPicker = loadable(async () => (await import('./pickers/cell-picker.tsx')).CellPicker)

export interface CellEditorProps {
  readonly editor: GridEditor
  readonly column: GridColumn
  readonly finish: Ref<FinishTyping>
}

/** A picker may take keys of the text box, such as the arrows of a list. True when it did. */
export type PickerKeys = (event: KeyboardEvent) => boolean

/** The picker below the cell: whether it is open, and what it does with keys and choices. */
function usePicker(editor: GridEditor, column: GridColumn, { input, commit, change }: CellText) {
  const panel = useRef<HTMLDivElement>(null)
  const keys = useRef<PickerKeys | null>(null)
  const picker = pickerOf(column)
  const [open, setOpen] = useState(picker !== null && picker.opens)
  /** Where a key that picks goes next: Enter and Tab move on, whether they took what was typed or what was offered. */
  const afterPick = useRef<AfterTyping>('stay')
  return {
    panel,
    keys,
    open,
    isShown: open && picker !== null,
    show: () => {
      setOpen(true)
      requestAnimationFrame(() =>
        panel.current?.querySelector<HTMLElement>('input, button, textarea, [tabindex="0"]')?.focus(),
      )
    },
    pick: (value: GridValue | undefined, done: boolean) => {
      const next = textOfValue(editor.deps.language, column, value)
      change(next)
      if (done) commit(afterPick.current, next)
      else input.current?.focus()
    },
    /** Whether the open picker took the key for itself. */
    isPicked: (event: KeyboardEvent, after: AfterTyping): boolean => {
      afterPick.current = after
      const isTaken = open && keys.current?.(event) === true
      afterPick.current = 'stay'
      return isTaken
    },
  }
}

/** The text of a cell in place, and below it the picker of its kind. Both always show the same. */
export function CellEditor({ editor, column, finish }: CellEditorProps) {
  const errorId = useId()
  const panelId = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const typing = useCellText(editor, column, finish)
  const { input, text, problem, commit, change } = typing
  const picker = usePicker(editor, column, typing)
  const { panel, open } = picker
  const read = readValue(editor.deps.language, column, text)

  /** The focus went to something that is neither the text nor the picker: what was typed is taken. */
  const onBlur = (event: FocusEvent) => {
    const next = event.relatedTarget
    if (next === null || input.current?.contains(next) || panel.current?.contains(next)) return
    if ((next as HTMLElement).closest('[data-portal]')) return
    commit('stay')
  }

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
      <CellInput
        typing={typing}
        label={column.label}
        errorId={errorId}
        panelId={open ? panelId : undefined}
        onKeyDown={(event) =>
          cellKeys(event, { editor, typing, openPicker: picker.show, isPicked: picker.isPicked })
        }
      />
      {open || problem !== null ? (
        <FloatingPanel anchor={anchor} id={panelId} label={`Choices for ${column.label}`} ref={panel}>
          {problem === null ? null : (
            <p id={errorId} role="alert" className={styles.problem}>
              {problem}
            </p>
          )}
          {picker.isShown ? (
            <CellPicker
              column={column}
              text={text}
              value={read.ok ? read.value : undefined}
              readable={read.ok}
              onText={change}
              onPick={picker.pick}
              onDone={() => commit('stay')}
              keys={picker.keys}
            />
          ) : null}
        </FloatingPanel>
      ) : null}
    </div>
  )
}
