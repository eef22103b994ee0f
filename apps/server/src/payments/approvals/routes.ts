import { approvalCalls } from '@signalbox/model/calls/approval'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { countQueues, exportQueue, listQueue } from './queue.ts'
import { sheetOf, type SheetDeps } from './sheet.ts'

/** What approvers see. What they decide is an operation on the payment. */
export const handlers = (deps: SheetDeps): Handler[] => [
  handle(approvalCalls.list, (work) => listQueue(work, deps, work.query)),
  handle(approvalCalls.export, (work) => exportQueue(work as Work, deps, work.query)),
  handle(approvalCalls.queues, async (work) => ({ queues: await countQueues(work, deps) })),
  handle(approvalCalls.sheet, (work) => sheetOf(work, deps, work.params.id)),
]
