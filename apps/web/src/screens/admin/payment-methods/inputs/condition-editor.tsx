import { Input, Select, TextInput } from '@mantine/core'
import { visibleOps, type VisibleOp, type VisibleWhen } from '@signalbox/model/cashier/input-types'
import type { FieldEditProps } from '../../../../kit/field/field-input.ts'
import styles from './inputs.module.css'

const ops = Object.entries(visibleOps).map(([value, label]) => ({ value, label }))

/** Another field of the same form, and what must stand in it. */
export function ConditionEditor({
  id,
  field,
  value,
  error,
  problems = {},
  disabled,
  onChange,
}: FieldEditProps) {
  const condition = value as VisibleWhen | null | undefined
  const set = (change: Partial<VisibleWhen>) => {
    const next = { key: '', op: 'EQUALS' as VisibleOp, ...condition, ...change }
    onChange(next.key.trim() === '' ? null : next)
  }
  return (
    <Input.Wrapper
      label={field.label}
      labelElement="div"
      description="Key of another field. Blank: always"
      error={error ?? problems.key ?? problems.value}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <div className={styles.option}>
        <TextInput
          id={id}
          aria-label="Field"
          placeholder="Field"
          disabled={disabled}
          value={condition?.key ?? ''}
          onChange={(event) => set({ key: event.currentTarget.value })}
        />
        {condition ? (
          <>
            <Select
              aria-label="Comparison"
              data={ops}
              allowDeselect={false}
              disabled={disabled}
              value={condition.op}
              onChange={(op) => set({ op: (op ?? 'EQUALS') as VisibleOp })}
            />
            {condition.op === 'FILLED' ? null : (
              <TextInput
                aria-label="Value"
                placeholder={condition.op === 'IN' ? 'A, B' : 'Value'}
                disabled={disabled}
                value={condition.value ?? ''}
                onChange={(event) => set({ value: event.currentTarget.value })}
              />
            )}
          </>
        ) : null}
      </div>
    </Input.Wrapper>
  )
}
