import type { AnalyticsWidget } from '@signalbox/model/analytics/dashboard-content'
import type { ControlsInUse } from '../../../kit/analytics/controls.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ChartGrid } from './chart-grid.tsx'
import { titleOf } from './chart-types.ts'
import { withoutChart, type DashboardContent } from './content.ts'
import styles from './explorer.module.css'
import { useArranging } from './use-arranging.ts'

export interface ArrangedChartsProps {
  readonly content: DashboardContent
  readonly controls: ControlsInUse
  readonly onChange: (content: DashboardContent) => void
  readonly onEdit: (chart: AnalyticsWidget) => void
}

/** The charts with a handle to move each, a corner to change its size, and buttons to edit and remove it. */
export function ArrangedCharts({ content, controls, onChange, onEdit }: ArrangedChartsProps) {
  const { said, handlersOf, onKeyDown } = useArranging(content.layout, (layout) =>
    onChange({ ...content, layout }),
  )
  const renderTools = (chart: AnalyticsWidget) => (
    <>
      <button
        type="button"
        className={styles.handle}
        aria-label={`Move ${titleOf(chart)}: arrow keys, with Shift change its size`}
        onKeyDown={onKeyDown(chart.id)}
        {...handlersOf(chart.id, 'move')}
      >
        <Icon name="grip" size={16} />
      </button>
      <IconButton icon="edit" label={`Edit ${titleOf(chart)}`} sizePx={28} onClick={() => onEdit(chart)} />
      <IconButton
        icon="trash"
        label={`Remove ${titleOf(chart)}`}
        sizePx={28}
        onClick={() => onChange(withoutChart(content, chart.id))}
      />
    </>
  )
  const renderCorner = ({ id }: AnalyticsWidget) => (
    <span className={styles.corner} aria-hidden="true" {...handlersOf(id, 'size')} />
  )
  return (
    <>
      <ChartGrid
        content={content}
        controls={controls}
        renderTools={renderTools}
        renderCorner={renderCorner}
      />
      <span role="status" className={styles.srOnly}>
        {said}
      </span>
    </>
  )
}
