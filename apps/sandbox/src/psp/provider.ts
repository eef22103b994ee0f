import type { Money } from '@signalbox/model/money/money'
import type { Delays } from '../delays.ts'
import type { Route } from '../http-server.ts'
import type { EventSubject, Operation, Submission } from './operation.ts'
import type { Plan } from './plan.ts'
import type { PspCore } from './psp-core.ts'

/** An event as the provider tells it to the caller's server. */
interface ProviderEvent {
  readonly eventId: string
  readonly subject: EventSubject
  readonly operation: Operation
  /** As told, which is not always as it is. */
  readonly reference: string
  readonly amount: Money
  /** Of what went back, where that is what it tells of. */
  readonly returnId: string | undefined
  /** When, in milliseconds. */
  readonly at: number
}

export interface EventMessage {
  readonly contentType: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** One simulated provider: its manners and its language. */
export interface SimulatedProvider {
  readonly psp: string
  /** It authenticates the payer on its own page. */
  readonly authenticatesItself: boolean
  /** How a payment goes that nothing triggers. */
  ordinaryPlan(submission: Submission, delays: Delays, draw: number): Plan
  /** What it does once the payer agreed on its page: at once, or after a while. */
  afterPage(delays: Delays, draw: number): Plan
  routes(core: PspCore): readonly Route[]
  /** `forged` signs with a key nobody shares. */
  tell(event: ProviderEvent, forged: boolean): EventMessage
}
