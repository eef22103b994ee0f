import type { ConfigForm } from '@signalbox/model/calls/configuration'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { useSession } from '../../../kit/session/session-store.ts'

/** Everything that can be configured, with its fields. */
export function useConfigForms(): readonly ConfigForm[] | undefined {
  const { merchantId } = useSession()
  const { data } = useQuery({
    queryKey: ['config', 'form', merchantId],
    queryFn: ({ signal }) => api('GET /config/form', { signal, suppressToast: true }),
    staleTime: 60_000,
  })
  return data?.items
}

export const formFor = (
  forms: readonly ConfigForm[] | undefined,
  type: unknown,
  provider: unknown,
): ConfigForm | undefined =>
  forms?.find((form) => form.type === type && form.provider === ((provider ?? '') === '' ? null : provider))
