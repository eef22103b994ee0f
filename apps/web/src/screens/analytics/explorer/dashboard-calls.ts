import { analyticsDashboard } from '@signalbox/model/entities/analytics-dashboard'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { attemptOn, reportFailure } from '../../../kit/failure.ts'
import { useOperationId } from '../../../kit/operation-id.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import type { DashboardContent } from './content.ts'

const name = 'analytics-dashboard'
const mostListed = 200

/** The person's own dashboards and those shared with them. */
export function useDashboards() {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: [name, 'list', merchantId],
    queryFn: ({ signal }) =>
      api('GET /analytics-dashboard', {
        query: { start: 0, limit: mostListed, sort: 'name' },
        signal,
        suppressToast: true,
      }),
  })
}

export function useDashboard(id: string) {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: [name, 'record', merchantId, id],
    queryFn: ({ signal }) =>
      api('GET /analytics-dashboard/{id}', { params: { id }, signal, suppressToast: true }),
    retry: false,
  })
}

export type DashboardRecord = NonNullable<ReturnType<typeof useDashboard>['data']>

/** The three writes on dashboards; what was read before is read again after each. */
export function useDashboardWrites() {
  const client = useQueryClient()
  const operationIdOf = useOperationId()
  const onSuccess = () => client.invalidateQueries({ queryKey: [name] })
  const create = useMutation({
    mutationFn: (content: DashboardContent) =>
      api('POST /analytics-dashboard', {
        body: { ...content, shared: false },
        operationId: operationIdOf(content),
      }),
    onSuccess,
    onError: (error) => reportFailure(error, attemptOn(analyticsDashboard, 'created')),
  })
  const update = useMutation({
    mutationFn: ({ record, patch }: { record: DashboardRecord; patch: Partial<DashboardRecord> }) => {
      const body = { ...patch, version: record.version }
      return api('PUT /analytics-dashboard/{id}', {
        params: { id: record.id },
        body,
        operationId: operationIdOf({ id: record.id, body }),
      })
    },
    onSuccess,
    onError: (error) => reportFailure(error, attemptOn(analyticsDashboard, 'updated')),
  })
  const remove = useMutation({
    mutationFn: ({ id, version }: DashboardRecord) =>
      api('DELETE /analytics-dashboard/{id}', {
        params: { id },
        query: { version },
        operationId: operationIdOf({ id, version }),
      }),
    onSuccess,
    onError: (error) => reportFailure(error, attemptOn(analyticsDashboard, 'deleted')),
  })
  return { create, update, remove }
}
