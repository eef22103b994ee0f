import { Button, Input, NumberInput, TagsInput, TextInput } from '@mantine/core'
import type { CredentialType } from '@signalbox/model/configuration/credential-field'
import { useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './credential-form.module.css'

type Entry = readonly [name: string, value: unknown]

export interface MapInputProps {
  readonly id: string
  readonly label: string
  readonly help?: string
  readonly required: boolean
  readonly type: CredentialType
  readonly value: unknown
  readonly error?: string
  readonly disabled?: boolean
  readonly onChange: (value: unknown) => void
}

const emptyValue = (type: CredentialType): unknown => (type === 'STRING_LIST_MAP' ? [] : '')

const entriesOf = (value: unknown): Entry[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

/** Lines without a name are not there yet; without any line there is no value. */
function mapOf(entries: readonly Entry[]): unknown {
  const named = entries.filter(([name]) => name.trim() !== '')
  return named.length === 0 ? undefined : Object.fromEntries(named)
}

function ValueInput({
  type,
  value,
  label,
  disabled,
  onChange,
}: Pick<MapInputProps, 'type' | 'value' | 'label' | 'disabled' | 'onChange'>) {
  const shared = { 'aria-label': label, disabled, className: styles.mapValue }
  if (type === 'STRING_NUMBER_MAP')
    return (
      <NumberInput
        {...shared}
        hideControls
        allowDecimal={false}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(next)}
      />
    )
  if (type === 'STRING_LIST_MAP')
    return (
      <TagsInput
        {...shared}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={onChange}
        acceptValueOnBlur
      />
    )
  return (
    <TextInput
      {...shared}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Names with values, a line each. */
export function MapInput(props: MapInputProps) {
  const { id, label, help, required, type, value, error, disabled, onChange } = props
  const [entries, setEntries] = useState(() => entriesOf(value))
  // What others put in the form, such as an older version, takes the place of what was typed.
  const [last, setLast] = useState(value)
  if (value !== last) {
    setLast(value)
    if (JSON.stringify(mapOf(entries)) !== JSON.stringify(value ?? undefined)) setEntries(entriesOf(value))
  }
  const change = (next: readonly Entry[]) => {
    setEntries([...next])
    onChange(mapOf(next))
  }
  const set = (index: number, entry: Entry) =>
    change(entries.map((other, position) => (position === index ? entry : other)))
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={help}
      withAsterisk={required}
      error={error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <div className={styles.map} role="group" aria-label={label}>
        {entries.map(([name, item], index) => (
          <div key={index} className={styles.mapLine}>
            <TextInput
              id={index === 0 ? id : undefined}
              className={styles.mapName}
              aria-label={`${label}: name ${index + 1}`}
              placeholder={type === 'STRING_NUMBER_MAP' ? 'EUR' : 'Name'}
              disabled={disabled}
              value={name}
              onChange={(event) => set(index, [event.currentTarget.value, item])}
            />
            <ValueInput
              type={type}
              value={item}
              label={`${label}: value of ${name || `line ${index + 1}`}`}
              disabled={disabled}
              onChange={(next) => set(index, [name, next])}
            />
            <IconButton
              icon="close"
              label={`Remove ${name || `line ${index + 1}`}`}
              onClick={() => change(entries.filter((_, position) => position !== index))}
            />
          </div>
        ))}
        <Button
          id={entries.length === 0 ? id : undefined}
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="plus" size={14} />}
          disabled={disabled}
          onClick={() => setEntries([...entries, ['', emptyValue(type)]])}
        >
          Add
        </Button>
      </div>
    </Input.Wrapper>
  )
}
