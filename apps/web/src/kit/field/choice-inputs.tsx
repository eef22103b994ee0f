import { Checkbox, MultiSelect, Select, Stack, Switch, TagsInput } from '@mantine/core'
import { asList, isNothing } from './display-text.ts'
import { inputProps, type FieldEditProps } from './field-input.ts'
import { declaredOptions, merchantOptions, type Option } from '../filter/filter-options.ts'
import { useSession } from '../session/session-store.ts'

export function YesNo(props: FieldEditProps) {
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

/** Fewer are chosen faster by sight, and a phone shows no keyboard for them. */
const fewestToSearch = 4

export function OneOf({ options, ...props }: FieldEditProps & { readonly options: readonly Option[] }) {
  const { field, value, onChange } = props
  return (
    <Select
      {...inputProps(props)}
      data={[...options]}
      value={isNothing(value) ? null : String(value as string | number)}
      onChange={(next) => onChange(next)}
      searchable={options.length > fewestToSearch}
      clearable={!field.required}
      // Opening it and Enter keeps the choice; the cross clears it.
      allowDeselect={false}
      nothingFoundMessage="Nothing found"
      clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
    />
  )
}

export function SomeOf({ options, ...props }: FieldEditProps & { readonly options: readonly Option[] }) {
  const { field, value, onChange } = props
  return (
    <MultiSelect
      {...inputProps(props)}
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
export function Choices(props: FieldEditProps) {
  const { field, value, onChange, disabled } = props
  const options = declaredOptions(field.options ?? {})
  if (options.length > fewOptions) return <SomeOf {...props} options={options} />
  const chosen = asList(value).map(String)
  return (
    <Checkbox.Group
      {...inputProps(props)}
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

export function Tags(props: FieldEditProps) {
  const { field, value, onChange } = props
  return (
    <TagsInput
      {...inputProps(props)}
      value={asList(value).map(String)}
      onChange={onChange}
      placeholder={`Type ${field.item ?? 'a value'} and press Enter`}
      acceptValueOnBlur
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
    />
  )
}

export function Merchant(props: FieldEditProps) {
  const { merchants } = useSession().metadata
  return (
    <OneOf
      {...props}
      options={merchantOptions(merchants)}
      onChange={(next) => props.onChange(next === null ? null : Number(next))}
    />
  )
}

export function Merchants(props: FieldEditProps) {
  const { merchants } = useSession().metadata
  return (
    <SomeOf
      {...props}
      options={merchantOptions(merchants)}
      onChange={(next) => props.onChange(asList(next).map(Number))}
    />
  )
}
