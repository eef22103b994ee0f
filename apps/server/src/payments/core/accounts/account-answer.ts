import type { UserAccountAnswer } from '@signalbox/model/payments/user-account-answer'
import type { UserAccount } from './account-types.ts'

/** An account as the public API shows it. */
export const accountAnswer = (account: UserAccount): UserAccountAnswer => ({
  id: account.id,
  merchantId: account.merchantId,
  userId: account.userId,
  providerType: account.providerType,
  service: account.service,
  maskedAccount: account.masked,
  expiry: account.expiry,
  status: account.status,
  visible: account.visible,
  verification: account.verification,
  lastUsed: account.lastUsed,
  successfulPayments: account.successfulPayments,
  failedPayments: account.failedPayments,
})
