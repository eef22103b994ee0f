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
export const threeDsFlows = { FRICTIONLESS: 'Frictionless', CHALLENGE: 'Challenge' } as const
export const fraudDecisions = { ACCEPT: 'Accept', REVIEW: 'Review', DENY: 'Deny' } as const
export const reconStatuses = {
  NONE: 'None',
  EXPECTED: 'Expected',
  MATCHED: 'Matched',
  DIFFERENCE: 'Difference',
  WRITTEN_OFF: 'Written off',
} as const
