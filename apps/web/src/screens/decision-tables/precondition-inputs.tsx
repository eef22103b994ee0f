import { Select, TextInput } from '@mantine/core'
import type { Cell } from '@signalbox/model/rules/cell'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { factOf } from '@signalbox/model/rules/facts'
import type { CellLanguage } from '../../kit/decision-grid/core/cell-language.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './dialogs.module.css'

export interface PreconditionInput {
  readonly key: string
  readonly text: string
}

/** What the texts of the preconditions mean, or what is wrong with each. */
export function readConditions(language: CellLanguage, inputs: readonly PreconditionInput[]) {
  const cells: Record<string, Cell> = {}
  const problems: Record<string, string> = {}
  for (const { key, text } of inputs) {
    const fact = factOf(key)
    if (!fact || text.trim() === '') continue
    const read = language.parseCell(fact, text)
    if (!read.ok) problems[key] = read.problem.message
    else if (read.value) cells[key] = read.value
  }
  return { cells, problems }
}

export function Preconditions({
  table,
  inputs,
  problems,
  onChange,
}: {
  readonly table: DecisionTable
  readonly inputs: readonly PreconditionInput[]
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (inputs: readonly PreconditionInput[]) => void
}) {
  const taken = new Set(inputs.map(({ key }) => key))
  const free = table.conditions.flatMap((key) => {
    const fact = factOf(key)
    return fact && !taken.has(key) ? [{ value: key, label: fact.label }] : []
  })
  return (
    <section aria-label="Preconditions" className={styles.form}>
      <h3 className={styles.heading}>
        Preconditions
        <span className={styles.aside}>
          Rows are evaluated only if all preconditions are met. None: always.
        </span>
      </h3>
      {inputs.map(({ key, text }, index) => (
        <div key={key} className={styles.condition}>
          <span>{factOf(key)?.label ?? key}</span>
          <TextInput
            aria-label={`Precondition ${factOf(key)?.label ?? key}`}
            placeholder="Same syntax as a table cell"
            value={text}
            error={problems[key]}
            onChange={(event) => onChange(inputs.with(index, { key, text: event.currentTarget.value }))}
          />
          <IconButton
            icon="close"
            label={`Remove precondition ${factOf(key)?.label ?? key}`}
            onClick={() => onChange(inputs.filter((other) => other.key !== key))}
          />
        </div>
      ))}
      <Select
        key={inputs.length}
        aria-label="Add a precondition"
        placeholder="Add a precondition"
        searchable
        data={free}
        value={null}
        onChange={(key) => {
          if (key) onChange([...inputs, { key, text: '' }])
        }}
      />
    </section>
  )
}
