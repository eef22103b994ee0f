import {
  figureText,
  intervalText,
  isFew,
  paymentsText,
  valueOf,
  type ChartCell,
  type ChartColumn,
  type ChartData,
  type ChartRow,
} from './chart-data.ts'
import styles from './chart.module.css'

export interface ChartTableProps {
  readonly label: string
  readonly data: ChartData
  /** A bar under each figure, by its part of the largest of its column. */
  readonly withBars?: boolean
  readonly onOpen?: ((row: ChartRow, column: ChartColumn) => void) | undefined
}

/** Below a share of few payments: how far it may be from the truth. */
function Interval({ cell, column }: { cell: ChartCell | undefined; column: ChartColumn }) {
  if (!isFew(cell) || cell?.low === undefined || cell.high === undefined) return null
  return (
    <span className={styles.interval} title={`95 % interval, ${paymentsText(cell.n ?? 0)}`}>
      {intervalText(column, cell.low, cell.high)} of {cell.n ?? 0}
    </span>
  )
}

/** The figures of a chart as a table, to read and to copy. */
export function ChartTable({ label, data, withBars = false, onOpen }: ChartTableProps) {
  const { rows, columns, rowTitle } = data
  const largest = new Map(
    columns.map((column) => [
      column.key,
      column.isShare ? 1 : Math.max(0, ...rows.map((row) => Math.abs(valueOf(row, column) ?? 0))),
    ]),
  )
  const widthOf = (row: ChartRow, column: ChartColumn): number =>
    (Math.abs(valueOf(row, column) ?? 0) / (largest.get(column.key) || 1)) * 100
  return (
    <div
      className={styles.tableScroll}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.head}>
              {rowTitle}
            </th>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={styles.head}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              {columns.map((column) => {
                const text = figureText(row.cells[column.key], column)
                const few = isFew(row.cells[column.key])
                return (
                  <td key={column.key} data-few={few || undefined}>
                    {onOpen && valueOf(row, column) !== null ? (
                      <button
                        type="button"
                        className={styles.figureButton}
                        onClick={() => onOpen(row, column)}
                      >
                        {text}
                      </button>
                    ) : (
                      text
                    )}
                    <Interval cell={row.cells[column.key]} column={column} />
                    {withBars && valueOf(row, column) !== null ? (
                      <span
                        className={styles.bar}
                        data-few={few || undefined}
                        style={{ width: `${widthOf(row, column)}%` }}
                      />
                    ) : null}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
