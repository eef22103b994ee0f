import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { CellField } from '../../../kit/decision-grid/cell-field.tsx'
import type { CellLanguage } from '../../../kit/decision-grid/core/cell-language.ts'
import { columnsOf, type OutputColumn } from '../../../kit/decision-grid/core/grid-column.ts'
import styles from './builder.module.css'
import type { DraftRule } from './builder-draft.ts'
import { readOutputs } from './read-draft.ts'

/** What must be said first, then what may be. */
function outputColumns(table: DecisionTable): readonly OutputColumn[] {
  const columns = columnsOf(table).filter((column) => column.kind === 'output')
  const isFirst = ({ required, key }: OutputColumn) => required || (table.atLeastOne ?? []).includes(key)
  return [...columns.filter(isFirst), ...columns.filter((column) => !isFirst(column))]
}

const shownAtFirst = 6

interface RuleOutputsProps {
  readonly table: DecisionTable
  readonly language: CellLanguage
  readonly rule: DraftRule
  readonly tried: boolean
  readonly onChange: (rule: DraftRule) => void
}

/** What happens when the conditions hold. */
export function RuleOutputs({ table, language, rule, tried, onChange }: RuleOutputsProps) {
  const columns = outputColumns(table)
  const { problems } = readOutputs(language, table, rule)
  const field = (column: OutputColumn) => (
    <CellField
      key={column.key}
      column={column}
      language={language}
      label={column.label}
      isLabelled
      text={rule.outputs[column.key] ?? ''}
      problem={tried ? (problems[column.key] ?? null) : null}
      onChange={(text) => onChange({ ...rule, outputs: { ...rule.outputs, [column.key]: text } })}
    />
  )
  const first = columns.slice(0, shownAtFirst)
  const more = columns.slice(shownAtFirst)
  const used = more.filter(({ key }) => (rule.outputs[key] ?? '') !== '').length
  return (
    <div className={styles.outputs}>
      {first.map(field)}
      {more.length > 0 ? (
        <details className={styles.more} open={used > 0 || undefined}>
          <summary>
            {more.length} more{used > 0 ? `, ${used} used` : ''}
          </summary>
          <div className={styles.outputs}>{more.map(field)}</div>
        </details>
      ) : null}
    </div>
  )
}
