import { TextInput } from '@mantine/core'
import { useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { CellPicker, type PickerKeys } from './cell-editor.tsx'
import styles from './cell-field.module.css'
import { readValue, textOfValue, type CellLanguage, type GridValue } from './core/cell-language.ts'
import type { GridColumn } from './core/grid-column.ts'
import { FloatingPanel } from './floating-panel.tsx'
import { pickerOf } from './pickers/picker-kind.ts'

export interface CellFieldProps {
  readonly column: GridColumn
  readonly language: CellLanguage
  /** As it is typed; what it means is read from it. */
  readonly text: string
  /** Something other than the text itself is wrong, such as that it is missing. */
  readonly problem?: string | null
  readonly label: string
  /** Above the field; without it the label is only read out. */
  readonly isLabelled?: boolean
  readonly placeholder?: string
  readonly onChange: (text: string) => void
}

/** The picker below the field: when it is open, and what it takes from the keyboard. */
function useFieldPicker({ column, language, onChange }: CellFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const keys = useRef<PickerKeys | null>(null)
  const [isOpen, setOpen] = useState(false)
  const hasPicker = pickerOf(column) !== null
  return {
    input,
    panel,
    keys,
    isShown: isOpen && hasPicker,
    open: () => setOpen(true),
    close: () => setOpen(false),
    pick: (value: GridValue | undefined, done: boolean) => {
      onChange(textOfValue(language, column, value))
      if (done) setOpen(false)
      else input.current?.focus()
    },
    leave: ({ relatedTarget: next }: FocusEvent) => {
      const isInside = next !== null && (panel.current?.contains(next) || input.current === next)
      if (!isInside && !next?.closest('[data-portal]')) setOpen(false)
    },
    press: (event: KeyboardEvent) => {
      if (hasPicker && event.altKey && event.key === 'ArrowDown') {
        event.preventDefault()
        event.stopPropagation()
        setOpen(true)
        requestAnimationFrame(() =>
          panel.current?.querySelector<HTMLElement>('input, button, textarea, [tabindex="0"]')?.focus(),
        )
        return
      }
      if (isOpen && keys.current?.(event)) return
      if (event.key !== 'Escape' || !isOpen) return
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
      input.current?.focus()
    },
  }
}

/** What a column asks or decides, outside a table: typed in the same words, or picked from the same lists. */
export function CellField(props: CellFieldProps) {
  const { column, language, text, problem = null, label, isLabelled = false, placeholder, onChange } = props
  const panelId = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { input, panel, keys, isShown, open, close, pick, leave, press } = useFieldPicker(props)
  const read = readValue(language, column, text)
  const wrong = read.ok ? problem : read.problem.message
  return (
    // The panel lives elsewhere in the page, but its keys and its focus come by here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only looks after the picker
    <div ref={setAnchor} className={styles.field} data-cell-field onBlur={leave} onKeyDown={press}>
      <TextInput
        ref={input}
        size="xs"
        {...(isLabelled ? { label, withAsterisk: column.required } : { 'aria-label': label })}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-controls={isShown ? panelId : undefined}
        value={text}
        error={isShown ? wrong !== null : wrong}
        onFocus={open}
        onClick={open}
        onChange={(event) => {
          open()
          onChange(event.currentTarget.value)
        }}
      />
      {isShown ? (
        <FloatingPanel anchor={anchor} id={panelId} label={`Choices for ${label}`} ref={panel}>
          {wrong === null || text === '' ? null : (
            <p role="alert" className={styles.problem}>
              {wrong}
            </p>
          )}
          <CellPicker
            column={column}
            text={text}
            value={read.ok ? read.value : undefined}
            readable={read.ok}
            onText={onChange}
            onPick={pick}
            onDone={close}
            keys={keys}
          />
        </FloatingPanel>
      ) : null}
    </div>
  )
}
