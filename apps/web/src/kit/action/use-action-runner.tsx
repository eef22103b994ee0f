import { grantedRecords } from '@signalbox/model/entities/pending-grant'
import type { Entity } from '@signalbox/model/field/entity'
import type { BulkResult } from '@signalbox/model/field/resource'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { toast } from '../../ui/toast.tsx'
import { attemptOn, newestOf, reportFailure } from '../failure.ts'
import { titleOf, type Listing, type Row } from '../list/listing.ts'
import { useMerchantName } from '../merchant-names.ts'
import { useOperationId } from '../operation-id.ts'
import { ActionDialog } from '../record/lazy-record-components.ts'
import {
  runBulk,
  runOne,
  type ActionInput,
  type Deleted,
  type RecordAction,
} from '../record/record-actions.ts'

interface Task {
  readonly action: RecordAction
  readonly rows: readonly Row[]
  readonly bulk: boolean
}

export interface ActionRunner {
  /** Asks first where there is something to ask or to warn of. */
  readonly start: (action: RecordAction, row: Row) => void
  readonly startBulk: (action: RecordAction, rows: readonly Row[]) => void
  readonly dialog: ReactNode
}

/** What was done to a record, which may be that it waits for a second person or is inherited again. */
function doneText(
  entity: Entity,
  title: string,
  action: RecordAction,
  row: Row,
  reply: unknown,
  merchantName: (id: number) => string,
): string {
  const from = (reply as Deleted | undefined)?.nowInheritedFrom
  if (typeof from === 'number') return `${title} is inherited from ${merchantName(from)} again.`
  // A change that was made has made another version.
  const { version } = (reply ?? {}) as { version?: unknown }
  if (entity.slug in grantedRecords && version === row.version)
    return `${title}: a second person must confirm the change.`
  const outcome = action.outcome?.(reply)
  return outcome === undefined ? `${title} was ${action.done}.` : `${title}: ${outcome}`
}

/** Carries actions out, one at a time, and tells how it went. */
export function useActionRunner(
  entity: Entity,
  listing: Listing,
  on: {
    readonly done: (action: RecordAction, row: Row) => void
    readonly bulkDone: (results: BulkResult[]) => void
  },
): ActionRunner {
  const [task, setTask] = useState<Task | null>(null)
  const [running, setRunning] = useState(false)
  const busy = useRef(false)
  const operationId = useOperationId()
  const queryClient = useQueryClient()
  const merchantName = useMerchantName()

  const carryOut = async ({ action, rows, bulk }: Task, input: ActionInput) => {
    const [row] = rows
    if (busy.current || !row) return
    busy.current = true
    setRunning(true)
    const id = operationId([action.name, rows.map((each) => [each.id, each.version]), input])
    try {
      if (bulk) {
        const { results } = await runBulk(entity, action, rows, input, id)
        on.bulkDone(results)
      } else {
        const reply = await runOne(entity, action, row, input, id)
        toast.success(doneText(entity, titleOf(listing, row), action, row, reply, merchantName))
        on.done(action, row)
      }
      setTask(null)
    } catch (error) {
      const newest = newestOf(error)
      // What is confirmed may answer with another record: the one it is about.
      const isOwn = newest !== undefined && newest.id === row.id
      // Trying again with what it was would fail again.
      if (isOwn) setTask((open) => open && { ...open, rows: [{ ...row, ...newest }] })
      reportFailure(error, {
        ...attemptOn(entity, action.done),
        staysOpen: task !== null && isOwn,
      })
    }
    void queryClient.invalidateQueries({ queryKey: [entity.slug] })
    // What waits now is shown at the record, whose version is as before.
    if (entity.slug in grantedRecords) void queryClient.invalidateQueries({ queryKey: ['pending-grant'] })
    busy.current = false
    setRunning(false)
  }

  const begin = (next: Task) => {
    const { reason, confirm, asks } = next.action
    if (reason !== 'none' || confirm !== undefined || asks || next.bulk) setTask(next)
    else void carryOut(next, { remark: '', inputs: {} })
  }

  return {
    start: (action, row) => begin({ action, rows: [row], bulk: false }),
    startBulk: (action, rows) => begin({ action, rows, bulk: true }),
    dialog: task ? (
      <ActionDialog
        entity={entity}
        listing={listing}
        action={task.action}
        rows={task.rows}
        running={running}
        onRun={(input) => void carryOut(task, input)}
        onClose={() => setTask(null)}
      />
    ) : null,
  }
}
