import { statusCodeOf, type TxStatus } from '../reference/status-codes.ts'

/** Who may make a payment change its state. People act through operations, which name their roles themselves. */
type Mover = 'ENGINE' | 'USER' | 'PSP' | 'SWEEPER' | 'APPROVER' | 'INVESTIGATOR'

export interface Transition {
  readonly from: TxStatus | null
  readonly to: TxStatus
  readonly by: readonly Mover[]
  readonly when: string
}

const move = (from: TxStatus | null, to: TxStatus, by: readonly Mover[], when: string): Transition => ({
  from,
  to,
  by,
  when,
})

/** Both states in which the platform itself is at work go to the same places. */
const fromWork = (from: 'PROCESSING' | 'REPROCESSING'): readonly Transition[] => [
  move(from, 'WAITING_INPUT', ['ENGINE'], 'the user, a document or the PSP must answer'),
  move(from, 'WAITING_APPROVAL', ['ENGINE'], 'a rule asks for approval'),
  move(from, 'SUCCESSFUL', ['ENGINE', 'PSP'], 'the PSP carried it out and the merchant was told'),
  move(from, 'FAILED', ['ENGINE', 'PSP', 'INVESTIGATOR'], 'declined, and no other PSP may try'),
  move(from, 'INCONSISTENT', ['ENGINE', 'PSP'], 'nobody knows whether money moved'),
  move(from, 'CANCELLED', ['ENGINE', 'PSP', 'USER'], 'cancelled by the user or the PSP'),
]

/** The state machine of a payment. What is not here does not happen. */
export const transitions: readonly Transition[] = [
  move(null, 'REGISTERED', ['USER', 'ENGINE'], 'a valid request'),
  move('REGISTERED', 'PROCESSING', ['ENGINE'], 'the user is being verified'),
  move('REGISTERED', 'FAILED', ['ENGINE', 'SWEEPER'], 'not valid, a duplicate, or abandoned'),
  move('REGISTERED', 'CANCELLED', ['USER'], 'cancelled before anything happened'),
  ...fromWork('PROCESSING'),
  move('PROCESSING', 'REPROCESSING', ['ENGINE'], 'another PSP tries'),
  ...fromWork('REPROCESSING'),
  move('WAITING_INPUT', 'PROCESSING', ['USER', 'PSP'], 'the answer arrived'),
  move('WAITING_INPUT', 'REPROCESSING', ['ENGINE'], 'declined afterwards, another PSP tries'),
  move('WAITING_INPUT', 'SUCCESSFUL', ['PSP', 'INVESTIGATOR'], 'the final notification'),
  move('WAITING_INPUT', 'FAILED', ['SWEEPER', 'PSP', 'INVESTIGATOR'], 'too late, or not authenticated'),
  move('WAITING_INPUT', 'CANCELLED', ['USER', 'PSP'], 'cancelled on the page or in the cashier'),
  move('WAITING_INPUT', 'INCONSISTENT', ['ENGINE', 'PSP'], 'the notification does not fit the payment'),
  move('WAITING_APPROVAL', 'PROCESSING', ['APPROVER', 'SWEEPER'], 'approved'),
  move('WAITING_APPROVAL', 'CANCELLED', ['APPROVER', 'SWEEPER', 'USER'], 'denied or cancelled'),
  move(
    'WAITING_APPROVAL',
    'FAILED',
    ['SWEEPER', 'INVESTIGATOR', 'ENGINE'],
    'nobody decided in time, or a fraud screening declines it',
  ),
  move('INCONSISTENT', 'SUCCESSFUL', ['INVESTIGATOR', 'PSP', 'ENGINE'], 'it is known to have happened'),
  move('INCONSISTENT', 'FAILED', ['INVESTIGATOR', 'PSP', 'ENGINE'], 'it is known not to have happened'),
  move('INCONSISTENT', 'CANCELLED', ['INVESTIGATOR', 'PSP', 'ENGINE'], 'the PSP cancelled it'),
  move('INCONSISTENT', 'REPROCESSING', ['INVESTIGATOR'], 'the PSP does not know it, so it is tried again'),
  move('SUCCESSFUL', 'INCONSISTENT', ['INVESTIGATOR'], 'a correction is needed'),
  move('FAILED', 'INCONSISTENT', ['INVESTIGATOR', 'PSP'], 'a late success, or a correction is needed'),
  move('CANCELLED', 'INCONSISTENT', ['INVESTIGATOR', 'PSP'], 'a late success, or a correction is needed'),
]

const between = new Set(transitions.map(({ from, to }) => `${from ?? ''}>${to}`))

/** Numbers a payment may take without leaving its state. An empty list of origins means any of the same state. */
const within: Readonly<Record<number, readonly number[]>> = {
  200: [],
  201: [],
  203: [],
  204: [],
  205: [],
  250: [],
  251: [],
  350: [352, 354],
  351: [353, 355],
  352: [350, 354],
  353: [351, 355],
  354: [350, 352],
  355: [351, 353, 356],
  356: [351, 355],
  0: [7],
  // A capture that failed, or was opened again, leaves its amount to be captured by hand.
  3: [4, 5, 6],
  // A fraud screening that came later has the rules about captures asked again.
  4: [3],
  5: [3, 4],
  6: [3, 4],
  401: [400, 404, 405],
  403: [400, 401, 404, 405, 407],
  402: [400, 401, 404, 405, 407, 410, 411, 412, 413],
  407: [400, 404, 405],
}

function stateOf(no: number): TxStatus {
  const code = statusCodeOf(no)
  if (!code) throw new RangeError(`No status has the number ${no}`)
  return code.status
}

/** Whether a payment with one number (or a new one: `null`) may take another. */
export function mayMove(from: number | null, to: number): boolean {
  const target = stateOf(to)
  if (from === null) return between.has(`>${target}`)
  const origin = stateOf(from)
  if (origin !== target) return between.has(`${origin}>${target}`)
  const origins = within[to]
  if (!origins || from === to) return false
  return origins.length === 0 || origins.includes(from)
}

export const finalStates: readonly TxStatus[] = ['SUCCESSFUL', 'FAILED', 'CANCELLED']

/** Nothing more will happen by itself. A payment nobody understands is not final: somebody has to find out. */
export const isFinal = (no: number): boolean => finalStates.includes(stateOf(no))

/** The state follows from the number and is stored nowhere else. */
export const stateOfNumber = stateOf
