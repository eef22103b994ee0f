import type { ApprovalRow } from '@signalbox/model/entities/approval'
import { decisionNames, type DecisionName } from '@signalbox/model/payments/approval-rules'
import { operations } from '@signalbox/model/payments/operations'
import type { BulkResult } from '@signalbox/model/resource'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { api } from '../../kit/api.ts'
import { BulkBar } from '../../kit/bulk-bar.tsx'
import { reportFailure } from '../../kit/failure.ts'
import { useOperationId } from '../../kit/operation-id.ts'
import type { RecordAction } from '../../kit/record-actions.ts'
import { useSession } from '../../kit/session-store.ts'
import type { ListPageModel } from '../../kit/use-list-page.ts'
import { useSelection, type Selection } from '../../kit/use-selection.ts'
import { asApproval } from './approval-cells.tsx'
import { BulkDecisionDialog } from './bulk-decision-dialog.tsx'
import { decided, type DecisionInput } from './use-decisions.ts'

interface Task {
  readonly name: DecisionName
  readonly rows: readonly ApprovalRow[]
}

const isDecision = (name: string): name is DecisionName => decisionNames.some((known) => known === name)

/** As the bar of selected rows knows it; what it asks for and sends is ours. */
const actionOf = (name: DecisionName): RecordAction => ({
  name,
  label: operations[name].label,
  access: 'approve.decide',
  done: decided[name],
  reason: 'optional',
  remark: 'Reason',
  bulk: true,
  danger: name === 'deny',
  inputsFor: () => ({}),
  refusal: () => null,
})

export interface BulkDecisions {
  readonly selection: Selection | undefined
  readonly bar: ReactNode
  readonly dialog: ReactNode
}

/** Several payments at once, each on its own: what fails stays selected and says why. */
export function useBulkDecisions(list: ListPageModel): BulkDecisions {
  const { rows, listing } = list
  const { roles } = useSession()
  const client = useQueryClient()
  const operationId = useOperationId()
  const [task, setTask] = useState<Task | null>(null)
  const [running, setRunning] = useState(false)
  const [results, setResults] = useState<BulkResult[] | null>(null)
  const busy = useRef(false)
  const keys = useMemo(() => rows.map(listing.keyOf), [rows, listing])
  const selection = useSelection(keys)
  const names = decisionNames.filter(
    (name) => operations[name].bulk && operations[name].roles.some((role) => roles.includes(role)),
  )

  const run = async (name: DecisionName, open: readonly ApprovalRow[], params: DecisionInput) => {
    if (busy.current) return
    busy.current = true
    setRunning(true)
    const ids = open.map(({ id, version }) => ({ id: String(id), version }))
    try {
      const reply = await api('POST /transaction/bulk', {
        body: { operation: name, ids, params },
        operationId: operationId([name, ids, params]),
      })
      setResults(reply.results)
      const done = new Set(reply.results.flatMap(({ id, ok }) => (ok ? [id] : [])))
      selection.keepOnly([...selection.keys].filter((key) => !done.has(key)))
      setTask(null)
    } catch (error) {
      reportFailure(error, { label: 'Payments', done: decided[name] })
    }
    void client.invalidateQueries({ queryKey: ['approval'] })
    busy.current = false
    setRunning(false)
  }

  return {
    selection: names.length > 0 ? selection : undefined,
    bar: (
      <BulkBar
        listing={listing}
        rows={rows.filter((row) => selection.keys.has(listing.keyOf(row)))}
        actions={names.map(actionOf)}
        results={results}
        onAction={({ name }, picked) => {
          setResults(null)
          if (isDecision(name)) setTask({ name, rows: picked.map(asApproval) })
        }}
        onClear={() => {
          setResults(null)
          selection.clear()
        }}
      />
    ),
    dialog: task ? (
      <BulkDecisionDialog
        name={task.name}
        rows={task.rows}
        running={running}
        onRun={(open, input) => void run(task.name, open, input)}
        onClose={() => setTask(null)}
      />
    ) : null,
  }
}
