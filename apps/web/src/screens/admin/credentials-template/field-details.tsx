import { Select, SimpleGrid, Switch, TagsInput, TextInput } from '@mantine/core'
import {
  credentialTypes,
  fieldScopes,
  fieldValidations,
  type CredentialField,
  type CredentialType,
  type FieldScope,
  type FieldValidation,
} from '@signalbox/model/configuration/credential-field'
import styles from './fields.module.css'

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

export interface CardProps {
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

interface InputProps extends Pick<CardProps, 'field' | 'disabled' | 'onChange'> {
  readonly label: string
  readonly error: string | undefined
}

type TextName = 'key' | 'label' | 'help' | 'placeholder' | 'group' | 'pattern'

function TextField({
  field,
  name,
  label,
  disabled,
  error,
  onChange,
}: InputProps & { readonly name: TextName }) {
  return (
    <TextInput
      label={label}
      disabled={disabled}
      error={error}
      value={field[name] ?? ''}
      onChange={(event) => {
        const { value } = event.currentTarget
        onChange({ [name]: name === 'key' || name === 'label' ? value : orNothing(value) })
      }}
    />
  )
}

type FlagName = 'required' | 'secret' | 'readOnly'

function Flag({ field, name, label, disabled, error, onChange }: InputProps & { readonly name: FlagName }) {
  return (
    <Switch
      label={label}
      disabled={disabled}
      error={error}
      checked={field[name] === true}
      onChange={(event) => onChange({ [name]: event.currentTarget.checked || undefined })}
    />
  )
}

/** Everything a template says about one field. */
export function FieldDetails({ field, index, problems, disabled, onChange }: CardProps) {
  const isText = field.type === 'STRING' || field.type === 'TEXT'
  const error = (name: keyof CredentialField) => problems[`${index}.${name}`]
  const text = (name: TextName, label: string) => (
    <TextField {...{ field, name, label, disabled, onChange }} error={error(name)} />
  )
  const flag = (name: FlagName, label: string) => (
    <Flag {...{ field, name, label, disabled, onChange }} error={error(name)} />
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
