import { Button, MultiSelect, Select, TextInput } from '@mantine/core'
import type { AnalyticsWidget } from '@signalbox/model/analytics/dashboard-content'
import { dimensions } from '@signalbox/model/analytics/dimensions'
import { metrics } from '@signalbox/model/analytics/metrics'
import { comparisons, intervals } from '@signalbox/model/analytics/query'
import { useState } from 'react'
import { comparisonLabels, type ControlsInUse } from '../../../kit/analytics/controls.ts'
import { FilterControl } from '../../../kit/analytics/filter-control.tsx'
import { WidgetCard } from '../../../kit/analytics/widget-card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { asWidget, controlsOf } from './as-widget.ts'
import { canSplit, chartTypes, problemOf, titleOf, type ChartType } from './chart-types.ts'
import styles from './explorer.module.css'

type Facts = (typeof metrics)[number]['facts']

const factLabels: Readonly<Record<Facts, string>> = {
  payment: 'Payments',
  leg: 'Submissions to PSPs',
  approval: 'Approvals',
  queue: 'Queues',
  case: 'Cases',
  kyc: 'KYC',
  chargeback: 'Chargebacks',
  settlement: 'Settlement',
  interchange: 'Interchange',
  webhook: 'Messages',
  api: 'API clients',
  token: 'Network tokens',
}

const metricOptions = Object.entries(factLabels).map(([facts, group]) => ({
  group,
  items: metrics.filter((metric) => metric.facts === facts).map(({ id, label }) => ({ value: id, label })),
}))

const intervalLabels = {
  none: 'By the length of the period',
  '5min': '5 minutes',
  hour: 'Hours',
  day: 'Days',
  week: 'Weeks',
  month: 'Months',
} as const

interface FieldsProps {
  readonly chart: AnalyticsWidget
  readonly onChange: (chart: AnalyticsWidget) => void
}

function ShapeFields({ chart, onChange }: FieldsProps) {
  /** What the other choice rules out goes. */
  const fitting = (next: AnalyticsWidget): AnalyticsWidget => ({
    ...next,
    dims: next.dims.filter((id) => canSplit(next, id)).slice(0, chartTypes[next.type].most),
  })
  return (
    <>
      <Select
        label="Chart"
        allowDeselect={false}
        value={chart.type}
        data={Object.entries(chartTypes).map(([value, { label }]) => ({ value, label }))}
        onChange={(type) => onChange(fitting({ ...chart, type: (type ?? chart.type) as ChartType }))}
      />
      <Select
        label="Metric"
        searchable
        allowDeselect={false}
        value={chart.metric}
        data={metricOptions}
        onChange={(id) =>
          onChange(fitting({ ...chart, metric: metrics.find((each) => each.id === id)?.id ?? chart.metric }))
        }
      />
      {chartTypes[chart.type].most === 0 ? null : (
        <MultiSelect
          label="Split by"
          searchable
          maxValues={chartTypes[chart.type].most}
          value={chart.dims}
          data={dimensions
            .filter(({ id }) => canSplit(chart, id))
            .map(({ id, label }) => ({ value: id, label }))}
          onChange={(ids) =>
            onChange({
              ...chart,
              dims: ids.flatMap((id) => dimensions.find((each) => each.id === id)?.id ?? []),
            })
          }
        />
      )}
    </>
  )
}

function TimeFields({ chart, onChange }: FieldsProps) {
  const { isOverTime } = chartTypes[chart.type]
  const isCompared = chart.type === 'number' || (isOverTime && chart.dims.length === 0)
  return (
    <>
      {isOverTime ? (
        <Select
          label="Interval"
          allowDeselect={false}
          value={chart.interval ?? 'none'}
          data={intervals.map((value) => ({ value, label: intervalLabels[value] }))}
          onChange={(value) =>
            onChange({ ...chart, interval: intervals.find((each) => each === value) ?? 'none' })
          }
        />
      ) : null}
      {isCompared ? (
        <Select
          label="Compare with"
          allowDeselect={false}
          value={chart.compare}
          data={comparisons.map((value) => ({ value, label: comparisonLabels[value] }))}
          onChange={(value) =>
            onChange({ ...chart, compare: comparisons.find((each) => each === value) ?? 'none' })
          }
        />
      ) : null}
    </>
  )
}

export interface ChartDialogProps {
  readonly chart: AnalyticsWidget
  readonly isNew: boolean
  readonly controls: ControlsInUse
  readonly onClose: () => void
  readonly onDone: (chart: AnalyticsWidget) => void
}

/** What a chart shows, with the chart itself beside it as it changes. */
export function ChartDialog({ chart: first, isNew, controls, onClose, onDone }: ChartDialogProps) {
  const [chart, setChart] = useState(first)
  const problem = problemOf(chart)
  const formId = `chart-${first.id}`
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isNew ? 'Add chart' : `Edit chart: ${titleOf(first)}`}
      widthPx={1080}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={problem !== null}>
            {isNew ? 'Add chart' : 'Apply'}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <form
          id={formId}
          className={styles.fields}
          onSubmit={(event) => {
            event.preventDefault()
            if (problem === null) onDone(chart)
          }}
        >
          <ShapeFields chart={chart} onChange={setChart} />
          <TimeFields chart={chart} onChange={setChart} />
          <TextInput
            label="Title"
            maxLength={120}
            placeholder={titleOf({ ...chart, title: undefined })}
            value={chart.title ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setChart({ ...chart, title: value === '' ? undefined : value })
            }
          />
        </form>
        <div>
          <div className={styles.preview}>
            {problem === null ? (
              <WidgetCard fills widget={asWidget(chart)} controls={controlsOf(controls, chart)} />
            ) : (
              <EmptyState icon="chart" title={problem} />
            )}
          </div>
          <div className={styles.filters} role="group" aria-label="Filters of this chart">
            <FilterControl
              controls={{
                ...controls,
                filters: chart.filters,
                change: ({ filters }) => filters && setChart({ ...chart, filters }),
              }}
            />
          </div>
        </div>
      </div>
    </Dialog>
  )
}
