import type { Money } from '@signalbox/model/money/money'
import type { Plan } from './plan.ts'

type OperationKind = 'deposit' | 'withdrawal' | 'capture' | 'void' | 'refund' | 'cancel'

/** What a provider was asked to do, in words all simulated providers share. */
export interface Submission {
  readonly psp: string
  readonly account: string
  readonly key: string
  readonly reference: string
  readonly kind: 'deposit' | 'withdrawal'
  readonly amount: Money
  /** What the payer asked for before fees and forex; triggers look at it. */
  readonly requested: Money
  readonly card?: { readonly pan: string }
  /** Sent with a network token in the place of the card number; what the network says against it. */
  readonly networkToken?: { readonly refusal?: 'TE' | 'TI' }
  readonly iban?: string
  readonly wallet?: string
  readonly voucher?: string
  readonly userId: string
  /** In which the provider's page speaks to the payer. */
  readonly locale?: string
  readonly stored: boolean
  readonly authorizeOnly: boolean
  /** Where the money comes from, if the payer says nothing else on the provider's page. */
  readonly payerIban?: string
  /** The payer was challenged by 3-D Secure and passed. */
  readonly challenged: boolean
  readonly exempt: boolean
  readonly callbackUrl: string
  readonly returnUrl: string
  readonly expiresAt?: string
}

export interface FollowUpSubmission {
  readonly psp: string
  readonly account: string
  readonly key: string
  readonly reference: string
  readonly kind: 'capture' | 'void' | 'refund' | 'cancel'
  /** Ours or the provider's: whichever the caller has. */
  readonly origin: string
  readonly amount: Money
  readonly requested: Money
  readonly callbackUrl: string
}

export type OperationState =
  | 'redirect'
  | 'pending'
  | 'confirmation'
  | 'approved'
  | 'authorized'
  | 'declined'
  | 'cancelled'

/** How much of each there has been, in minor units. */
export interface Totals {
  authorized: bigint
  captured: bigint
  voided: bigint
  refunded: bigint
  paidOut: bigint
  returned: bigint
  disputed: bigint
}

export type Movement = keyof Totals

export const noTotals = (): Totals => ({
  authorized: 0n,
  captured: 0n,
  voided: 0n,
  refunded: 0n,
  paidOut: 0n,
  returned: 0n,
  disputed: 0n,
})

/** What a provider tells of money that was there and is not any more, or the other way round. */
export type ReturnSubject = Extract<EventSubject, 'reversal' | 'disputeFiled' | 'disputeResolved'>

/** Money that went back once, however often that is told. */
export interface MovedBack {
  /** The provider's own id of it: whoever hears of it twice knows by it that it is the same. */
  readonly id: string
  readonly subject: ReturnSubject
  readonly minor: bigint
}

/** One thing a provider did or is doing. Holds no card number: only what the plan made of it. */
export interface Operation {
  /** The provider's own reference. */
  readonly id: string
  readonly psp: string
  readonly account: string
  readonly kind: OperationKind
  readonly key: string
  readonly reference: string
  /** The operation a capture, void, refund or cancellation belongs to. */
  readonly originId: string | null
  readonly amount: Money
  readonly requested: Money
  readonly authorizeOnly: boolean
  readonly callbackUrl: string
  readonly returnUrl: string
  /** In which the page speaks to the payer; their browser decides where the merchant did not say. */
  readonly locale?: string
  readonly plan: Plan
  /** It was sent with a network token. */
  readonly byToken?: boolean
  /** Of a voucher that was redeemed, so that it is not redeemed twice. */
  readonly voucherHash?: string
  readonly acceptedAt: number
  state: OperationState
  /** Why it was declined, as the simulated world calls it; empty otherwise. */
  code: string
  /** What arrived, where that differs from what was asked for. */
  arrivedMinor: bigint | null
  /** The account the payer used, where only the provider knows it. */
  payerIban?: string | undefined
  readonly totals: Totals
  /** In the order it moved. */
  readonly movedBack: MovedBack[]
  readonly tasks: Task[]
}

/** Something an operation still has to do at a moment. */
export interface Task {
  readonly no: number
  readonly dueAt: number
  readonly act: TaskAct
  done: boolean
}

type TaskAct =
  | { readonly do: 'settle'; readonly decline?: string }
  | { readonly do: 'callback'; readonly callback: CallbackPlan }
  | { readonly do: 'reversal' }
  | { readonly do: 'dispute' }

export type EventSubject =
  | 'payment'
  | 'capture'
  | 'void'
  | 'refund'
  | 'reversal'
  | 'disputeFiled'
  | 'disputeResolved'

export interface CallbackPlan {
  readonly subject: EventSubject
  readonly times: number
  /** What is told was moved, in digits of minor units, where that is not the amount of the operation. */
  readonly minor?: string
  /** Of the movement it tells of, where money went back. */
  readonly returnId?: string
  readonly amountFactor: number
  readonly signature: 'OK' | 'BAD'
  readonly reference: 'OK' | 'WRONG'
}

export interface PlannedTask {
  readonly afterMs: number
  readonly act: TaskAct
}
