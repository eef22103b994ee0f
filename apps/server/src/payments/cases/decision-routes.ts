import { peopleOf } from '@signalbox/model/access/people'
import { caseCalls } from '@signalbox/model/calls/case'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import type { Machine } from '../core/flow/machine.ts'
import { openedCase } from './case-work.ts'
import { previewOutcomes } from './preview.ts'
import { resolveCase } from './resolve.ts'
import { bookDifference } from './book-difference.ts'
import { applyAgain, attach, dismiss } from './callback-case.ts'

const asWork = (work: unknown) => work as Work

/** What is done about a case and changes payments. */
export const caseHandlers = (machine: Machine): Handler[] => [
  handle(caseCalls.outcomes, async (work) => {
    const { record, row } = await openedCase(asWork(work), work.params.id)
    const decided = record.type === 'INCONSISTENT' ? row : undefined
    const of = ['INCONSISTENT'] as const
    const question = { machine, unit: work, row: decided, of, reader: peopleOf(work.user) }
    return { outcomes: await previewOutcomes(question, work.query) }
  }),
  handle(caseCalls.resolve, (work) => resolveCase(machine, asWork(work), work.params.id, work.body)),
  handle(caseCalls.attach, (work) => attach(machine, asWork(work), work.params.id, work.body)),
  handle(caseCalls.apply, (work) => applyAgain(machine, asWork(work), work.params.id, work.body)),
  handle(caseCalls.book, (work) => bookDifference(machine, asWork(work), work.params.id, work.body)),
  handle(caseCalls.dismiss, (work) => dismiss(asWork(work), work.params.id, work.body)),
]
