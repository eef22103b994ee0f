import { ColumnRules } from './column-rules.tsx'
import styles from './decision-grid.module.css'
import { GridHeader } from './grid-header.tsx'
import { drawnLines, gridLine } from './grid-line.tsx'
import { GridMenu } from './grid-menu.tsx'
import { noMarks } from './row-marks.ts'
import { headerPx, useDecisionGrid, type DecisionGridProps } from './use-decision-grid.ts'

/** Rows and columns like a spreadsheet: only what is in sight is drawn, and the keyboard reaches everything. */
export function DecisionGrid(props: DecisionGridProps) {
  const { editor, label, density, onResize, marks = noMarks } = props
  const grid = useDecisionGrid(props)
  const { gridId, state, size, layout, sizes, drawn, scroller, canvas } = grid
  const { lines, columns } = state

  return (
    <div className={styles.frame} data-density={density}>
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={lines.count + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
        aria-activedescendant={`${gridId}-active`}
        tabIndex={0}
        className={styles.grid}
        {...grid.focusHandlers}
        {...grid.clipboard}
      >
        <div
          className={styles.sizer}
          role="presentation"
          style={{ height: lines.heightPx(sizes) + headerPx, width: layout.totalPx }}
        >
          <div
            className={styles.layer}
            role="presentation"
            style={{ height: size.height, width: layout.totalPx }}
          >
            <GridHeader
              layout={layout}
              columns={drawn.columns}
              figures={marks.figures?.words}
              onResize={onResize}
              onSelect={grid.selectColumn}
            />
            <ColumnRules layout={layout} columns={drawn.columns} heightPx={lines.heightPx(sizes)} />
            <div className={styles.body} role="rowgroup" {...grid.pointer} {...grid.tooltips}>
              <div ref={canvas} className={styles.canvas} role="presentation">
                {drawnLines(grid).map((line) => gridLine(grid, props, line))}
              </div>
            </div>
          </div>
        </div>
      </div>
      <div role="status" className={styles.announcement}>
        {state.announcement === '' ? null : <span key={state.announcement}>{state.announcement}</span>}
      </div>
      {grid.menu ? (
        <GridMenu editor={editor} place={grid.menu} marks={marks} onClose={grid.closeMenu} />
      ) : null}
    </div>
  )
}
