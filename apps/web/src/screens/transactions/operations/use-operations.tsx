import type { TransactionOperationReply } from '@signalbox/model/calls/transaction-operation'
import type { TransactionRow } from '@signalbox/model/entities/transaction'
import { operationNames, operations, type OperationName } from '@signalbox/model/payments/operations'
import { useState, type ReactNode } from 'react'
import { api } from '../../../kit/api.ts'
import { newestOf } from '../../../kit/failure.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { useBulkRun } from '../../../kit/list/use-bulk-run.tsx'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import type { Selection } from '../../../kit/list/use-selection.ts'
import { useOperationId } from '../../../kit/operation-id.ts'
import type { RecordAction } from '../../../kit/record/record-actions.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { toast } from '../../../ui/toast.tsx'
import { followChild } from './follow-child.ts'
import type { OperationInput } from './operation-draft.ts'
import { isOperation, operationTexts } from './operation-texts.ts'
import { useReadAgain } from './use-read-again.ts'

export const OperationDialog = loadable(async () => (await import('./operation-dialog.tsx')).OperationDialog)

interface Task {
  readonly name: OperationName
  readonly rows: readonly TransactionRow[]
  readonly bulk: boolean
  /** It changed meanwhile, and what it is now could not be read. */
  readonly isOutdated?: boolean
}

/** Payments somebody wants to see again are tagged with it. */
const watchTag = 'watch'
export const isWatched = ({ tags }: Pick<TransactionRow, 'tags'>): boolean => tags.includes(watchTag)

export interface Operations {
  /** Watches a payment, or stops it. Nothing happens to the payment, so nothing is asked. */
  readonly watch: (row: TransactionRow) => void
  readonly start: (name: OperationName, row: TransactionRow) => void
  /** What can be done to a row now, for its menu. */
  readonly actionsFor: (row: Row) => RecordAction[]
  readonly selection: Selection | undefined
  readonly bar: ReactNode
  readonly dialog: ReactNode
}

const asTransaction = (row: Row): TransactionRow => row as TransactionRow

/** The server says per payment what this person may do to it; nothing else is offered. */
export const allowedOn = ({ allowedOps }: TransactionRow): OperationName[] => allowedOps.filter(isOperation)

/** The same thing as the kit's menus and bars know it. They only show it: what it asks for and sends is ours. */
const actionOf = (name: OperationName): RecordAction => ({
  name,
  label: operations[name].label,
  access: 'transactions.operate',
  done: operationTexts[name].done,
  reason: 'optional',
  remark: 'Reason',
  bulk: operations[name].bulk,
  danger: operationTexts[name].danger,
  inputsFor: () => ({}),
  refusal: () => null,
})

/** What came of it at once, or where it will be seen. */
function reportStarted(
  name: OperationName,
  id: number,
  { childId, waitsForOther }: Pick<TransactionOperationReply, 'childId' | 'waitsForOther'>,
): void {
  const { child, done } = operationTexts[name]
  if (waitsForOther) toast.info(`Transaction ${id}: a second person must confirm it.`)
  else if (childId !== null) void followChild(name, id, childId)
  else if (child === undefined) toast.success(`Transaction ${id} was ${done}.`)
  // The PSP is asked first; the payment itself shows what comes of it.
  else toast.info(`The ${child} of transaction ${id} is being processed.`)
}

/** What is done to payments, one or several, with a confirmation before and a word after. */
export function useOperations(list: ListPageModel): Operations {
  const { roles } = useSession()
  const operationId = useOperationId()
  const [task, setTask] = useState<Task | null>(null)
  const bulkNames = operationNames.filter(
    (name) => operations[name].bulk && operations[name].roles.some((role) => roles.includes(role)),
  )
  const { selection, bar, running, alone, many } = useBulkRun(
    list,
    bulkNames.map(actionOf),
    (name, picked) => {
      if (isOperation(name)) setTask({ name, rows: picked.map(asTransaction), bulk: true })
    },
  )

  const readAgain = useReadAgain()
  /** The dialog goes on with the payment as it is now, and only once that is shown. */
  const takeNewest = async (id: number): Promise<void> => {
    setTask((open) => open && { ...open, isOutdated: true })
    const newest = await readAgain(id)
    setTask((open) => open && { ...open, rows: [newest], isOutdated: false })
  }
  const runOne = async ({ name, rows: [row] }: Task, input: OperationInput) => {
    if (!row) return
    const reply = await api('POST /transaction/{id}/{op}', {
      params: { id: row.id, op: name },
      body: { version: row.version, ...input },
      operationId: operationId([name, row.id, row.version, input]),
    }).catch(async (error: unknown) => {
      // Trying again with what it was would fail again.
      if (task && newestOf(error)) await takeNewest(row.id)
      throw error
    })
    reportStarted(name, row.id, reply)
  }
  const run = async (current: Task, input: OperationInput) => {
    const { name } = current
    const attempt = { label: 'Transaction', done: operationTexts[name].done, staysOpen: task !== null }
    const ids = current.rows.map(({ id, version }) => ({ id: String(id), version }))
    const send = () =>
      api('POST /transaction/bulk', {
        body: { operation: name, ids, params: input },
        operationId: operationId([name, ids, input]),
      })
    const done = await (current.bulk ? many(send, attempt) : alone(() => runOne(current, input), attempt))
    if (done) setTask(null)
  }
  const refresh = ({ rows: [row] }: Task) => {
    if (row) void alone(() => takeNewest(row.id), { label: 'Transaction', done: 'loaded' })
  }

  return {
    watch: (row) =>
      void run(
        { name: 'tag', rows: [row], bulk: false },
        isWatched(row) ? { removeTags: [watchTag] } : { addTags: [watchTag] },
      ),
    start: (name, row) => setTask({ name, rows: [row], bulk: false }),
    actionsFor: (row) => allowedOn(asTransaction(row)).map(actionOf),
    selection,
    bar,
    dialog: task ? (
      <OperationDialog
        name={task.name}
        rows={task.rows}
        running={running}
        isOutdated={!running && task.isOutdated === true}
        onRefresh={() => refresh(task)}
        onRun={(input) => void run(task, input)}
        onClose={() => setTask(null)}
      />
    ) : null,
  }
}
