import { Button, Input, Select, SimpleGrid, Switch, TagsInput, TextInput } from '@mantine/core'
import {
  credentialTypes,
  fieldScopes,
  fieldValidations,
  type CredentialField,
  type CredentialType,
  type FieldScope,
  type FieldValidation,
} from '@signalbox/model/configuration/credential-field'
import { useState } from 'react'
import type { FieldEditProps } from '../../../kit/field/field-input.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './fields.module.css'
import { TemplatePreview } from './template-preview.tsx'

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const fresh: CredentialField = { key: '', label: '', type: 'STRING', scope: 'ACCOUNT', required: true }

interface CardProps {
  readonly field: CredentialField
  readonly index: number
  readonly opened: boolean
  readonly problems: Readonly<Record<string, string>>
  readonly disabled?: boolean
  readonly onToggle: () => void
  readonly onChange: (change: Partial<CredentialField>) => void
}

/** Absent rather than empty: a template says only what it has to say. */
const orNothing = (text: string): string | undefined => (text === '' ? undefined : text)

function Details({ field, index, problems, disabled, onChange }: CardProps) {
  const isText = field.type === 'STRING' || field.type === 'TEXT'
  const error = (name: keyof CredentialField) => problems[`${index}.${name}`]
  const text = (name: 'key' | 'label' | 'help' | 'placeholder' | 'group' | 'pattern', label: string) => (
    <TextInput
      label={label}
      disabled={disabled}
      error={error(name)}
      value={field[name] ?? ''}
      onChange={(event) => {
        const { value } = event.currentTarget
        onChange({ [name]: name === 'key' || name === 'label' ? value : orNothing(value) })
      }}
    />
  )
  const flag = (name: 'required' | 'secret' | 'readOnly', label: string) => (
    <Switch
      label={label}
      disabled={disabled}
      error={error(name)}
      checked={field[name] === true}
      onChange={(event) => onChange({ [name]: event.currentTarget.checked || undefined })}
    />
  )
  return (
    <div className={styles.body}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
        {text('label', 'Label')}
        {text('key', 'Key')}
        <Select
          label="Type"
          data={optionsOf(credentialTypes)}
          allowDeselect={false}
          disabled={disabled}
          value={field.type}
          onChange={(type) => onChange({ type: type as CredentialType })}
        />
        <Select
          label="Scope"
          data={optionsOf(fieldScopes)}
          allowDeselect={false}
          disabled={disabled}
          error={error('scope')}
          value={field.scope}
          onChange={(scope) => onChange({ scope: scope as FieldScope })}
        />
        {text('group', 'Group')}
        {text('help', 'Help')}
        {isText ? (
          <>
            <Select
              label="Validation"
              data={optionsOf(fieldValidations)}
              allowDeselect={false}
              disabled={disabled}
              error={error('validation')}
              value={field.validation ?? 'NONE'}
              onChange={(validation) => onChange({ validation: validation as FieldValidation })}
            />
            {text('pattern', 'Pattern (whole text)')}
          </>
        ) : null}
      </SimpleGrid>
      {field.type === 'LIST' ? (
        <TagsInput
          label="Options"
          placeholder="Type an option and press Enter"
          disabled={disabled}
          error={error('options')}
          value={[...(field.options ?? [])]}
          acceptValueOnBlur
          onChange={(options) => onChange({ options })}
        />
      ) : null}
      <div className={styles.switches}>
        {flag('required', 'Required')}
        {isText ? flag('secret', 'Secret') : null}
        {flag('readOnly', 'Cannot be changed')}
      </div>
    </div>
  )
}

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
      {opened ? <Details {...props} /> : null}
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
