import { Button, TextInput } from '@mantine/core'
import type { MoneyMap } from '@signalbox/model/money/money'
import type { OutputValue } from '@signalbox/model/rules/decision-table'
import { useState, type Ref } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { PickerKeys } from '../cell-editor.tsx'
import type { OutputColumn } from '../core/grid-column.ts'
import { Yes } from './condition-form.tsx'
import { ListBox } from './list-box.tsx'
import { Amounts } from './money-picker.tsx'
import styles from './pickers.module.css'
import { ValuesPicker } from './values-picker.tsx'

export interface OutputPickerProps {
  readonly column: OutputColumn
  readonly text: string
  readonly value: OutputValue | undefined
  readonly onPick: (value: OutputValue | undefined, done: boolean) => void
  readonly keys: Ref<PickerKeys>
}

const isList = (value: OutputValue | undefined): value is readonly string[] => Array.isArray(value)

interface Entry {
  readonly key: string
  readonly values: readonly string[]
}

const entriesOf = (value: OutputValue | undefined): Entry[] =>
  typeof value === 'object' && !Array.isArray(value)
    ? Object.entries(value as Readonly<Record<string, readonly string[]>>).map(([key, values]) => ({
        key,
        values,
      }))
    : []

/** Lists by name, such as accounts by PSP. */
function Lists({ value, onPick }: OutputPickerProps) {
  const [entries, setEntries] = useState<readonly Entry[]>(() => {
    const known = entriesOf(value)
    return known.length > 0 ? known : [{ key: '', values: [] }]
  })
  const change = (next: readonly Entry[]) => {
    setEntries(next)
    const whole = next.filter(({ key, values }) => key !== '' && values.length > 0)
    onPick(
      whole.length === 0 ? undefined : Object.fromEntries(whole.map(({ key, values }) => [key, values])),
      false,
    )
  }
  return (
    <div className={styles.form}>
      {entries.map((entry, index) => (
        <div key={index} className={styles.form}>
          <div className={styles.end}>
            <TextInput
              className={styles.grow}
              size="xs"
              aria-label="Name"
              placeholder="Name"
              value={entry.key}
              onChange={(event) =>
                change(entries.with(index, { ...entry, key: event.currentTarget.value.trim() }))
              }
            />
            <IconButton
              icon="close"
              label={`Remove ${entry.key || 'this name'}`}
              sizePx={24}
              onClick={() => change(entries.filter((_, other) => other !== index))}
            />
          </div>
          <ListBox
            label={`Values of ${entry.key || 'this name'}`}
            placeholder="One value per line"
            values={entry.values}
            onChange={(values) => change(entries.with(index, { ...entry, values }))}
          />
        </div>
      ))}
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<Icon name="plus" size={12} />}
        onClick={() => setEntries([...entries, { key: '', values: [] }])}
      >
        Add a name
      </Button>
    </div>
  )
}

/** What a row decides, by the type of the outcome. */
export function OutputPicker(props: OutputPickerProps) {
  const { column, text, value, onPick, keys } = props
  switch (column.output.type) {
    case 'BOOLEAN':
      return (
        <Yes
          value={typeof value === 'boolean' ? value : undefined}
          onPick={(answer) => onPick(answer, true)}
        />
      )
    case 'LIST':
      return (
        <ValuesPicker
          column={column}
          text={text}
          selected={isList(value) ? value : []}
          onChange={(values, done) => onPick(values.length === 0 ? undefined : values, done)}
          keys={keys}
        />
      )
    case 'STRING_NUMBER_MAP':
      return (
        <Amounts
          labels={['Amount']}
          maps={[typeof value === 'object' && !isList(value) ? (value as MoneyMap) : undefined]}
          onChange={([map]) => onPick(map && Object.keys(map).length > 0 ? map : undefined, false)}
        />
      )
    case 'STRING_LIST_MAP':
      return <Lists {...props} />
    case 'CHOICE':
    case 'CURRENCY':
    case 'STRING':
    case 'TEXT':
    case 'NUMBER':
    case 'PERCENT':
      return (
        <ValuesPicker
          column={column}
          text={text}
          selected={typeof value === 'string' ? [value] : []}
          single
          onChange={([chosen], done) => onPick(chosen, done)}
          keys={keys}
        />
      )
  }
}
