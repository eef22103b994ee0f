import { Select } from '@mantine/core'
import { inputProps, type FieldEditProps } from '../../../kit/field/field-input.ts'
import { useSession } from '../../../kit/session/session-store.ts'

/** A PSP by its name: its id is for machines. One that left the catalogue stays where it was chosen. */
export function PspSelect(props: FieldEditProps) {
  const { value, onChange } = props
  const { psps } = useSession().metadata.enums
  const chosen = typeof value === 'string' && value !== '' ? value : null
  const known = psps.map(({ psp, name }) => ({ value: psp, label: name }))
  const data =
    chosen === null || known.some((each) => each.value === chosen)
      ? known
      : [...known, { value: chosen, label: chosen }]
  return (
    <Select
      {...inputProps(props)}
      data={data.toSorted((a, b) => a.label.localeCompare(b.label))}
      searchable
      nothingFoundMessage="No such PSP"
      value={chosen}
      onChange={(next) => onChange(next)}
    />
  )
}
