import type { Entity } from '@signalbox/model/field/entity'
import type { Field } from '@signalbox/model/field/field'
import { formatNumber, parseNumber, type UserFormats } from '@signalbox/model/text/user-formats'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, type ComponentType, type KeyboardEvent } from 'react'
import { asText, isNothing } from '../field/display-text.ts'
import { FieldView } from '../field/field-view.tsx'
import { countryOptions, declaredOptions, type Option } from '../filter/filter-options.ts'
import type { Row } from '../list/listing.ts'
import { useFormats } from '../session/session-store.ts'
import styles from './inline-cell.module.css'
import type { InlineEdits } from './inline-edits.ts'

/** How a screen lets people change cells in its list. */
export interface InlineEditing {
  readonly edits: InlineEdits
  /** Fields that can be changed, in the order in which Tab goes through them. */
  readonly names: readonly string[]
  readonly mayEdit: (row: Row) => boolean
  /** Told when a cell was left with another value; without it changes wait for the bar below the list. */
  readonly onCommit?: (change: CellChange) => void
}

export interface CellChange {
  readonly row: Row
  readonly name: string
  readonly value: unknown
  /** Reads the list again. */
  readonly refresh: () => Promise<void>
}

const optionsOf = (field: Field): readonly Option[] | null =>
  field.kind === 'choice'
    ? declaredOptions(field.options ?? {}).filter(({ value }) => value !== 'DELETED')
    : field.kind === 'country'
      ? countryOptions
      : null

const typedText = (field: Field, value: unknown, formats: UserFormats): string =>
  isNothing(value) ? '' : field.kind === 'decimal' ? formatNumber(asText(value), formats) : asText(value)

/** What cannot be read as a figure stays as it was typed, so that it can be refused. */
function readTyped(field: Field, text: string, formats: UserFormats): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return field.kind === 'decimal' ? (parseNumber(trimmed, formats) ?? trimmed) : trimmed
}

interface CellInputProps {
  readonly field: Field
  readonly text: string
  readonly onDone: (text: string | null, next: -1 | 0 | 1) => void
}

/** Enter and Tab keep what was typed, Escape does not; the arrows belong to the input and not to the list around it. */
function CellInput({ field, text, onDone }: CellInputProps) {
  const done = useRef(false)
  const finish = (element: HTMLInputElement | HTMLSelectElement, keep: boolean, next: -1 | 0 | 1) => {
    if (done.current) return
    done.current = true
    const row = element.closest('tr')
    onDone(keep ? element.value : null, next)
    if (next === 0) row?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLSelectElement>) => {
    event.stopPropagation()
    const { key, currentTarget, shiftKey } = event
    if (key !== 'Enter' && key !== 'Escape' && key !== 'Tab') return
    event.preventDefault()
    finish(currentTarget, key !== 'Escape', key === 'Tab' ? (shiftKey ? -1 : 1) : 0)
  }
  const options = optionsOf(field)
  const shared = {
    className: styles.input,
    'aria-label': field.label,
    defaultValue: text,
    autoFocus: true,
    onKeyDown,
  }
  if (options)
    return (
      <select {...shared} onBlur={(event) => finish(event.currentTarget, true, 0)}>
        {field.required ? null : <option value="">–</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )
  return (
    <input
      {...shared}
      type="text"
      inputMode={field.kind === 'decimal' ? 'decimal' : undefined}
      maxLength={field.max ?? 40}
      data-figure={field.kind === 'decimal' || undefined}
      autoComplete="off"
      spellCheck={false}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => finish(event.currentTarget, true, 0)}
    />
  )
}

/** A cell that becomes an input: by a click, or by F2 on the row. */
export function inlineCell(
  { slug, fields }: Entity,
  name: string,
  { edits, names, mayEdit, onCommit }: InlineEditing,
): ComponentType<{ readonly row: Row; readonly value: unknown }> {
  const field = fields[name]
  if (!field) throw new Error(`${slug} has no field ${name}`)
  return function InlineCell({ row, value }) {
    const formats = useFormats()
    const queryClient = useQueryClient()
    const refresh = () => queryClient.invalidateQueries({ queryKey: [slug] })
    const state = edits.use()
    const id = String(row.id)
    const changed = state.edits.get(id)?.values
    const isChanged = changed !== undefined && name in changed
    const shown = isChanged ? changed[name] : value
    if (!mayEdit(row)) return <FieldView field={field} value={value} />
    if (state.editing?.id === id && state.editing.name === name)
      return (
        <CellInput
          field={field}
          text={typedText(field, shown, formats)}
          onDone={(text, next) => {
            const other = names[names.indexOf(name) + next]
            if (next !== 0 && other !== undefined) edits.start(row, other)
            else edits.stop()
            if (text === null) return
            const typed = readTyped(field, text, formats)
            edits.set(row, name, typed)
            if (onCommit && typed !== (row[name] ?? null)) onCommit({ row, name, value: typed, refresh })
          }}
        />
      )
    return (
      <button
        type="button"
        tabIndex={-1}
        className={styles.value}
        data-changed={isChanged || undefined}
        data-figure={field.kind === 'decimal' || undefined}
        onClick={() => edits.start(row, name)}
      >
        {/* Whoever speaks to the computer says what they read, so the name holds what is shown. */}
        <span className={styles.action}>Change {field.label.toLowerCase()}: </span>
        <FieldView field={field} value={shown} />
      </button>
    )
  }
}
