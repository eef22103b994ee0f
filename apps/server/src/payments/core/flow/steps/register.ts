import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { computeStep, go } from '../step.ts'
import { decline } from '../decline.ts'

/** Is it a payment at all? Nobody outside has been asked yet, so nobody has to be told. */
export const register = computeStep('register', async (payment, context) => {
  const { tx, state } = payment
  const merchant = await context.merchant(tx.merchantId)
  if (merchant.state !== 'LIVE' && merchant.state !== 'TEST')
    return decline(payment, StatusNo.ERR_NOT_AUTHENTICATED, {
      at: 'D1',
      info: `The merchant is ${merchant.state.toLowerCase()}`,
    })
  if (state.input.problem === 'MISSING')
    return decline(payment, StatusNo.ERR_INVALID_PARAMETER, {
      at: 'D1',
      info: 'The account to pay with is missing',
    })
  if (state.input.problem === 'SEVERAL')
    return decline(payment, StatusNo.ERR_BAD_REQUEST, {
      at: 'D1',
      info: 'More than one account to pay with is given',
    })
  if (state.input.problem === 'UNSUITED')
    return decline(payment, StatusNo.ERR_BAD_REQUEST, {
      at: 'D1',
      info: `${transactionTypeLabel(tx.txType)} cannot be made with such an account`,
    })
  if (tx.merchantTxId && (await context.merchantTxIdUsed(tx.merchantId, tx.merchantTxId, tx.id)))
    return decline(payment, StatusNo.ERR_DECLINED_DUPLICATE_TX_ID, {
      at: 'D1',
      info: `The merchant's transaction id ${tx.merchantTxId} was used before`,
    })
  const open = await context.identicalOpen(payment)
  const { arrival: _past, ...input } = state.input
  payment.patchState({ input })
  if (open !== undefined)
    return decline(payment, StatusNo.ERR_DECLINED_REPEAT_CANCELLED, {
      at: 'D1',
      info: `Transaction ${open} is identical and was open when this one arrived`,
    })
  payment.note('INPUT', `${transactionTypeLabel(tx.txType)} accepted`)
  return go('verify')
})
