import { diffLines } from '@signalbox/model/text/diff'
import type { Field } from '@signalbox/model/field/field'
import { displayText, nothing, useTextContext } from '../field/display-text.ts'
import { FieldView } from '../field/field-view.tsx'
import styles from './value-diff.module.css'

export interface Change {
  readonly name: string
  readonly from: unknown
  readonly to: unknown
}

const longText = (text: string): boolean => text.includes('\n') || text.length > 120
const unchangedKept = 2

/** Line by line, long stretches that stayed the same folded away. */
export function LineDiff({ from, to }: { readonly from: string; readonly to: string }) {
  const hunks = diffLines(from, to)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={styles.lines} role="group" aria-label="Changed lines" tabIndex={0}>
      {hunks.map(({ kind, lines, beforeLine, afterLine }, position) => {
        const fold = kind === 'same' && lines.length > unchangedKept * 2 + 1
        const shown = fold ? [...lines.slice(0, unchangedKept), null, ...lines.slice(-unchangedKept)] : lines
        return shown.map((line, index) => (
          <div
            key={`${beforeLine}-${afterLine}-${position}-${index}`}
            className={styles.line}
            data-kind={kind}
          >
            <span className={styles.sign} aria-hidden="true">
              {kind === 'added' ? '+' : kind === 'removed' ? '−' : ''}
            </span>
            {line === null ? (
              <span className={styles.fold}>{lines.length - unchangedKept * 2} lines unchanged</span>
            ) : (
              <code>{line}</code>
            )}
          </div>
        ))
      })}
    </div>
  )
}

/** One value beside another, or line by line when they are long. */
export function ValueDiff({
  field,
  from,
  to,
}: {
  readonly field: Field
  readonly from: unknown
  readonly to: unknown
}) {
  const context = useTextContext()
  const before = displayText(field, from, context)
  const after = displayText(field, to, context)
  if (longText(before) || longText(after)) {
    return <LineDiff from={before === nothing ? '' : before} to={after === nothing ? '' : after} />
  }
  return (
    <span className={styles.pair}>
      <del className={styles.from}>
        <FieldView field={field} value={from} layout="full" />
      </del>
      <span aria-hidden="true" className={styles.arrow}>
        →
      </span>
      <ins className={styles.to}>
        <FieldView field={field} value={to} layout="full" />
      </ins>
    </span>
  )
}

/** What changed, field by field. */
export function ChangeList({
  fields,
  changes,
}: {
  readonly fields: Readonly<Record<string, Field>>
  readonly changes: readonly Change[]
}) {
  return (
    <dl className={styles.changes}>
      {changes.map(({ name, from, to }) => {
        const field = fields[name]
        return field ? (
          <div key={name} className={styles.change}>
            <dt>{field.label}</dt>
            <dd>
              <ValueDiff field={field} from={from} to={to} />
            </dd>
          </div>
        ) : null
      })}
    </dl>
  )
}
