import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

const panels = ['try', 'history', 'review'] as const
export type Panel = (typeof panels)[number]

/** What is open over the table is part of the address, so that it can be sent to a colleague. */
export interface TableAddress {
  readonly panel: Panel | null
  readonly ruleset: string | null
  readonly version: number | null
  readonly filter: string
  /** Rows show what they did. */
  readonly performance: boolean
}

type Search = Readonly<Record<string, string | undefined>>

const read = (search: Search): TableAddress => ({
  panel: panels.find((panel) => panel === search.panel) ?? null,
  ruleset: search.ruleset ?? null,
  version: /^\d{1,7}$/.test(search.version ?? '') ? Number(search.version) : null,
  filter: search.filter ?? '',
  performance: search.performance !== undefined,
})

const closed = { panel: undefined, ruleset: undefined, version: undefined }

export function useTableAddress() {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const { panel, ruleset, version, filter, performance } = search
  return useMemo(() => {
    const now = { panel, ruleset, version, filter, performance }
    const go = (patch: Search, replace = false) =>
      void navigate({
        to: '.',
        search: (last: Search) => withoutBlanks({ ...last, ...patch }),
        replace,
      } as Parameters<typeof navigate>[0])
    return {
      address: read(now),
      open: (next: Panel, id?: string, at?: number) =>
        go({ ...closed, panel: next, ruleset: id, version: at === undefined ? undefined : String(at) }),
      showVersion: (at: number) => go({ version: String(at) }, true),
      close: () => go(closed),
      showPerformance: (isShown: boolean) => go({ performance: isShown ? 'on' : undefined }, true),
      setFilter: (text: string) => go({ filter: text }, true),
    }
  }, [panel, ruleset, version, filter, performance, navigate])
}

const withoutBlanks = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))

export type TableNavigation = ReturnType<typeof useTableAddress>
