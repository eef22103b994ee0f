import {
  caseDefaultSort,
  caseFields,
  caseFilters,
  caseSorts,
  impliedCaseFilters,
  type CaseDesk,
  type CaseRow,
} from '@signalbox/model/entities/case'
import { caseTypes } from '@signalbox/model/investigation/case'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../kit/api.ts'
import { asText } from '../../kit/field/display-text.ts'
import type { Listing, Row } from '../../kit/list/listing.ts'
import { useSession } from '../../kit/session/session-store.ts'

export const asCase = (row: Row): CaseRow => row as CaseRow

/** What each side of the desk is about, before anybody chooses columns of their own. */
export const deskColumns: Readonly<Record<CaseDesk, readonly string[]>> = {
  cases: [
    'severity',
    'dueAt',
    'suspected',
    'amount',
    'psp',
    'assignee',
    'state',
    'type',
    'txId',
    'userId',
    'openedAt',
    'merchantId',
    'commentCount',
  ],
  callbacks: [
    'severity',
    'dueAt',
    'psp',
    'reported',
    'reference',
    'assignee',
    'state',
    'suspected',
    'openedAt',
    'merchantId',
    'commentCount',
  ],
}

/** PSPs that occur, and people work can be given to. */
export function useCaseOptions() {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: ['case', 'options', merchantId],
    queryFn: ({ signal }) => api('GET /case/options', { signal, suppressToast: true }),
    staleTime: 5 * 60_000,
  }).data
}

const rowId = (row: Row): string => asText(row.id)
const nameOf = (row: Row): string => {
  const { type, txId, reference, id, suspected } = asCase(row)
  return `${txId ?? reference ?? id}: ${suspected ?? caseTypes[type]}`
}
// The tabs show which side of the desk it is.
const fixed = ['desk']

/** Cases as a list. */
export function useCaseListing(desk: CaseDesk): Listing {
  const psps = useCaseOptions()?.psp
  return useMemo(() => {
    const occurring = Object.fromEntries((psps ?? []).map((name) => [name, name]))
    const filters = caseFilters
      .filter(({ name }) => desk === 'cases' || (name !== 'type' && name !== 'statusNo'))
      .map((filter) => (filter.name === 'psp' ? { ...filter, options: occurring } : filter))
    return {
      slug: 'case',
      label: 'Case',
      plural: 'Cases',
      titleField: 'suspected',
      fields: caseFields,
      filters,
      sortable: caseSorts,
      defaultSort: caseDefaultSort,
      keyOf: rowId,
      nameOf,
      implied: impliedCaseFilters,
      fixed,
    }
  }, [psps, desk])
}
