import type { TransactionRow } from '@signalbox/model/entities/transaction'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { recordKey } from '../../../kit/list/use-rows.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { partKey } from '../detail/use-part.tsx'

/** Reads a payment that changed under an open dialog, with all the dialog shows of it; fails where that cannot be read. */
export function useReadAgain(): (id: number) => Promise<TransactionRow> {
  const client = useQueryClient()
  const { merchantId } = useSession()
  return async (id) => {
    const row = await api('GET /transaction/{id}', { params: { id }, suppressToast: true })
    // Only then the rest: an amount older than the version it is sent with would be confirmed unseen.
    const rest = [partKey('GET /transaction/{id}/reason', id, merchantId), recordKey('approval', String(id))]
    await Promise.all(
      rest.map((queryKey) => client.refetchQueries({ queryKey, type: 'active' }, { throwOnError: true })),
    )
    return row
  }
}
