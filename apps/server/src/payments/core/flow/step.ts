import type { Payment } from '../state/payment.ts'
import type { CallContext } from './call-context.ts'
import type { StepContext } from './step-context.ts'

const stepNames = [
  'register',
  'verify',
  'enrich',
  'offer',
  'blocks',
  'kyc',
  'kyc-result',
  'limits',
  'route',
  'fraud',
  'price',
  'convert',
  'authorize',
  'approval',
  'recheck',
  'three-ds',
  'three-ds-result',
  'network-token',
  'submit',
  'fallback',
  'transfer',
  'cancel',
  'finish',
  'child-check',
  'child-approval',
  'child-submit',
  'child-finish',
] as const
export type StepName = (typeof stepNames)[number]

/** What comes after a step. */
export type Next =
  | { readonly go: StepName }
  /** Somebody has to do something: a user, an approver, a PSP. */
  | { readonly wait: true }
  /** The same step once more, later. */
  | { readonly againInMs: number }
  | { readonly end: true }

export const go = (step: StepName): Next => ({ go: step })
export const wait: Next = { wait: true }
export const end: Next = { end: true }

/** Works out something from what is known. Several of them run in one transaction. */
interface ComputeStep {
  readonly name: StepName
  run(payment: Payment, context: StepContext): Promise<Next> | Next
}

/**
 * Asks somebody outside. `prepare` says whether to ask at all and leaves the intent in the database; the call itself is
 * made without a transaction; `settle` writes down what came of it. After a crash between the last two the call is made
 * again and told so.
 */
interface CallStep<Answer> {
  readonly name: StepName
  prepare(payment: Payment, context: StepContext): Promise<Next | undefined> | Next | undefined
  call(payment: Payment, context: CallContext, recovering: boolean): Promise<Answer>
  settle(payment: Payment, context: StepContext, answer: Answer): Promise<Next> | Next
}

export type FlowStep = ComputeStep | CallStep<unknown>

export const computeStep = (name: StepName, run: ComputeStep['run']): FlowStep => ({ name, run })

export const callStep = <Answer>(step: CallStep<Answer>): FlowStep => step as CallStep<unknown>

export const isCallStep = (step: FlowStep): step is CallStep<unknown> => 'call' in step
