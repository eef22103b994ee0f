import { Stack } from '@mantine/core'
import { applies, type CredentialField } from '@signalbox/model/configuration/credential-field'
import { FieldEdit } from '../field/field-edit.tsx'
import styles from './credential-form.module.css'
import { fieldOf } from './field-of.ts'
import { MapInput } from './map-input.tsx'
import { SecretInput } from './secret-input.tsx'

type Values = Readonly<Record<string, unknown>>

export interface CredentialFormProps {
  /** Of the first part of the ids of the inputs; the key of a field follows. */
  readonly id: string
  readonly fields: readonly CredentialField[]
  readonly values: Values
  /** What counts where this section says nothing, such as what the provider says for all its accounts. */
  readonly behind?: Values
  readonly problems?: Readonly<Record<string, string>>
  readonly disabled?: boolean
  /** Nothing is required here because it may also stand elsewhere. */
  readonly optional?: boolean
  readonly onChange: (key: string, value: unknown) => void
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

function FieldInput({ declared, ...form }: CredentialFormProps & { readonly declared: CredentialField }) {
  const { key, type, secret, default: given } = declared
  const behind = form.behind?.[key]
  const required = declared.required === true && form.optional !== true && !isSet(behind)
  const help = isSet(behind) ? 'Set for all accounts. A value here overrides it.' : declared.help
  const shared = {
    id: `${form.id}.${key}`,
    required,
    help,
    error: form.problems?.[key],
    disabled: form.disabled === true || declared.readOnly === true,
    onChange: (value: unknown) => form.onChange(key, value === '' || value === null ? undefined : value),
  }
  const value = form.values[key]
  if (secret)
    return (
      <SecretInput
        {...shared}
        label={declared.label}
        value={value}
        onChange={(next) => form.onChange(key, next)}
      />
    )
  const field = fieldOf(declared, required)
  if (!field) return <MapInput {...shared} label={declared.label} type={type} value={value ?? given} />
  return (
    <FieldEdit
      {...shared}
      field={{ ...field, help }}
      value={value ?? (isSet(behind) ? null : given) ?? null}
    />
  )
}

/** The inputs of a template, in its order and under the titles of its groups. */
export function CredentialForm(props: CredentialFormProps) {
  const all: Values = { ...defaultsOf(props.fields), ...props.behind, ...props.values }
  const shown = props.fields.filter((field) => applies(field, all))
  const groups = [...new Set(shown.map(({ group }) => group ?? ''))]
  return (
    <>
      {groups.map((group) => (
        <section key={group} className={styles.group}>
          {group === '' || groups.length === 1 ? null : <h4 className={styles.title}>{group}</h4>}
          <Stack gap={14}>
            {shown
              .filter((field) => (field.group ?? '') === group)
              .map((field) => (
                <FieldInput key={field.key} declared={field} {...props} />
              ))}
          </Stack>
        </section>
      ))}
    </>
  )
}

const defaultsOf = (fields: readonly CredentialField[]): Values =>
  Object.fromEntries(fields.flatMap(({ key, default: given }) => (given === undefined ? [] : [[key, given]])))
