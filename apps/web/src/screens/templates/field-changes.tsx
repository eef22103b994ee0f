import { template, type TemplateDraft } from '@signalbox/model/template-language/template'
import { FieldView } from '../../kit/field/field-view.tsx'
import { LineDiff, ValueDiff } from '../../kit/record/value-diff.tsx'
import { isLongText, textOf, type EditedField } from './editor-state.ts'
import styles from './field-changes.module.css'

export interface FieldChangesProps {
  readonly names: readonly EditedField[]
  /** Null when there was nothing before: then the values are simply shown. */
  readonly from: TemplateDraft | null
  readonly to: TemplateDraft
}

/** What changed, field by field; bodies line by line over the whole width. */
export function FieldChanges({ names, from, to }: FieldChangesProps) {
  return (
    <dl className={styles.changes}>
      {names.map((name) => {
        const field = template.fields[name]
        const long = isLongText(name)
        return (
          <div key={name} className={styles.change} data-long={long || undefined}>
            <dt className={styles.label}>{field.label}</dt>
            <dd className={styles.value}>
              {long ? (
                <LineDiff from={from ? textOf(from[name]) : ''} to={textOf(to[name])} />
              ) : from ? (
                <ValueDiff field={field} from={from[name]} to={to[name]} />
              ) : (
                <FieldView field={field} value={to[name]} layout="full" />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
