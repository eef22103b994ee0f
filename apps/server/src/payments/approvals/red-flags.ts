import type { Signal } from '@signalbox/model/calls/approval'
import type { FraudDecision } from '@signalbox/model/transaction/choices'
import type { LocationMatch } from '@signalbox/model/payments/location-match'

/** What may speak against a payment, as it is stored: nothing of it is masked for anybody. */
export interface RedEvidence {
  readonly accountStatus: string | null
  readonly accountHeldUntil: string | null
  readonly holder: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly fraudDecision: FraudDecision | null
  readonly kycStatus: string | null
  readonly location: LocationMatch
  readonly otherUsers: number
  readonly chargebacks: number
}

type Check = (evidence: RedEvidence, now: Date) => readonly [code: string, text: string] | false

export const countOf = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^\p{L}\s]/gu, '')
    .toLowerCase()

/** Banks turn names round and leave parts out, so one word in common is enough. */
function isOtherName({ firstName, lastName, holder }: RedEvidence): boolean {
  if (!holder || !lastName) return false
  const own = plainName(`${firstName ?? ''} ${lastName}`).split(/\s+/)
  return !plainName(holder)
    .split(/\s+/)
    .some((word) => word.length > 1 && own.includes(word))
}

/** In the order in which they weigh. */
const checks: readonly Check[] = [
  ({ accountStatus }) => accountStatus === 'BLOCKED' && ['ACCOUNT_BLOCKED', 'The account is blocked.'],
  ({ accountHeldUntil }, now) =>
    accountHeldUntil !== null &&
    Date.parse(accountHeldUntil) > now.getTime() && [
      'ACCOUNT_CHANGED',
      'The account data was changed recently.',
    ],
  ({ fraudDecision }) =>
    fraudDecision === 'REJECT' && ['FRAUD_DENY', 'Fraud screening rejected the payment.'],
  ({ otherUsers }) =>
    otherUsers > 0 && [
      'ACCOUNT_SHARED',
      `${countOf(otherUsers, 'other user has', 'other users have')} the same account.`,
    ],
  (evidence) => isOtherName(evidence) && ['OTHER_NAME', 'The name of the account holder is different.'],
  ({ kycStatus }) =>
    kycStatus === 'NOT_VERIFIED' && ['KYC_FAILED', 'The identity of the user could not be verified.'],
  ({ location }) => location === 'different' && ['LOCATION', 'The countries do not match.'],
  ({ chargebacks }) =>
    chargebacks > 0 && ['CHARGEBACKS', countOf(chargebacks, 'chargeback.', 'chargebacks.')],
]

/** What speaks against a payment, the heaviest first. Whoever approves it all the same says why. */
export const redSignalsOf = (evidence: RedEvidence, now: Date): Signal[] =>
  checks.flatMap((check) => {
    const found = check(evidence, now)
    return found ? [{ code: found[0], tone: 'negative' as const, text: found[1] }] : []
  })
