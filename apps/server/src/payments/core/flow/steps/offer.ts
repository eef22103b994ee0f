import { providerTypeLabels } from '@signalbox/model/reference/transaction-types'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { countryInputProblem, inputProblemText } from '../country-inputs.ts'
import { offerTo, whyNotOffered } from '../offer.ts'
import { decline } from '../decline.ts'
import { computeStep, go } from '../step.ts'

const notOffered = StatusNo.ERR_DECLINED_REQ_BLOCKED

/** Was the user offered what they pay with? Asked once everything is known that the cashier knew when it showed methods. */
export const offer = computeStep('offer', async (payment, context) => {
  const problem = await countryInputProblem(payment, context)
  if (problem) {
    payment.patchState({ inputField: problem.field })
    return decline(payment, StatusNo.ERR_INVALID_PARAMETER, { at: 'D4', info: inputProblemText(problem) })
  }
  const { onlyOffered } = await context.merchant(payment.tx.merchantId)
  if (!onlyOffered) return go('blocks')
  const info = whyNotOffered(await offerTo(payment, context, 'D3'), payment)
  if (info) return decline(payment, notOffered, { at: 'D4', info })
  payment.note(
    'RULES',
    `${providerTypeLabels[payment.tx.providerType] ?? payment.tx.providerType} is offered`,
  )
  return go('blocks')
})
