import type { TokenNetwork } from '@signalbox/model/scheme-tokens/token-network'
import { queueTask, type QueueTask } from '../../kit/jobs/queue-task.ts'
import type { MachineDeps } from '../core/flow/machine-deps.ts'
import { removeTokenSchema, removeTokenTask } from '../vault/remove-token-job.ts'
import { networkAccount } from './network-account.ts'

/** Tells a network that a token is not needed any more. The queue tries again until it has heard it. */
export const removeTokenTaskOf = (deps: MachineDeps): QueueTask =>
  queueTask(removeTokenTask, removeTokenSchema, async ({ merchantId, network, tokenRef }) => {
    const account = await networkAccount(deps, merchantId, network as TokenNetwork)
    if (!(await deps.services.tokens.remove(account, tokenRef)))
      throw new Error(`${network} did not delete a token`)
  })
