import { useState } from 'react'
import { CodeEditor } from '../../kit/code-editor/code-editor.tsx'
import { parseJson } from './pending-texts.ts'
import styles from './cases-tab.module.css'

export interface JsonFieldProps {
  readonly label: string
  readonly value: unknown
  /** A text that is not JSON yet; it is kept until it is. */
  readonly pending: string | undefined
  readonly readOnly: boolean
  readonly onValue: (value: unknown) => void
  readonly onPending: (text: string) => void
}

const written = (value: unknown): string => JSON.stringify(value, null, 2) ?? 'null'
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A value written as JSON. What people type stays as they typed it, also where it says the same in other words. */
export function JsonField({ label, value, pending, readOnly, onValue, onPending }: JsonFieldProps) {
  const [typed, setTyped] = useState({ text: pending ?? written(value), value })
  const text = pending ?? (same(typed.value, value) ? typed.text : written(value))
  const change = (next: string) => {
    const parsed = parseJson(next)
    if (!parsed.ok) {
      onPending(next)
      return
    }
    setTyped({ text: next, value: parsed.value })
    onValue(parsed.value)
  }
  return (
    <div className={styles.json}>
      <div className={styles.label}>{label}</div>
      <CodeEditor
        label={label}
        value={text}
        onChange={change}
        language="json"
        readOnly={readOnly}
        minLines={3}
        maxLines={12}
      />
      {pending === undefined ? null : (
        <div className={styles.error} role="alert">
          This is not valid JSON yet.
        </div>
      )}
    </div>
  )
}
