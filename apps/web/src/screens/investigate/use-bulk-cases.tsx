import { Select } from '@mantine/core'
import type { BulkCaseAction } from '@signalbox/model/calls/case'
import { caseActions } from '@signalbox/model/investigation/case-actions'
import { useState, type ReactNode } from 'react'
import { api } from '../../kit/api.ts'
import type { Row } from '../../kit/list/listing.ts'
import { useOperationId } from '../../kit/operation-id.ts'
import type { RecordAction } from '../../kit/record/record-actions.ts'
import { useMay } from '../../kit/session/session-store.ts'
import { useBulkRun, type BulkRun } from '../../kit/list/use-bulk-run.tsx'
import type { ListPageModel } from '../../kit/list/use-list-page.ts'
import type { Selection } from '../../kit/list/use-selection.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFooter } from '../../ui/dialog-footer.tsx'
import { asCase, useCaseOptions } from './case-listing.ts'

const done: Readonly<Record<BulkCaseAction, string>> = {
  take: 'taken',
  assign: 'assigned',
  unassign: 'unassigned',
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
        <DialogFooter
          running={running}
          disabled={person === null}
          onRun={() => person && onRun(person)}
          onClose={onClose}
        >
          Assign
        </DialogFooter>
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
  const operationId = useOperationId()
  const mayDecide = useMay('investigate.decide')
  const mayAssign = useMay('investigate.assign')
  const [assigning, setAssigning] = useState<readonly Row[] | null>(null)
  const names: BulkCaseAction[] = mayAssign ? ['take', 'assign', 'unassign'] : ['take', 'unassign']
  const offered = mayDecide ? names.map(actionOf) : []
  const run = async (
    many: BulkRun['many'],
    operation: BulkCaseAction,
    chosen: readonly Row[],
    assigneeId?: string,
  ) => {
    const ids = chosen.map(asCase).map(({ id, version }) => ({ id, version }))
    const finished = await many(
      () =>
        api('POST /case/bulk', {
          body: { operation, ids, ...(assigneeId !== undefined && { params: { assigneeId } }) },
          operationId: operationId([operation, ids, assigneeId]),
        }),
      { label: 'Cases', done: done[operation] },
    )
    if (finished) setAssigning(null)
  }
  const { selection, bar, running, many } = useBulkRun(list, offered, (name, chosen, send) => {
    if (name === 'assign') setAssigning(chosen)
    else void run(send, name as BulkCaseAction, chosen)
  })
  return {
    selection,
    bar,
    dialog: assigning ? (
      <AssignDialog
        count={assigning.length}
        running={running}
        onRun={(assigneeId) => void run(many, 'assign', assigning, assigneeId)}
        onClose={() => setAssigning(null)}
      />
    ) : null,
  }
}
