import type { RowResult, TraceRow } from '@signalbox/model/rules/trace'
import type { AskedTable } from '@signalbox/model/simulator/simulation-result'
import { useState } from 'react'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'
import styles from './simulator.module.css'
import { TextButton } from './text-button.tsx'

const results: Record<RowResult, { readonly tone: Tone; readonly word: string }> = {
  HIT: { tone: 'positive', word: 'Decides' },
  PASSED_OVER: { tone: 'active', word: 'Also matches' },
  MISS: { tone: 'neutral', word: 'Does not match' },
  NOT_REACHED: { tone: 'off', word: 'Not reached' },
  DISABLED: { tone: 'off', word: 'Off' },
  PRECONDITION_FAILED: { tone: 'neutral', word: 'Precondition fails' },
  EXPIRED: { tone: 'neutral', word: 'Not in its period' },
}

export type Repair = (fact: string, value: unknown) => void

interface RowProps {
  readonly row: TraceRow
  readonly repair: AskedTable['repairs'][string] | undefined
  readonly onRepair: Repair
}

function Row({ row, repair, onRepair }: RowProps) {
  const { tone, word } = results[row.result]
  return (
    <li className={styles.traceRow}>
      <span className={styles.traceHead}>
        <span className={styles.number}>{row.no}</span>
        <span className={styles.traceName}>{row.name || 'Row without a name'}</span>
        <StatusBadge tone={tone}>{word}</StatusBadge>
      </span>
      {row.failed.map(({ column, sentence }) => (
        <span key={column} className={styles.miss}>
          {sentence}
        </span>
      ))}
      {repair ? (
        <span className={styles.repair}>
          <TextButton onClick={() => onRepair(repair.fact, repair.value)}>Make it match</TextButton>
          <span className={styles.quiet}>sets {repair.label}</span>
        </span>
      ) : null}
    </li>
  )
}

const refOf = (rows: readonly TraceRow[], ref: string): string => {
  const row = rows.find((each) => each.ref === ref)
  return row ? `row ${row.no}${row.name ? ` ${row.name}` : ''}` : ref
}

/** Which of several rows was drawn, and what chance each had. */
function DrawView({ trace, hits }: Pick<AskedTable, 'trace' | 'hits'>) {
  const draw = trace?.draw
  const weights = Object.entries(draw?.weights ?? {})
  if (!draw || weights.length + draw.removed.length < 2) return null
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0)
  return (
    <ul className={styles.draw} aria-label="Draw">
      {weights.map(([ref, weight]) => (
        <li key={ref} data-drawn={hits.includes(ref) || undefined}>
          <span>{refOf(trace.rows, ref)}</span>
          <meter
            className={styles.meter}
            min={0}
            max={total}
            value={weight}
            aria-label={`Weight of ${ref}`}
          />
          <span className={styles.figure}>
            {weight} of {total}
            {hits.includes(ref) ? ', drawn' : ''}
          </span>
        </li>
      ))}
      {draw.removed.map(({ ref, why }) => (
        <li key={ref}>
          <span>{refOf(trace.rows, ref)}</span>
          <span className={styles.quiet}>left out: {why}</span>
        </li>
      ))}
    </ul>
  )
}

const shownAtFirst = 5

const outcomeWords: Readonly<Record<string, string>> = {
  DECIDED: 'Decided',
  NO_MATCH: 'No row matches',
  DEFERRED: 'Waiting for the PSP',
}

/** One table that was asked: what it said, and why every other row did not. */
export function TableTraceView({
  asked,
  isChanged,
  isShown,
  onRepair,
}: {
  readonly asked: AskedTable
  /** Somebody came to see this table. */
  readonly isShown: boolean
  /** The other rules answer otherwise. */
  readonly isChanged: boolean
  readonly onRepair: Repair
}) {
  const [isWhole, setWhole] = useState(false)
  const { trace, hits, title, step, outcome, us, versions, repairs } = asked
  const rows = trace?.rows ?? []
  const deciding = rows.filter(({ ref }) => hits.includes(ref))
  const shown = isWhole ? rows : rows.slice(0, shownAtFirst)
  return (
    <details className={styles.table} data-decided={hits.length > 0 || undefined} open={isShown}>
      <summary className={styles.tableHead}>
        <span className={styles.tableTitle}>{title}</span>
        <span className={styles.tableSaid}>
          {deciding.map(({ no, name }) => `Row ${no}${name ? `: ${name}` : ''}`).join(', ') ||
            (outcomeWords[outcome] ?? outcome)}
        </span>
        {isChanged ? <StatusBadge tone="attention">Differs</StatusBadge> : null}
        <span className={styles.quiet}>
          {step} · {us} µs
        </span>
      </summary>
      <div className={styles.tableBody}>
        <DrawView trace={trace} hits={hits} />
        {trace === null ? <p className={styles.quiet}>You cannot view this table.</p> : null}
        {trace && rows.length === 0 ? <p className={styles.quiet}>The table has no rows.</p> : null}
        <ol className={styles.trace}>
          {shown.map((row) => (
            <Row key={row.ref} row={row} repair={repairs[row.ref]} onRepair={onRepair} />
          ))}
        </ol>
        {rows.length > shown.length ? (
          <TextButton onClick={() => setWhole(true)}>
            Show {rows.length - shown.length} more of {trace?.rowCount ?? rows.length} rows
          </TextButton>
        ) : null}
        {versions.length > 0 ? <p className={styles.quiet}>Versions: {versions.join(', ')}</p> : null}
      </div>
    </details>
  )
}
