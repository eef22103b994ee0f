import { caseCalls } from '@signalbox/model/calls/case'
import { Refusal } from '@signalbox/model/refusal'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import type { Machine } from '../flow/machine.ts'
import { findTransaction } from '../transactions/transaction-store.ts'
import { findCase } from './case-store.ts'
import { previewOutcomes } from './preview.ts'
import { resolveCase } from './resolve.ts'
import { attach, dismiss } from './unknown-callback.ts'

const asWork = (work: unknown) => work as Work

/** What is done about a case and changes payments. */
export const caseHandlers = (machine: Machine): Handler[] => [
  handle(caseCalls.outcomes, async (work) => {
    const record = await findCase(work.tx, work.params.id, work.scope.effective)
    if (!record) throw new Refusal('NOT_FOUND')
    const { merchantId, txId, type } = record
    const row =
      txId === null || type !== 'INCONSISTENT' ? undefined : await findTransaction(work.tx, merchantId, txId)
    return { outcomes: await previewOutcomes(machine, work, row) }
  }),
  handle(caseCalls.resolve, (work) => resolveCase(machine, asWork(work), work.params.id, work.body)),
  handle(caseCalls.attach, (work) => attach(machine, asWork(work), work.params.id, work.body)),
  handle(caseCalls.dismiss, (work) => dismiss(asWork(work), work.params.id, work.body)),
]
