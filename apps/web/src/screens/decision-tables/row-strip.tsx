import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { Button } from '@mantine/core'
import { formatNumber } from '@signalbox/model/text/user-formats'
import { Link } from '@tanstack/react-router'
import { insertInstead } from '../../kit/decision-grid/core/cell-commands.ts'
import { rowAt } from '../../kit/decision-grid/core/grid-document.ts'
import { isEmptyRow, type GridRow } from '../../kit/decision-grid/core/grid-row.ts'
import { documentOf, selectionOf, undone, type GridState } from '../../kit/decision-grid/core/grid-state.ts'
import { rangeOf } from '../../kit/decision-grid/core/selection.ts'
import type { GridEditor } from '../../kit/decision-grid/grid-editor.ts'
import { severityIcons, type RowMarks } from '../../kit/decision-grid/row-marks.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { approvalText, none } from '../../kit/rule-figures.ts'
import { useFormats, useMay } from '../../kit/session/session-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { simulatorPath } from '../../kit/simulator-address.ts'
import { CommentList } from './row-comments.tsx'
import styles from './row-strip.module.css'
import { useComments, type CommentsOf } from './use-comments.ts'
import { namesFrom, useExplainer, type Catalogues } from './use-explainer.ts'
import { performanceWindow, type RowPerformance } from './use-row-performance.ts'

interface ActiveRow {
  readonly row: GridRow
  readonly number: number
  readonly section: number
}

const activeRow = (state: GridState): ActiveRow | null => {
  const line = state.lines.at(selectionOf(state).anchor.line)
  const row = line?.kind === 'row' ? rowAt(documentOf(state), line) : undefined
  return row && line?.kind === 'row' ? { row, number: line.row + 1, section: line.section } : null
}

function selectedText(state: GridState): string {
  const { firstLine, lastLine, firstColumn, lastColumn } = rangeOf(selectionOf(state), state.columns.length)
  const [rows, columns] = [lastLine - firstLine + 1, lastColumn - firstColumn + 1]
  return rows * columns > 1 ? `${rows} × ${columns} selected` : ''
}

export interface RowStripProps {
  readonly table: DecisionTable
  readonly state: GridState
  readonly marks: RowMarks
  /** What configured things are called. */
  readonly catalogues: Catalogues | undefined
  readonly onChange: GridEditor['update']
  readonly performance: RowPerformance
  /** The version on its way that the rows of a section are of, with comments on it. */
  readonly commentsAt: (section: number) => CommentsOf | null
  readonly onReview: (section: number) => void
}

/** What was said about the active row while its change is reviewed. */
function RowComments({
  about,
  rowId,
  onReview,
}: {
  readonly about: CommentsOf
  readonly rowId: string
  readonly onReview: () => void
}) {
  const { data } = useComments(about)
  const comments = data?.items.filter((comment) => comment.rowId === rowId) ?? []
  if (comments.length === 0) return null
  return (
    <>
      <CommentList comments={comments} />
      <div>
        <Button size="compact-xs" variant="default" onClick={onReview}>
          Reply
        </Button>
      </div>
    </>
  )
}

/** What the row did to last week's payments, and the way to more of it. */
function Performance({
  table,
  rowId,
  performance,
}: Pick<RowStripProps, 'table' | 'performance'> & { readonly rowId: string }) {
  const formats = useFormats()
  const row = performance.rowOf(rowId)
  if (performance.isError) return <p className={styles.sentence}>The performance could not be loaded.</p>
  if (!row) return <p className={styles.sentence}>No hits in the last 7 days.</p>
  const { figures } = row
  const search = { window: performanceWindow, table: table.slug, ruleset: row.rulesetId, row: rowId }
  return (
    <p className={styles.sentence}>
      {formatNumber(figures.hits, formats)} {figures.hits === 1 ? 'hit' : 'hits'} in 7 days, approval rate{' '}
      {approvalText(figures)}, last hit {figures.lastHitAt ? <InstantView iso={figures.lastHitAt} /> : none}.{' '}
      <Link to="/rules-hub/performance" search={search}>
        Open performance
      </Link>
    </p>
  )
}

/** A paste went over rows that said something: whoever meant to add rows takes it back here. */
function Overwrote({ rows, onChange }: { readonly rows: number } & Pick<RowStripProps, 'onChange'>) {
  return (
    <div className={styles.overwrote} role="group" aria-label="Paste">
      <span>
        <Icon name="warning" size={14} /> Overwrote {rows} {rows === 1 ? 'row' : 'rows'}
      </span>
      <Button size="compact-xs" variant="default" onClick={() => onChange(undone)}>
        Undo
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => onChange(insertInstead)}>
        Insert instead
      </Button>
    </div>
  )
}

/** Under the table: the active row as a sentence, what the checks say about it, and what can be done about that. */
export function RowStrip(props: RowStripProps) {
  const { table, state, marks, catalogues, performance, onChange, commentsAt, onReview } = props
  const explain = useExplainer()
  const formats = useFormats()
  const maySimulate = useMay('rules-hub.view')
  const nameOf = namesFrom(catalogues)
  const active = activeRow(state)
  const about = active ? commentsAt(active.section) : null
  const problems = active ? marks.problemsOf(active.row.id) : []
  const wrong = Object.values(active?.row.wrong ?? {})
  const sentence =
    active && explain && !isEmptyRow(active.row) && wrong.length === 0
      ? explain(table, active.row, { formats, nameOf })
      : ''
  return (
    <div className={styles.strip}>
      <div className={styles.texts}>
        {active ? (
          <p className={styles.sentence}>
            <span className={styles.number}>Row {active.number}</span> {sentence}
          </p>
        ) : (
          <p className={styles.sentence}>Select a row to read it as a sentence.</p>
        )}
        {active && performance.isShown ? (
          <Performance table={table} rowId={active.row.id} performance={performance} />
        ) : null}
        {wrong.map(({ text, message }) => (
          <p key={text} className={styles.problem} data-severity="error">
            <Icon name="close-circle" size={14} /> {message}
          </p>
        ))}
        {problems.map(({ severity, message, fix, show, simulate }) => (
          <p key={message} className={styles.problem} data-severity={severity}>
            <Icon name={severityIcons[severity]} size={14} /> {message}
            {fix ? (
              <Button size="compact-xs" variant="default" onClick={fix.run}>
                {fix.label}
              </Button>
            ) : null}
            {show ? (
              <Button size="compact-xs" variant="subtle" onClick={show}>
                Show a payment
              </Button>
            ) : null}
            {simulate && maySimulate ? (
              <Button
                size="compact-xs"
                variant="subtle"
                renderRoot={(props) => <Link {...props} to={simulatorPath} search={simulate} />}
              >
                Open in simulator
              </Button>
            ) : null}
          </p>
        ))}
        {active && about ? (
          <RowComments about={about} rowId={active.row.id} onReview={() => onReview(active.section)} />
        ) : null}
      </div>
      {state.overwrote ? (
        <Overwrote rows={state.overwrote.rows} onChange={onChange} />
      ) : (
        <span className={styles.selected}>{selectedText(state)}</span>
      )}
    </div>
  )
}
