import type { ValueName } from '@signalbox/model/analytics/value-name'
import { Button, MultiSelect, Select } from '@mantine/core'
import { dimensionOf, dimensions, type DimensionId } from '@signalbox/model/analytics/dimensions'
import { mostFilterValues } from '@signalbox/model/analytics/query'
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Popover, useClosePopup } from '../../ui/menu.tsx'
import styles from './analytics-toolbar.module.css'
import type { ControlsInUse } from './controls.ts'
import { useValueName } from './use-value-name.ts'
import { useAnalytics } from './use-widget-reply.ts'

/** Those of payments; merchant and currency have controls of their own. */
const offered = dimensions.filter(
  ({ id, facts }) => facts.includes('payment' as never) && !['merchant', 'currency'].includes(id),
)

/** The values that occur in the period, the most frequent first. */
function useOccurring(dimension: DimensionId | null, controls: ControlsInUse, nameOf: ValueName) {
  const { data } = useAnalytics(
    {
      metrics: ['deposits'],
      dimensions: dimension === null ? [] : [dimension],
      filters: {},
      ...controls.period,
      interval: 'none',
      compare: 'none',
    },
    dimension !== null,
  )
  if (dimension === null) return []
  return (data?.cells ?? [])
    .toSorted((a, b) => (b.values.deposits?.value ?? 0) - (a.values.deposits?.value ?? 0))
    .map(({ key: [value = ''] }) => ({ value, label: nameOf(dimension, value) }))
    .filter(({ value }) => value !== '')
}

function FilterForm({
  controls,
  first,
}: {
  readonly controls: ControlsInUse
  readonly first: DimensionId | null
}) {
  const close = useClosePopup()
  const nameOf = useValueName()
  const [dimension, setDimension] = useState<DimensionId | null>(first)
  const [values, setValues] = useState<string[]>(first ? (controls.filters[first] ?? []) : [])
  const occurring = useOccurring(dimension, controls, nameOf)
  const options = [
    ...occurring,
    ...values
      .filter((value) => !occurring.some((option) => option.value === value))
      .map((value) => ({ value, label: dimension ? nameOf(dimension, value) : value })),
  ]
  const apply = () => {
    if (dimension === null) return
    const { [dimension]: _, ...others } = controls.filters
    controls.change({ filters: values.length > 0 ? { ...others, [dimension]: values } : others })
    close()
  }
  return (
    <form
      className={styles.filterForm}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <Select
        label="Filter by"
        placeholder="Choose"
        comboboxProps={{ withinPortal: false }}
        value={dimension}
        data={offered.map(({ id, label }) => ({ value: id, label }))}
        onChange={(value) => {
          setDimension(value as DimensionId | null)
          setValues(controls.filters[value as DimensionId] ?? [])
        }}
      />
      <MultiSelect
        label="Values"
        placeholder={values.length > 0 ? undefined : 'Choose'}
        comboboxProps={{ withinPortal: false }}
        disabled={dimension === null}
        data={options}
        value={values}
        maxValues={mostFilterValues}
        onChange={setValues}
      />
      <Button type="submit" disabled={dimension === null}>
        Apply
      </Button>
    </form>
  )
}

const summary = (values: readonly string[]): string =>
  values.length > 2 ? `${values.slice(0, 2).join(', ')} +${values.length - 2}` : values.join(', ')

/** Which payments the figures are about. */
export function FilterControl({ controls }: { readonly controls: ControlsInUse }) {
  const nameOf = useValueName()
  const chosen = Object.entries(controls.filters) as [DimensionId, string[]][]
  return (
    <>
      {chosen.map(([id, values]) => (
        <span key={id} className={styles.chip}>
          <Popover
            label={`Filter ${dimensionOf(id).label}`}
            target={
              <button type="button" className={styles.chipFace}>
                {dimensionOf(id).label}: <b>{summary(values.map((value) => nameOf(id, value)))}</b>
              </button>
            }
          >
            <FilterForm controls={controls} first={id} />
          </Popover>
          <button
            type="button"
            className={styles.chipRemove}
            aria-label={`Remove filter ${dimensionOf(id).label}`}
            onClick={() => {
              const { [id]: _, ...filters } = controls.filters
              controls.change({ filters })
            }}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      ))}
      <Popover
        label="Add filter"
        target={
          <Button variant="default" leftSection={<Icon name="filter" size={16} />}>
            Add filter
          </Button>
        }
      >
        <FilterForm controls={controls} first={null} />
      </Popover>
    </>
  )
}
