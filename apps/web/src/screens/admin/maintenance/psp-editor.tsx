import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { api } from '../../../kit/api.ts'
import { OneOf } from '../../../kit/field/choice-inputs.tsx'
import type { FieldEditProps } from '../../../kit/field/field-input.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { Icon } from '../../../ui/icon.tsx'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** What would have nowhere to go, said while it can still be thought over. */
function Warnings({ values }: { readonly values: Readonly<Record<string, unknown>> }) {
  const { merchantId } = useSession()
  const closed = useDeferredValue({
    providerType: textOf(values.providerType),
    psp: textOf(values.psp),
    service: textOf(values.service),
  })
  const isAsked = closed.providerType !== null || closed.psp !== null
  const { data } = useQuery({
    queryKey: ['maintenance', 'check', merchantId, closed.providerType, closed.psp, closed.service],
    queryFn: ({ signal }) => api('POST /maintenance/check', { body: closed, signal, suppressToast: true }),
    enabled: isAsked,
  })
  if (!isAsked || !data || data.warnings.length === 0) return null
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<Icon name="warning" />}
      title="Effects of this window"
      role="status"
    >
      {data.warnings.map((warning) => (
        <div key={warning}>{warning}</div>
      ))}
    </Alert>
  )
}

/** The PSPs there are, and what closing one of them means. */
export function PspEditor(props: FieldEditProps) {
  const { merchantId } = useSession()
  const { data } = useQuery({
    queryKey: ['maintenance', 'overview', merchantId],
    queryFn: ({ signal }) => api('GET /maintenance/overview', { signal, suppressToast: true }),
  })
  const options = (data?.items ?? []).map(({ psp, name }) => ({ value: psp, label: name }))
  return (
    <>
      <OneOf {...props} options={options} />
      <Warnings values={props.values ?? {}} />
    </>
  )
}
