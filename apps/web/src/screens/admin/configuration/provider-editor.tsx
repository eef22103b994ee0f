import { Select } from '@mantine/core'
import { configTypes, type ConfigType } from '@signalbox/model/configuration/config-types'
import { useEffect } from 'react'
import { inputProps, type FieldEditProps } from '../../../kit/field/field-input.ts'
import { useConfigForms } from './config-forms.ts'

/** Whose settings these are; the merchant's own have no provider. */
export function ProviderEditor(props: FieldEditProps) {
  const { field, value, values, onChange } = props
  const forms = useConfigForms()
  const type = values?.type as ConfigType | null | undefined
  const isAsked = type !== null && type !== undefined && configTypes[type].provider !== null
  const offered = (forms ?? []).filter((form) => form.type === type && !form.deprecated)
  const chosen = typeof value === 'string' && value !== '' ? value : null
  const fits = chosen === null || offered.some((form) => form.provider === chosen)
  useEffect(() => {
    // What was chosen for another type means nothing here.
    if (forms && (!isAsked || !fits) && chosen !== null) onChange(null)
  }, [forms, isAsked, fits, chosen, onChange])
  if (!isAsked) return null
  return (
    <Select
      {...inputProps({ ...props, field: { ...field, required: true } })}
      data={offered.map(({ provider, label }) => ({ value: provider ?? '', label }))}
      value={chosen}
      searchable
      nothingFoundMessage="Nothing found"
      onChange={onChange}
    />
  )
}
