import { Button, Input, TextInput } from '@mantine/core'
import type { InputOption } from '@signalbox/model/cashier/input-types'
import type { FieldEditProps } from '../../../../kit/field/field-input.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import styles from './inputs.module.css'

/** What can be chosen from, each with the key of its label. */
export function OptionsEditor({
  id,
  field,
  value,
  error,
  problems = {},
  disabled,
  onChange,
}: FieldEditProps) {
  const options = (value ?? []) as readonly InputOption[]
  const set = (index: number, change: Partial<InputOption>) =>
    onChange(options.map((other, position) => (position === index ? { ...other, ...change } : other)))
  return (
    <Input.Wrapper
      label={field.label}
      labelElement="div"
      description="For the type Choice"
      error={error}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <div className={styles.options}>
        {options.map((option, index) => (
          <div key={index} className={styles.option} role="group" aria-label={`Option ${index + 1}`}>
            <TextInput
              label="Value"
              disabled={disabled}
              error={problems[`${index}.value`]}
              value={option.value}
              onChange={(event) => set(index, { value: event.currentTarget.value })}
            />
            <TextInput
              label="Label (message key)"
              disabled={disabled}
              error={problems[`${index}.labelKey`]}
              value={option.labelKey}
              onChange={(event) => set(index, { labelKey: event.currentTarget.value })}
            />
            <IconButton
              icon="close"
              label={`Remove option ${option.value || index + 1}`}
              onClick={() => onChange(options.filter((_, position) => position !== index))}
            />
          </div>
        ))}
        <Button
          id={id}
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="plus" size={14} />}
          disabled={disabled}
          onClick={() => onChange([...options, { value: '', labelKey: '' }])}
        >
          Add option
        </Button>
      </div>
    </Input.Wrapper>
  )
}
