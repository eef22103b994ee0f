import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { MerchantOutcome, VerifiedUser } from '../../../connectors/merchant-client.ts'
import type { Payment } from '../../state/payment.ts'
import { decline } from '../decline.ts'
import { rememberUser } from '../known-user.ts'
import { callStep, go, type Next } from '../step.ts'

/** Whatever kept the merchant from saying yes, in its own words where it had some. */
export function merchantRefused(
  payment: Payment,
  outcome: Exclude<MerchantOutcome<unknown>, { kind: 'accepted' }>,
): Next {
  if (outcome.kind === 'refused') {
    payment.tx.merchantErrCode = outcome.errCode
    payment.tx.merchantErrMsg = outcome.errMsg
  }
  const said = outcome.kind === 'refused' ? (outcome.errMsg ?? outcome.errCode) : null
  const info = said
    ? `The merchant refused: ${said}`
    : (statusCodeOf(outcome.statusNo)?.text ?? 'The merchant refused')
  return decline(payment, outcome.statusNo, { at: 'D11', info })
}

/** Asks the merchant who the user is. */
export const verify = callStep<MerchantOutcome<VerifiedUser>>({
  name: 'verify',
  prepare: (payment) => {
    payment.move(StatusNo.PROCESSING_USER_VERIFICATION, {
      type: 'VERIFY_USER',
      summary: 'The merchant is asked about the user',
    })
    return undefined
  },
  call: async (payment, context) => {
    const { merchantId, id, userId } = payment.tx
    const endpoint = await context.merchantEndpoint(merchantId)
    const call = { endpoint, txId: id, tryNo: 1, requestedAmount: payment.requested }
    const sessionId = context.sessionId(payment)
    // Without a session the user is not there: the merchant is asked about somebody it knows.
    return sessionId === undefined
      ? context.services.merchant.lookupUser(call, { userId })
      : context.services.merchant.verifyUser(call, { sessionId, userId })
  },
  settle: (payment, context, outcome) => {
    payment.effect({ kind: 'log', log: outcome.log })
    // The session has served its purpose; what is left of it is a hash.
    const { sealedSession: _done, ...input } = payment.state.input
    payment.patchState({ input })
    if (outcome.kind !== 'accepted') return merchantRefused(payment, outcome)
    rememberUser(payment, outcome.answer)
    payment.tx.emailHash = outcome.answer.email ? context.emailHash(outcome.answer.email) : null
    payment.note('VERIFY_USER', 'The merchant verified the user', outcome.log.latencyMs)
    return go('enrich')
  },
})
