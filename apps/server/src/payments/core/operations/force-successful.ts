import type { Money } from '@signalbox/model/money/money'
import { toWire } from '@signalbox/model/money/money-schema'
import { amountText } from '@signalbox/model/money/money-text'
import { requireOtherPerson } from '@signalbox/model/access/people'
import { invalid } from '@signalbox/model/text/refusal'
import { forgetAnswer } from '../flow/answer.ts'
import type { Change } from '../flow/machine.ts'
import { decideAs } from '../flow/merchant-word.ts'
import { go } from '../flow/step.ts'
import type { StepContext } from '../flow/step-context.ts'
import type { StepState } from '../record/step-state.ts'
import { askersOf } from '../record/askers.ts'
import { Payment } from '../state/payment.ts'
import { requireInfo, requireOperation, type Operator } from './actor.ts'
import { adoptAmount, movedAmount, unconfirmedAmount } from './adopt-amount.ts'
import type { ForceInput } from './force-input.ts'
import { needsTwoPeople } from './four-eyes.ts'
import { ownReference, refuseMasked } from './psp-reference.ts'
import { requireRoom } from './repairs.ts'

/** Refunds go by what the PSP itself calls a payment; only where it has not said so, by what somebody has found. */
function takeReference(payment: Payment, reference: string | undefined): string {
  const { tx } = payment
  if (!reference || reference === tx.pspRefId) return ''
  refuseMasked(tx, { field: 'pspRefId', reference })
  if (ownReference(tx)) return ` (see ${reference})`
  tx.pspRefId = reference
  payment.patchState({ typedReference: true })
  return ''
}

/** Whoever hears of a success does not hear of the PSP's refusal that turned out to be wrong. */
function forgetRefusal(payment: Payment): void {
  if (payment.tx.declineStage === null) return
  payment.tx.declineStage = null
  forgetAnswer(payment)
}

/** That it happened, whoever says so and however much it is. */
export const succeed =
  (operator: Operator, input: ForceInput): Change =>
  async (payment, context) => {
    requireOperation(payment, 'force-successful', operator, input)
    const info = requireInfo(input)
    if (!input.pspRefId && !payment.tx.pspRefId)
      throw invalid({ field: 'pspRefId', code: 'REQUIRED', message: 'This field is required' })
    const { tx, state } = payment
    adoptAmount(payment, operator, input.amount)
    const evidence = takeReference(payment, input.pspRefId)
    forgetRefusal(payment)
    payment.addInfo(info)
    payment.note('FORCE', `Forced successful by ${operator.name}: ${info}${evidence}`)
    if (!state.pspApproved) payment.patchState({ approvedByPerson: true })
    payment.patchState({ pspApproved: true, resolution: 'FORCED_SUCCESS', transferTries: 0 })
    payment.clearState('successAskedBy')
    const isSilent = input.sendToMerchant === false
    if (payment.isChild) {
      await requireRoom(payment, context, true)
      if (tx.method === 'VOID') return go('child-finish')
      if (isSilent) decideAs(payment, 'TRANSFER')
      return go(isSilent ? 'child-finish' : 'transfer')
    }
    // What was only to be reserved is reserved now; captures of it come on their own.
    const isReserved = tx.authType === 'PRE_AUTH' && tx.capturedAmountMinor === 0n
    if (payment.direction === 'DEPOSIT') {
      tx.authorizedAmountMinor = tx.amountMinor
      if (!isReserved) tx.capturedAmountMinor = tx.amountMinor
      if (!isReserved) tx.pspCapturedMinor = payment.pspAmount.minor
    }
    if (isReserved) return go('finish')
    if (isSilent) decideAs(payment, 'TRANSFER')
    return go(isSilent ? 'finish' : 'transfer')
  }

type PendingSuccess = StepState['successAskedBy']
type Claimed = Pick<ForceInput, 'amount' | 'pspRefId'>

const referenceOf = ({ tx }: Payment, { pspRefId }: Claimed): string | undefined =>
  pspRefId ?? tx.pspRefId ?? undefined

/** Whoever confirms says the same as whoever asked, or leaves it as it was asked. Anything else nobody has seen but them. */
function isConfirmed(payment: Payment, asked: NonNullable<PendingSuccess>, claimed: Claimed): boolean {
  const { amount, currency } = toWire(movedAmount(payment, claimed.amount))
  const reference = claimed.pspRefId ?? asked.reference
  return asked.amount.amount === amount && asked.amount.currency === currency && asked.reference === reference
}

/** Whether so much is only somebody's word that another person has to agree. */
export async function takesSecondPerson(
  payment: Payment,
  context: StepContext,
  said: Money | undefined,
): Promise<boolean> {
  const unconfirmed = unconfirmedAmount(payment, said)
  return unconfirmed.minor > 0n && needsTwoPeople(context, payment.tx.merchantId, unconfirmed)
}

function ask(payment: Payment, operator: Operator, input: ForceInput): void {
  const { id, name, people } = operator
  const moved = movedAmount(payment, input.amount)
  const reference = referenceOf(payment, input)
  payment.patchState({
    successAskedBy: { id, name, people, amount: toWire(moved), ...(reference && { reference }) },
  })
  const what = `${amountText(moved)}${reference ? `, reference ${reference}` : ''}`
  payment.note('FORCE', `${name} asks to force it successful (${what}): ${requireInfo(input)}`)
  payment.addCause('DOUBT', 'A second person must confirm that it was successful')
}

/**
 * Somebody found out that the payment happened. What the PSP has not said itself would be money out of nothing if it were
 * not so: of much, the first person asks, and another one confirms the same amount and reference.
 */
export const forceSuccessful =
  (operator: Operator, given: ForceInput): Change =>
  async (payment, context, unit) => {
    requireOperation(payment, 'force-successful', operator, given)
    const asked = payment.state.successAskedBy
    const input = { ...given, pspRefId: given.pspRefId ?? asked?.reference }
    if (!(await takesSecondPerson(payment, context, input.amount)))
      return succeed(operator, input)(payment, context, unit)
    if (asked && isConfirmed(payment, asked, input)) {
      requireOtherPerson(operator.people, askersOf(asked))
      return succeed(operator, input)(payment, context, unit)
    }
    // What could not be done is not asked for either.
    await succeed(operator, input)(new Payment(structuredClone(payment.tx), payment), context, unit)
    ask(payment, operator, input)
    return undefined
  }
