import type { Payment } from '../state/payment.ts'
import { isCallStep, type Next, type StepName } from './step.ts'
import { flowSteps } from './steps/index.ts'
import type { StepContext } from './step-context.ts'

/** More steps than any payment takes in one go: a flow that turns in circles must not turn for ever. */
const maxSteps = 60

const outcomeOf = (next: Next) => {
  if ('go' in next) return 'next'
  if ('wait' in next) return 'waits'
  return 'againInMs' in next ? 'again' : 'ends'
}

/**
 * Takes one step after the other until somebody outside has to be asked, or nothing is left to do now. What is to come
 * then stands in the payment, and so does when somebody has to look: a next step without a time would wait for ever.
 */
export async function advance(payment: Payment, context: StepContext, first: Next): Promise<void> {
  const { tx } = payment
  let next = first
  for (let taken = 0; taken < maxSteps; taken++) {
    if ('go' in next) {
      const step = flowSteps[next.go]
      payment.step = step.name
      const began = performance.now()
      // Where somebody has to be asked, the step has ended once the answer is known.
      const result = isCallStep(step)
        ? await step.prepare(payment, context)
        : await step.run(payment, context)
      if (result) {
        next = result
        payment.recordStep(step.name, outcomeOf(next), performance.now() - began)
        continue
      }
      payment.patchState({
        pending: { step: step.name, key: `${tx.id}-${step.name}`, sentAt: context.now.toISOString() },
      })
      tx.nextStep = step.name
      // Whoever holds the payment asks; where nobody does, whoever looks first.
      tx.leaseUntil ??= context.now.toISOString()
      return
    }
    payment.clearState('pending')
    if ('againInMs' in next) {
      tx.nextStep = payment.step
      tx.leaseHolder = null
      tx.leaseUntil = new Date(context.now.getTime() + next.againInMs).toISOString()
      return
    }
    tx.nextStep = null
    tx.leaseHolder = null
    tx.leaseUntil = null
    return
  }
  throw new Error(`Transaction ${tx.id} takes steps in circles`)
}

interface Answered {
  readonly answer: unknown
  /** How long we waited for it. */
  readonly callMs: number
}

/** What an answer from outside means, and everything that follows from it. */
export async function settle(
  payment: Payment,
  context: StepContext,
  stepName: StepName,
  { answer, callMs }: Answered,
): Promise<void> {
  const step = flowSteps[stepName]
  if (!isCallStep(step)) throw new Error(`Nobody outside is asked in step ${stepName}`)
  payment.step = stepName
  payment.clearState('pending')
  const began = performance.now()
  const next = await step.settle(payment, context, answer)
  payment.recordStep(stepName, outcomeOf(next), callMs + performance.now() - began)
  await advance(payment, context, next)
}
