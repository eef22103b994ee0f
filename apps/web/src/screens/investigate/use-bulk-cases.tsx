import { Button, Select } from '@mantine/core'
import type { BulkCaseAction } from '@signalbox/model/calls/case'
import { caseActions } from '@signalbox/model/investigation/case-actions'
import type { BulkResult } from '@signalbox/model/resource'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { api } from '../../kit/api.ts'
import { BulkBar } from '../../kit/bulk-bar.tsx'
import { reportFailure } from '../../kit/failure.ts'
import type { Row } from '../../kit/listing.ts'
import { useOperationId } from '../../kit/operation-id.ts'
import type { RecordAction } from '../../kit/record-actions.ts'
import { useMay } from '../../kit/session-store.ts'
import type { ListPageModel } from '../../kit/use-list-page.ts'
import { useSelection, type Selection } from '../../kit/use-selection.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { asCase, useCaseOptions } from './case-listing.ts'

const done: Readonly<Record<BulkCaseAction, string>> = {
  take: 'taken',
  assign: 'assigned',
  unassign: 'given back',
}

/** As the bar of selected rows knows it. */
const actionOf = (name: BulkCaseAction): RecordAction => ({
  name,
  label: caseActions[name].label,
  access: caseActions[name].access,
  done: done[name],
  reason: 'none',
  remark: 'Reason',
  bulk: true,
  inputsFor: () => ({}),
  refusal: () => null,
})

function AssignDialog({
  count,
  running,
  onRun,
  onClose,
}: {
  readonly count: number
  readonly running: boolean
  readonly onRun: (assigneeId: string) => void
  readonly onClose: () => void
}) {
  const people = useCaseOptions()?.people ?? []
  const [person, setPerson] = useState<string | null>(null)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={count === 1 ? 'Assign a case' : `Assign ${count} cases`}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={running}>
            Cancel
          </Button>
          <Button loading={running} disabled={person === null} onClick={() => person && onRun(person)}>
            Assign
          </Button>
        </>
      }
    >
      <Select
        label="To"
        withAsterisk
        searchable
        data-autofocus
        data={people.map(({ id, name, username }) => ({ value: id, label: `${name} (${username})` }))}
        value={person}
        onChange={setPerson}
      />
    </Dialog>
  )
}

/** Work is taken, handed out and given back for many cases at once. */
export function useBulkCases(list: ListPageModel): {
  readonly selection: Selection | undefined
  readonly bar: ReactNode
  readonly dialog: ReactNode
} {
  const { rows, listing } = list
  const client = useQueryClient()
  const operationId = useOperationId()
  const mayDecide = useMay('investigate.decide')
  const mayAssign = useMay('investigate.assign')
  const [assigning, setAssigning] = useState<readonly Row[] | null>(null)
  const [running, setRunning] = useState(false)
  const [results, setResults] = useState<BulkResult[] | null>(null)
  const keys = useMemo(() => rows.map(listing.keyOf), [rows, listing])
  const selection = useSelection(keys)
  const names: BulkCaseAction[] = mayAssign ? ['take', 'assign', 'unassign'] : ['take', 'unassign']

  const run = async (operation: BulkCaseAction, chosen: readonly Row[], assigneeId?: string) => {
    if (running) return
    setRunning(true)
    const ids = chosen.map(asCase).map(({ id, version }) => ({ id, version }))
    try {
      const reply = await api('POST /case/bulk', {
        body: { operation, ids, ...(assigneeId !== undefined && { params: { assigneeId } }) },
        operationId: operationId([operation, ids, assigneeId]),
      })
      setResults(reply.results)
      selection.keepOnly(reply.results.flatMap(({ id, ok }) => (ok ? [] : [id])))
      setAssigning(null)
    } catch (error) {
      reportFailure(error, { label: 'Cases', done: done[operation] })
    }
    setRunning(false)
    void client.invalidateQueries({ queryKey: ['case'] })
  }
  return {
    selection: mayDecide ? selection : undefined,
    bar: (
      <BulkBar
        listing={listing}
        rows={rows.filter((row) => selection.keys.has(listing.keyOf(row)))}
        actions={names.map(actionOf)}
        results={results}
        onAction={({ name }, chosen) => {
          setResults(null)
          if (name === 'assign') setAssigning(chosen)
          else void run(name as BulkCaseAction, chosen)
        }}
        onClear={() => {
          setResults(null)
          selection.clear()
        }}
      />
    ),
    dialog: assigning ? (
      <AssignDialog
        count={assigning.length}
        running={running}
        onRun={(assigneeId) => void run('assign', assigning, assigneeId)}
        onClose={() => setAssigning(null)}
      />
    ) : null,
  }
}
