import type { Entity } from '@signalbox/model/field/entity'
import type { BulkResult } from '@signalbox/model/field/resource'
import { useMemo, useState } from 'react'
import { BulkBar } from './bulk-bar.tsx'
import { deleteName, type RecordAction } from '../record/record-actions.ts'
import { useActionRunner } from '../action/use-action-runner.tsx'
import type { ListPageModel } from './use-list-page.ts'
import { useSelection } from './use-selection.ts'

/** What is done to records: one, or all that are selected. Rows can be selected only where there is something to do. */
export function useBulk(entity: Entity, list: ListPageModel, actions: readonly RecordAction[]) {
  const { rows, listing } = list
  const keys = useMemo(() => rows.map(listing.keyOf), [rows, listing])
  const selection = useSelection(keys)
  const [results, setResults] = useState<BulkResult[] | null>(null)
  const bulkActions = actions.filter(({ bulk }) => bulk)
  const runner = useActionRunner(entity, listing, {
    done: (action) => {
      if (action.name === deleteName) list.close()
    },
    bulkDone: (outcome) => {
      setResults(outcome)
      selection.keepOnly(outcome.flatMap(({ id, ok }) => (ok ? [] : [id])))
    },
  })
  const bar = (
    <BulkBar
      listing={listing}
      rows={rows.filter((row) => selection.keys.has(listing.keyOf(row)))}
      actions={bulkActions}
      results={results}
      onAction={(action, chosen) => {
        setResults(null)
        runner.startBulk(action, chosen)
      }}
      onClear={() => {
        setResults(null)
        selection.clear()
      }}
    />
  )
  return { runner, bar, selection: bulkActions.length > 0 ? selection : undefined }
}
