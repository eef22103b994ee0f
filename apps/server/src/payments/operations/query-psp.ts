import { Refusal } from '@signalbox/model/text/refusal'
import type { Change } from '../core/flow/machine.ts'
import { requireOperation, type OperationInput, type Operator } from './actor.ts'

const pauseMs = 10_000

/** Somebody wants the PSP to be asked. It is asked once in a while, however many people want to know. */
export const requestPspQuery =
  (operator: Operator, input: OperationInput): Change =>
  (payment) => {
    requireOperation(payment, 'check', operator, input)
    const { checkedAt } = payment.state
    const sinceMs = checkedAt === undefined ? pauseMs : payment.now.getTime() - Date.parse(checkedAt)
    if (sinceMs < pauseMs)
      throw new Refusal('RATE_LIMITED', {
        message: `The PSP was asked a moment ago; wait ${Math.ceil((pauseMs - sinceMs) / 1000)} s.`,
      })
    payment.patchState({ checkedAt: payment.now.toISOString() })
    payment.note('PSP_REQUEST', `${operator.name} checks the status at the PSP`)
    return undefined
  }
