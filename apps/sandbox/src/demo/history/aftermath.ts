import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import { declineStageOf } from '@signalbox/model/payments/decline-stage'
import { movementBooked, movementTaken } from '@signalbox/model/ledger/movement'
import type { Money } from '@signalbox/model/money/money'
import { describeStatus } from '@signalbox/server/payments/core/state/payment'
import { methodOf } from '@signalbox/model/payments/transaction-method'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { childTransaction } from '@signalbox/server/payments/core/record/new-transaction'
import { bookCost } from './deposit.ts'
import type { Cast } from './opening.ts'
import { PastPayment } from './past-payment.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** What happens to a payment after it was over. */
export interface Aftermath {
  readonly cast: Cast
  /** The moment near this one at which a transaction may begin, and its id. */
  readonly begin: (aboutMs: number) => { readonly ms: number; readonly id: number }
}

const absolute = (minor: bigint): bigint => (minor < 0n ? -minor : minor)

interface ChildInput {
  readonly txType: string
  readonly wallet: bigint
  readonly sign: 1n | -1n
  readonly pspAmount: Money
  readonly by: string
  readonly source: 'BACKOFFICE' | 'PSP'
}

/** A transaction that follows from another one, at the time its origin has come to. */
function follow(origin: PastPayment, { begin }: Aftermath, input: ChildInput): PastPayment {
  const { txType, wallet, sign, pspAmount, by, source } = input
  const { ms, id } = begin(origin.ms)
  origin.ms = ms
  const now = new Date(ms)
  const tx = childTransaction({
    origin: origin.tx,
    id,
    txType,
    method: methodOf(txType) ?? 'INFO',
    apiSource: source,
    initiatedBy: by,
    now,
    amountMinor: sign * wallet,
    pspAmount,
  })
  tx.version = 0
  return new PastPayment(tx, origin.dice)
}

/** Our side asks the PSP for it. */
function ask(child: PastPayment, action: 'capture' | 'refund'): void {
  const { tx } = child
  child.move(
    StatusNo.PROCESSING_PROVIDER,
    'RULES',
    `${transactionTypeLabel(tx.txType)} of ${tx.originTxId}`,
    {
      step: 'child-check',
    },
  )
  child.move(StatusNo.PROCESSING_USER_AUTHORISATION, 'AUTHORIZE', 'The merchant is asked to authorise', {
    step: 'authorize',
  })
  child.pass(10, 90)
  tx.authorizedAt = child.at
  tx.stepState.authCode = `auth-${tx.id}`
  tx.attemptCount = 1
  tx.pspSentAt = child.at
  child.move(
    StatusNo.PROCESSING_PROVIDER,
    'PSP_REQUEST',
    `${transactionTypeLabel(tx.txType)} sent to ${tx.psp}`,
    {
      step: 'child-submit',
    },
  )
  const durationMs = child.pass(90, 1_200)
  const pspRefId = `${action.slice(0, 2).toUpperCase()}${child.dice.digits(12)}`
  const answer = {
    outcome: 'approved',
    statusNo: StatusNo.SUCCESS,
    pspRefId,
    pspStatusCode: '00',
    pspStatusMessage: 'Approved',
  }
  child.attempt({ reason: 'CHILD', action }, answer, durationMs)
  child.note('PSP_RESPONSE', `${tx.psp}: approved`, { step: 'child-submit', durationMs })
  child.move(StatusNo.PROCESSING_MERCHANT, 'TRANSFER', 'The merchant is notified that the money was moved', {
    step: 'transfer',
  })
  child.pass(10, 90)
  child.notify('TRANSFER', 'transfer')
  child.move(
    StatusNo.SUCCESS,
    action === 'capture' ? 'CAPTURE' : 'NOTIFY',
    describeStatus(StatusNo.SUCCESS),
    {
      step: 'child-finish',
    },
  )
}

/** The PSP says that it has happened. */
function report(child: PastPayment, summary: string): void {
  const actor = child.tx.psp ?? 'psp'
  child.move(StatusNo.PROCESSING_PROVIDER, 'RULES', summary, { step: 'callback', actor })
  child.move(StatusNo.SUCCESS, 'NOTIFY', summary, { step: 'callback', actor })
  child.notify('NOTIFICATION', child.tx.txType, 'merchant', { originTxId: child.tx.originTxId })
}

function updateOrigin(origin: PastPayment, child: PastPayment): void {
  origin.ms = child.ms
  const type = child.tx.method === 'CAPTURE' ? 'CAPTURE' : 'NOTIFY'
  origin.note(type, `${transactionTypeLabel(child.tx.txType)} ${child.tx.id}`, { step: 'child-finish' })
}

const pspMoney = ({ tx }: PastPayment): Money => ({
  minor: tx.pspAmountMinor ?? 0n,
  currency: tx.pspCurrency ?? tx.currency,
})

/** What the PSP took for the wallet alone: the fee is not given back with it. */
function pspOfWallet({ tx }: PastPayment, wallet: bigint): Money {
  const currency = tx.pspCurrency ?? tx.currency
  if (currency === tx.currency) return { minor: wallet, currency }
  return { minor: ((tx.pspAmountMinor ?? 0n) * wallet) / absolute(tx.txAmountMinor), currency }
}

export function refund(origin: PastPayment, aftermath: Aftermath): PastPayment | undefined {
  const { dice, tx } = origin
  origin.ms += dice.between(2 * hourMs, 6 * dayMs)
  const isWhole = dice.happens(0.6) || pspMoney(origin).currency !== tx.currency
  const wallet = isWhole
    ? tx.capturedAmountMinor
    : (tx.capturedAmountMinor * BigInt(dice.between(2, 9))) / 10n
  const pspAmount = pspOfWallet(origin, wallet)
  if (wallet <= 0n || pspAmount.minor <= 0n || origin.ms > aftermath.cast.untilMs - hourMs) return undefined
  const by = aftermath.cast.operator.username
  const child = follow(origin, aftermath, {
    txType: 'Refund',
    wallet,
    sign: -1n,
    pspAmount,
    by,
    source: 'BACKOFFICE',
  })
  child.isCounted = true
  ask(child, 'refund')
  child.book('REFUND', `Refund of ${tx.id}`, movementBooked(child.movement()))
  tx.refundedAmountMinor += wallet
  tx.pspRefundedMinor += pspAmount.minor
  updateOrigin(origin, child)
  if (dice.happens(0.5)) origin.write(aftermath.cast.operator, 'The player asked for it by email.')
  return child
}

export function capture(origin: PastPayment, aftermath: Aftermath): PastPayment | undefined {
  const { dice, tx } = origin
  origin.ms += dice.between(10 * 60_000, 30 * hourMs)
  if (origin.ms > aftermath.cast.untilMs - hourMs) return undefined
  const wallet = tx.authorizedAmountMinor
  const by = aftermath.cast.operator.username
  const input = {
    txType: 'Capture',
    wallet,
    sign: 1n,
    pspAmount: pspMoney(origin),
    by,
    source: 'BACKOFFICE',
  } as const
  const child = follow(origin, aftermath, input)
  child.tx.feeMinor = tx.feeMinor
  child.tx.vatAmountMinor = tx.vatAmountMinor
  // All of it is captured, so it costs what was expected.
  child.tx.pspFeeMinor = tx.pspFeeMinor
  child.tx.pspFeeCurrency = tx.pspFeeCurrency
  ask(child, 'capture')
  child.book('CAPTURE', `Capture of ${tx.id}`, movementBooked(child.movement()))
  bookCost(child)
  tx.capturedAmountMinor = wallet
  tx.pspCapturedMinor = tx.pspAmountMinor ?? 0n
  tx.capturedAt = child.at
  origin.ms = child.ms
  origin.move(StatusNo.SUCCESS_CAPTURED, 'CAPTURE', `Capture ${child.tx.id}`, { step: 'child-finish' })
  return child
}

/** The holder of a card disputes it, and sometimes is wrong. */
export function dispute(origin: PastPayment, aftermath: Aftermath): PastPayment[] {
  const { dice, tx } = origin
  const { untilMs } = aftermath.cast
  origin.ms += dice.between(3 * dayMs, 20 * dayMs)
  if (origin.ms > untilMs - hourMs) return []
  const [wallet, pspAmount, by] = [tx.capturedAmountMinor, pspMoney(origin), tx.psp ?? 'psp']
  const base = { wallet, pspAmount, by, source: 'PSP' } as const
  const filed = follow(origin, aftermath, { ...base, txType: 'DisputeFiled', sign: -1n })
  report(filed, 'The holder of the card disputes it')
  filed.book('CHARGEBACK', `Chargeback of ${tx.id}`, movementBooked(filed.movement()))
  filed.openCase('DISPUTE', 'The holder of the card disputes it')
  tx.chargebackAmountMinor += wallet
  updateOrigin(origin, filed)
  origin.ms += dice.between(5 * dayMs, 15 * dayMs)
  if (!dice.happens(0.35) || origin.ms > untilMs - hourMs) return [filed]
  const won = follow(origin, aftermath, { ...base, txType: 'DisputeResolved', sign: 1n })
  report(won, 'The dispute is won')
  won.book('CHARGEBACK_WON', `Chargeback of ${tx.id} won`, movementBooked(won.movement()))
  tx.chargebackAmountMinor -= wallet
  updateOrigin(origin, won)
  filed.ms = won.ms
  filed.closeCase('NO_ACTION', aftermath.cast.investigator.username)
  return [filed, won]
}

/** The bank of the user sends a payout back. */
export function reversal(origin: PastPayment, aftermath: Aftermath): PastPayment | undefined {
  const { dice, tx } = origin
  origin.ms += dice.between(8 * hourMs, 4 * dayMs)
  if (origin.ms > aftermath.cast.untilMs - hourMs) return undefined
  // It did not happen after all: the user's fee goes back with it.
  const [wallet, pspAmount] = [absolute(tx.amountMinor), pspMoney(origin)]
  const by = tx.psp ?? 'psp'
  const child = follow(origin, aftermath, {
    txType: 'Reversal',
    wallet,
    sign: 1n,
    pspAmount,
    by,
    source: 'PSP',
  })
  if (tx.feeBillTo !== 'MERCHANT') {
    child.tx.feeMinor = tx.feeMinor
    child.tx.vatAmountMinor = tx.vatAmountMinor
  }
  child.tx.txAmountMinor = absolute(tx.txAmountMinor)
  report(child, 'Returned: account closed')
  child.book('REVERSAL', `Reversal of ${tx.id}`, movementBooked(child.movement(true)))
  tx.returnedAmountMinor += wallet
  return child
}

/** Somebody found out what became of a deposit that was not understood. */
export function resolve(payment: PastPayment, { cast }: Aftermath): void {
  const { tx, dice } = payment
  payment.ms += dice.between(hourMs, 40 * hourMs)
  const actor = cast.investigator.username
  if (tx.stepState.suspense) {
    tx.authorizedAmountMinor = tx.amountMinor
    tx.capturedAmountMinor = tx.amountMinor
    tx.pspCapturedMinor = tx.pspAmountMinor ?? 0n
    tx.capturedAt = payment.at
    payment.move(StatusNo.SUCCESS, 'FORCE', `Forced successful by ${actor}: statement of the PSP`, {
      step: 'force',
      actor,
    })
    payment.book('SUSPENSE_SUCCESS', 'Taken over from suspense', movementTaken(payment.movement()))
    delete tx.stepState.suspense
    tx.info = 'Statement of the PSP'
    bookCost(payment)
    payment.closeCase('FORCED_SUCCESS', actor)
  } else {
    payment.move(
      StatusNo.ERR_DECLINED_OTHER_REASON,
      'FORCE',
      `Forced failed by ${actor}: unknown to the PSP`,
      {
        step: 'force',
        actor,
      },
    )
    tx.declineStage = declineStageOf(StatusNo.ERR_DECLINED_OTHER_REASON, 'FORCED')
    tx.info = 'Unknown to the PSP'
    payment.closeCase('FORCED_FAILED', actor)
  }
  delete tx.stepState.causes
  payment.write(cast.investigator, 'Compared with the statement of the PSP.')
}
