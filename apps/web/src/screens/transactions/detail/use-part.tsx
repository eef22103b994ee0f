import type { CallMap } from '@signalbox/model/calls/index'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError, request } from '../../../kit/api.ts'
import { recordLoading } from '../../../kit/record/record-loading.tsx'
import { useSession } from '../../../kit/session/session-store.ts'
import { recordKey } from '../../../kit/list/use-rows.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'

/** Reads of one transaction beyond the transaction itself. */
type PartKey = Extract<keyof CallMap, `GET /transaction/{id}/${string}`>

export const partKey = (key: PartKey, id: number, merchantId: number | null) => [
  ...recordKey('transaction', String(id)),
  merchantId,
  key,
]

/** One part of an open transaction; it is asked for again with the transaction when somebody changes that. */
export function usePart<K extends PartKey>(key: K, id: number): UseQueryResult<CallMap[K]['reply']> {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: partKey(key, id, merchantId),
    queryFn: ({ signal }) =>
      request<CallMap[K]['reply']>('GET', key.slice('GET '.length).replace('{id}', String(id)), {
        signal,
        suppressToast: true,
      }),
    refetchOnWindowFocus: false,
  })
}

/** Loading, failing, or there. */
export function Part<T>({
  query,
  children,
}: {
  readonly query: UseQueryResult<T>
  readonly children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) {
    const body = query.error instanceof ApiError ? query.error.body : undefined
    return (
      <ErrorPanel
        compact
        title={body?.message ?? query.error.message}
        requestId={body?.errorId}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  return recordLoading
}
