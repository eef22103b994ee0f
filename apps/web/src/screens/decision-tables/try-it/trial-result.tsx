import { useGridWords } from '../../../kit/decision-grid/use-grid-words.ts'
import type { DecisionTable, OutputValue } from '@signalbox/model/rules/decision-table'
import type { RowResult } from '@signalbox/model/rules/trace'
import { displayOf, displayText } from '../../../kit/decision-grid/cell-display.ts'
import { columnsOf } from '../../../kit/decision-grid/core/grid-column.ts'
import { KeyValues } from '../../../ui/key-values.tsx'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'
import type { Trial, TrialRow } from '../rules-worker/worker-messages.ts'
import styles from './try-it.module.css'

const results: Record<RowResult, { readonly tone: Tone; readonly word: string }> = {
  HIT: { tone: 'positive', word: 'Decides' },
  PASSED_OVER: { tone: 'active', word: 'Also matches' },
  MISS: { tone: 'neutral', word: 'Does not match' },
  NOT_REACHED: { tone: 'off', word: 'Not reached' },
  DISABLED: { tone: 'off', word: 'Off' },
  PRECONDITION_FAILED: { tone: 'neutral', word: 'Precondition fails' },
  EXPIRED: { tone: 'neutral', word: 'Not in its period' },
}

export interface TrialResultProps {
  readonly table: DecisionTable
  readonly trial: Trial
  readonly nameOf: (key: string) => string
  readonly onGoTo: (key: string, ruleId: string, columnId?: string) => void
}

function Outcome({
  table,
  outputs,
}: {
  readonly table: DecisionTable
  readonly outputs: Readonly<Record<string, OutputValue>>
}) {
  const formats = useGridWords()
  const items = columnsOf(table).flatMap((column) => {
    const value = column.kind === 'output' ? outputs[column.key] : undefined
    if (value === undefined) return []
    return [{ label: column.label, value: displayText(displayOf(column, value, formats)) }]
  })
  return items.length === 0 ? <p className={styles.quiet}>No other outputs.</p> : <KeyValues items={items} />
}

function Row({
  row,
  nameOf,
  onGoTo,
}: { readonly row: TrialRow } & Pick<TrialResultProps, 'nameOf' | 'onGoTo'>) {
  const { tone, word } = results[row.result]
  return (
    <li>
      <button
        type="button"
        className={styles.traceRow}
        onClick={() => onGoTo(row.key, row.ruleId, row.columns[0])}
      >
        <span className={styles.traceHead}>
          <span className={styles.number}>{row.no}</span>
          <span className={styles.traceName}>{row.name || 'Row without a name'}</span>
          <StatusBadge tone={tone}>{word}</StatusBadge>
        </span>
        {row.misses.length > 0 ? (
          <span className={styles.misses}>
            {row.misses.map((miss) => (
              <span key={miss}>{miss}</span>
            ))}
          </span>
        ) : null}
        <span className={styles.quiet}>{nameOf(row.key)}</span>
      </button>
    </li>
  )
}

/** What the table decides, and by which row. */
export function TrialOutcome({ table, trial, nameOf, onGoTo }: TrialResultProps) {
  const { outcome, hits, draw } = trial
  return (
    <section aria-label="Outcome" role="status" className={styles.outcome} data-outcome={outcome}>
      {outcome === 'DECIDED' ? null : (
        <p className={styles.none}>
          {outcome === 'NO_MATCH'
            ? `No row matches. ${table.onNoMatch}`
            : 'A row depends on the PSP, which is not chosen yet.'}
        </p>
      )}
      {hits.map((hit) => (
        <div key={`${hit.key} ${hit.ruleId}`} className={styles.hit}>
          <button type="button" className={styles.hitName} onClick={() => onGoTo(hit.key, hit.ruleId)}>
            Row {hit.no} of {nameOf(hit.key)} decides{hit.name ? `: ${hit.name}` : ''}
          </button>
          <Outcome table={table} outputs={hit.outputs} />
        </div>
      ))}
      {draw && draw.shares.length > 1 ? (
        <p className={styles.quiet}>
          Picked at random from {draw.shares.length} rows with the weights{' '}
          {draw.shares.map(({ weight }) => weight).join(' : ')}.
        </p>
      ) : null}
    </section>
  )
}

/** For every other row why it does not decide: those that came closest first. */
export function TrialRows({ trial, nameOf, onGoTo }: Omit<TrialResultProps, 'table'>) {
  const { hits, rows, rowCount } = trial
  const left = rowCount - hits.length
  return (
    <section aria-label="Rows">
      <h3 className={styles.heading}>
        Why other rows did not apply
        <span className={styles.quiet}>
          {rows.length < left ? `${rows.length} of ${left}, closest first` : 'closest first'}
        </span>
      </h3>
      <ol className={styles.trace}>
        {rows.map((row) => (
          <Row key={`${row.key} ${row.ruleId}`} row={row} nameOf={nameOf} onGoTo={onGoTo} />
        ))}
      </ol>
      {rows.length === 0 ? <p className={styles.quiet}>There are no other rows.</p> : null}
    </section>
  )
}
