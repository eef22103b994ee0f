import type { AnalyticsPlace, AnalyticsWidget } from '@signalbox/model/analytics/dashboard-content'
import type { CSSProperties, ReactNode } from 'react'
import type { ControlsInUse } from '../../../kit/analytics/controls.ts'
import { WidgetCard } from '../../../kit/analytics/widget-card.tsx'
import { asWidget, controlsOf } from './as-widget.ts'
import type { DashboardContent } from './content.ts'
import styles from './explorer.module.css'
import { readingOrder } from './layout.ts'

export interface ChartGridProps {
  readonly content: DashboardContent
  readonly controls: ControlsInUse
  /** Buttons of each chart, for whoever arranges them. */
  readonly renderTools?: (widget: AnalyticsWidget) => ReactNode
  /** Over a chart: the corner that gives it another size. */
  readonly renderCorner?: (widget: AnalyticsWidget) => ReactNode
}

/** Where there is room, its columns and rows; elsewhere only its height counts. */
const placeStyle = ({ x, y, w, h }: AnalyticsPlace) =>
  ({
    '--column': `${x + 1} / span ${w}`,
    '--row': `${y + 1} / span ${h}`,
    '--rows': h,
  }) as CSSProperties

/** The charts of a dashboard at their places; below each other where there is no room beside each other. */
export function ChartGrid({ content, controls, renderTools, renderCorner }: ChartGridProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.grid}>
        {readingOrder(content.layout).map((place) => {
          const { id } = place
          const widget = content.widgets.find((each) => each.id === id)
          return widget ? (
            <div key={id} className={styles.place} style={placeStyle(place)} data-chart={id}>
              <WidgetCard
                fills
                widget={asWidget(widget)}
                controls={controlsOf(controls, widget)}
                tools={renderTools?.(widget)}
              />
              {renderCorner?.(widget)}
            </div>
          ) : null
        })}
      </div>
    </div>
  )
}
