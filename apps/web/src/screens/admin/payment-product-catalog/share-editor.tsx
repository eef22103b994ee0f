import { NumberInput } from '@mantine/core'
import { inputProps, type FieldEditProps } from '../../../kit/field/field-input.ts'
import { percentOf, ppmOf } from './percent.ts'

/** A share, typed in percent; asked for only where there is a kickback. */
export function ShareEditor(props: FieldEditProps) {
  const { field, value, values, onChange } = props
  if (values?.kickback !== true) return null
  return (
    <NumberInput
      {...inputProps({ ...props, field: { ...field, label: 'Kickback share (%)', help: undefined } })}
      hideControls
      min={0}
      max={100}
      decimalScale={4}
      maw={200}
      value={typeof value === 'number' ? percentOf(value) : ''}
      onChange={(next) => onChange(next === '' ? null : ppmOf(Number(next)))}
    />
  )
}
