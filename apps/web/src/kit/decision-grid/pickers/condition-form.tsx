import { Checkbox, SegmentedControl, Select, TextInput } from '@mantine/core'
import type { Cell } from '@signalbox/model/rules/cell'
import { compileRulePattern } from '@signalbox/model/rules/rule-pattern'
import { useState, type Ref } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import type { PickerKeys } from '../cell-editor.tsx'
import type { ConditionColumn } from '../core/grid-column.ts'
import { ListBox } from './list-box.tsx'
import { MoneyRangePicker } from './money-picker.tsx'
import { formOf, type Form } from './picker-kind.ts'
import styles from './pickers.module.css'
import { RangePicker } from './range-picker.tsx'
import { SchedulePicker } from './schedule-picker.tsx'
import { ValuesPicker } from './values-picker.tsx'

export interface ConditionPickerProps {
  readonly column: ConditionColumn
  readonly text: string
  readonly value: Cell | undefined
  readonly onPick: (value: Cell | undefined, done: boolean) => void
  readonly keys: Ref<PickerKeys>
}

export const valuesOf = (cell: Cell | undefined): readonly string[] =>
  cell && 'values' in cell ? cell.values : []

/** A pattern, and a box to try it on. */
function PatternForm({
  column,
  value,
  negated,
  onPick,
}: ConditionPickerProps & { readonly negated: boolean }) {
  const [sample, setSample] = useState('')
  const pattern = value && 'pattern' in value ? value.pattern : ''
  const fits = pattern === '' ? null : compileRulePattern(pattern, column.fact)
  const matches = fits?.(sample) ?? false
  return (
    <>
      <TextInput
        size="xs"
        label="Pattern (must match the whole text)"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        defaultValue={pattern}
        onChange={({ currentTarget }) =>
          onPick(
            currentTarget.value === ''
              ? undefined
              : { op: negated ? 'notRegex' : 'regex', pattern: currentTarget.value },
            false,
          )
        }
      />
      <TextInput
        size="xs"
        label="Test the pattern on"
        value={sample}
        onChange={(event) => setSample(event.currentTarget.value)}
        rightSection={
          sample === '' || !fits ? undefined : (
            <Icon
              name={matches ? 'check' : 'close'}
              size={14}
              className={matches ? styles.fits : styles.fails}
            />
          )
        }
      />
      <p className={styles.hint} role="status">
        {sample === '' || !fits ? '' : matches ? 'The pattern matches.' : 'The pattern does not match.'}
      </p>
    </>
  )
}

function SourcesForm({ column, value, onPick }: ConditionPickerProps) {
  const chosen = valuesOf(value)
  const op = value?.op === 'mismatch' ? 'mismatch' : 'match'
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Same or different"
        value={op}
        onChange={(next) => onPick({ op: next as 'match' | 'mismatch', values: chosen }, false)}
        data={[
          { value: 'match', label: 'are the same' },
          { value: 'mismatch', label: 'differ' },
        ]}
      />
      {Object.entries(column.fact.options ?? {}).map(([source, label]) => (
        <Checkbox
          key={source}
          size="xs"
          label={label}
          checked={chosen.includes(source)}
          onChange={() => {
            const values = chosen.includes(source)
              ? chosen.filter((other) => other !== source)
              : [...chosen, source]
            onPick(values.length === 0 ? undefined : { op, values }, false)
          }}
        />
      ))}
    </>
  )
}

const mapOps = {
  mapIn: 'is one of',
  mapNotIn: 'is none of',
  set: 'is there',
  notSet: 'is not there',
} as const
type MapOp = keyof typeof mapOps

function MapForm({ column, value, onPick }: ConditionPickerProps) {
  const [key, setKey] = useState(value && 'key' in value ? (value.key ?? '') : '')
  const [values, setValues] = useState(valuesOf(value))
  const [op, setOp] = useState<MapOp>(
    value && Object.hasOwn(mapOps, value.op) ? (value.op as MapOp) : 'mapIn',
  )
  const change = (next: { key?: string; values?: readonly string[]; op?: MapOp }) => {
    const now = { key, values, op, ...next }
    setKey(now.key)
    setValues(now.values)
    setOp(now.op)
    const asksValues = now.op === 'mapIn' || now.op === 'mapNotIn'
    if (now.key === '' || (asksValues && now.values.length === 0)) onPick(undefined, false)
    else if (now.op === 'mapIn' || now.op === 'mapNotIn')
      onPick({ op: now.op, key: now.key, values: now.values }, false)
    else onPick({ op: now.op, key: now.key }, false)
  }
  const offered = column.fact.operators.flatMap((operator) =>
    Object.hasOwn(mapOps, operator) ? [{ value: operator, label: mapOps[operator as MapOp] }] : [],
  )
  return (
    <>
      <div className={styles.end}>
        <TextInput
          className={styles.grow}
          size="xs"
          aria-label="Attribute"
          placeholder="Attribute"
          value={key}
          onChange={(event) => change({ key: event.currentTarget.value.trim() })}
        />
        <Select
          className={styles.grow}
          size="xs"
          aria-label="Comparison"
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={offered}
          value={op}
          onChange={(next) => change({ op: next as MapOp })}
        />
      </div>
      {op === 'mapIn' || op === 'mapNotIn' ? (
        <ListBox
          label="Values"
          placeholder="One value per line"
          values={values}
          onChange={(next) => change({ values: next })}
        />
      ) : null}
    </>
  )
}

function Presence({ column, value, onPick }: ConditionPickerProps) {
  return (
    <Yes
      labels={['Is set', 'Is not set']}
      value={value?.op === 'set' ? true : value?.op === 'notSet' ? false : undefined}
      offered={[column.fact.operators.includes('set'), column.fact.operators.includes('notSet')]}
      onPick={(set) => onPick({ op: set ? 'set' : 'notSet' }, true)}
    />
  )
}

export function Yes({
  labels = ['Yes', 'No'],
  value,
  offered = [true, true],
  onPick,
}: {
  readonly labels?: readonly [string, string]
  readonly value: boolean | undefined
  readonly offered?: readonly [boolean, boolean]
  readonly onPick: (value: boolean) => void
}) {
  return (
    <div className={styles.end}>
      {([true, false] as const).map((answer, index) =>
        offered[index] ? (
          <button
            key={String(answer)}
            type="button"
            className={styles.answer}
            aria-pressed={value === answer}
            onClick={() => onPick(answer)}
          >
            {labels[index]}
          </button>
        ) : null,
      )}
    </div>
  )
}

const exampleOf: Partial<Record<Form, string>> = {
  prefix: 'One prefix per line',
  address: '192.0.2.0/24',
}

interface ConditionFormProps extends ConditionPickerProps {
  readonly form: Form
  readonly negated: boolean
  readonly onList: (values: readonly string[], done: boolean) => void
}

/** The form of one operator. */
export function ConditionForm(props: ConditionFormProps) {
  const { column, value, text, form, onPick, onList, keys } = props
  switch (form) {
    case 'values':
      return (
        <ValuesPicker
          column={column}
          text={text}
          selected={value && formOf[value.op] === 'values' ? valuesOf(value) : []}
          onChange={onList}
          keys={keys}
        />
      )
    case 'prefix':
    case 'address':
      return (
        <ListBox
          key={form}
          label={column.label}
          placeholder={exampleOf[form]}
          values={value && formOf[value.op] === form ? valuesOf(value) : []}
          onChange={(values) => onList(values, false)}
        />
      )
    case 'pattern':
      return <PatternForm {...props} />
    case 'range':
      return (
        <RangePicker
          fact={column.fact}
          value={value?.op === 'range' ? value : undefined}
          onChange={(next) => onPick(next, false)}
        />
      )
    case 'money':
      return (
        <MoneyRangePicker
          value={value?.op === 'moneyRange' ? value : undefined}
          onChange={(next) => onPick(next, false)}
        />
      )
    case 'yesNo':
      return (
        <Yes
          value={value?.op === 'is' ? value.value : undefined}
          onPick={(answer) => onPick({ op: 'is', value: answer }, true)}
        />
      )
    case 'sources':
      return <SourcesForm {...props} />
    case 'map':
      return <MapForm {...props} />
    case 'presence':
      return <Presence {...props} />
    case 'schedule':
      return (
        <SchedulePicker
          value={value?.op === 'schedule' ? value : undefined}
          onChange={(next) => onPick(next, false)}
        />
      )
  }
}
