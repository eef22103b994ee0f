import { Refusal } from '@signalbox/model/text/refusal'
import type { Change } from '../core/flow/machine.ts'
import { requireAskable } from '../core/operations/why-not-at-psp.ts'
import { requireOperation, type OperationInput, type Operator } from '../core/operations/actor.ts'

const pauseMs = 10_000

/** Somebody wants the PSP to be asked. It is asked once in a while, however many people want to know. */
export const requestPspQuery =
  (operator: Operator, input: OperationInput): Change =>
  async (payment, context) => {
    requireOperation(payment, 'check', operator, input)
    await requireAskable(context, payment.tx, 'check')
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
