import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import type { MerchantBehaviourName, PspBehaviourName } from './walk-psp.ts'

export const merchantId = 100010001

/**
 * What can happen to a payment on its way. `answer`: whoever was asked answers. `callback`, `again`: the PSP tells what is
 * in its book, or repeats itself. `decide`: a PSP that had not decided does. `later`: leases end and everybody who looks
 * after payments does so. `staff`: somebody who knows what the PSP did says so.
 */
export const walkEvents = ['answer', 'callback', 'again', 'decide', 'later', 'staff'] as const
export type WalkEvent = (typeof walkEvents)[number]

export interface Walk {
  readonly kind: 'DEPOSIT' | 'WITHDRAWAL'
  readonly psp: PspBehaviourName
  readonly merchant: MerchantBehaviourName
  readonly events: readonly WalkEvent[]
}

/** A payment on its way. What was begun for it ends by itself, or waits for an answer from outside. */
export interface Walker {
  readonly walk: Walk
  /** Nobody shares an account with anybody. */
  readonly no: number
  readonly userId: string
  txId: number
  readonly begun: Set<Promise<unknown>>
  readonly held: (() => void)[]
  readonly failures: string[]
  lastEvent?: string
  refusedOffers: string[]
}

export const describeWalk = ({ kind, psp, merchant, events }: Walk): string =>
  `${kind} ${psp} ${merchant}: ${events.join(', ')}`

export const stateOf = (statusNo: number): string => statusCodeOf(statusNo)?.status ?? ''
