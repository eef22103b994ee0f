import { StatusNo } from './status-no.ts'

/** Numbers that are asked about together, where a state is too much and one number too little. */

/** What waits for approval, by what it waits for: a first person, a second one, somebody who looks closer, or a time. */
export const approvalNumbers = {
  first: [StatusNo.WAITING_DEPOSIT_APPROVAL, StatusNo.WAITING_WITHDRAWAL_APPROVAL],
  second: [StatusNo.WAITING_WITHDRAWAL_SECOND_APPROVAL],
  hold: [StatusNo.WAITING_DEPOSIT_ON_HOLD_APPROVAL, StatusNo.WAITING_WITHDRAWAL_ON_HOLD_APPROVAL],
  scheduled: [StatusNo.WAITING_DEPOSIT_AUTO_APPROVAL, StatusNo.WAITING_WITHDRAWAL_AUTO_APPROVAL],
} as const satisfies Readonly<Record<string, readonly number[]>>

type Group = readonly number[]
/** Waits for approval, and nobody has put it on hold. */
export const undecidedApproval: Group = [
  ...approvalNumbers.first,
  ...approvalNumbers.scheduled,
  ...approvalNumbers.second,
]

const onHold: Group = approvalNumbers.hold
const scheduled: Group = approvalNumbers.scheduled

export const isOnHold = (statusNo: number): boolean => onHold.includes(statusNo)
/** Approved by itself when its time comes. */
export const isApprovalScheduled = (statusNo: number): boolean => scheduled.includes(statusNo)

/** Authorised, and its money not taken yet: by a person, or by itself later. */
export const captureWaiting: Group = [StatusNo.SUCCESS_WAITING_CAPTURE, StatusNo.SUCCESS_WAITING_AUTO_CAPTURE]
export const isCaptureWaiting = (statusNo: number): boolean => captureWaiting.includes(statusNo)

/** Authorised first and captured afterwards. */
export const capturedLater: Group = [StatusNo.SUCCESS_AUTO_CAPTURED, StatusNo.SUCCESS_CAPTURED]
