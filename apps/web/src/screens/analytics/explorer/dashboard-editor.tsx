import { Button, TextInput } from '@mantine/core'
import type { AnalyticsWidget } from '@signalbox/model/analytics/dashboard-content'
import { mostWidgets } from '@signalbox/model/analytics/dashboard-content'
import { useState } from 'react'
import { AnalyticsToolbar } from '../../../kit/analytics/analytics-toolbar.tsx'
import type { ControlsInUse } from '../../../kit/analytics/controls.ts'
import { useLeaveGuard } from '../../../kit/record/use-leave-guard.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Page } from '../../../ui/page.tsx'
import { ArrangedCharts } from './arranged-charts.tsx'
import { ChartDialog } from './chart-dialog.tsx'
import { withChart, type DashboardContent } from './content.ts'
import styles from './explorer.module.css'

export interface DashboardEditorProps {
  readonly title: string
  readonly content: DashboardContent
  readonly controls: ControlsInUse
  readonly isSaving: boolean
  readonly onSave: (content: DashboardContent) => void
  readonly onCancel: () => void
  /** Nothing is lost by leaving then. */
  readonly isSaved: () => boolean
}

const newChart = (): AnalyticsWidget => ({
  id: crypto.randomUUID().slice(0, 8),
  type: 'line',
  metric: 'conversion',
  dims: [],
  filters: {},
  compare: 'previous',
})

function nameProblem(name: string): string | null {
  if (name.trim().length < 2) return 'Enter a name of at least 2 characters'
  return name.length > 80 ? 'At most 80 characters' : null
}

interface NameFieldProps {
  readonly name: string
  readonly error: string | null
  readonly onChange: (name: string) => void
}

const NameField = ({ name, error, onChange }: NameFieldProps) => (
  <TextInput
    className={styles.name}
    aria-label="Name of the dashboard"
    placeholder="Name of the dashboard"
    value={name}
    error={error}
    onChange={({ currentTarget: { value } }) => onChange(value)}
  />
)

const AddButton = ({ isFull, onClick }: { readonly isFull: boolean; readonly onClick: () => void }) => (
  <Button
    variant="default"
    leftSection={<Icon name="plus" size={16} />}
    disabled={isFull}
    title={isFull ? `At most ${mostWidgets} charts` : undefined}
    onClick={onClick}
  >
    Add chart
  </Button>
)

/** Builds a dashboard: charts are added, changed, arranged and removed; nothing is stored before Save. */
export function DashboardEditor({
  title,
  content: first,
  controls,
  isSaving,
  ...rest
}: DashboardEditorProps) {
  const { onSave, onCancel, isSaved } = rest
  const [content, setContent] = useState(first)
  const [chart, setChart] = useState<AnalyticsWidget | null>(null)
  const [wasTried, setWasTried] = useState(false)
  const isDirty = JSON.stringify(content) !== JSON.stringify(first)
  useLeaveGuard(
    () => isDirty && !isSaved(),
    () => undefined,
  )
  const problem = nameProblem(content.name)
  const save = () => {
    setWasTried(true)
    if (problem === null) onSave({ ...content, name: content.name.trim() })
  }
  const add = (
    <AddButton isFull={content.widgets.length >= mostWidgets} onClick={() => setChart(newChart())} />
  )
  return (
    <Page
      title={title}
      actions={
        <>
          {content.widgets.length > 0 ? add : null}
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button loading={isSaving} onClick={save}>
            Save dashboard
          </Button>
        </>
      }
      toolbar={
        <AnalyticsToolbar controls={controls} hasCompare={false}>
          <NameField
            name={content.name}
            error={wasTried ? problem : null}
            onChange={(name) => setContent({ ...content, name })}
          />
        </AnalyticsToolbar>
      }
    >
      {content.widgets.length === 0 ? (
        <EmptyState icon="chart" title="No charts yet" action={add} />
      ) : (
        <ArrangedCharts content={content} controls={controls} onChange={setContent} onEdit={setChart} />
      )}
      {chart ? (
        <ChartDialog
          chart={chart}
          isNew={!content.widgets.some(({ id }) => id === chart.id)}
          controls={controls}
          onClose={() => setChart(null)}
          onDone={(next) => {
            setContent(withChart(content, next))
            setChart(null)
          }}
        />
      ) : null}
    </Page>
  )
}
