import { useGridWords } from '../../kit/decision-grid/use-grid-words.ts'
import type { Cell } from '@signalbox/model/rules/cell'
import type { DecisionTable, OutputValue } from '@signalbox/model/rules/decision-table'
import type { Rule } from '@signalbox/model/rules/rule'
import { diffRulesets, type CellChange, type RowChange } from '@signalbox/model/rules/ruleset-diff'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { useMemo, type ReactNode } from 'react'
import { displayOf, displayText, type GridWords } from '../../kit/decision-grid/cell-display.ts'
import type { GridValue } from '../../kit/decision-grid/core/cell-language.ts'
import { columnsOf, type GridColumn } from '../../kit/decision-grid/core/grid-column.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './ruleset-changes.module.css'
import { inheritWords } from './table-words.ts'

const badges = {
  added: { tone: 'positive', icon: 'plus', word: 'Added' },
  removed: { tone: 'negative', icon: 'trash', word: 'Removed' },
  changed: { tone: 'active', icon: 'edit', word: 'Changed' },
  moved: { tone: 'neutral', icon: 'arrow-down', word: 'Moved' },
} as const

const fieldLabels: Readonly<Record<string, string>> = {
  name: 'Name',
  note: 'Note',
  priority: 'Priority',
  inherit: 'Merchants below',
  enabled: 'Enabled',
  preconditions: 'Only if',
}

interface Words {
  readonly columns: ReadonlyMap<string, GridColumn>
  readonly formats: GridWords
}

const nothing = <span className={styles.nothing}>nothing</span>

function valueText({ columns, formats }: Words, id: string, value: GridValue | undefined): string | null {
  const column = columns.get(id)
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (column) return displayText(displayOf(column, value, formats)) || null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const columnIdOf = ({ kind, key }: CellChange): string =>
  kind === 'condition' ? `c:${key}` : kind === 'output' ? `o:${key}` : key

/** The conditions and outcomes of a row in one line each. */
function RowInWords({ rule, words }: { readonly rule: Rule; readonly words: Words }) {
  const part = (entries: [string, GridValue][], prefix: 'c' | 'o') =>
    entries
      .map(([key, value]) => {
        const id = `${prefix}:${key}`
        return `${words.columns.get(id)?.label ?? key}: ${valueText(words, id, value) ?? ''}`
      })
      .join('; ')
  const when = part(Object.entries<Cell>(rule.conditions), 'c')
  const then = part(Object.entries<OutputValue>(rule.outputs), 'o')
  return (
    <p className={styles.words}>
      {when === '' ? 'Always' : `When ${when}`}
      {then === '' ? '' : `, then ${then}`}
    </p>
  )
}

function Change({
  label,
  from,
  to,
}: {
  readonly label: string
  readonly from: string | null
  readonly to: string | null
}) {
  return (
    <div className={styles.change}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.values}>
        {from === null ? nothing : <del className={styles.from}>{from}</del>}
        <span className={styles.arrow} aria-label="becomes">
          →
        </span>
        {to === null ? nothing : <ins className={styles.to}>{to}</ins>}
      </dd>
    </div>
  )
}

function placeOf({ fromNo, toNo }: RowChange): string {
  if (fromNo !== null && toNo !== null && fromNo !== toNo) return `Row ${fromNo} → ${toNo}`
  return `Row ${toNo ?? fromNo}`
}

function Row({
  row,
  rule,
  words,
  below,
}: {
  readonly row: RowChange
  readonly rule: Rule | undefined
  readonly words: Words
  readonly below?: RulesetChangesProps['below']
}) {
  const { tone, icon, word } = badges[row.change]
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <StatusBadge tone={tone} icon={icon}>
          {row.moved ? 'Changed and moved' : word}
        </StatusBadge>
        <span className={styles.place}>{placeOf(row)}</span>
        <span className={styles.name}>{row.name}</span>
      </div>
      {row.cells.length > 0 ? (
        <dl className={styles.cells}>
          {row.cells.map((cell) => {
            const id = columnIdOf(cell)
            return (
              <Change
                key={id}
                label={words.columns.get(id)?.label ?? cell.key}
                from={valueText(words, id, cell.from)}
                to={valueText(words, id, cell.to)}
              />
            )
          })}
        </dl>
      ) : rule && row.change !== 'moved' ? (
        <RowInWords rule={rule} words={words} />
      ) : null}
      {below?.(row.id, `row ${row.toNo ?? row.fromNo}`)}
    </li>
  )
}

function fieldText(words: Words, key: string, value: unknown): string {
  if (key === 'inherit') return inheritWords[value as keyof typeof inheritWords]
  if (key === 'enabled') return value === true ? 'Yes' : 'No'
  if (key !== 'preconditions') return String(value)
  return (
    Object.entries(value as Readonly<Record<string, Cell>>)
      .map(
        ([fact, cell]) =>
          `${words.columns.get(`c:${fact}`)?.label ?? fact} ${valueText(words, `c:${fact}`, cell)}`,
      )
      .join('; ') || '–'
  )
}

const shownRows = 200

export interface RulesetChangesProps {
  readonly table: DecisionTable
  readonly from: RulesetContent
  readonly to: RulesetContent
  /** What stands below each row: comments on it. */
  readonly below?: (rowId: string, label: string) => ReactNode
}

/** What is different between two contents, row by row: before and after. */
export function RulesetChangesView({ table, from, to, below }: RulesetChangesProps) {
  const formats = useGridWords()
  const words = useMemo<Words>(
    () => ({ columns: new Map(columnsOf(table).map((column) => [column.id, column])), formats }),
    [table, formats],
  )
  const { diff, rules } = useMemo(
    () => ({
      diff: diffRulesets(from, to),
      rules: new Map([...from.rules, ...to.rules].map((rule) => [rule.id, rule])),
    }),
    [from, to],
  )
  if (diff.fields.length === 0 && diff.rows.length === 0)
    return <p className={styles.same}>Nothing differs.</p>
  return (
    <div className={styles.changes}>
      {diff.fields.length > 0 ? (
        <dl className={styles.cells}>
          {diff.fields.map(({ key, from: before, to: after }) => (
            <Change
              key={key}
              label={fieldLabels[key] ?? key}
              from={fieldText(words, key, before)}
              to={fieldText(words, key, after)}
            />
          ))}
        </dl>
      ) : null}
      <ol className={styles.rows} aria-label="Rows that differ">
        {diff.rows.slice(0, shownRows).map((row) => (
          <Row
            key={`${row.change} ${row.id}`}
            row={row}
            rule={rules.get(row.id)}
            words={words}
            below={below}
          />
        ))}
      </ol>
      {diff.rows.length > shownRows ? (
        <p className={styles.same}>
          The first {shownRows} of {diff.rows.length} rows are shown.
        </p>
      ) : null}
    </div>
  )
}
