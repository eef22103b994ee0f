import {
  Checkbox,
  Input,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { Field, Format, Kind } from '@signalbox/model/field'
import { useState, type ReactNode } from 'react'
import { asList, asText, isNothing } from './display-text.ts'
import {
  countryOptions,
  currencyOptions,
  declaredOptions,
  merchantOptions,
  type Option,
} from './filter-options.ts'
import { readInstant, writeInstant } from './local-instant.ts'
import { useFormats, useSession } from './session-store.ts'

export interface FieldEditProps {
  readonly id: string
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly error?: string
  readonly disabled?: boolean
  /** The other inputs of the form, for editors that look at more than their own. */
  readonly values?: Readonly<Record<string, unknown>>
  readonly mode?: 'create' | 'update'
}

type Editor = (props: FieldEditProps) => ReactNode

/** What every input says about itself. */
const named = ({ id, field, error, disabled }: FieldEditProps) => ({
  id,
  label: field.label,
  description: field.help,
  withAsterisk: field.required === true,
  'aria-required': field.required === true || undefined,
  error,
  disabled,
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
    | 'label'
    | 'input'
    | 'description'
    | 'error'
  )[],
})

const text = (value: unknown): string => (isNothing(value) ? '' : asText(value))

const inputTypes: Record<Format, string> = {
  NONE: 'text',
  URL: 'url',
  UUID: 'text',
  EMAIL: 'email',
  PHONE: 'tel',
}
const monoStyles = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } }

function OneLine(props: FieldEditProps) {
  const { field, value, onChange } = props
  return (
    <TextInput
      {...named(props)}
      type={inputTypes[field.format ?? 'NONE']}
      autoComplete="off"
      spellCheck={field.mono ? false : undefined}
      styles={field.mono ? monoStyles : undefined}
      value={text(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function ManyLines(props: FieldEditProps) {
  const { field, value, onChange } = props
  return (
    <Textarea
      {...named(props)}
      autosize
      minRows={3}
      maxRows={18}
      styles={field.language ? monoStyles : undefined}
      value={text(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function Figure(props: FieldEditProps) {
  const { field, value, onChange } = props
  return (
    <NumberInput
      {...named(props)}
      allowDecimal={field.integer === false}
      hideControls
      value={typeof value === 'number' ? value : text(value)}
      onChange={(next) => onChange(next === '' ? null : next)}
    />
  )
}

function YesNo(props: FieldEditProps) {
  const { id, field, value, onChange, error, disabled } = props
  return (
    <Switch
      id={id}
      label={field.label}
      description={field.help}
      error={error}
      disabled={disabled}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

function OneOf({ options, ...props }: FieldEditProps & { readonly options: readonly Option[] }) {
  const { field, value, onChange } = props
  return (
    <Select
      {...named(props)}
      data={[...options]}
      value={isNothing(value) ? null : String(value as string | number)}
      onChange={(next) => onChange(next)}
      searchable={options.length > 8}
      clearable={!field.required}
      allowDeselect={!field.required}
      nothingFoundMessage="Nothing found"
      clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
    />
  )
}

function SomeOf({ options, ...props }: FieldEditProps & { readonly options: readonly Option[] }) {
  const { field, value, onChange } = props
  return (
    <MultiSelect
      {...named(props)}
      data={[...options]}
      value={asList(value).map(String)}
      onChange={onChange}
      searchable
      clearable
      nothingFoundMessage="Nothing found"
      clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
    />
  )
}

const fewOptions = 6

/** A handful of options are all in sight; more are searched. */
function Choices(props: FieldEditProps) {
  const { field, value, onChange, disabled } = props
  const options = declaredOptions(field.options ?? {})
  if (options.length > fewOptions) return <SomeOf {...props} options={options} />
  const chosen = asList(value).map(String)
  return (
    <Checkbox.Group
      {...named(props)}
      value={chosen}
      // Kept in the declared order, so that ticking and unticking changes nothing.
      onChange={(next) =>
        onChange(options.flatMap((option) => (next.includes(option.value) ? [option.value] : [])))
      }
    >
      <Stack gap={8} mt={6}>
        {options.map((option) => (
          <Checkbox key={option.value} value={option.value} label={option.label} disabled={disabled} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

function Tags(props: FieldEditProps) {
  const { field, value, onChange } = props
  return (
    <TagsInput
      {...named(props)}
      value={asList(value).map(String)}
      onChange={onChange}
      placeholder={`Type ${field.item ?? 'a value'} and press Enter`}
      acceptValueOnBlur
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
    />
  )
}

function Merchant(props: FieldEditProps) {
  const { merchants } = useSession().metadata
  return (
    <OneOf
      {...props}
      options={merchantOptions(merchants)}
      onChange={(next) => props.onChange(next === null ? null : Number(next))}
    />
  )
}

function Merchants(props: FieldEditProps) {
  const { merchants } = useSession().metadata
  return (
    <SomeOf
      {...props}
      options={merchantOptions(merchants)}
      onChange={(next) => props.onChange(asList(next).map(Number))}
    />
  )
}

/** Half typed texts stay in the input; the form gets an instant, or the text so that it can be refused. */
function Instant(props: FieldEditProps) {
  const { field, value, onChange } = props
  const { timeZone } = useFormats()
  const [typed, setTyped] = useState<string | null>(null)
  const shown =
    typed ?? (Number.isNaN(Date.parse(text(value))) ? text(value) : writeInstant(text(value), timeZone))
  return (
    <TextInput
      {...named(props)}
      description={field.help ?? `YYYY-MM-DD HH:MM, ${timeZone}`}
      autoComplete="off"
      value={shown}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        onChange(next.trim() === '' ? null : (readInstant(next, timeZone) ?? next))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

/** As JSON in the input, as a value in the form once it can be read. */
function Json(props: FieldEditProps) {
  const { value, onChange } = props
  const [typed, setTyped] = useState(() => (isNothing(value) ? '' : JSON.stringify(value, null, 2)))
  const [broken, setBroken] = useState(false)
  return (
    <Textarea
      {...named(props)}
      error={broken ? 'Not valid JSON' : props.error}
      autosize
      minRows={4}
      maxRows={18}
      styles={monoStyles}
      spellCheck={false}
      value={typed}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        try {
          onChange(next.trim() === '' ? null : JSON.parse(next))
          setBroken(false)
        } catch {
          setBroken(true)
        }
      }}
    />
  )
}

const editors = {
  string: OneLine,
  text: ManyLines,
  number: Figure,
  boolean: YesNo,
  choice: (props) => <OneOf {...props} options={declaredOptions(props.field.options ?? {})} />,
  choices: Choices,
  strings: Tags,
  country: (props) => <OneOf {...props} options={countryOptions} />,
  countries: (props) => <SomeOf {...props} options={countryOptions} />,
  currency: (props) => <OneOf {...props} options={currencyOptions} />,
  currencies: (props) => <SomeOf {...props} options={currencyOptions} />,
  merchant: Merchant,
  merchants: Merchants,
  instant: Instant,
  pattern: (props) => <OneLine {...props} field={{ ...props.field, mono: true }} />,
  json: Json,
} satisfies Record<Kind, Editor>

/** The input of any field. */
export function FieldEdit(props: FieldEditProps) {
  const Edit: Editor = editors[props.field.kind]
  return <Edit {...props} />
}

/** A value that cannot be changed here, in the place of an input. */
export function FixedValue({ field, children }: { readonly field: Field; readonly children: ReactNode }) {
  return (
    <Input.Wrapper label={field.label} description={field.help} labelElement="div">
      <div style={{ padding: '4px 0' }}>{children}</div>
    </Input.Wrapper>
  )
}
