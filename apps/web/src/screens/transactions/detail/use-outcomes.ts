import { useDebouncedValue } from '@mantine/hooks'
import type { CaseOutcomePreview } from '@signalbox/model/calls/case-sheet'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { parseMoney } from '@signalbox/model/money/money-text'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '../../../kit/api.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { recordKey } from '../../../kit/list/use-rows.ts'

const typingMs = 250

interface OutcomesInput {
  /** What the PSP moved, where that is not what it was asked for. */
  readonly moved?: WireMoney | null
  readonly enabled?: boolean
}

/** What each decision about a payment would do. It is asked for again with what is open, and with every other amount. */
export function useOutcomes(
  slug: 'case' | 'transaction',
  id: string,
  { moved = null, enabled = true }: OutcomesInput = {},
) {
  const { merchantId } = useSession()
  const isAmount = moved !== null && parseMoney(moved.amount, moved.currency) !== undefined
  const [amount] = useDebouncedValue(isAmount ? moved.amount : null, typingMs)
  const query = amount === null ? {} : { amount, currency: moved?.currency }
  return useQuery({
    queryKey: [...recordKey(slug, id), merchantId, 'outcomes', amount],
    queryFn: ({ signal }) =>
      request<{ outcomes: CaseOutcomePreview[] }>('GET', `/${slug}/${id}/outcome`, {
        query,
        signal,
        suppressToast: true,
      }),
    placeholderData: keepPreviousData,
    retry: false,
    refetchOnWindowFocus: false,
    enabled,
  })
}
