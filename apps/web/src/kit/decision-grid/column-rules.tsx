import { memo } from 'react'
import type { ColumnLayout, ColumnWindow } from './column-layout.ts'
import styles from './decision-grid.module.css'

export interface ColumnRulesProps {
  readonly layout: ColumnLayout
  readonly columns: ColumnWindow
  /** How far down there are lines. */
  readonly heightPx: number
}

/**
 * The lines between columns and the tint of outcomes, once behind all rows: as borders and backgrounds of cells they would
 * be drawn a thousand times.
 */
export const ColumnRules = memo(function ColumnRules({ layout, columns, heightPx }: ColumnRulesProps) {
  const { leftsPx, widthsPx, totalPx, firstOutput, endOutput } = layout
  const outputsPx = leftsPx[firstOutput]
  const rules: number[] = []
  for (let at = columns.first; at < columns.end; at++) rules.push(at)
  return (
    <div className={styles.columnRules} aria-hidden="true" style={{ width: totalPx, height: heightPx }}>
      {outputsPx === undefined ? null : (
        <div
          className={styles.outcomeBand}
          style={{ left: outputsPx, width: (leftsPx[endOutput] ?? totalPx) - outputsPx }}
        />
      )}
      {rules.map((at) => (
        <div
          key={at}
          className={styles.columnRule}
          style={{ left: (leftsPx[at] ?? 0) + (widthsPx[at] ?? 0) - 1 }}
        />
      ))}
    </div>
  )
})
