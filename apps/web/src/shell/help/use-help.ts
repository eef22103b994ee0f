import type { HelpAnswer, HelpExchange } from '@signalbox/model/calls/help'
import { isTxId } from '@signalbox/model/payments/tx-id'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, ApiError } from '../../kit/api.ts'
import { useSession } from '../../kit/session/session-store.ts'

const paymentPages = new Set(['/transactions', '/legacy/transactions', '/approve'])

/** Where the question is asked, and the transaction that is open there. */
export function usePlace(): { readonly page: string; readonly txId: number | undefined } {
  const { pathname } = useLocation()
  const { id }: { id?: string } = useSearch({ strict: false })
  const txId = paymentPages.has(pathname) ? Number(id) : Number.NaN
  return { page: pathname, txId: isTxId(txId) ? txId : undefined }
}

export interface Exchange {
  readonly id: string
  readonly question: string
  /** Null while it is on its way. */
  readonly answer: HelpAnswer | null
}

/** Answers as they were given, in place of what is kept of them. */
const withNewer = (kept: readonly HelpExchange[], newer: readonly Exchange[]): Exchange[] => [
  ...kept.map(({ id, question, answer }) => ({ id, question, answer })),
  ...newer,
]

/** What was asked before, what is asked now, and what came of it. */
export function useHelp() {
  const { metadata } = useSession()
  const place = usePlace()
  const client = useQueryClient()
  const key = ['help', metadata.user.id]
  const [asked, setAsked] = useState<readonly Exchange[]>([])
  const [failed, setFailed] = useState<{ question: string; requestId: string | undefined } | null>(null)
  // What is asked while the panel is open is shown from here, so the past is read once.
  const past = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /help/transcript', { signal, suppressToast: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

  const ask = async (question: string): Promise<boolean> => {
    const id = `asked-${asked.length}`
    setFailed(null)
    setAsked((before) => [...before, { id, question, answer: null }])
    try {
      const answer = await api('POST /help/ask', { body: { question, ...place }, suppressToast: true })
      setAsked((before) => before.map((each) => (each.id === id ? { ...each, answer } : each)))
      return true
    } catch (error) {
      setAsked((before) => before.filter((each) => each.id !== id))
      setFailed({ question, requestId: error instanceof ApiError ? error.body.errorId : undefined })
      return false
    }
  }
  const forget = async () => {
    await api('DELETE /help/transcript')
    setAsked([])
    client.setQueryData(key, { items: [] })
  }
  return {
    place,
    exchanges: withNewer(past.data?.items ?? [], asked),
    loading: past.isPending,
    waiting: asked.some(({ answer }) => answer === null),
    failed,
    ask,
    forget,
  }
}
