import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { inputProps, type FieldEditProps } from '../../../kit/field/field-input.ts'

/** One of the price lists there are, by name; those in the customer's currency. */
export function PriceListSelect(props: FieldEditProps) {
  const { value, onChange, values } = props
  const query = useQuery({
    queryKey: ['price-list', 'names'],
    queryFn: ({ signal }) =>
      api('GET /price-list', { query: { start: 0, limit: 1000 }, signal, suppressToast: true }),
  })
  const lists = query.data?.items ?? []
  const currency = values?.currency
  const fitting = lists.filter(
    (list) => typeof currency !== 'string' || currency === '' || list.currency === currency,
  )
  const chosen = typeof value === 'string' && value !== '' ? value : null
  const names = [...new Set([...fitting.map(({ name }) => name), ...(chosen === null ? [] : [chosen])])]
  return (
    <Select
      {...inputProps(props)}
      data={names.toSorted()}
      searchable
      nothingFoundMessage="No price list in this currency"
      value={chosen}
      onChange={(next) => onChange(next)}
    />
  )
}
