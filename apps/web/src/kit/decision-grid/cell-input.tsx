import type { ClipboardEvent, KeyboardEvent } from 'react'
import styles from './cell-editor.module.css'
import type { CellText } from './use-cell-text.ts'

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

interface CellInputProps {
  readonly typing: CellText
  readonly label: string
  readonly errorId: string
  /** Of the picker, while it is open. */
  readonly panelId: string | undefined
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** The text box in the cell. */
export function CellInput({ typing, label, errorId, panelId, onKeyDown }: CellInputProps) {
  const { input, text, problem, change } = typing
  return (
    <input
      ref={input}
      className={styles.input}
      aria-label={label}
      aria-invalid={problem !== null}
      aria-describedby={problem === null ? undefined : errorId}
      aria-controls={panelId}
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
}
