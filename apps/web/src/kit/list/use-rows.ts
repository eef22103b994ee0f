import type { Page } from '@signalbox/model/field/paging'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '../api.ts'
import type { ListState } from './list-state.ts'
import { live } from '../live.ts'
import type { Listing, Row } from './listing.ts'
import type { CountNew } from './use-live-rows.ts'
import { useFormats, useSession } from '../session/session-store.ts'
import { wireQuery } from './wire-query.ts'

export const listKey = (slug: string) => [slug, 'list'] as const
export const recordKey = (slug: string, id: string) => [slug, 'record', id] as const

/** One page of a list. The rows shown stay until the next ones are there. */
export function useRows(listing: Listing, state: ListState, size: number) {
  const { merchantId } = useSession()
  const formats = useFormats()
  const { filters, sort, page, cursor } = state
  return useQuery({
    queryKey: [...listKey(listing.slug), merchantId, formats.timeZone, { filters, sort, page, cursor, size }],
    queryFn: async ({ signal }) => {
      const askedAt = live.moment()
      const page = await request<Page<Row>>('GET', `/${listing.slug}`, {
        query: wireQuery(listing, state, size, formats, new Date()),
        signal,
        suppressToast: true,
      })
      return { ...page, askedAt }
    },
    placeholderData: keepPreviousData,
    // Rows change only when the person asks for it, or they would jump under the cursor.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Whether something created meanwhile belongs to a filtered list is the server's to say. */
export function useCountNew(
  listing: Listing,
  state: ListState,
  loaded: Pick<Page<Row>, 'total' | 'totalCapped'> | undefined,
): CountNew | undefined {
  const formats = useFormats()
  const filters = { ...state.filters, ...listing.implied?.(state.filters) }
  if (!loaded || Object.keys(filters).length === 0) return undefined
  return async () => {
    const { total, totalCapped } = await request<Page<Row>>('GET', `/${listing.slug}`, {
      query: wireQuery(listing, { ...state, page: 1, cursor: null }, 1, formats, new Date()),
      suppressToast: true,
    })
    return totalCapped || loaded.totalCapped ? null : Math.max(0, total - loaded.total)
  }
}

/** One record by its id; the row of the list serves until the answer is there. */
export function useRecord(slug: string, id: string | null, row: Row | undefined) {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: [...recordKey(slug, id ?? ''), merchantId],
    queryFn: ({ signal }) =>
      request<Row>('GET', `/${slug}/${encodeURIComponent(id ?? '')}`, { signal, suppressToast: true }),
    enabled: id !== null,
    placeholderData: row,
    refetchOnWindowFocus: false,
  })
}
