import { Button, Input } from '@mantine/core'
import {
  credentialTypes,
  fieldScopes,
  type CredentialField,
} from '@signalbox/model/configuration/credential-field'
import { useState } from 'react'
import type { FieldEditProps } from '../../../kit/field/field-input.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { FieldDetails, type CardProps } from './field-details.tsx'
import styles from './fields.module.css'
import { TemplatePreview } from './template-preview.tsx'

const fresh: CredentialField = { key: '', label: '', type: 'STRING', scope: 'ACCOUNT', required: true }

function FieldCard(
  props: CardProps & { readonly onMove: (by: -1 | 1) => void; readonly onRemove: () => void },
) {
  const { field, index, opened, problems, disabled, onToggle, onMove, onRemove } = props
  const name = field.label || field.key || `Field ${index + 1}`
  const isWrong = Object.keys(problems).some((path) => path.startsWith(`${index}.`))
  return (
    <div className={styles.card} data-wrong={isWrong || undefined}>
      <div className={styles.head}>
        <button type="button" className={styles.name} aria-expanded={opened} onClick={onToggle}>
          {name}
          <span>
            {credentialTypes[field.type]} · {fieldScopes[field.scope]}
            {field.secret ? ' · secret' : ''}
          </span>
        </button>
        <IconButton
          icon="arrow-up"
          label={`Move ${name} up`}
          disabled={disabled}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon="arrow-down"
          label={`Move ${name} down`}
          disabled={disabled}
          onClick={() => onMove(1)}
        />
        <IconButton icon="trash" label={`Remove ${name}`} disabled={disabled} onClick={onRemove} />
      </div>
      {opened ? <FieldDetails {...props} /> : null}
    </div>
  )
}

/** The fields of a template in the order of its form, with the form itself below. */
export function FieldsEditor({ id, field, value, onChange, error, problems = {}, disabled }: FieldEditProps) {
  const fields = (value ?? []) as readonly CredentialField[]
  const [opened, setOpened] = useState<number | null>(null)
  const move = (index: number, by: -1 | 1) => {
    const moved = fields[index]
    const other = fields[index + by]
    if (!moved || !other) return
    onChange(fields.map((each, at) => (at === index ? other : at === index + by ? moved : each)))
    setOpened(null)
  }
  return (
    <Input.Wrapper
      label={field.label}
      labelElement="div"
      withAsterisk
      error={error}
      inputWrapperOrder={['label', 'error', 'input']}
    >
      <div className={styles.cards}>
        {fields.map((each, index) => (
          <FieldCard
            key={index}
            field={each}
            index={index}
            opened={opened === index}
            problems={problems}
            disabled={disabled}
            onToggle={() => setOpened(opened === index ? null : index)}
            onChange={(change) =>
              onChange(fields.map((other, at) => (at === index ? { ...other, ...change } : other)))
            }
            onMove={(by) => move(index, by)}
            onRemove={() => {
              onChange(fields.filter((_, at) => at !== index))
              setOpened(null)
            }}
          />
        ))}
        <div>
          <Button
            id={id}
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="plus" size={14} />}
            disabled={disabled}
            onClick={() => {
              onChange([...fields, fresh])
              setOpened(fields.length)
            }}
          >
            Add field
          </Button>
        </div>
      </div>
      <TemplatePreview fields={fields} />
    </Input.Wrapper>
  )
}
