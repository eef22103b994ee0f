import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { CellLanguage } from '../../../kit/decision-grid/core/cell-language.ts'
import { useFormats } from '../../../kit/session/session-store.ts'
import { Icon } from '../../../ui/icon.tsx'
import { namesFrom, useCatalogue, useExplainer } from '../../decision-tables/for-other-screens.ts'
import styles from './builder.module.css'
import type { DraftRule } from './builder-draft.ts'
import { rowsOfRule } from './draft-rows.ts'
import { shareText, useShares } from './traffic-shares.ts'

const shown = 3

interface RuleSentenceProps {
  readonly table: DecisionTable
  readonly language: CellLanguage
  readonly rule: DraftRule
}

/** What the rule says, in words: one sentence per row it becomes in the table. */
export function RuleSentence({ table, language, rule }: RuleSentenceProps) {
  const explain = useExplainer()
  const formats = useFormats()
  const catalogue = useCatalogue().data?.items
  const share = useShares().ofRule(rule.id)
  const read = rowsOfRule(language, table, rule)
  if (!read.ok)
    return read.problem === null ? null : (
      <p className={styles.problem} role="alert">
        <Icon name="warning" size={14} /> {read.problem}
      </p>
    )
  if (!explain) return null
  const { rows } = read
  return (
    <ul className={styles.sentences} aria-label="In words" aria-live="polite">
      {rows.slice(0, shown).map((row) => (
        <li key={row.id}>{explain(table, row, { formats, nameOf: namesFrom(catalogue) })}</li>
      ))}
      {rows.length > shown ? <li>and {rows.length - shown} more</li> : null}
      {rows.length > 1 ? <li className={styles.quiet}>{rows.length} rows in the table</li> : null}
      {share === undefined ? null : <li className={styles.quiet}>{shareText(share)}</li>}
    </ul>
  )
}
