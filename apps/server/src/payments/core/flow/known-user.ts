import { foundFacts, type KnownFacts } from '@signalbox/model/rules/facts-known'
import { isDay } from '@signalbox/model/text/calendar-day'
import type { VerifiedUser } from '../../connectors/merchant-client.ts'
import type { Payment } from '../state/payment.ts'
import type { UserHistory } from './user-history.ts'
import type { StepContext } from './step-context.ts'

/** Full years on a day. */
function ageOn(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** What the merchant says of the user. */
export function rememberUser(payment: Payment, user: VerifiedUser): void {
  const { tx } = payment
  const dob = user.dob && isDay(user.dob) ? user.dob : null
  tx.userCat = user.userCat
  tx.userCountry = user.country
  tx.userLocale = tx.userLocale ?? user.locale
  tx.firstName = user.firstName
  tx.lastName = user.lastName
  tx.email = user.email
  tx.mobile = user.mobile
  tx.dob = dob
  tx.city = user.city
  tx.merchantKycStatus = user.kycStatus
  tx.isTestUser = user.attributes.testUser === 'true'
  tx.verifiedAt = payment.now.toISOString()
  payment.addFacts(
    foundFacts({
      userCategory: user.userCat,
      userCountry: user.country,
      userAge: dob === null ? null : ageOn(dob, payment.now.toISOString().slice(0, 10)),
      email: user.email,
      locale: tx.userLocale,
      market: user.attributes.market ?? null,
      userCity: user.city,
      balance: user.balance,
      merchantKycStatus: user.kycStatus,
      suspectedAbuse: user.attributes.suspectedAbuse === 'true',
      userAttributes: user.attributes,
    }),
  )
}

const historyFacts = (payment: Payment, history: UserHistory): KnownFacts => ({
  firstDeposit: history.deposits === 0,
  firstDepositAttempt: history.depositAttempts === 0,
  firstWithdrawal: history.withdrawals === 0,
  firstWithdrawalAttempt: history.withdrawalAttempts === 0,
  firstTimeMethod: !history.methodUsed,
  firstTimeAccount: !history.accountUsed,
  lastDepositMethodMatch: history.lastDepositMethod === payment.tx.providerType,
  pspUsedBefore: history.pspsUsed,
  lastTxWithPsp: history.lastStatusByPsp,
  totalDeposit: history.depositSum,
  totalWithdrawal: history.withdrawalSum,
  countDeposit: history.deposits,
  countWithdrawal: history.withdrawals,
  ...(payment.tx.bin && history.enrolled3ds !== undefined && { enrolled3ds: history.enrolled3ds }),
})

/**
 * What earlier payments and checks tell. A cashier that asks which methods to show learns it here too, so that it is
 * told what the payment will be told.
 */
export async function knowPast(payment: Payment, context: StepContext): Promise<void> {
  const { tx } = payment
  const history = await context.history(payment)
  const kyc = await context.storedKyc(payment)
  tx.kycStatus = kyc?.status ?? 'UNKNOWN'
  payment.addFacts(
    foundFacts({
      ...historyFacts(payment, history),
      ...(tx.bin && (await context.exemptions(payment))),
      hasBlockedAccount: (await context.standing(payment)).hasBlockedAccount,
      internalKycStatus: tx.kycStatus,
      kycAgeStatus: kyc?.ageStatus ?? null,
      kycIdStatus: kyc?.idStatus ?? null,
      kycAddressStatus: kyc?.addressStatus ?? null,
    }),
  )
}
