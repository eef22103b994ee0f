import type { CallbackPlan, PlannedTask } from './operation.ts'

/** What the page the payer is sent to does. */
type PageKind = 'plain' | 'otp' | 'passes' | 'fails' | 'expires' | 'breaks'

/** How the answer to the caller goes wrong, if it does. */
export type AnswerKind =
  | 'normal'
  | 'silence'
  | 'reset'
  | 'garbage'
  | 'wrongReference'
  | 'forged'
  | 'rejected'
  | 'unavailable'
  | 'busy'
  | 'drip'

/** What will happen to a submission, decided when it arrives. */
export interface Plan {
  readonly outcome: 'approve' | 'decline' | 'redirect' | 'pending' | 'confirm'
  /** For `decline`: the reason, as the simulated world calls it. */
  readonly code: string
  /** For `redirect`. */
  readonly page: PageKind
  readonly answer: AnswerKind
  readonly answerDelayMs: number
  /** The request is lost before anything was done with it. */
  readonly lost: boolean
  /** What the provider says it moved, against what it was asked for. */
  readonly amountFactor: number
  readonly tasks: readonly PlannedTask[]
  /** How it answers when it is asked how things stand, once each; from then on as it should. */
  readonly whenAsked?: readonly AnswerKind[]
  /** Asked about it, the provider cannot say more than "pending" for this long. */
  readonly unclearForMs: number
}

const plain: Plan = {
  outcome: 'approve',
  code: '',
  page: 'plain',
  answer: 'normal',
  answerDelayMs: 0,
  lost: false,
  amountFactor: 1,
  tasks: [],
  unclearForMs: 0,
}

export const planned = (changes: Partial<Plan>): Plan => ({ ...plain, ...changes })

/** Out of service, and saying so: nothing was done with the request. */
export const unavailable: Plan = { ...plain, answer: 'unavailable', lost: true }

/** Too many requests, and this one was not looked at. */
export const busy: Plan = { ...plain, answer: 'busy', lost: true }

/** Not understood over there, for reasons it does not give: nothing was done with the request. */
export const rejected: Plan = { ...plain, answer: 'rejected', lost: true }

export const approved = plain
export const declined = (code: string): Plan => planned({ outcome: 'decline', code })

export const callbackTask = (afterMs: number, changes: Partial<CallbackPlan> = {}): PlannedTask => ({
  afterMs,
  act: {
    do: 'callback',
    callback: { subject: 'payment', times: 1, amountFactor: 1, signature: 'OK', reference: 'OK', ...changes },
  },
})

/** Decided after a while, and told at once. */
export const settledLater = (afterMs: number, changes: Partial<CallbackPlan> = {}): PlannedTask[] => [
  { afterMs, act: { do: 'settle' } },
  callbackTask(afterMs, changes),
]
