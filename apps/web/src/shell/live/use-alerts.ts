import type { Alert } from '@signalbox/model/calls/alert'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { live } from '../../kit/live.ts'
import { useMay, useSession } from '../../kit/session/session-store.ts'

export interface Alerts {
  readonly items: readonly Alert[]
  readonly decide: (alert: Alert, operation: 'acknowledge' | 'resolve') => Promise<void>
}

const calls = {
  acknowledge: 'POST /alert/{id}/acknowledge',
  resolve: 'POST /alert/{id}/resolve',
} as const

/** What has to be looked into, for those who receive alerts; told as soon as it happens. */
export function useAlerts(): Alerts {
  const { merchantId } = useSession()
  const client = useQueryClient()
  const receives = useMay('alerts.view')
  const { data } = useQuery({
    queryKey: ['alert', merchantId],
    queryFn: ({ signal }) => api('GET /alert', { signal, suppressToast: true }),
    enabled: receives,
  })
  useEffect(() => live.on('alert', () => void client.invalidateQueries({ queryKey: ['alert'] })), [client])
  const items = data?.items ?? []
  return {
    items,
    decide: async ({ id }, operation) => {
      try {
        await api(calls[operation], { params: { id } })
      } catch (error) {
        reportFailure(error, { label: 'Alert', done: operation === 'resolve' ? 'resolved' : 'acknowledged' })
      }
      await Promise.all([
        client.invalidateQueries({ queryKey: ['alert'] }),
        client.invalidateQueries({ queryKey: ['inbox'] }),
      ])
    },
  }
}
