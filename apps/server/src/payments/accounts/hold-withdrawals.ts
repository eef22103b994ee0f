import { Refusal } from '@signalbox/model/text/refusal'
import { systemActor } from '../../kit/audit.ts'
import { queueTask, type QueueTask } from '../../kit/jobs/queue-task.ts'
import { hold } from '../approvals/approvals.ts'
import type { Machine } from '../core/flow/machine.ts'
import { inOwnName } from '../core/operations/actor.ts'
import { waitingWithdrawals } from '../core/accounts/account-store.ts'
import { holdSchema, holdTask } from './hold-task.ts'

/** After a block nothing that still waits for approval goes to the account: somebody has to look at it again. */
export const holdWithdrawals = (machine: Machine): QueueTask =>
  queueTask(holdTask, holdSchema, async (request) => {
    const operator = inOwnName({ id: 'system', name: request.by, roles: ['ADMIN_APPROVER'] })
    const info = `The account was blocked: ${request.reason}`
    for (const key of await waitingWithdrawals(machine.deps.kit.db, request)) {
      try {
        await machine.change(key, { ...systemActor, name: request.by }, hold(operator, { info }))
      } catch (error) {
        // Decided by somebody in the meantime. The account is looked at again before anything is paid out.
        if (!(error instanceof Refusal)) throw error
      }
    }
  })
