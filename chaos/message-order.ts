import { stateOfNumber } from '@signalbox/model/payments/transitions'
import type { SeenPayment, Violation } from './oracle.ts'

/** A webhook as it arrived, in the order of arrival. */
export interface Arrival {
  /** Stays the same over all tries. */
  readonly id: string
  readonly txId: number
  readonly sequence: number
  readonly state: string
}

/** What came for one payment, each message once: a try that was not heard of comes again. */
function firstArrivals(arrivals: readonly Arrival[]): Map<number, Arrival[]> {
  const seen = new Set<string>()
  const byPayment = new Map<number, Arrival[]>()
  for (const arrival of arrivals) {
    if (seen.has(arrival.id)) continue
    seen.add(arrival.id)
    byPayment.set(arrival.txId, [...(byPayment.get(arrival.txId) ?? []), arrival])
  }
  return byPayment
}

/** Webhooks of a payment come as 1, 2, 3, none is left out, and the last one says how the payment stands. */
export function messagesOutOfOrder(
  arrivals: readonly Arrival[],
  payments: readonly Pick<SeenPayment, 'id' | 'statusNo'>[],
): Violation[] {
  const byPayment = firstArrivals(arrivals)
  return payments.flatMap(({ id, statusNo }) => {
    const told = byPayment.get(id) ?? []
    const numbers = told.map(({ sequence }) => sequence)
    const last = told.at(-1)
    if (!last) return []
    const wrong = numbers.some((sequence, index) => sequence !== index + 1)
      ? `came as ${numbers.join(', ')}`
      : last.state === stateOfNumber(statusNo)
        ? undefined
        : `end with ${last.state}, but the payment is ${stateOfNumber(statusNo)}`
    return wrong ? [{ rule: 'messages come in order', subject: String(id), detail: wrong }] : []
  })
}
