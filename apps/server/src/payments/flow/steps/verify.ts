import { foundFacts } from '@signalbox/model/rules/facts-known'
import type { MerchantOutcome, VerifiedUser } from '../../connectors/merchant-client.ts'
import type { Payment } from '../../state/payment.ts'
import { decline } from '../decline.ts'
import { callStep, go, type Next } from '../step.ts'

/** Full years on a day. */
function ageOn(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}

function rememberUser(payment: Payment, user: VerifiedUser): void {
  const { tx } = payment
  const dob = user.dob && /^\d{4}-\d\d-\d\d$/.test(user.dob) ? user.dob : null
  tx.userCategory = user.userCat
  tx.userCountry = user.country
  tx.userLocale = tx.userLocale ?? user.locale
  tx.userFirstName = user.firstName
  tx.userLastName = user.lastName
  tx.userEmail = user.email
  tx.userPhone = user.mobile
  tx.userBirthDate = dob
  tx.userCity = user.city
  tx.merchantKycStatus = user.kycStatus
  tx.isTestUser = user.attributes.testUser === 'true'
  tx.verifiedAt = payment.now.toISOString()
  payment.know(
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

/** Whatever kept the merchant from saying yes, in its own words where it had some. */
export function merchantRefused(
  payment: Payment,
  outcome: Exclude<MerchantOutcome<unknown>, { kind: 'accepted' }>,
): Next {
  if (outcome.kind === 'refused') {
    payment.tx.merchantErrCode = outcome.errCode
    payment.tx.merchantErrMsg = outcome.errMsg
  }
  const info = outcome.kind === 'refused' ? outcome.errMsg : null
  return decline(payment, outcome.statusNo, { stage: 'MERCHANT', ...(info && { info }) })
}

/** Asks the merchant who the user is. */
export const verify = callStep<MerchantOutcome<VerifiedUser>>({
  name: 'verify',
  prepare: (payment) => {
    payment.move(203, { type: 'VERIFY_USER', summary: 'The merchant is asked about the user' })
    return undefined
  },
  call: async (payment, desk) => {
    const { merchantId, id, userId } = payment.tx
    const endpoint = await desk.merchantEndpoint(merchantId)
    const call = { endpoint, txId: id, tryNo: 1, requestedAmount: payment.requested }
    const sessionId = desk.sessionId(payment)
    // Without a session the user is not there: the merchant is asked about somebody it knows.
    return sessionId === undefined
      ? desk.outside.merchant.lookupUser(call, { userId })
      : desk.outside.merchant.verifyUser(call, { sessionId, userId })
  },
  settle: (payment, world, outcome) => {
    payment.effect({ kind: 'log', log: outcome.log })
    // The session has served its purpose; what is left of it is a hash.
    const { sealedSession: _done, ...input } = payment.state.input
    payment.remember({ input })
    if (outcome.kind !== 'accepted') return merchantRefused(payment, outcome)
    rememberUser(payment, outcome.answer)
    payment.tx.emailHash = outcome.answer.email ? world.emailHash(outcome.answer.email) : null
    payment.note('VERIFY_USER', 'The merchant knows the user', outcome.log.latencyMs)
    return go('enrich')
  },
})
