import type { TransactionOptions } from '@signalbox/model/calls/transaction'
import type { FilterDeclaration } from '@signalbox/model/field/entity'
import {
  impliedTransactionFilters,
  lookedUpFilters,
  transactionDefaultSort,
  transactionFields,
  transactionFilters,
  transactionSorts,
} from '@signalbox/model/entities/transaction'
import { keywordOf } from '@signalbox/model/transaction-search/search-term'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../kit/api.ts'
import { asText } from '../../kit/field/display-text.ts'
import type { Listing, Row } from '../../kit/list/listing.ts'
import { useSession } from '../../kit/session/session-store.ts'

const isLookedUp = (name: string): name is (typeof lookedUpFilters)[number] =>
  lookedUpFilters.some((known) => known === name)

const same = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, name]))

/** What is configuration rather than a fixed list is offered as far as it occurs. */
const filtersWith = (options: TransactionOptions | undefined): FilterDeclaration[] =>
  transactionFilters.map((filter) =>
    isLookedUp(filter.name) ? { ...filter, options: same(options?.[filter.name] ?? []) } : filter,
  )

const rowId = (row: Row): string => asText(row.id)

/** What occurs among the payments one sees: PSPs, accounts, brands, tags. */
export function useTransactionOptions(): TransactionOptions | undefined {
  const { merchantId } = useSession()
  const { data } = useQuery({
    queryKey: ['transaction', 'options', merchantId],
    queryFn: ({ signal }) => api('GET /transaction/options', { signal, suppressToast: true }),
    staleTime: 5 * 60_000,
  })
  return data
}

/** Transactions as a list. */
export function useTransactionListing(): Listing {
  const options = useTransactionOptions()
  return useMemo(
    () => ({
      slug: 'transaction',
      label: 'Transaction',
      plural: 'Transactions',
      titleField: 'id',
      fields: transactionFields,
      filters: filtersWith(options),
      sortable: transactionSorts,
      defaultSort: transactionDefaultSort,
      keyOf: rowId,
      implied: impliedTransactionFilters,
      widest: { created: 'all', testUsers: 'true' },
      readKeyword: keywordOf,
      exportedWith: { state: ['statusCode'] },
      exportAccess: 'transactions.export',
    }),
    [options],
  )
}
