import { useQuery } from '@tanstack/react-query'
import type { CellLanguage } from '../../kit/decision-grid/core/cell-language.ts'
import { api } from '../../kit/api.ts'
import { useSession } from '../../kit/session/session-store.ts'
import type { LoadedTable } from './section-info.ts'
import { loadChunk } from '../../ui/chunk-load.ts'

export const rulesetsKey = ['ruleset'] as const

const quiet = { suppressToast: true } as const
const options = {
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  // Comparing ten thousand rows with ten thousand rows to keep their identity costs more than drawing them.
  structuralSharing: false,
} as const

/** A merchant has a handful of rulesets per table. */
const mostRulesets = 100

async function loadTable(slug: string, signal: AbortSignal): Promise<LoadedTable> {
  const [list, effective] = await Promise.all([
    api('GET /ruleset', { query: { category: slug, start: 0, limit: mostRulesets }, signal, ...quiet }),
    api('GET /decisiontable/{type}/effective', { params: { type: slug }, signal, ...quiet }),
  ])
  // A draft of what is archived is on its way back into use.
  const ids = list.items.flatMap(({ id, inherited, archived, open }) =>
    inherited || (archived && !open) ? [] : id,
  )
  const own = await Promise.all(
    ids.map((id) => api('GET /ruleset/{id}', { params: { id }, signal, ...quiet })),
  )
  return { own, effective }
}

export const tableKey = (merchantId: number, slug: string) =>
  [...rulesetsKey, 'table', merchantId, slug] as const

/** All rulesets of a table that count for the selected merchant. */
export function useLoadedTable(slug: string) {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: tableKey(merchantId, slug),
    queryFn: ({ signal }) => loadTable(slug, signal),
    ...options,
  })
}

/** What cells may pick from. The table can be read and edited without it. */
export function useCatalogue() {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: [...rulesetsKey, 'catalogue', merchantId],
    queryFn: ({ signal }) => api('GET /decisiontable/catalogue', { signal, ...quiet }),
    ...options,
  })
}

/** How cells are written, with all its checks; it comes beside the rows. */
async function loadLanguage(): Promise<CellLanguage> {
  const [cells, outputs] = await Promise.all([
    loadChunk(() => import('@signalbox/model/rules/cell-text')),
    loadChunk(() => import('@signalbox/model/rules/output-text')),
  ])
  return {
    formatCell: cells.formatCell,
    parseCell: cells.parseCell,
    formatOutput: outputs.formatOutput,
    parseOutput: outputs.parseOutput,
  }
}

export const useCellLanguage = () =>
  useQuery({ queryKey: ['cell-language'], queryFn: loadLanguage, staleTime: Infinity, ...options })
