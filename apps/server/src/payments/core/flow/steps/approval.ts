import { amountText } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'
import { notingSheet } from '@signalbox/model/money/noted-rates'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { OutputsOf } from '@signalbox/model/rules/outputs-of'
import { approval as approvalRules } from '@signalbox/model/rules/tables/approval'
import type { Payment } from '../../state/payment.ts'
import type { Transaction } from '../../record/transaction.ts'
import { takesTwoPeople } from '../compared-at-rate.ts'
import { decline } from '../decline.ts'
import { durationMs } from '../duration.ts'
import { isCardMethod } from './enrich.ts'
import { computeStep, go, wait, type Next } from '../step.ts'
import type { StepContext } from '../step-context.ts'

/** Where a payment goes once nobody has to approve it any more. */
function afterApproval({ tx }: Payment): Next {
  if (tx.method === 'REFUND') return go('authorize')
  if (tx.method === 'WITHDRAWAL') return go('recheck')
  return go(isCardMethod(tx.providerType) ? 'three-ds' : 'submit')
}

/** Nobody has to approve it any more: a person has, or the clock. */
export function goOnApproved(payment: Payment, approvedBy: 'PERSON' | 'CLOCK', summary: string): Next {
  payment.patchState({ approvedBy })
  payment.move(StatusNo.PROCESSING_PROVIDER, { type: 'APPROVAL', summary })
  return afterApproval(payment)
}

/** Deposits have numbers of their own; whatever pays money out shares those of withdrawals. */
const waitingNo = (payment: Payment, kind: 'MANUAL' | 'AUTO' | 'HOLD'): number => {
  const deposit = payment.isDeposit
  return {
    MANUAL: deposit ? StatusNo.WAITING_DEPOSIT_APPROVAL : StatusNo.WAITING_WITHDRAWAL_APPROVAL,
    AUTO: deposit ? StatusNo.WAITING_DEPOSIT_AUTO_APPROVAL : StatusNo.WAITING_WITHDRAWAL_AUTO_APPROVAL,
    HOLD: deposit ? StatusNo.WAITING_DEPOSIT_ON_HOLD_APPROVAL : StatusNo.WAITING_WITHDRAWAL_ON_HOLD_APPROVAL,
  }[kind]
}

/**
 * A refund is judged with all refunds of its payment that were made or asked for: what takes two people at once takes
 * them in parts. Whoever asks for a part locks the payment first, so of two at once at least the second counts both.
 */
async function judgedAmount(payment: Payment, context: StepContext): Promise<Money> {
  const { tx, requested } = payment
  const origin = tx.method === 'REFUND' ? await context.origin(payment) : undefined
  const minor = origin ? origin.refundedAmountMinor + origin.refundingAmountMinor : 0n
  return minor > requested.minor ? { minor, currency: requested.currency } : requested
}

async function isAboveSingle(
  { merchantId }: Transaction,
  context: StepContext,
  money: Money,
): Promise<boolean> {
  const { approvalMaxSingle } = await context.merchant(merchantId)
  const threshold = { amounts: approvalMaxSingle, reached: 'ONE' } as const
  return takesTwoPeople(context, { merchantId, money }, threshold)
}

const inMs = (context: StepContext, ms: number): string => new Date(context.now.getTime() + ms).toISOString()

function automatic(
  payment: Payment,
  context: StepContext,
  { approvalAction: action, delay, unit }: OutputsOf<typeof approvalRules>,
): Next {
  const { tx } = payment
  const delayMs = durationMs(delay, unit)
  tx.approvalMode = 'AUTO'
  if (action === 'DENY')
    return decline(payment, StatusNo.ERR_CANCELLED_BY_MERCHANT, {
      at: 'D12',
      info: 'Denied by an approval rule',
    })
  payment.patchState({ approvedBy: 'CLOCK' })
  if (delayMs === 0) return afterApproval(payment)
  payment.move(waitingNo(payment, 'AUTO'), {
    type: 'APPROVAL',
    summary: 'Approved automatically after a delay',
  })
  tx.approvalDueAt = inMs(context, delayMs)
  return wait
}

/** Asks who must approve. An approver who delays a payment asks again, with the reason. */
export async function askApproval(
  payment: Payment,
  context: StepContext,
  delayReason?: string,
): Promise<Next> {
  const { tx, state } = payment
  // A clock that was set before does not run for what is decided now.
  tx.approvalDueAt = null
  // Rules may approve what is little, with nobody looking: not by a rate somebody has just entered.
  const standing = await context.rates(tx.merchantId, undefined, 'STANDING')
  const amount = await judgedAmount(payment, context)
  const isPart = amount.minor > payment.requested.minor
  const also = { ...(delayReason && { delayReason }), ...(isPart && { amount }) }
  const { hits } = await context.ask(payment, approvalRules, 'D12', {
    rates: notingSheet(standing),
    ...(Object.keys(also).length > 0 && { also }),
  })
  const outputs = hits[0]?.outputs
  const reviewed = state.review && state.review.length > 0
  if (!outputs && tx.method !== 'WITHDRAWAL' && !reviewed) {
    tx.approvalMode = 'NONE'
    return afterApproval(payment)
  }
  if (outputs) {
    tx.approvalTags = [...outputs.tags]
    tx.approvalQueue = outputs.queue ?? null
    // Whatever is put on hold waits for people, and for as many of them as if they had been asked at once.
    const isDecided = outputs.approvalMethod === 'AUTOMATIC' && outputs.approvalAction !== 'HOLD'
    // A review takes away only what the clock would have approved: what a rule denies is denied.
    if (isDecided && (!reviewed || outputs.approvalAction === 'DENY'))
      return automatic(payment, context, outputs)
  }
  const two = outputs?.levels === 'TWO' || (await isAboveSingle(tx, context, amount))
  tx.approvalMode = two ? 'TWO_LEVEL' : 'SINGLE'
  if (reviewed) payment.addInfo(`Review: ${state.review?.join(', ')}`)
  if (isPart) payment.addInfo(`With other refunds of the payment: ${amountText(amount)}`)
  const held = outputs?.approvalAction === 'HOLD'
  if (held) payment.patchState({ heldFrom: waitingNo(payment, 'MANUAL') })
  payment.move(waitingNo(payment, held ? 'HOLD' : 'MANUAL'), {
    type: held ? 'HOLD' : 'APPROVAL',
    summary: `${held ? 'Put on hold by rule. ' : ''}${two ? 'Two people' : 'One person'} must approve it`,
  })
  tx.expiresAt = inMs(context, context.timings.approvalTtlMs)
  return wait
}

export const approval = computeStep('approval', (payment, context) => askApproval(payment, context))
