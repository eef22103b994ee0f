import type { Money } from '@signalbox/model/money/money'
import type { CallbackSubject } from '@signalbox/model/payments/callback-subject'
import type {
  CallbackReply,
  ConnectorTraits,
  PspAccountConfig,
  PspCall,
  PspFollowUp,
  PspQuery,
  RawCallback,
} from './connector.ts'
import type { HttpAnswer } from '../../kit/outbound/http-exchange.ts'
import type { Payer } from './psp-outcome.ts'

/** A request in a provider's own words. */
export interface Wire {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the provider's address. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The same with the card blanked, when there is one in it. */
  readonly logBody?: string
}

export type FollowUp = 'capture' | 'void' | 'refund' | 'cancel'

/** Where a payment stands at the provider, in words all providers share. */
export type PspState =
  | 'approved'
  | 'authorized'
  | 'declined'
  | 'pending'
  | 'confirmation'
  | 'redirect'
  | 'threeDs'
  | 'notFound'
  /** The provider says itself that it did nothing with the request. */
  | 'notProcessed'

/** What a provider's answer says. */
export interface PspAnswer {
  readonly state: PspState
  readonly reference: string | null
  readonly pspRefId: string | null
  readonly pspCode: string
  readonly pspMessage: string
  readonly amount: Money | null
  readonly payer?: Payer
  readonly url?: string
  readonly instructions?: Readonly<Record<string, string>>
}

/** An answer that is about no payment. */
export const aboutNothing = (state: 'notFound' | 'notProcessed', pspCode: string): PspAnswer => ({
  state,
  reference: null,
  pspRefId: null,
  pspCode,
  pspMessage: '',
  amount: null,
})

/** What a callback says, once its signature was found good. */
interface CallbackContent extends Omit<PspAnswer, 'url' | 'instructions' | 'reference' | 'pspRefId'> {
  readonly eventId: string
  readonly subject: CallbackSubject
  readonly returnId: string | null
  readonly reference: string
  readonly pspRefId: string
}

/** How one provider writes and reads. Pure: the connector made from it does the calling. */
export interface Dialect {
  readonly psp: string
  readonly traits: ConnectorTraits
  /** Settings and secrets without which nothing can be sent. */
  readonly needs: { readonly settings: readonly string[]; readonly secrets: readonly string[] }
  /** Raw code of a refusal to our status number. */
  readonly statusNoOf: (pspCode: string) => number | undefined
  /** What the provider lets be done to a payment afterwards. */
  readonly followUps: readonly FollowUp[]
  submit(call: PspCall): Wire
  query(call: PspQuery): Wire
  followUp(kind: FollowUp, call: PspFollowUp): Wire
  ping(account: PspAccountConfig): Wire
  /** Undefined when the answer is not in the provider's language. */
  readAnswer(answer: HttpAnswer): PspAnswer | undefined
  /** Whether an answer was signed by the provider; left out by providers that do not sign answers. */
  answerIsGenuine?(answer: HttpAnswer, account: PspAccountConfig): boolean
  signatureIsGood(raw: RawCallback, account: PspAccountConfig): boolean
  readCallback(raw: RawCallback): CallbackContent | undefined
  readonly received: CallbackReply
  /** Asks whether a voucher is good, without redeeming it. */
  readonly vouchers?: {
    ask(account: PspAccountConfig, code: string): Wire
    read(body: string): { readonly valid: boolean; readonly reason: string | null } | undefined
  }
}
