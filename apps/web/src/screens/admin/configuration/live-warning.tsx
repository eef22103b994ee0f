import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { Icon } from '../../../ui/icon.tsx'

/** Says which live merchants would have nobody left to pay with, while it can still be helped. */
export function LiveWarning({
  id,
  enabled,
  accounts,
}: {
  readonly id: string
  readonly enabled: boolean
  readonly accounts: readonly string[]
}) {
  const { merchantId } = useSession()
  const isOff = !enabled || accounts.length === 0
  const { data } = useQuery({
    queryKey: ['config', 'warnings', merchantId, id, enabled, accounts.length],
    queryFn: ({ signal }) =>
      api('POST /config/{id}/warnings', {
        params: { id },
        body: { enabled, accounts: [...accounts] },
        signal,
        suppressToast: true,
      }),
    enabled: isOff,
  })
  const warnings = isOff ? (data?.warnings ?? []) : []
  if (warnings.length === 0) return null
  return (
    <Alert
      color="orange"
      variant="light"
      role="alert"
      icon={<Icon name="warning" />}
      title="The last payment account"
    >
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </Alert>
  )
}
