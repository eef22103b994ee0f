import { Button, Select, TextInput } from '@mantine/core'
import { accountLabels, adjustableTypes, dimensionOf } from '@signalbox/model/balance/account-words'
import type { AccountType } from '@signalbox/model/ledger/account'
import { currencyOptions } from '../../../kit/filter/filter-options.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { emptyLine, type DraftLine } from './adjustment-lines.ts'
import styles from './balance.module.css'

const accountOptions = adjustableTypes.map((value) => ({ value, label: accountLabels[value] }))
const sides = [
  { value: 'DEBIT', label: 'Debit' },
  { value: 'CREDIT', label: 'Credit' },
]
const mostLines = 50

interface LineProps {
  readonly line: DraftLine
  readonly no: number
  readonly problemOf: (member: string) => string | undefined
  readonly onChange: (change: Partial<DraftLine>) => void
  readonly onRemove: (() => void) | undefined
}

function LineInputs({ line, no, problemOf, onChange, onRemove }: LineProps) {
  const dimension = line.type === null ? undefined : dimensionOf(line.type)
  return (
    <div className={styles.line} role="group" aria-label={`Line ${no}`}>
      <Select
        label="Account"
        searchable
        data={accountOptions}
        value={line.type}
        error={problemOf('type')}
        onChange={(type) => onChange({ type: type as AccountType | null })}
      />
      <TextInput
        label="Detail"
        placeholder={dimension}
        value={line.dimension}
        error={problemOf('dimension')}
        onChange={(event) => onChange({ dimension: event.currentTarget.value })}
      />
      <Select
        label="Side"
        allowDeselect={false}
        data={sides}
        value={line.side}
        onChange={(side) => onChange({ side: side === 'CREDIT' ? 'CREDIT' : 'DEBIT' })}
      />
      <TextInput
        label="Amount"
        inputMode="decimal"
        autoComplete="off"
        value={line.amount}
        error={problemOf('amount')}
        onChange={(event) => onChange({ amount: event.currentTarget.value.trim() })}
      />
      <Select
        label="Currency"
        searchable
        allowDeselect={false}
        data={[...currencyOptions]}
        value={line.currency}
        error={problemOf('amount.currency')}
        onChange={(currency) => onChange({ currency: currency ?? line.currency })}
      />
      <IconButton
        icon="trash"
        label={`Remove line ${no}`}
        disabled={!onRemove}
        onClick={() => onRemove?.()}
      />
    </div>
  )
}

interface LinesEditorProps {
  readonly lines: readonly DraftLine[]
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (lines: readonly DraftLine[]) => void
}

/** The lines of an entry, two at least. */
export function LinesEditor({ lines, problems, onChange }: LinesEditorProps) {
  const last = lines.at(-1)
  const nextKey = Math.max(...lines.map(({ key }) => key)) + 1
  return (
    <div className={styles.lines}>
      {lines.map((line, index) => (
        <LineInputs
          key={line.key}
          line={line}
          no={index + 1}
          problemOf={(member) => problems[`lines.${index}.${member}`]}
          onChange={(change) =>
            onChange(lines.map((each) => (each.key === line.key ? { ...each, ...change } : each)))
          }
          onRemove={
            lines.length > 2 ? () => onChange(lines.filter(({ key }) => key !== line.key)) : undefined
          }
        />
      ))}
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        disabled={lines.length >= mostLines}
        leftSection={<Icon name="plus" size={16} />}
        onClick={() => onChange([...lines, emptyLine(nextKey, 'CREDIT', last?.currency ?? 'EUR')])}
      >
        Add line
      </Button>
    </div>
  )
}
