import { formatDay } from '@signalbox/model/text/user-formats'
import { MultiSelect, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import type { FilterDeclaration } from '@signalbox/model/field/entity'
import type { FilterKind } from '@signalbox/model/field/field'
import { useId, type ReactNode } from 'react'
import { datePresets, formatDateRange, parseDateRange, type DateRange } from './date-range.ts'
import { useFormats } from '../session/session-store.ts'
import { useFilterOptions } from './filter-options.ts'
import { joinItems, listItems } from './filter-text.ts'

export interface FilterEditorProps {
  readonly filter: FilterDeclaration
  /** Empty when the filter is not set. */
  readonly value: string
  readonly onChange: (value: string) => void
}

type Editor = (props: FilterEditorProps) => ReactNode

function Keyword({ filter, value, onChange }: FilterEditorProps) {
  return (
    <TextInput
      label={filter.label}
      value={value}
      maxLength={filter.max ?? 200}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-filter={filter.name}
    />
  )
}

function List({ filter, value, onChange }: FilterEditorProps) {
  const options = useFilterOptions(filter)
  if (options === null) return <Keyword filter={filter} value={value} onChange={onChange} />
  return (
    <MultiSelect
      label={filter.label}
      data={[...options]}
      value={listItems(value)}
      onChange={(items) => onChange(joinItems(items))}
      placeholder={value === '' ? 'Any' : undefined}
      searchable
      clearable
      limit={300}
      nothingFoundMessage="Nothing found"
      clearButtonProps={{ 'aria-label': `Clear ${filter.label}` }}
      data-filter={filter.name}
    />
  )
}

function One({ filter, value, onChange }: FilterEditorProps) {
  const options = useFilterOptions(filter)
  if (options === null) return <Keyword filter={filter} value={value} onChange={onChange} />
  return (
    <Select
      label={filter.label}
      data={[...options]}
      value={value === '' ? null : value}
      onChange={(item) => onChange(item ?? '')}
      placeholder="Any"
      searchable
      clearable
      nothingFoundMessage="Nothing found"
      clearButtonProps={{ 'aria-label': `Clear ${filter.label}` }}
      data-filter={filter.name}
    />
  )
}

function Toggle({ filter, value, onChange }: FilterEditorProps) {
  const labelId = useId()
  return (
    <div>
      <Text id={labelId} size="sm" fw={500} mb={4}>
        {filter.label}
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby={labelId}
        value={value === '' ? 'any' : value}
        onChange={(choice) => onChange(choice === 'any' ? '' : choice)}
        data={[
          { value: 'any', label: 'Any' },
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        data-filter={filter.name}
      />
    </div>
  )
}

const customChoice = 'custom'
const presetChoices = [
  ...Object.entries(datePresets).map(([value, label]) => ({ value, label })),
  { value: customChoice, label: 'Custom' },
]

/** Presets follow the calendar; a custom range is two days, either of which may be left open. */
function Dates({ filter, value, onChange }: FilterEditorProps) {
  const formats = useFormats()
  const range = parseDateRange(value)
  const [from = '', to = ''] = value.includes('..') ? value.split('..') : []
  const choice = range && 'preset' in range ? range.preset : value === '' ? null : customChoice
  const choose = (next: string | null) => {
    if (next === null) onChange('')
    else if (next === customChoice) onChange(`${formatDay(new Date().toISOString(), formats)}..`)
    else onChange(formatDateRange({ preset: next } as DateRange))
  }
  return (
    <Stack gap={8}>
      <Select
        label={filter.label}
        data={presetChoices}
        value={choice}
        onChange={choose}
        placeholder="Any time"
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${filter.label}` }}
        data-filter={filter.name}
      />
      {choice === customChoice ? (
        <Stack gap={8}>
          <TextInput
            label={`${filter.label} from`}
            description="YYYY-MM-DD, in your time zone"
            value={from}
            onChange={(event) => onChange(`${event.currentTarget.value.trim()}..${to}`)}
          />
          <TextInput
            label={`${filter.label} to`}
            value={to}
            onChange={(event) => onChange(`${from}..${event.currentTarget.value.trim()}`)}
            error={range === null ? 'Enter two dates, the earlier one first' : undefined}
          />
        </Stack>
      ) : null}
    </Stack>
  )
}

const editors = { KEYWORD: Keyword, LIST: List, SELECT: One, TOGGLE: Toggle, DATE: Dates } satisfies Record<
  FilterKind,
  Editor
>

export function FilterEditor(props: FilterEditorProps) {
  const Editor: Editor = editors[props.filter.kind]
  return <Editor {...props} />
}

/** Whether the text can be applied: a custom range may be half typed. */
export const isApplicable = (filter: FilterDeclaration, value: string): boolean =>
  value === '' || filter.kind !== 'DATE' || parseDateRange(value) !== null
