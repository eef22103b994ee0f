import { Button, Group, Stack, Title } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { FilterEditor, isApplicable } from './filter-editors.tsx'
import styles from './filter-panel.module.css'
import type { ListState } from '../list/list-state.ts'
import { isFixed, type Listing } from '../list/listing.ts'

type Filters = ListState['filters']

export interface FilterPanelProps {
  readonly listing: Listing
  readonly filters: Filters
  readonly onApply: (filters: Filters) => void
  readonly onClose: () => void
  readonly onSaveAs: (filters: Filters) => void
  /** The filter somebody asked for with "Add filter". */
  readonly focusOn: { readonly name: string; readonly request: number } | null
}

const setOnly = (filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))

/** Every filter of the list in one place. Nothing happens to the list until Apply. */
export function FilterPanel({ listing, filters, onApply, onClose, onSaveAs, focusOn }: FilterPanelProps) {
  const titleId = useId()
  const panel = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState({ from: filters, values: filters })
  // When the chips or the address change the filters, the panel follows and drops what was half chosen.
  const values = draft.from === filters ? draft.values : filters
  const set = (name: string, value: string) =>
    setDraft({ from: filters, values: { ...values, [name]: value } })
  const shown = listing.filters.filter(({ name }) => !isFixed(listing, name))
  const ready = listing.filters.every((filter) => isApplicable(filter, values[filter.name] ?? ''))

  useEffect(() => {
    if (focusOn === null) return
    const editor = panel.current?.querySelector<HTMLElement>(`[data-filter="${focusOn.name}"]`)
    const target = editor?.matches('input, select, textarea')
      ? editor
      : editor?.querySelector<HTMLElement>('input')
    ;(target ?? editor)?.focus()
  }, [focusOn])

  return (
    <form
      ref={panel}
      className={styles.panel}
      aria-labelledby={titleId}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) onApply(setOnly(values))
      }}
    >
      <Group justify="space-between" className={styles.head}>
        <Title order={2} id={titleId}>
          Filters
        </Title>
        <IconButton icon="close" label="Hide filters" onClick={onClose} />
      </Group>
      <Stack gap={14} className={styles.body}>
        {shown.map((filter) => (
          <FilterEditor
            key={filter.name}
            filter={filter}
            value={values[filter.name] ?? ''}
            onChange={(value) => set(filter.name, value)}
          />
        ))}
      </Stack>
      <Group gap={8} className={styles.foot}>
        <Button type="submit" disabled={!ready}>
          Apply
        </Button>
        <Button type="button" variant="default" onClick={() => onApply({})}>
          Reset
        </Button>
        <Button type="button" variant="subtle" disabled={!ready} onClick={() => onSaveAs(setOnly(values))}>
          Save as…
        </Button>
      </Group>
    </form>
  )
}
