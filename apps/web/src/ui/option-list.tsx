import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './option-list.module.css'

export interface Option {
  readonly id: string
  readonly label: string
  readonly group?: string
  readonly icon?: IconName
  /** Second line or right side: what the label alone does not say. */
  readonly description?: ReactNode
  readonly hint?: ReactNode
  /** Steps to the right, for trees. */
  readonly depth?: number
  readonly selected?: boolean
}

export interface OptionListProps {
  /** Name of the input and the list. */
  readonly label: string
  readonly placeholder: string
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly options: readonly Option[]
  readonly onPick: (id: string) => void
  readonly emptyText: string
  readonly footer?: ReactNode
}

function nextActive(key: string, active: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (active + 1) % count
  if (key === 'ArrowUp') return (active - 1 + count) % count
  if (key === 'PageDown') return Math.min(active + 8, count - 1)
  if (key === 'PageUp') return Math.max(active - 8, 0)
  return null
}

/** A search box over a list one can walk with the arrow keys; the focus stays in the box. */
export function OptionList(props: OptionListProps) {
  const { label, placeholder, query, onQuery, options, onPick, emptyText, footer } = props
  const listId = useId()
  const [active, setActive] = useState({
    query,
    index: Math.max(
      0,
      options.findIndex((option) => option.selected),
    ),
  })
  const list = useRef<HTMLDivElement>(null)
  // Other results mean another best one: a new query starts at the top again.
  const index = active.query === query ? Math.min(active.index, Math.max(0, options.length - 1)) : 0
  const move = (next: number) => setActive({ query, index: next })
  const optionId = (position: number) => `${listId}-${position}`

  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [index, query])

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextActive(event.key, index, options.length)
    if (next !== null) move(next)
    else if (event.key === 'Enter' && options[index]) onPick(options[index].id)
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.box}>
      <div className={styles.search}>
        <Icon name="search" size={18} />
        <input
          className={styles.input}
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={options.length > 0 ? optionId(index) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={query}
          onChange={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          data-autofocus
        />
      </div>
      <div ref={list} id={listId} role="listbox" aria-label={label} className={styles.list} tabIndex={-1}>
        {options.map((option, position) => (
          <OptionRow
            key={option.id}
            option={option}
            id={optionId(position)}
            active={position === index}
            heading={option.group === options[position - 1]?.group ? undefined : option.group}
            onPoint={() => move(position)}
            onPick={() => onPick(option.id)}
          />
        ))}
      </div>
      {options.length === 0 ? <p className={styles.empty}>{emptyText}</p> : null}
      <div role="status" className={styles.announce}>
        {query === '' ? '' : `${options.length} ${options.length === 1 ? 'result' : 'results'}`}
      </div>
      {footer === undefined ? null : <div className={styles.footer}>{footer}</div>}
    </div>
  )
}

interface OptionRowProps {
  readonly option: Option
  readonly id: string
  readonly active: boolean
  readonly heading: string | undefined
  readonly onPoint: () => void
  readonly onPick: () => void
}

function OptionRow({ option, id, active, heading, onPoint, onPick }: OptionRowProps) {
  return (
    <>
      {heading === undefined ? null : (
        <div className={styles.heading} role="presentation">
          {heading}
        </div>
      )}
      {/* The box above handles the keys; rows only take the pointer. */}
      <div
        id={id}
        role="option"
        aria-selected={active}
        tabIndex={-1}
        className={styles.option}
        data-active={active || undefined}
        style={option.depth ? { paddingLeft: 12 + option.depth * 16 } : undefined}
        onPointerMove={active ? undefined : onPoint}
        onClick={onPick}
        onKeyDown={undefined}
      >
        {option.icon === undefined ? null : <Icon name={option.icon} size={16} />}
        <span className={styles.label}>{option.label}</span>
        {option.description === undefined ? null : (
          <span className={styles.description}>{option.description}</span>
        )}
        {option.hint === undefined ? null : <span className={styles.hint}>{option.hint}</span>}
        {option.selected ? <Icon name="check" size={16} className={styles.check} /> : null}
      </div>
    </>
  )
}
