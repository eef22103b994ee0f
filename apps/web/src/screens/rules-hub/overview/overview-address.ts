import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

const overviewPath = '/rules-hub/overview'

export const parts = {
  rulesets: 'Rulesets',
  'change-sets': 'Change sets',
  match: 'Match payments',
} as const
export type OverviewPart = keyof typeof parts

interface OverviewSearch {
  readonly mode?: string | undefined
  /** An opened change set. */
  readonly id?: string | undefined
  /** Payments to match, with commas between them. */
  readonly payments?: string | undefined
  /** `rulesetId@version` */
  readonly draft?: string | undefined
}

export const partOf = (mode: unknown): OverviewPart =>
  mode === 'match' || mode === 'change-sets' ? mode : 'rulesets'

export function useOverviewAddress() {
  const search: OverviewSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = useCallback(
    (next: OverviewSearch) => void navigate({ to: overviewPath, search: { ...next } }),
    [navigate],
  )
  return { search, go }
}
