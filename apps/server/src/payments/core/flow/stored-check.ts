import { StatusNo } from '@signalbox/model/reference/status-no'
import { foundFacts } from '@signalbox/model/rules/facts-known'
import type { Payment } from '../state/payment.ts'
import { decline } from './decline.ts'
import type { Next } from './step.ts'
import type { StoredKyc } from './user-history.ts'

/** Somebody the KYC team has blocked pays nothing, whatever the rules say. */
export const declineBlocked = (payment: Payment, stored: StoredKyc | undefined): Next | undefined =>
  stored?.status === 'BLOCKED'
    ? decline(payment, StatusNo.ERR_DECLINED_KYC_BLOCK, {
        at: 'D5',
        info: 'The user was blocked by the KYC team',
      })
    : undefined

/** Where no new check is made, the one that is there says all that a new one would. */
export function knowStoredCheck(payment: Payment, stored: StoredKyc | undefined): void {
  if (!stored) return
  const { provider, warnings, score } = stored
  payment.addFacts(foundFacts({ kycProvider: provider, pepsSanctions: warnings, kycScore: score }))
}
