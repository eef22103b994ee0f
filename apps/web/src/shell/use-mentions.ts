import type { Mention } from '@signalbox/model/calls/transaction-detail'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../kit/api.ts'
import { useMay, useSession } from '../kit/session-store.ts'

const pollMs = 60_000

export interface Mentions {
  readonly items: readonly Mention[]
  readonly unread: number
  readonly markRead: () => void
}

/** Notes of colleagues that name the person. Which of them were seen is remembered where they were seen. */
export function useMentions(): Mentions {
  const { merchantId, metadata } = useSession()
  const mayLook = useMay(['transactions.view', 'approve.view'])
  const key = `bo:${metadata.user.id}:mentionsSeen`
  const [seenAt, setSeenAt] = useState(() => localStorage.getItem(key) ?? '')
  const { data } = useQuery({
    queryKey: ['transaction', 'mention', merchantId],
    queryFn: ({ signal }) => api('GET /transaction/mention', { signal, suppressToast: true }),
    enabled: mayLook,
    refetchInterval: pollMs,
  })
  const items = data?.items ?? []
  return {
    items,
    unread: items.filter(({ at }) => at > seenAt).length,
    markRead: () => {
      const newest = items[0]?.at
      if (newest === undefined || newest <= seenAt) return
      localStorage.setItem(key, newest)
      setSeenAt(newest)
    },
  }
}
