import { approvalCalls } from '@signalbox/model/calls/approval'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { countQueues, exportQueue, listQueue } from './queue.ts'
import { sheetOf, type SheetParts } from './sheet.ts'

/** What approvers see. What they decide is an operation on the payment. */
export const handlers = (parts: SheetParts): Handler[] => [
  handle(approvalCalls.list, (work) => listQueue(work, parts, work.query)),
  handle(approvalCalls.export, (work) => exportQueue(work as Work, parts, work.query)),
  handle(approvalCalls.queues, async (work) => ({ queues: await countQueues(work, parts) })),
  handle(approvalCalls.sheet, (work) => sheetOf(work, parts, work.params.id)),
]
