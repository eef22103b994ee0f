import type { ApprovalRow } from '@signalbox/model/entities/approval'
import { decisionNames, type DecisionName } from '@signalbox/model/payments/approval-rules'
import { operations } from '@signalbox/model/payments/operations'
import { useState, type ReactNode } from 'react'
import { api } from '../../kit/api.ts'
import { useOperationId } from '../../kit/operation-id.ts'
import type { RecordAction } from '../../kit/record/record-actions.ts'
import { useSession } from '../../kit/session/session-store.ts'
import { useBulkRun } from '../../kit/list/use-bulk-run.tsx'
import type { ListPageModel } from '../../kit/list/use-list-page.ts'
import type { Selection } from '../../kit/list/use-selection.ts'
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

/** Several payments at once, each on its own. */
export function useBulkDecisions(list: ListPageModel): BulkDecisions {
  const { roles } = useSession()
  const operationId = useOperationId()
  const [task, setTask] = useState<Task | null>(null)
  const names = decisionNames.filter(
    (name) => operations[name].bulk && operations[name].roles.some((role) => roles.includes(role)),
  )
  const { selection, bar, running, many } = useBulkRun(list, names.map(actionOf), (name, picked) => {
    if (isDecision(name)) setTask({ name, rows: picked.map(asApproval) })
  })
  const run = async (name: DecisionName, open: readonly ApprovalRow[], params: DecisionInput) => {
    const ids = open.map(({ id, version }) => ({ id: String(id), version }))
    const done = await many(
      () =>
        api('POST /transaction/bulk', {
          body: { operation: name, ids, params },
          operationId: operationId([name, ids, params]),
        }),
      { label: 'Payments', done: decided[name] },
    )
    if (done) setTask(null)
  }
  return {
    selection,
    bar,
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
