import type { FilterDeclaration } from '../field/entity.ts'
import { unknownValue } from './unknown-value.ts'

/** How far a payment came, a step at a time. */
const reachedSteps = {
  VERIFIED: 'User verified',
  ROUTED: 'Routed',
  AUTHORISED: 'Authorised by the merchant',
  SENT: 'Sent to a PSP',
  SETTLED: 'Settled',
} as const
export type ReachedStep = keyof typeof reachedSteps

/** What the PSP, the issuer or 3-D Secure decided about a deposit; all others were decided before or by nobody. */
export const pspDecisions = { APPROVED: 'Approved', DECLINED: 'Declined' } as const
export type PspDecision = keyof typeof pspDecisions
export const pspDeclineStages = ['PSP', 'ISSUER', 'THREE_DS'] as const

const countryMatches = { SAME: 'Same country', OTHER: 'Other country' } as const
export type CountryMatch = keyof typeof countryMatches

const mayBeUnknown = { also: [unknownValue] }

/** Filters for what charts split payments by; all within the period of the list. */
export const chartFilters: readonly FilterDeclaration[] = [
  { name: 'issuerName', kind: 'LIST', label: 'Issuer', ...mayBeUnknown },
  { name: 'cardType', kind: 'LIST', label: 'Card type', ...mayBeUnknown },
  { name: 'pspStatusCode', kind: 'LIST', label: 'PSP code', ...mayBeUnknown },
  { name: 'threeDsExemption', kind: 'LIST', label: '3-D Secure exemption', ...mayBeUnknown },
  {
    name: 'countryMatch',
    kind: 'LIST',
    label: 'IP and issuer country',
    options: countryMatches,
    ...mayBeUnknown,
  },
  { name: 'fraudScore', kind: 'KEYWORD', label: 'Fraud score (from..to)', max: 200 },
  { name: 'pspDecision', kind: 'LIST', label: 'Decision of PSP or issuer', options: pspDecisions },
  { name: 'reached', kind: 'SELECT', label: 'Reached', options: reachedSteps },
  { name: 'chargedBack', kind: 'TOGGLE', label: 'Charged back' },
]
