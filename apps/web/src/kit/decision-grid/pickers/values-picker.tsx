import { use, useId, useImperativeHandle, useState, type KeyboardEvent, type Ref } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import type { PickerKeys } from '../cell-editor.tsx'
import type { GridColumn } from '../core/grid-column.ts'
import { CellSources } from './cell-sources.ts'
import { choicesOf, matchingChoices, typedItem, type Choice } from './choices.ts'
import styles from './pickers.module.css'

export interface ValuesPickerProps {
  readonly column: GridColumn
  /** What is typed, of which the last item narrows the list. */
  readonly text: string
  readonly selected: readonly string[]
  readonly single?: boolean
  readonly onChange: (values: readonly string[], done: boolean) => void
  readonly keys: Ref<PickerKeys>
}

function Row({
  choice,
  chosen,
  active,
  id,
  onPick,
}: {
  readonly choice: Choice
  readonly chosen: boolean
  readonly active: boolean
  readonly id: string
  readonly onPick: () => void
}) {
  return (
    // The text box above handles the keys; rows only take the pointer.
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      className={styles.option}
      data-active={active || undefined}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
      onKeyDown={undefined}
      ref={(element) => {
        if (active) element?.scrollIntoView?.({ block: 'nearest' })
      }}
    >
      <span className={styles.tick}>{chosen ? <Icon name="check" size={14} /> : null}</span>
      <span className={styles.optionLabel}>{choice.label}</span>
      {choice.hint === undefined ? null : <span className={styles.optionHint}>{choice.hint}</span>}
    </div>
  )
}

/** What the list shows for what is typed, and the one a key would take. */
function useMatches({ column, text, selected, single = false }: ValuesPickerProps) {
  const catalogues = use(CellSources)
  const { items, fixed } = choicesOf(column, catalogues)
  const typed = single ? text.trim() : typedItem(text)
  // A name is not what the cell keeps: it stays a question, whose first answer a key takes.
  const isKnown = items.some(({ value }) => value.toLowerCase() === typed.toLowerCase())
  const query = isKnown || (!fixed && items.length === 0) ? '' : typed
  const matches = matchingChoices(items, query, selected)
  const guess = query !== '' && matches.length > 0 && (fixed || startsWith(matches[0], query)) ? 0 : -1
  return { items, query, matches, guess }
}

interface ChipsProps extends Pick<ValuesPickerProps, 'selected' | 'onChange'> {
  readonly items: readonly Choice[]
}

function Chips({ items, selected, onChange }: ChipsProps) {
  return (
    <div className={styles.chips}>
      {selected.slice(0, 40).map((value) => (
        <button
          key={value}
          type="button"
          className={styles.chip}
          aria-label={`Remove ${value}`}
          onClick={() =>
            onChange(
              selected.filter((other) => other !== value),
              false,
            )
          }
        >
          {labelOf(items, value)}
          <Icon name="close" size={12} />
        </button>
      ))}
      {selected.length > 40 ? <span className={styles.hint}>and {selected.length - 40} more</span> : null}
    </div>
  )
}

/** A list that narrows while one types, with what is chosen as chips above it. */
export function ValuesPicker(props: ValuesPickerProps) {
  const { column, text, selected, single = false, onChange, keys } = props
  const listId = useId()
  const { items, query, matches, guess } = useMatches(props)
  const [moved, setMoved] = useState<{ readonly text: string; readonly index: number } | null>(null)
  const active = moved?.text === text ? moved.index : guess

  const taken = (choice: Choice, done: boolean): void => {
    if (single) {
      onChange([choice.value], true)
      return
    }
    const others = selected.filter((value) => value !== query && value !== choice.value)
    const removes = !done && selected.includes(choice.value)
    onChange(removes ? others : [...others, choice.value], done)
  }

  const onKey = (event: KeyboardEvent): boolean => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setMoved({ text, index: Math.max(-1, Math.min(active + step, matches.length - 1)) })
      return true
    }
    const choice = matches[active]
    if (!choice || (event.key !== 'Enter' && event.key !== 'Tab') || event.ctrlKey || event.metaKey)
      return false
    event.preventDefault()
    taken(choice, true)
    return true
  }
  useImperativeHandle(keys, () => onKey)

  return (
    <div className={styles.values}>
      {!single && selected.length > 0 ? (
        <Chips items={items} selected={selected} onChange={onChange} />
      ) : null}
      {items.length > 0 ? (
        <div
          id={listId}
          role="listbox"
          aria-label={column.label}
          aria-multiselectable={!single}
          aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
          tabIndex={0}
          className={styles.list}
          onKeyDown={onKey}
        >
          {matches.map((choice, index) => (
            <Row
              key={choice.value}
              id={`${listId}-${index}`}
              choice={choice}
              chosen={selected.includes(choice.value)}
              active={index === active}
              onPick={() => taken(choice, single)}
            />
          ))}
          {matches.length === 0 ? <p className={styles.hint}>Nothing matches “{query}”.</p> : null}
        </div>
      ) : (
        <p className={styles.hint}>Enter one or more values, separated by commas.</p>
      )}
    </div>
  )
}

const startsWith = (choice: Choice | undefined, query: string): boolean =>
  choice !== undefined &&
  (choice.value.toLowerCase().startsWith(query.toLowerCase()) ||
    choice.label.toLowerCase().startsWith(query.toLowerCase()))

const labelOf = (items: readonly Choice[], value: string): string =>
  items.length > 100 ? value : (items.find((item) => item.value === value)?.label ?? value)
