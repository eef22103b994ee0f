import type { BulkResult } from '@signalbox/model/field/resource'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { BulkBar } from './bulk-bar.tsx'
import { reportFailure, type Attempt } from '../failure.ts'
import type { Row } from './listing.ts'
import type { RecordAction } from '../record/record-actions.ts'
import type { ListPageModel } from './use-list-page.ts'
import { useSelection, type Selection } from './use-selection.ts'

export interface BulkRun {
  /** Rows can be selected only where there is something to do. */
  readonly selection: Selection | undefined
  readonly running: boolean
  readonly bar: ReactNode
  /** Does one thing while nothing else is done; true once it is. */
  readonly alone: (work: () => Promise<unknown>, attempt: Attempt) => Promise<boolean>
  /** Does something to many, each on its own: what fails stays selected and says why. */
  readonly many: (
    send: () => Promise<{ readonly results: BulkResult[] }>,
    attempt: Attempt,
  ) => Promise<boolean>
}

/** For desks that ask and send in their own way; they say what the bar offers and what is asked when it is chosen. */
export function useBulkRun(
  { rows, listing }: ListPageModel,
  actions: readonly RecordAction[],
  onAction: (name: string, rows: readonly Row[], many: BulkRun['many']) => void,
): BulkRun {
  const client = useQueryClient()
  const [running, setRunning] = useState(false)
  const [results, setResults] = useState<BulkResult[] | null>(null)
  const busy = useRef(false)
  const keys = useMemo(() => rows.map(listing.keyOf), [rows, listing])
  const selection = useSelection(keys)

  const alone: BulkRun['alone'] = async (work, attempt) => {
    if (busy.current) return false
    busy.current = true
    setRunning(true)
    try {
      await work()
      return true
    } catch (error) {
      reportFailure(error, attempt)
      return false
    } finally {
      busy.current = false
      setRunning(false)
      void client.invalidateQueries({ queryKey: [listing.slug] })
    }
  }
  const many: BulkRun['many'] = (send, attempt) =>
    alone(async () => {
      const reply = await send()
      const done = new Set(reply.results.flatMap(({ id, ok }) => (ok ? [id] : [])))
      setResults(reply.results)
      selection.keepOnly([...selection.keys].filter((key) => !done.has(key)))
    }, attempt)
  return {
    selection: actions.length > 0 ? selection : undefined,
    running,
    alone,
    many,
    bar: (
      <BulkBar
        listing={listing}
        rows={rows.filter((row) => selection.keys.has(listing.keyOf(row)))}
        actions={[...actions]}
        results={results}
        onAction={({ name }, chosen) => {
          setResults(null)
          onAction(name, chosen, many)
        }}
        onClear={() => {
          setResults(null)
          selection.clear()
        }}
      />
    ),
  }
}
