import type { ChartColumn } from './chart-data.ts'
import styles from './chart.module.css'

/** Names the series and hides those that are not wanted. */
export function ChartLegend({
  columns,
  hidden,
  onToggle,
}: {
  readonly columns: readonly ChartColumn[]
  readonly hidden: ReadonlySet<string>
  readonly onToggle: (key: string) => void
}) {
  return (
    <ul className={styles.legend} aria-label="Series">
      {columns.map((column) => (
        <li key={column.key}>
          <button
            type="button"
            className={styles.series}
            aria-pressed={!hidden.has(column.key)}
            onClick={() => onToggle(column.key)}
          >
            <span
              className={styles.swatch}
              style={{ background: column.color, color: column.color }}
              data-dashed={column.isCompared || undefined}
            />
            <span className={styles.name}>{column.label}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
