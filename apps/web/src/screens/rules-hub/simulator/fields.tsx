import { Select, TextInput } from '@mantine/core'
import { countries } from '@signalbox/model/reference/countries'
import { currencies } from '@signalbox/model/reference/currencies'
import styles from './simulator.module.css'

export interface Option {
  readonly value: string
  readonly label: string
}

export const countryOptions: readonly Option[] = countries.map(({ code, name }) => ({
  value: code,
  label: `${name} (${code})`,
}))
export const currencyOptions: readonly Option[] = currencies.map(({ code }) => ({ value: code, label: code }))

interface FieldProps<Value> {
  readonly label: string
  readonly value: Value | undefined
  readonly problem?: string | undefined
  readonly onChange: (value: Value | undefined) => void
}

export function TextField({
  label,
  value,
  problem,
  placeholder,
  onChange,
  onBlur,
}: FieldProps<string> & { readonly placeholder?: string; readonly onBlur?: () => void }) {
  return (
    <TextInput
      size="xs"
      label={label}
      value={value ?? ''}
      placeholder={placeholder}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      {...(onBlur && { onBlur })}
    />
  )
}

export function NumberField({ label, value, problem, onChange }: FieldProps<number>) {
  return (
    <TextInput
      size="xs"
      label={label}
      inputMode="numeric"
      value={value === undefined ? '' : String(value)}
      error={problem}
      onChange={(event) => {
        const text = event.currentTarget.value.trim()
        if (text === '') onChange(undefined)
        else if (/^\d{1,7}$/.test(text)) onChange(Number(text))
      }}
    />
  )
}

export function ChoiceField({
  label,
  value,
  problem,
  options,
  placeholder,
  isRequired = false,
  onChange,
}: FieldProps<string> & {
  readonly options: readonly Option[]
  readonly placeholder?: string
  readonly isRequired?: boolean
}) {
  const isListed = value === undefined || options.some((option) => option.value === value)
  return (
    <Select
      size="xs"
      label={label}
      searchable
      clearable={!isRequired}
      limit={100}
      placeholder={placeholder ?? 'Not known'}
      data={isListed ? [...options] : [...options, { value, label: value }]}
      value={value ?? null}
      error={problem}
      onChange={(next) => {
        if (next !== null || !isRequired) onChange(next ?? undefined)
      }}
    />
  )
}

const answers = [
  { value: undefined, label: '–', name: 'not known' },
  { value: true, label: 'Yes', name: 'yes' },
  { value: false, label: 'No', name: 'no' },
] as const

export function YesNoField({ label, value, onChange }: FieldProps<boolean>) {
  return (
    <fieldset className={styles.answers}>
      <legend className={styles.legend}>{label}</legend>
      {answers.map((answer) => (
        <button
          key={answer.name}
          type="button"
          className={styles.answer}
          aria-pressed={value === answer.value}
          aria-label={`${label}: ${answer.name}`}
          onClick={() => onChange(answer.value)}
        >
          {answer.label}
        </button>
      ))}
    </fieldset>
  )
}
