import { scaledMoney } from './money-moves.ts'
import type { CallbackPlan, Operation } from './operation.ts'
import type { EventMessage, SimulatedProvider } from './provider.ts'

/** Posts a callback and says whether the other side took it. Never throws. */
export type SendCallback = (url: string, message: EventMessage) => Promise<boolean>

interface Delivery {
  readonly speaker: SimulatedProvider
  readonly operation: Operation
  readonly plan: CallbackPlan
  readonly taskNo: number
  readonly now: number
  readonly pause: (ms: number) => Promise<void>
  readonly send: SendCallback
}

/** Pauses before the next try when nobody took the message. */
const pausesMs = [500, 2_000, 10_000, 30_000, 60_000, 300_000]

/** Tells the caller's server about an event, again and again until it is taken or nobody can be there any more. */
export async function deliverCallback(delivery: Delivery): Promise<void> {
  const { speaker, operation, plan, taskNo, now, pause, send } = delivery
  if (!operation.callbackUrl) return
  const told =
    plan.minor === undefined ? (operation.arrivedMinor ?? operation.amount.minor) : BigInt(plan.minor)
  const message = speaker.tell(
    {
      eventId: `${operation.id}-${taskNo}`,
      subject: plan.subject,
      operation,
      reference: plan.reference === 'WRONG' ? strangeReference(operation.reference) : operation.reference,
      amount: scaledMoney({ minor: told, currency: operation.amount.currency }, plan.amountFactor),
      returnId: plan.returnId,
      at: now,
    },
    plan.signature === 'BAD',
  )
  for (let time = 0; time < plan.times; time++) {
    // A forgery is tried once: whoever sends it does not want to be noticed.
    await sendUntilTaken(plan.signature === 'BAD' ? [] : pausesMs, pause, () =>
      send(operation.callbackUrl, message),
    )
  }
}

async function sendUntilTaken(
  pauses: readonly number[],
  pause: Delivery['pause'],
  send: () => Promise<boolean>,
): Promise<void> {
  if (await send()) return
  for (const ms of pauses) {
    await pause(ms)
    if (await send()) return
  }
}

/** A reference of the right shape that nobody has given out. */
const strangeReference = (reference: string): string => `${reference.split('A')[0] ?? ''}A1`
