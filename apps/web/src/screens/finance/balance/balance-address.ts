import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export const parts = {
  trial: 'Trial balance',
  postings: 'Postings',
  exposure: 'Exposure',
  periods: 'Periods',
  requests: 'Requests',
} as const
export type Part = keyof typeof parts

export const partOf = (mode: unknown): Part =>
  typeof mode === 'string' && Object.hasOwn(parts, mode) ? (mode as Part) : 'trial'

export const balancePath = '/finance/balance'

/** What of the address the overview goes by. */
interface BalanceSearch {
  readonly mode?: string | undefined
  /** The account whose chart is open. */
  readonly chart?: string | undefined
  readonly at?: string | undefined
  readonly valueDate?: string | undefined
  /** Only PSPs that have sent no settlement file for days. */
  readonly noFile?: string | undefined
}

export function useBalanceAddress() {
  const search: BalanceSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = useCallback(
    (next: Readonly<Record<string, string | undefined>>) =>
      void navigate({ to: balancePath, search: next, replace: true }),
    [navigate],
  )
  return { search, go }
}

/** The postings a figure is made of. */
export const postingsSearch = (
  filters: Readonly<Record<string, string | undefined>>,
): Record<string, string> => ({
  mode: 'postings',
  ...Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ),
})
