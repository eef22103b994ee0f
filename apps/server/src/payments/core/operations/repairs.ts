import { amountText } from '@signalbox/model/money/money-text'
import { capturableMinor, refundableMinor } from '@signalbox/model/payments/operation-subject'
import { requireOtherPerson } from '@signalbox/model/access/people'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { claimOf } from '../flow/claim.ts'
import { decline } from '../flow/decline.ts'
import type { Change } from '../flow/machine.ts'
import { decideAs } from '../flow/merchant-word.ts'
import { suspendMoney } from '../flow/payment-money.ts'
import { whyNothingSent } from '../flow/psp-reach.ts'
import { end, go } from '../flow/step.ts'
import { sendTo, whyUnusable } from '../flow/steps/route.ts'
import type { StepContext } from '../flow/step-context.ts'
import type { OriginChange } from '../state/effect.ts'
import type { Payment } from '../state/payment.ts'
import { askersOf } from '../record/askers.ts'
import { requireInfo, requireOperation, subjectOf, type OperationInput, type Operator } from './actor.ts'
import type { ForceInput } from './force-input.ts'
import { holdReprocessCount } from './reprocess-count-store.ts'
import type { Target } from './reprocess-target.ts'
import { needsTwoPeople } from './four-eyes.ts'

/** Somebody found out that it did not. */
export const forceFailed =
  (operator: Operator, input: ForceInput): Change =>
  (payment) => {
    requireOperation(payment, 'force-failed', operator, input)
    const info = requireInfo(input)
    const statusNo = input.statusNo ?? StatusNo.ERR_DECLINED_OTHER_REASON
    if (statusCodeOf(statusNo)?.status !== 'FAILED')
      throw invalid({ field: 'statusNo', code: 'INVALID', message: 'Must be the number of a failure' })
    payment.note('FORCE', `Forced failed by ${operator.name}: ${info}`)
    payment.clearState('pending', 'silent', 'successAskedBy')
    payment.patchState({
      resolution: 'FORCED_FAILED',
      cancelTries: 0,
      ...(input.sendToMerchant === false && { silent: true }),
    })
    return decline(payment, statusNo, { at: 'FORCED', info })
  }

const tooMuch = (minor: bigint, currency: string, was: 'captured' | 'reserved'): Refusal =>
  new Refusal('INVALID_STATE', {
    message: `It would be ${amountText({ minor, currency })} more than was ${was}; force it failed instead.`,
  })

/**
 * Refunds, reversals and chargebacks together are never more than was captured, and captures and voids never more than
 * was reserved, whoever decides about them. `claimed`: what the child has of it already.
 */
export async function requireRoom(payment: Payment, context: StepContext, claimed = false): Promise<void> {
  const origin = await context.origin(payment)
  if (!origin) return
  const { refunding, capturing } = claimOf(payment.tx)
  const subject = subjectOf(origin, payment.now)
  const leftOf = (left: bigint, claim: bigint) => (claimed ? left : left - claim)
  const { currency } = payment.tx
  if (refunding !== undefined) {
    const missing = -leftOf(refundableMinor(subject), refunding)
    if (missing > 0n) throw tooMuch(missing, currency, 'captured')
  }
  if (capturing !== undefined) {
    const missing = -leftOf(capturableMinor(subject), capturing)
    if (missing > 0n) throw tooMuch(missing, currency, 'reserved')
  }
}

/** What a child had done to its payment is undone until somebody has decided anew. */
async function reopenChild(payment: Payment, context: StepContext, wasSuccessful: boolean): Promise<void> {
  const { tx, pspAmount } = payment
  const wallet = tx.amountMinor < 0n ? -tx.amountMinor : tx.amountMinor
  const claim = claimOf(tx)
  const change = (fields: OriginChange) => payment.effect({ kind: 'origin', change: { ...claim, ...fields } })
  if (!wasSuccessful) {
    await requireRoom(payment, context)
    return change({})
  }
  if (tx.method === 'REFUND') return change({ refunded: -wallet, pspRefunded: -pspAmount.minor })
  if (tx.method === 'VOID') return change({ voided: -tx.requestedAmountMinor })
  if (tx.method !== 'CAPTURE') return
  const origin = await context.origin(payment)
  if (origin && refundableMinor(subjectOf(origin, payment.now)) < wallet)
    throw new Refusal('INVALID_STATE', { message: 'Part of the captured amount was already returned.' })
  change({ captured: -wallet, pspCaptured: -pspAmount.minor })
}

/** A finished payment is opened again. Much money needs two people: the first asks, another one confirms. */
export const forceInconsistent =
  (operator: Operator, input: ForceInput): Change =>
  async (payment, context) => {
    requireOperation(payment, 'force-inconsistent', operator, input)
    const info = requireInfo(input)
    const { tx, state } = payment
    if (await needsTwoPeople(context, tx.merchantId, payment.requested)) {
      const asked = state.reopenAskedBy
      if (asked) requireOtherPerson(operator.people, askersOf(asked))
      else {
        const { id, name, people } = operator
        payment.patchState({ reopenAskedBy: { id, name, people } })
        payment.note('FORCE', `${operator.name} asks to reopen it: ${info}`)
        return undefined
      }
    }
    const wasSuccessful = payment.status === 'SUCCESSFUL'
    // Of what ended before decisions had numbers: the merchant was told the first, and maybe heard it.
    if (state.toldMerchant === undefined) decideAs(payment, wasSuccessful ? 'TRANSFER' : 'CANCEL')
    payment.patchState({ ledgerSeq: (state.ledgerSeq ?? 0) + 1 })
    if (payment.isChild) await reopenChild(payment, context, wasSuccessful)
    const isBooked = payment.isChild || tx.method === 'WITHDRAWAL' || tx.capturedAmountMinor > 0n
    if (wasSuccessful && isBooked) suspendMoney(payment)
    payment.clearState('reopenAskedBy', 'successAskedBy', 'result')
    payment.clearState('silent', 'cancelTries', 'transferTries', 'captureTries')
    tx.captureDueAt = null
    payment.move(StatusNo.ERR_INCONSISTENT_TRANSACTION, {
      type: 'FORCE',
      summary: `Reopened by ${operator.name}: ${info}`,
    })
    payment.addInfo(info)
    payment.effect({ kind: 'openCase', type: 'INCONSISTENT', cause: info })
    // Whoever was still to be told how it had ended is told how it ends.
    return end
  }

/** The user takes a withdrawal back while nobody has approved it. */
export const cancelByUser: Change = (payment) => {
  const { statusNo, approvalTags, method } = payment.tx
  if (
    method !== 'WITHDRAWAL' ||
    (statusNo !== StatusNo.WAITING_WITHDRAWAL_APPROVAL &&
      statusNo !== StatusNo.WAITING_WITHDRAWAL_AUTO_APPROVAL)
  )
    throw new Refusal('INVALID_STATE', {
      message: 'Only a withdrawal that waits for approval can be cancelled.',
    })
  if (approvalTags.includes('FORBID_CANCEL_BY_USER'))
    throw new Refusal('INVALID_STATE', { message: 'This withdrawal can no longer be cancelled.' })
  payment.note('CANCEL', 'Cancelled by the user')
  return decline(payment, StatusNo.ERR_CANCELLED_BY_USER, { at: 'PERSON', info: 'Cancelled by the user' })
}

/** Why a payment cannot go to its PSP, or the one somebody chose: it is closed by now, or the payment is tied to another. */
async function whyNotThere(
  payment: Payment,
  context: StepContext,
  target: Target | undefined,
): Promise<string | undefined> {
  const { tx } = payment
  if (payment.isChild && target) return 'it belongs to a payment at another PSP'
  const why = target ? undefined : await whyNothingSent(context, tx)
  if (why || payment.isChild) return why?.info
  const { psp, pspAccount } = target ?? tx
  const at = { psp: psp ?? '', account: pspAccount ?? '', step: 'D16' } as const
  return (await whyUnusable(payment, context, at))?.info
}

/** Another attempt, after the PSP has said that it does not know the first. */
export const reprocess =
  (operator: Operator, input: OperationInput, target?: Target): Change =>
  async (payment, context, unit) => {
    const { tx } = payment
    const reprocessCount = await holdReprocessCount(unit.tx, tx)
    requireOperation(payment, 'reprocess', operator, input, { reprocessCount })
    const why = await whyNotThere(payment, context, target)
    if (why) {
      payment.note('FORCE', `Not tried again${target ? ` at ${target.psp}` : ''}: ${why}`)
      return undefined
    }
    tx.reprocessCount += 1
    payment.patchState({ attemptReason: 'REPROCESS' })
    payment.clearState('successAskedBy')
    payment.effect({ kind: 'closeCase', type: 'INCONSISTENT', resolution: 'NO_ACTION' })
    const where = target ? ` at ${target.psp}, account ${target.pspAccount}` : ''
    payment.move(StatusNo.REPROCESSING_PROVIDER, {
      type: 'FORCE',
      summary: `Tried again by ${operator.name}${where}`,
    })
    tx.pollAt = null
    if (payment.isChild) return go('child-submit')
    if (!target) return go('network-token')
    tx.fallbackUsed = true
    payment.clearState('redirectTarget', 'redirect')
    sendTo(payment, target.psp, target.pspAccount)
    return go('convert')
  }
