import { statusCodeOf, type TxStatus } from '../reference/status-codes.ts'
import { captureWaiting, capturedLater } from '../reference/status-groups.ts'
import { StatusNo } from '../reference/status-no.ts'

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
  [StatusNo.PROCESSING_PROVIDER]: [],
  [StatusNo.PROCESSING_MERCHANT]: [],
  [StatusNo.PROCESSING_USER_VERIFICATION]: [],
  [StatusNo.PROCESSING_USER_AUTHORISATION]: [],
  [StatusNo.PROCESSING_KYC_VERIFICATION]: [],
  [StatusNo.REPROCESSING_PROVIDER]: [],
  [StatusNo.REPROCESSING_MERCHANT]: [],
  [StatusNo.WAITING_DEPOSIT_APPROVAL]: [
    StatusNo.WAITING_DEPOSIT_AUTO_APPROVAL,
    StatusNo.WAITING_DEPOSIT_ON_HOLD_APPROVAL,
  ],
  [StatusNo.WAITING_WITHDRAWAL_APPROVAL]: [
    StatusNo.WAITING_WITHDRAWAL_AUTO_APPROVAL,
    StatusNo.WAITING_WITHDRAWAL_ON_HOLD_APPROVAL,
  ],
  [StatusNo.WAITING_DEPOSIT_AUTO_APPROVAL]: [
    StatusNo.WAITING_DEPOSIT_APPROVAL,
    StatusNo.WAITING_DEPOSIT_ON_HOLD_APPROVAL,
  ],
  [StatusNo.WAITING_WITHDRAWAL_AUTO_APPROVAL]: [
    StatusNo.WAITING_WITHDRAWAL_APPROVAL,
    StatusNo.WAITING_WITHDRAWAL_ON_HOLD_APPROVAL,
  ],
  [StatusNo.WAITING_DEPOSIT_ON_HOLD_APPROVAL]: [
    StatusNo.WAITING_DEPOSIT_APPROVAL,
    StatusNo.WAITING_DEPOSIT_AUTO_APPROVAL,
    StatusNo.WAITING_WITHDRAWAL_SECOND_APPROVAL,
  ],
  [StatusNo.WAITING_WITHDRAWAL_ON_HOLD_APPROVAL]: [
    StatusNo.WAITING_WITHDRAWAL_APPROVAL,
    StatusNo.WAITING_WITHDRAWAL_AUTO_APPROVAL,
    StatusNo.WAITING_WITHDRAWAL_SECOND_APPROVAL,
  ],
  // There is one number for the second level, whichever way the money goes.
  [StatusNo.WAITING_WITHDRAWAL_SECOND_APPROVAL]: [
    StatusNo.WAITING_DEPOSIT_APPROVAL,
    StatusNo.WAITING_WITHDRAWAL_APPROVAL,
    StatusNo.WAITING_DEPOSIT_ON_HOLD_APPROVAL,
    StatusNo.WAITING_WITHDRAWAL_ON_HOLD_APPROVAL,
  ],
  [StatusNo.SUCCESS]: [StatusNo.SUCCESS_WAITING_CONFIRMATION],
  // A capture that failed, or was opened again, leaves its amount to be captured by hand.
  [StatusNo.SUCCESS_WAITING_CAPTURE]: [StatusNo.SUCCESS_WAITING_AUTO_CAPTURE, ...capturedLater],
  // A fraud screening that came later has the rules about captures asked again.
  [StatusNo.SUCCESS_WAITING_AUTO_CAPTURE]: [StatusNo.SUCCESS_WAITING_CAPTURE],
  [StatusNo.SUCCESS_AUTO_CAPTURED]: captureWaiting,
  [StatusNo.SUCCESS_CAPTURED]: captureWaiting,
  [StatusNo.ERR_REFERENCE_MISMATCH]: [
    StatusNo.ERR_READ_TIMEOUT,
    StatusNo.ERR_IO_EXCEPTION,
    StatusNo.ERR_UNKNOWN_RESPONSE,
  ],
  [StatusNo.ERR_UNKNOWN_CALLBACK]: [
    StatusNo.ERR_READ_TIMEOUT,
    StatusNo.ERR_REFERENCE_MISMATCH,
    StatusNo.ERR_IO_EXCEPTION,
    StatusNo.ERR_UNKNOWN_RESPONSE,
    StatusNo.ERR_AMOUNT_MISMATCH,
  ],
  [StatusNo.ERR_INCONSISTENT_TRANSACTION]: [
    StatusNo.ERR_READ_TIMEOUT,
    StatusNo.ERR_REFERENCE_MISMATCH,
    StatusNo.ERR_IO_EXCEPTION,
    StatusNo.ERR_UNKNOWN_RESPONSE,
    StatusNo.ERR_AMOUNT_MISMATCH,
    StatusNo.ERR_NAME_MISMATCH,
    StatusNo.ERR_INCONSISTENT_TOO_MANY_PSP_ACCOUNTS,
    StatusNo.ERR_INCONSISTENT_PSP_ACCOUNT_USED_BY_OTHER_USER,
    StatusNo.ERR_INCONSISTENT_PSP_ACCOUNT_BLOCKED,
  ],
  [StatusNo.ERR_AMOUNT_MISMATCH]: [
    StatusNo.ERR_READ_TIMEOUT,
    StatusNo.ERR_IO_EXCEPTION,
    StatusNo.ERR_UNKNOWN_RESPONSE,
  ],
}

/** The state follows from the number and is stored nowhere else. */
export function stateOfNumber(statusNo: number): TxStatus {
  const code = statusCodeOf(statusNo)
  if (!code) throw new RangeError(`No status has the number ${statusNo}`)
  return code.status
}

/** Whether a payment with one number (or a new one: `null`) may take another. */
export function mayMove(fromNo: number | null, toNo: number): boolean {
  const target = stateOfNumber(toNo)
  if (fromNo === null) return between.has(`>${target}`)
  const origin = stateOfNumber(fromNo)
  if (origin !== target) return between.has(`${origin}>${target}`)
  const origins = within[toNo]
  if (!origins || fromNo === toNo) return false
  return origins.length === 0 || origins.includes(fromNo)
}

export const finalStates: readonly TxStatus[] = ['SUCCESSFUL', 'FAILED', 'CANCELLED']

/** Nothing more will happen by itself. A payment nobody understands is not final: somebody has to find out. */
export const isFinal = (statusNo: number): boolean => finalStates.includes(stateOfNumber(statusNo))
