import { SegmentedControl } from '@mantine/core'
import type { Cell } from '@signalbox/model/rules/cell'
import { useState } from 'react'
import type { ConditionColumn } from '../core/grid-column.ts'
import { ConditionForm, valuesOf, type ConditionPickerProps } from './condition-form.tsx'
import { formOf, formsOf, type Form } from './picker-kind.ts'
import styles from './pickers.module.css'

const formNames: Record<Form, string> = {
  values: 'Values',
  prefix: 'Begins with',
  pattern: 'Pattern',
  range: 'Range',
  money: 'Amounts',
  address: 'Addresses',
  yesNo: 'Yes or no',
  sources: 'Sources',
  map: 'Attribute',
  presence: 'Is set',
  schedule: 'Times',
}

/** A cell with another operator of the same form. */
const negations = {
  values: ['in', 'notIn'],
  prefix: ['prefix', 'notPrefix'],
  address: ['cidr', 'notCidr'],
  pattern: ['regex', 'notRegex'],
} as const

type Negatable = keyof typeof negations
const isNegatable = (form: Form): form is Negatable => Object.hasOwn(negations, form)

function Negation({
  column,
  form,
  negated,
  onChange,
}: {
  readonly column: ConditionColumn
  readonly form: Negatable
  readonly negated: boolean
  readonly onChange: (negated: boolean) => void
}) {
  const [plain, not] = negations[form]
  if (!column.fact.operators.includes(plain) || !column.fact.operators.includes(not)) return null
  return (
    <SegmentedControl
      size="xs"
      aria-label="Is or is not"
      value={negated ? 'not' : 'is'}
      onChange={(next) => onChange(next === 'not')}
      data={[
        { value: 'is', label: form === 'values' ? 'is one of' : 'fits' },
        { value: 'not', label: form === 'values' ? 'is none of' : 'does not match' },
      ]}
    />
  )
}

/** What a column may ask, in the form of the operator. */
export function ConditionPicker(props: ConditionPickerProps) {
  const { column, value, onPick } = props
  const offered = formsOf(column.fact.operators)
  const [chosen, setChosen] = useState<Form | null>(null)
  const form = chosen ?? (value ? formOf[value.op] : offered[0]) ?? 'values'
  const [wantsNot, setWantsNot] = useState(false)
  const negated = value ? value.op.startsWith('not') : wantsNot
  const list = (values: readonly string[], not: boolean, done: boolean) => {
    if (!isNegatable(form) || form === 'pattern') return
    const { operators } = column.fact
    const [plain, negative] = negations[form]
    const op = (not && operators.includes(negative)) || !operators.includes(plain) ? negative : plain
    onPick(values.length === 0 ? undefined : ({ op, values } as Cell), done)
  }
  const negate = (not: boolean) => {
    setWantsNot(not)
    if (form === 'pattern' && value && 'pattern' in value)
      onPick({ op: not ? 'notRegex' : 'regex', pattern: value.pattern }, false)
    else list(valuesOf(value), not, false)
  }
  return (
    <div className={styles.form}>
      {offered.length > 1 ? (
        <SegmentedControl
          size="xs"
          aria-label="Operator"
          value={form}
          onChange={(next) => setChosen(next as Form)}
          data={offered.map((name) => ({ value: name, label: formNames[name] }))}
        />
      ) : null}
      {isNegatable(form) ? (
        <Negation column={column} form={form} negated={negated} onChange={negate} />
      ) : null}
      <ConditionForm
        {...props}
        form={form}
        negated={negated}
        onList={(values, done) => list(values, negated, done)}
      />
    </div>
  )
}
