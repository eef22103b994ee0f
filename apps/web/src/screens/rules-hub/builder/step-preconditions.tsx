import { Select } from '@mantine/core'
import { factOf } from '@signalbox/model/rules/facts'
import { CellField } from '../../../kit/decision-grid/cell-field.tsx'
import { columnsOf } from '../../../kit/decision-grid/core/grid-column.ts'
import { CellSources } from '../../../kit/decision-grid/pickers/cell-sources.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useCatalogue } from '../../decision-tables/for-other-screens.ts'
import styles from './builder.module.css'
import { tableOf } from './builder-draft.ts'
import { conditionChoices } from './condition-group.tsx'
import type { Builder } from './use-builder.ts'

const nothing = {}

/** What must hold before any rule of the ruleset is looked at. */
export function PreconditionsStep({ builder }: { readonly builder: Builder }) {
  const { draft, change, language, tried, problems } = builder
  const catalogue = useCatalogue()
  const table = tableOf(draft)
  if (!table) return null
  const { preconditions } = draft
  const columns = columnsOf(table)
  const choices = conditionChoices(table, new Set(preconditions.map(({ fact }) => fact)))
  return (
    <CellSources value={catalogue.data?.items ?? nothing}>
      <div className={styles.form}>
        <p className={styles.lead}>
          Rules are evaluated only for payments that meet all preconditions. Without any, they are evaluated
          for every payment.
        </p>
        <ul className={styles.members} aria-label="Preconditions">
          {preconditions.map(({ fact, text }, place) => {
            const column = columns.find(({ id }) => id === `c:${fact}`)
            const label = factOf(fact)?.label ?? fact
            const change1 = (next: string) =>
              change({ ...draft, preconditions: preconditions.with(place, { fact, text: next }) })
            return (
              <li key={fact} className={styles.precondition}>
                <span>{label}</span>
                {column ? (
                  <CellField
                    column={column}
                    language={language}
                    label={label}
                    placeholder="Enter or choose"
                    text={text}
                    problem={tried ? (problems.preconditions[fact] ?? null) : null}
                    onChange={change1}
                  />
                ) : null}
                <IconButton
                  icon="close"
                  sizePx={28}
                  label={`Remove precondition ${label}`}
                  onClick={() => change({ ...draft, preconditions: preconditions.toSpliced(place, 1) })}
                />
              </li>
            )
          })}
        </ul>
        <Select
          key={preconditions.length}
          aria-label="Add a precondition"
          placeholder="Add a precondition"
          searchable
          data={choices}
          value={null}
          onChange={(fact) => {
            if (fact !== null) change({ ...draft, preconditions: [...preconditions, { fact, text: '' }] })
          }}
        />
      </div>
    </CellSources>
  )
}
