import type { TxStatus } from '../reference/status-codes.ts'

/** Why somebody has to look at something. */
export const caseTypes = {
  INCONSISTENT: 'Inconsistent',
  UNKNOWN_CALLBACK: 'Unknown callback',
  CALLBACK_FAILED: 'Callback not applied',
  CAPTURE_FAILED: 'Capture failed',
  DISPUTE: 'Dispute',
  RECON_DIFFERENCE: 'Reconciliation difference',
  MANUAL: 'Opened by hand',
} as const
export type CaseType = keyof typeof caseTypes

export const caseStates = {
  OPEN: 'Open',
  ASSIGNED: 'Assigned',
  WAITING_PSP: 'Waiting for PSP',
  WAITING_MERCHANT: 'Waiting for merchant',
  RESOLVED: 'Resolved',
} as const
export type CaseState = keyof typeof caseStates

/** Everything somebody still has to do something about. */
export const openCaseStates = (Object.keys(caseStates) as CaseState[]).filter((state) => state !== 'RESOLVED')

export const caseSeverities = { LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High' } as const
export type CaseSeverity = keyof typeof caseSeverities

export const caseResolutions = {
  FORCED_SUCCESS: 'Decided: successful',
  FORCED_FAILED: 'Decided: failed',
  LATE_CALLBACK: 'Decided by a callback',
  CAPTURED: 'Captured',
  VOIDED: 'Voided',
  REFUNDED: 'Refunded',
  WRITTEN_OFF: 'Written off',
  NO_ACTION: 'No action needed',
} as const
export type CaseResolution = keyof typeof caseResolutions

/** How a case may be closed by hand. The others follow from what became of the payment. */
export const closingResolutions = ['NO_ACTION', 'REFUNDED', 'WRITTEN_OFF'] as const
export type ClosingResolution = (typeof closingResolutions)[number]

/** What a payment nobody understood can turn out to be. */
export const caseOutcomes = ['SUCCESSFUL', 'FAILED'] as const satisfies readonly TxStatus[]
export type CaseOutcome = (typeof caseOutcomes)[number]

/** What is written down about a case; entries are added and never changed. */
export const caseEntryKinds = {
  OPENED: 'opened the case',
  COMMENT: 'wrote',
  ASSIGNED: 'assigned the case to',
  UNASSIGNED: 'unassigned the case',
  WAITING: 'waits',
  DECIDED: 'decided',
  ASKED: 'asked a second person to confirm',
  CLOSED: 'closed the case',
  REOPENED: 'reopened the case',
  ATTACHED: 'attached the callback',
  APPLIED: 'applied the callback',
  PROPOSED: 'proposed to book a difference of',
  BOOKED: 'booked a difference of',
  FILE: 'added',
} as const
export type CaseEntryKind = keyof typeof caseEntryKinds

const hourMs = 3_600_000

/** Money that hangs in the air is more urgent than a question. */
const urgent: readonly CaseType[] = ['INCONSISTENT', 'CALLBACK_FAILED']

export const caseDueMs = (type: CaseType): number => (urgent.includes(type) ? 4 : 24) * hourMs

/** A case can be opened again for so long after it was resolved. */
export const reopenDays = 30

/** Much money is urgent, whatever it is about. The amount is in the smallest unit of the base currency. */
export function severityOfAmount(baseMinor: bigint | null): CaseSeverity {
  const worth = baseMinor === null ? 0n : baseMinor < 0n ? -baseMinor : baseMinor
  if (worth >= 100_000n) return 'HIGH'
  return worth >= 10_000n ? 'MEDIUM' : 'LOW'
}
