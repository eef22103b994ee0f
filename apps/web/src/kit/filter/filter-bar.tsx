import { Button } from '@mantine/core'
import type { FilterDeclaration } from '@signalbox/model/field/entity'
import { useEffect, useState, type ReactNode } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import type { ListState } from '../list/list-state.ts'
import { isFixed, type Listing } from '../list/listing.ts'
import { useStable } from '../use-stable.ts'
import styles from './filter-bar.module.css'
import { useFilterOptions } from './filter-options.ts'
import { filterText } from './filter-text.ts'

export interface FilterBarProps {
  readonly listing: Listing
  readonly filters: ListState['filters']
  /** `quick` marks changes while somebody types: they leave no trail in the history. */
  readonly onFilter: (name: string, value: string | null, quick?: boolean) => void
  readonly onClear: () => void
  readonly onAdd: (name: string) => void
  readonly panelOpen: boolean
  readonly onTogglePanel: () => void
  /** From the search down to the first row. */
  readonly onGoToRows: () => void
  /** At the right end: columns, export and the like. */
  readonly tools?: ReactNode
}

const typingPauseMs = 350

function Search({
  filter,
  value,
  onSearch,
  onGoToRows,
}: {
  readonly filter: FilterDeclaration
  readonly value: string
  readonly onSearch: (value: string, quick: boolean) => void
  readonly onGoToRows: () => void
}) {
  const [typed, setTyped] = useState({ from: value, text: value })
  const text = typed.from === value ? typed.text : value
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => onSearch(text, true), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text, value, onSearch])
  return (
    <SearchInput
      className={styles.search}
      label={filter.label}
      value={text}
      maxLength={200}
      onChange={(event) => setTyped({ from: value, text: event.currentTarget.value })}
      // Whoever goes on to a row has done typing: a search that came later would close what they open.
      onBlur={() => {
        if (text !== value) onSearch(text, true)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onSearch(text, false)
        if (event.key === 'Escape' && text !== '') onSearch('', false)
        if (event.key === 'ArrowDown') {
          event.preventDefault()
          onGoToRows()
        }
      }}
      data-list-search
    />
  )
}

function Chip({
  filter,
  value,
  onOpen,
  onRemove,
}: {
  readonly filter: FilterDeclaration
  readonly value: string
  readonly onOpen: () => void
  /** Absent where nobody set it: it can be set to something else, not taken off. */
  readonly onRemove?: () => void
}) {
  const options = useFilterOptions(filter)
  const text = filterText(filter, value, options)
  return (
    <span className={styles.chip} data-implied={onRemove === undefined || undefined}>
      <button type="button" className={styles.chipText} onClick={onOpen}>
        <span className={styles.chipLabel}>{filter.label}:</span> {text}
      </button>
      {onRemove ? (
        <button
          type="button"
          className={styles.chipRemove}
          aria-label={`Remove filter ${filter.label} ${text}`}
          onClick={onRemove}
        >
          <Icon name="close" size={14} />
        </button>
      ) : null}
    </span>
  )
}

interface AddFilterProps {
  readonly unused: readonly FilterDeclaration[]
  readonly onAdd: (name: string) => void
}

function AddFilter({ unused, onAdd }: AddFilterProps) {
  if (unused.length === 0) return null
  return (
    <Menu
      label="Add filter"
      side="bottom-start"
      target={
        <Button variant="subtle" color="gray" size="compact-sm" leftSection={<Icon name="plus" size={14} />}>
          Add filter
        </Button>
      }
    >
      {unused.map(({ name, label }) => (
        <MenuItem key={name} onSelect={() => onAdd(name)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Above the table: search, what is filtered, and the way to filter more. */
export function FilterBar(props: FilterBarProps) {
  const { listing, filters, onFilter, onClear, onAdd, panelOpen, onTogglePanel, onGoToRows, tools } = props
  const keyword = listing.filters.find(({ kind }) => kind === 'KEYWORD')
  const others = listing.filters.filter((filter) => filter !== keyword && !isFixed(listing, filter.name))
  const active = others.filter(({ name }) => filters[name] !== undefined)
  const unused = others.filter(({ name }) => filters[name] === undefined)
  const implied = listing.implied?.(filters) ?? {}
  const onSearch = useStable((value: string, quick: boolean) => {
    if (keyword) onFilter(keyword.name, listing.readKeyword?.(value) ?? value, quick)
  })
  return (
    <div className={styles.bar} data-no-print>
      {keyword ? (
        <Search
          filter={keyword}
          value={filters[keyword.name] ?? ''}
          onSearch={onSearch}
          onGoToRows={onGoToRows}
        />
      ) : null}
      {active.map((filter) => (
        <Chip
          key={filter.name}
          filter={filter}
          value={filters[filter.name] ?? ''}
          onOpen={() => onAdd(filter.name)}
          onRemove={() => onFilter(filter.name, null)}
        />
      ))}
      {unused
        .filter(({ name }) => implied[name] !== undefined)
        .map((filter) => (
          <Chip
            key={filter.name}
            filter={filter}
            value={implied[filter.name] ?? ''}
            onOpen={() => onAdd(filter.name)}
          />
        ))}
      <AddFilter unused={unused} onAdd={onAdd} />
      {Object.keys(filters).some((name) => !isFixed(listing, name)) ? (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onClear}>
          Clear filters
        </Button>
      ) : null}
      <div className={styles.tools}>
        {tools}
        {others.length > 0 ? (
          <IconButton
            icon="filter"
            label={panelOpen ? 'Hide filters' : 'Show filters'}
            expanded={panelOpen}
            bordered
            onClick={onTogglePanel}
          />
        ) : null}
      </div>
    </div>
  )
}
