import { approvalQueues, type TransactionRow } from '@signalbox/model/entities/transaction'
import type { OperationName } from '@signalbox/model/payments/operations'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { recordKey } from '../../../kit/list/use-rows.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import type { Flagged } from './flagged-rows.tsx'

const { mine: _decided, ...waitingQueues } = approvalQueues

/** Several may wait in several queues; each says what it knows of those that are asked about. */
async function flagsOfMany(ids: readonly number[], signal: AbortSignal): Promise<readonly Flagged[]> {
  const pages = await Promise.all(
    Object.keys(waitingQueues).map((queue) =>
      api('GET /approval', {
        query: { id: ids.join(), queue, start: 0, limit: ids.length },
        signal,
        suppressToast: true,
      }),
    ),
  )
  return pages.flatMap(({ items }) => items)
}

async function flagsOfOne(id: number, signal: AbortSignal): Promise<readonly Flagged[]> {
  return [await api('GET /approval/{id}', { params: { id }, signal, suppressToast: true })]
}

const nothing: readonly Flagged[] = []

/** What speaks against approving these payments. Where it cannot be read, the server says it of each. */
export function useRedFlags(
  name: OperationName,
  rows: readonly TransactionRow[],
): { readonly flagged: readonly Flagged[]; readonly isPending: boolean } {
  const { merchantId } = useSession()
  const ids = rows.map(({ id }) => id)
  const [first = 0] = ids
  const isAsked = name === 'approve' && ids.length > 0
  const query = useQuery({
    queryKey: [...recordKey('approval', ids.join()), merchantId],
    queryFn: ({ signal }) => (ids.length === 1 ? flagsOfOne(first, signal) : flagsOfMany(ids, signal)),
    enabled: isAsked,
  })
  return {
    flagged: query.data?.filter(({ redFlags }) => redFlags.length > 0) ?? nothing,
    isPending: isAsked && query.isPending,
  }
}
