import { severityIcons } from '../../kit/decision-grid/row-marks.ts'
import { Button } from '@mantine/core'
import { redoLabel, undoLabel } from '../../kit/decision-grid/core/history.ts'
import { redone, undone, type GridState } from '../../kit/decision-grid/core/grid-state.ts'
import { insert } from '../../kit/decision-grid/core/row-commands.ts'
import { DensityMenu } from '../../kit/list/density-menu.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Popover, useClosePopup } from '../../ui/menu.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import type { RowFilter } from './use-row-filter.ts'
import styles from './table-toolbar.module.css'
import type { EditSession } from './edit-session.ts'
import type { PlacedFinding } from './use-checks.ts'

export interface TableToolbarProps {
  readonly session: EditSession
  readonly state: GridState
  readonly filter: RowFilter
  readonly findings: readonly PlacedFinding[]
  /** False until everything that may be edited was looked at. */
  readonly isChecked: boolean
  readonly mayEdit: boolean
  readonly tryOpen: boolean
  readonly onTry: () => void
  /** Left out for those who may not see it. */
  readonly onPerformance: (() => void) | undefined
  readonly performanceOpen: boolean
  readonly onColumns: () => void
  readonly onImport: (() => void) | undefined
  readonly onHistory: (() => void) | undefined
  readonly onGoTo: (key: string, ruleId: string, columnId?: string) => void
}

const shownFindings = 100

function FindingList({ findings, onGoTo }: Pick<TableToolbarProps, 'findings' | 'onGoTo'>) {
  const close = useClosePopup()
  return (
    <ul className={styles.findings} aria-label="Problems">
      {findings.slice(0, shownFindings).map((finding, position) => (
        <li key={position} className={styles.finding}>
          <button
            type="button"
            className={styles.findingText}
            data-severity={finding.severity}
            onClick={() => {
              close()
              onGoTo(finding.key, finding.ruleId, finding.columnId)
            }}
          >
            <Icon name={severityIcons[finding.severity]} size={14} />
            <span className={styles.findingRow}>Row {finding.number}</span>
            {finding.message}
          </button>
          {finding.fix ? (
            <Button size="compact-xs" variant="default" onClick={finding.fix.run}>
              {finding.fix.label}
            </Button>
          ) : null}
          {finding.show ? (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`Row ${finding.number}: show a payment`}
              onClick={() => {
                close()
                finding.show?.()
              }}
            >
              Show a payment
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** Everything the checks found, each leading to its row, with the fix beside it. */
function Problems({
  findings,
  isChecked,
  onGoTo,
}: Pick<TableToolbarProps, 'findings' | 'isChecked' | 'onGoTo'>) {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  if (findings.length === 0) {
    return isChecked ? (
      <span className={styles.fine}>
        <Icon name="check" size={14} /> No problems
      </span>
    ) : (
      <span className={styles.fine}>Not checked yet</span>
    )
  }
  return (
    <Popover
      label="Problems"
      target={
        <Button
          variant="default"
          leftSection={<Icon name={errors > 0 ? 'close-circle' : 'warning'} size={16} />}
          data-tone={errors > 0 ? 'negative' : 'attention'}
          className={styles.problems}
        >
          {findings.length === 1 ? '1 problem' : `${findings.length} problems`}
        </Button>
      }
    >
      <FindingList findings={findings} onGoTo={onGoTo} />
    </Popover>
  )
}

const kinds = [
  ['all', 'All'],
  ['changed', 'Edited'],
  ['problems', 'Problems'],
] as const

/** Which rows are shown at all. */
function Kinds({ filter }: Pick<TableToolbarProps, 'filter'>) {
  return (
    <span className={styles.kinds} role="group" aria-label="Which rows">
      {kinds.map(([value, label]) => (
        <button
          key={value}
          type="button"
          className={styles.kind}
          aria-pressed={filter.only === value}
          onClick={() => filter.setOnly(value)}
        >
          {label}
        </button>
      ))}
    </span>
  )
}

function UndoRedo({ grid, state }: { readonly grid: EditSession['grid']; readonly state: GridState }) {
  const [undo, redo] = [undoLabel(state.history), redoLabel(state.history)]
  return (
    <>
      <IconButton
        icon="undo"
        label={undo ? `Undo: ${undo}` : 'Nothing to undo'}
        bordered
        disabled={!undo}
        onClick={() => grid.update(undone)}
      />
      <IconButton
        icon="undo"
        className={styles.redo}
        label={redo ? `Redo: ${redo}` : 'Nothing to redo'}
        bordered
        disabled={!redo}
        onClick={() => grid.update(redone)}
      />
    </>
  )
}

/** Undo, finding rows, columns, and the ways in and out. */
export function TableToolbar(props: TableToolbarProps) {
  const { session, state, filter, findings, mayEdit, tryOpen, onTry, onColumns, onImport, onHistory } = props
  const { onPerformance, performanceOpen } = props
  const { grid } = session
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Table">
      {mayEdit ? <UndoRedo grid={grid} state={state} /> : null}
      <SearchInput
        className={styles.filter}
        label="Filter rows"
        value={filter.text}
        onChange={(event) => filter.setText(event.currentTarget.value)}
      />
      {mayEdit ? <Kinds filter={filter} /> : null}
      {mayEdit ? <Problems findings={findings} isChecked={props.isChecked} onGoTo={props.onGoTo} /> : null}
      <span className={styles.right}>
        {mayEdit ? (
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => {
              grid.update((now, deps) => insert(now, 'below', deps))
              grid.focus()
            }}
          >
            Insert row
          </Button>
        ) : null}
        {onPerformance ? (
          <IconButton
            icon="chart"
            label={performanceOpen ? 'Hide performance' : 'Show performance'}
            bordered
            pressed={performanceOpen}
            onClick={onPerformance}
          />
        ) : null}
        <IconButton icon="columns" label="Columns" bordered onClick={onColumns} />
        <DensityMenu />
        {onImport ? <IconButton icon="upload" label="Import rows" bordered onClick={onImport} /> : null}
        {onHistory ? <IconButton icon="history" label="History" bordered onClick={onHistory} /> : null}
        <Button
          variant={tryOpen ? 'light' : 'default'}
          leftSection={<Icon name="play" size={16} />}
          aria-pressed={tryOpen}
          onClick={onTry}
        >
          Try it
        </Button>
      </span>
    </div>
  )
}
