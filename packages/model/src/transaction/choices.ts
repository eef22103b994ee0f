import { txMethods } from '../payments/transaction-method.ts'
import { approvalModes, declineStages } from '../payments/tx-event.ts'

const words = (name: string): string => {
  const text = name.toLowerCase().replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
const worded = <T extends string>(names: readonly T[]): Readonly<Record<T, string>> =>
  Object.fromEntries(names.map((name) => [name, words(name)])) as Record<T, string>

export const txMethodLabels = worded(txMethods)
export const declineStageLabels = {
  ...worded(declineStages),
  KYC: 'KYC',
  PSP: 'PSP',
  THREE_DS: '3-D Secure',
}
export const approvalModeLabels = { ...worded(approvalModes), TWO_LEVEL: 'Two levels' }
export const paymentTypes = { NEW: 'New', REPEAT: 'Repeat' } as const
/** How far authentication came, kept with the payment also where it failed. */
export const threeDsFlows = {
  FRICTIONLESS: 'Frictionless',
  CHALLENGE: 'Challenge not finished',
  CHALLENGED: 'Challenge passed',
  CHALLENGE_FAILED: 'Challenge failed',
  ATTEMPTED: 'Attempted',
  FAILED: 'Failed without a challenge',
  NOT_SUPPORTED: 'Not supported',
  ERROR: 'Error',
} as const
export type ThreeDsFlow = keyof typeof threeDsFlows
/** Begun, and not heard of since. */
export const unfinishedChallenge = 'CHALLENGE' satisfies ThreeDsFlow
export const challengeFlows = ['CHALLENGE', 'CHALLENGED', 'CHALLENGE_FAILED'] as const satisfies ThreeDsFlow[]
export const flowsWithoutChallenge = [
  'FRICTIONLESS',
  'ATTEMPTED',
  'FAILED',
  'ERROR',
] as const satisfies ThreeDsFlow[]
export const passedFlows = ['FRICTIONLESS', 'CHALLENGED', 'ATTEMPTED'] as const satisfies ThreeDsFlow[]

export const fraudDecisions = {
  ACCEPT: 'Accept',
  REVIEW: 'Review',
  REJECT: 'Reject',
  RECOMMEND_3DS: '3-D Secure recommended',
  TIMEOUT: 'No answer in time',
} as const
export type FraudDecision = keyof typeof fraudDecisions
export const reconStatuses = {
  NONE: 'None',
  EXPECTED: 'Expected',
  MATCHED: 'Matched',
  DIFFERENCE: 'Difference',
  WRITTEN_OFF: 'Written off',
} as const
