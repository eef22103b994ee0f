import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { request } from './api.ts'
import { inputProps, type FieldEditProps } from './field-input.ts'
import type { Row } from './listing.ts'

interface CatalogueEntry {
  readonly value: string
  readonly label: string
}

/** The PSPs there are. Where the catalogue itself may not be read, what rules may name serves. */
export function usePsps(): readonly CatalogueEntry[] {
  const { data } = useQuery({
    queryKey: ['psp', 'names'],
    queryFn: async ({ signal }) => {
      const page = await request<{ items: Row[] }>('GET', '/psp', {
        query: { limit: 1000 },
        signal,
        suppressToast: true,
      })
      return page.items.map(({ psp, name }) => ({
        value: String(psp),
        label: `${String(name)} (${String(psp)})`,
      }))
    },
    staleTime: 60_000,
  })
  return data ?? []
}

/** A PSP of the catalogue. */
export function PspSelect(props: FieldEditProps) {
  const { field, value, onChange } = props
  const known = usePsps()
  const chosen = typeof value === 'string' && value !== '' ? value : null
  const data =
    chosen === null || known.some((entry) => entry.value === chosen)
      ? known
      : [...known, { value: chosen, label: chosen }]
  return (
    <Select
      {...inputProps(props)}
      data={[...data]}
      value={chosen}
      searchable
      clearable={!field.required}
      nothingFoundMessage="Nothing found"
      clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
      onChange={onChange}
    />
  )
}
