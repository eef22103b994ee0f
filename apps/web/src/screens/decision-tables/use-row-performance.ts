import { useQuery } from '@tanstack/react-query'
import type { RowFigures } from '@signalbox/model/calls/rules-hub'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { formatNumber, formatRelative } from '@signalbox/model/text/user-formats'
import { useMemo } from 'react'
import { api } from '../../kit/api.ts'
import type { RowFigureTexts } from '../../kit/decision-grid/row-marks.ts'
import { none, percent } from '../../kit/rule-figures.ts'
import { useFormats, useMay, useSession } from '../../kit/session/session-store.ts'
import { useNow } from '../../kit/use-now.ts'

/** As the page of performance begins, so that both show the same. */
export const performanceWindow = '7d'

/** As many as a table has at most. */
const mostRows = 10_000

const words = ['Hits 7 d', 'Approval', 'Last hit']
const unknown = [none, none, none]
/** A row that no payment met has no figures. */
const noHits = ['0', none, none]

/** What the rows of a table did to last week's payments, when somebody wants to see it. */
export function useRowPerformance(table: DecisionTable, isWanted: boolean) {
  const { merchantId } = useSession()
  const formats = useFormats()
  const now = useNow()
  const may = useMay('rules-hub.view')
  const { data, isError } = useQuery({
    queryKey: ['row-performance', merchantId, table.slug],
    enabled: may && isWanted,
    refetchInterval: 60_000,
    queryFn: ({ signal }) =>
      api('GET /ruleset/performance/{type}', {
        params: { type: table.slug },
        query: { window: performanceWindow, limit: mostRows },
        signal,
      }),
  })
  const rows = useMemo(() => new Map<string, RowFigures>(data?.rows.map((row) => [row.ruleId, row])), [data])
  const texts = useMemo((): RowFigureTexts | undefined => {
    if (!may || !isWanted) return undefined
    const of = (rowId: string): readonly string[] => {
      const figures = rows.get(rowId)?.figures
      if (!figures) return data ? noHits : unknown
      const { hits, approval, lastHitAt } = figures
      return [
        formatNumber(hits, formats),
        percent(approval?.rate ?? null),
        lastHitAt ? formatRelative(lastHitAt, now) : none,
      ]
    }
    return { words, of }
  }, [may, isWanted, rows, data, formats, now])
  return {
    may,
    isShown: may && isWanted,
    isError,
    texts,
    rowOf: (rowId: string): RowFigures | undefined => (isWanted ? rows.get(rowId) : undefined),
  }
}
export type RowPerformance = ReturnType<typeof useRowPerformance>
