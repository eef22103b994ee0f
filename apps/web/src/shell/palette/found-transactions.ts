import { useDebouncedValue } from '@mantine/hooks'
import type { TransactionRow } from '@signalbox/model/entities/transaction'
import { txStatusLabels } from '@signalbox/model/reference/status-codes'
import { isDefiniteTerm, keywordOf } from '@signalbox/model/transaction-search/search-term'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { recentSearches } from '../../kit/session/recent-searches.ts'
import { useSession } from '../../kit/session/session-store.ts'
import type { PaletteItem } from './palette-items.ts'

const path = '/transactions'
const shown = 5
const pauseMs = 200

const addressOf = (keyword: string, id?: number): string =>
  `${path}?${new URLSearchParams({ keyword, ...(id === undefined ? {} : { id: String(id) }) }).toString()}`

const itemOf = (row: TransactionRow, keyword: string, go: (href: string) => void): PaletteItem => ({
  id: `transaction:${row.id}`,
  group: 'Transactions',
  label: String(row.id),
  icon: 'transactions',
  description: [`${row.amount.amount} ${row.amount.currency}`, txStatusLabels[row.state], row.userId].join(
    ' · ',
  ),
  run: () => {
    recentSearches.note(keyword)
    go(addressOf(keyword, row.id))
  },
})

/** Payments somebody has typed or pasted something of: ids, an email address, a masked card. Only whole terms are found. */
export function useFoundTransactions(
  query: string,
  mayLook: boolean,
  go: (href: string) => void,
): readonly PaletteItem[] {
  const { merchantId } = useSession()
  const term = query.trim()
  const [settled] = useDebouncedValue(term, pauseMs)
  const keyword = keywordOf(settled)
  const { data } = useQuery({
    queryKey: ['transaction', 'palette', merchantId, keyword],
    queryFn: ({ signal }) =>
      api('GET /transaction', { query: { keyword, start: 0, limit: shown }, signal, suppressToast: true }),
    enabled: mayLook && isDefiniteTerm(settled),
    staleTime: 10_000,
  })
  // No user and no reference has a blank in it.
  if (!mayLook || term === '' || (/\s/.test(term) && !isDefiniteTerm(term))) return []
  const search: PaletteItem = {
    id: 'transactions:search',
    group: 'Transactions',
    label: `Search transactions for ${keywordOf(term)}`,
    icon: 'search',
    run: () => {
      recentSearches.note(keywordOf(term))
      go(addressOf(keywordOf(term)))
    },
  }
  if (!isDefiniteTerm(term)) return [search]
  const found = settled === term ? (data?.items ?? []) : []
  const items = found.map((row) => itemOf(row, keyword, go))
  return found.length === 1 ? items : [...items, search]
}
