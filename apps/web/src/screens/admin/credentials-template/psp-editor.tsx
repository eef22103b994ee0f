import { ordinaryPageSize } from '@signalbox/model/field/paging'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../../kit/api.ts'
import { OneOf } from '../../../kit/field/choice-inputs.tsx'
import type { FieldEditProps } from '../../../kit/field/field-input.ts'
import type { Row } from '../../../kit/list/listing.ts'

/** A PSP of the catalogue. */
export function PspEditor(props: FieldEditProps) {
  const { data = [] } = useQuery({
    queryKey: ['psp', 'names'],
    queryFn: async ({ signal }) => {
      const query = { limit: ordinaryPageSize }
      const page = await request<{ items: Row[] }>('GET', '/psp', { query, signal, suppressToast: true })
      return page.items.map(({ psp, name }) => ({ value: String(psp), label: String(name) }))
    },
    staleTime: 60_000,
  })
  return <OneOf {...props} options={data} />
}
