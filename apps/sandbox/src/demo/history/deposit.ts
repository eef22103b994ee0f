import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import type { DeclinePlace } from '@signalbox/model/payments/decline-stage'
import { movementBooked, movementHeld } from '@signalbox/model/ledger/movement'
import { pspFeeAccrued } from '@signalbox/model/ledger/postings'
import { reservedUntil } from '@signalbox/model/payments/capture-window'
import { amountText } from '@signalbox/model/money/money-text'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { describeStatus } from '@signalbox/server/payments/core/state/payment'
import { pastReference } from '@signalbox/server/payments/connectors/sandbox-past'
import { isCardMethod } from '@signalbox/server/payments/core/flow/steps/enrich'
import {
  agree,
  exchange,
  introduce,
  open,
  quote,
  screen,
  send,
  type Setting,
  type PaymentInput,
} from './opening.ts'
import type { PastPayment } from './past-payment.ts'
import { refusals, refusalWeights, ruleRefusals, unclear, type RuleRefusal } from './refusals.ts'

/** How a deposit of the past ends. */
export type DepositEnding =
  | 'SUCCESS'
  | 'RESERVED'
  | 'DECLINED'
  | 'FALLBACK'
  | 'RULE'
  | 'MERCHANT'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'THREE_DS'
  | 'WAITING'
  | 'INCONSISTENT'
  | 'OTHER_AMOUNT'
  | 'SUSPENSE'
  | 'LATE'

/** Users leave for a page of these PSPs, or of their bank. */
const isRedirected = (payment: PastPayment): boolean => !isCardMethod(payment.tx.providerType)

function reference({ tx, dice }: PastPayment): string {
  const moved = { minor: tx.pspAmountMinor ?? 0n, currency: tx.pspCurrency ?? tx.currency }
  return pastReference(tx.psp ?? '', moved, dice.digits(12))
}

function submit(payment: PastPayment): void {
  const { tx } = payment
  tx.attemptCount += 1
  tx.pspSentAt = payment.at
  payment.move(
    payment.state === 'REPROCESSING' ? StatusNo.REPROCESSING_PROVIDER : StatusNo.PROCESSING_PROVIDER,
    'PSP_REQUEST',
    `Sent to ${tx.psp}, account ${tx.pspAccount}`,
    {
      step: 'submit',
    },
  )
}

function answered(
  payment: PastPayment,
  outcome: string,
  statusNo: number,
  [code, message]: readonly [string, string],
): void {
  const latencyMs = payment.pass(outcome === 'unknown' ? 6_000 : 90, outcome === 'unknown' ? 8_000 : 1_900)
  const reason = payment.attempts.length > 0 ? 'FALLBACK' : 'ROUTE'
  const known = outcome !== 'notSent' && outcome !== 'unknown'
  payment.attempt(
    { reason, action: 'submit' },
    {
      outcome,
      statusNo,
      pspRefId: known ? reference(payment) : null,
      pspStatusCode: known ? code : null,
      pspStatusMessage: known ? message : null,
    },
    latencyMs,
  )
  payment.note('PSP_RESPONSE', `${payment.tx.psp}: ${outcome}`, { step: 'submit', durationMs: latencyMs })
}

/** The user sits at the page of the PSP and comes back. */
function redirected(payment: PastPayment): void {
  const latencyMs = payment.pass(80, 900)
  payment.attempt(
    { reason: 'ROUTE', action: 'submit' },
    {
      outcome: 'redirect',
      statusNo: StatusNo.WAITING_INPUT,
      pspRefId: reference(payment),
      pspStatusCode: null,
      pspStatusMessage: null,
    },
    latencyMs,
  )
  payment.move(StatusNo.WAITING_INPUT, 'PSP_RESPONSE', 'The user is redirected to the PSP', {
    step: 'submit',
    durationMs: latencyMs,
  })
}

function challenge(payment: PastPayment): void {
  payment.tx.threeDsFlow = 'CHALLENGE'
  payment.move(StatusNo.WAITING_3D_SECURE, 'THREE_DS_INIT', 'The user is asked to authenticate', {
    step: 'three-ds',
  })
}

function authenticate(payment: PastPayment, passes: boolean): boolean {
  const { tx, dice } = payment
  tx.threeDsType = 'EXTERNAL'
  tx.threeDsVersion = '2.2.0'
  payment.note('THREE_DS_INIT', '3ds-sim authenticates', { step: 'three-ds' })
  payment.pass(150, 900)
  const frictionless = passes && dice.happens(0.64)
  if (!frictionless) {
    challenge(payment)
    payment.pass(9_000, 55_000)
    payment.move(StatusNo.PROCESSING_PROVIDER, 'THREE_DS_RESULT', 'The user came back from authentication', {
      step: 'three-ds-result',
    })
  }
  const result = passes ? (frictionless ? 'FRICTIONLESS' : 'CHALLENGED') : 'FAILED'
  tx.threeDsFlow = result === 'FAILED' ? 'CHALLENGE_FAILED' : result
  tx.threeDsStatus = passes ? 'Y' : 'N'
  tx.threeDsEci = passes ? (tx.cardBrand === 'MASTERCARD' ? '02' : '05') : null
  payment.note('THREE_DS_RESULT', `3-D Secure: ${result.toLowerCase()}`, { step: 'three-ds' })
  return passes
}

function approved(payment: PastPayment, captured: boolean): void {
  const { tx } = payment
  tx.authorizedAmountMinor = tx.amountMinor
  tx.stepState.pspApproved = true
  if (!captured) return
  tx.capturedAmountMinor = tx.amountMinor
  tx.pspCapturedMinor = tx.pspAmountMinor ?? 0n
  tx.capturedAt = payment.at
}

function transfer(payment: PastPayment): void {
  const working =
    payment.state === 'REPROCESSING' ? StatusNo.REPROCESSING_MERCHANT : StatusNo.PROCESSING_MERCHANT
  payment.move(working, 'TRANSFER', 'The merchant is notified that the money was moved', { step: 'transfer' })
  payment.pass(10, 110)
}

export function bookCost(payment: PastPayment): void {
  const { psp, pspFeeMinor, pspFeeCurrency } = payment.tx
  if (pspFeeMinor === null || pspFeeMinor === 0n || pspFeeCurrency === null) return
  const cost = { minor: pspFeeMinor, currency: pspFeeCurrency }
  payment.book('PSP_FEE', 'Expected fee of the PSP', pspFeeAccrued(psp ?? '', cost))
}

function succeed(payment: PastPayment): void {
  const { tx } = payment
  approved(payment, true)
  transfer(payment)
  payment.notify('TRANSFER', 'transfer')
  payment.move(StatusNo.SUCCESS, 'NOTIFY', describeStatus(StatusNo.SUCCESS), { step: 'finish' })
  payment.book(
    'DEPOSIT_SUCCESS',
    `${transactionTypeLabel(tx.txType)} received`,
    movementBooked(payment.movement()),
  )
  bookCost(payment)
}

function released(payment: PastPayment, statusNo: number, at: DeclinePlace, info: string): void {
  payment.end(statusNo, at, info)
  payment.pass(10, 90)
  payment.note('CANCEL', 'The merchant confirmed the cancellation', { step: 'cancel' })
  payment.notify('CANCEL', 'cancel')
}

function declined(payment: PastPayment): void {
  const statusNo = payment.dice.weighted(refusalWeights)
  const [, code, message] = refusals[statusNo] ?? [StatusNo.SUCCESS, '05', 'Do not honour']
  answered(payment, 'declined', Number(statusNo), [code, message])
  if (payment.tx.bin)
    payment.schemeDeclines.push({
      attemptNo: payment.tx.attemptCount,
      statusNo: Number(statusNo),
      at: payment.at,
    })
  released(payment, Number(statusNo), 'D15', `${payment.tx.psp} refused: ${message} (${code})`)
}

function becomeInconsistent(payment: PastPayment, statusNo: number, cause: string): void {
  payment.move(statusNo, 'PSP_RESPONSE', describeStatus(statusNo), { step: 'submit' })
  payment.doubt(cause)
}

/** Nobody knows whether the PSP moved the money. */
function lost(payment: PastPayment): void {
  const statusNo = Number(payment.dice.weighted(unclear))
  answered(payment, 'unknown', statusNo, ['00', 'Approved'])
  becomeInconsistent(payment, statusNo, describeStatus(statusNo))
}

/** The PSP moved money, and not as much as it was asked to. */
function differs(payment: PastPayment): void {
  const { pspAmountMinor, pspCurrency, currency } = payment.tx
  answered(payment, 'approved', StatusNo.ERR_AMOUNT_MISMATCH, ['00', 'Approved'])
  const moved = { minor: (pspAmountMinor ?? 0n) - 100n, currency: pspCurrency ?? currency }
  becomeInconsistent(payment, StatusNo.ERR_AMOUNT_MISMATCH, `The PSP reports ${amountText(moved)}`)
}

/** The PSP moved the money and the merchant did not take it. */
function suspended(payment: PastPayment): void {
  answered(payment, 'approved', StatusNo.SUCCESS, ['00', 'Approved'])
  approved(payment, true)
  transfer(payment)
  payment.book('SUSPENSE_HELD', 'The merchant did not confirm the transfer', movementHeld(payment.movement()))
  payment.tx.stepState.suspense = true
  payment.tx.merchantErrCode = 'REFUSED'
  payment.tx.merchantErrMsg = 'The transfer is not accepted'
  becomeInconsistent(
    payment,
    StatusNo.ERR_INCONSISTENT_TRANSACTION,
    'The merchant refused the transfer: The transfer is not accepted',
  )
}

/** It was given up, and then the PSP said it had happened after all. */
function late(payment: PastPayment): void {
  expired(payment)
  payment.pass(20 * 60_000, 6 * 3_600_000)
  payment.note('CALLBACK', `${payment.tx.psp}: 00 Approved`, {
    step: 'callback',
    actor: payment.tx.psp ?? 'psp',
  })
  payment.move(StatusNo.ERR_UNKNOWN_CALLBACK, 'PSP_RESPONSE', describeStatus(StatusNo.ERR_UNKNOWN_CALLBACK), {
    step: 'callback',
  })
  payment.tx.stepState.ledgerSeq = 1
  payment.tx.stepState.pspApproved = true
  payment.tx.stepState.suspense = true
  payment.book('SUSPENSE_HELD', 'A late success', movementHeld(payment.movement()), 1)
  payment.doubt('The PSP reports a success after the payment had ended')
}

function expired(payment: PastPayment): void {
  if (isRedirected(payment)) redirected(payment)
  else {
    answered(payment, 'redirect', StatusNo.WAITING_3D_SECURE, ['', ''])
    challenge(payment)
  }
  const statusNo =
    payment.tx.statusNo === StatusNo.WAITING_3D_SECURE
      ? StatusNo.ERR_DECLINED_3D_EXPIRED
      : StatusNo.ERR_DECLINED_EXPIRED
  payment.pass(15 * 60_000, 62 * 60_000)
  payment.note('EXPIRED', 'Not completed in time', { step: 'expire' })
  released(payment, statusNo, 'EXPIRY', 'The user did not finish in time')
}

/** So long the queues of a demonstration have open payments. */
const waitsForMs = 30 * 86_400_000

/** Where a payment that waits is right now. It waits for somebody who will not come, and ends some day. */
function waits(payment: PastPayment): void {
  if (payment.tx.psp === 'manualbank' || payment.tx.psp === 'coinsim') {
    payment.attempt(
      { reason: 'ROUTE', action: 'submit' },
      {
        outcome: 'pending',
        statusNo: StatusNo.WAITING_DEPOSIT_CONFIRMATION,
        pspRefId: reference(payment),
        pspStatusCode: null,
        pspStatusMessage: null,
      },
      payment.pass(80, 900),
    )
    payment.move(
      payment.tx.psp === 'coinsim' ? StatusNo.WAITING_NOTIFICATION : StatusNo.WAITING_DEPOSIT_CONFIRMATION,
      'PSP_RESPONSE',
      'The PSP will decide later',
      {
        step: 'submit',
      },
    )
  } else if (isRedirected(payment)) redirected(payment)
  else challenge(payment)
  payment.tx.expiresAt = new Date(Date.parse(payment.at) + waitsForMs).toISOString()
}

/** Before anything reached a PSP. */
function refusedEarly(payment: PastPayment, ending: 'RULE' | 'MERCHANT'): void {
  if (ending === 'MERCHANT') {
    payment.tx.merchantErrCode = 'GAMING_LIMIT'
    payment.tx.merchantErrMsg = 'The limit the user set is reached'
    return payment.end(
      StatusNo.ERR_RESPONSIBLE_GAMING_LIMIT,
      'D11',
      'The merchant refused: The limit the user set is reached',
    )
  }
  const weights = Object.fromEntries(Object.entries(ruleRefusals).map(([no, [weight]]) => [no, weight]))
  const statusNo = Number(payment.dice.weighted(weights)) as RuleRefusal
  payment.isCounted = statusNo === StatusNo.ERR_DECLINED_LIMIT_OVERDRAWN
  const info = `Declined by the rule “${ruleRefusals[statusNo][1]}”`
  payment.end(
    statusNo === StatusNo.ERR_DECLINED_BIN_BLOCKED && !payment.tx.bin ? StatusNo.ERR_ABOVE_LIMIT : statusNo,
    'D6',
    info,
  )
}

/** The first PSP is down; another one tries. */
function retryAtFallback(payment: PastPayment): void {
  const { tx } = payment
  answered(payment, 'notSent', StatusNo.ERR_PSP_OUT_OF_SERVICE, ['', ''])
  tx.fallbackUsed = true
  tx.psp = 'borealpay'
  tx.pspAccount = 'default'
  payment.move(StatusNo.REPROCESSING_PROVIDER, 'FALLBACK', 'New attempt at borealpay, account default', {
    step: 'fallback',
  })
  submit(payment)
  if (payment.dice.happens(0.2)) return declined(payment)
  answered(payment, 'approved', StatusNo.SUCCESS, ['00', 'Approved'])
  succeed(payment)
}

function atPage(payment: PastPayment, ending: DepositEnding): void {
  if (ending === 'EXPIRED') return expired(payment)
  if (ending === 'LATE') return late(payment)
  if (ending === 'WAITING') return waits(payment)
  redirected(payment)
  payment.pass(8_000, 170_000)
  if (ending === 'CANCELLED')
    return released(payment, StatusNo.ERR_CANCELLED_BY_USER, 'PERSON', 'Cancelled by the user')
  payment.move(StatusNo.PROCESSING_PROVIDER, 'CALLBACK', `${payment.tx.psp}: 00 Approved`, {
    step: 'callback',
    actor: payment.tx.psp ?? 'psp',
  })
  if (ending === 'SUSPENSE') return suspended(payment)
  if (ending === 'INCONSISTENT') return lost(payment)
  if (ending === 'OTHER_AMOUNT') return differs(payment)
  if (ending !== 'DECLINED') return succeed(payment)
  const statusNo = payment.dice.happens(0.6)
    ? StatusNo.ERR_DECLINED_NO_FUNDS
    : StatusNo.ERR_DECLINED_BANK_REFUSAL
  payment.tx.pspStatusMessage =
    statusNo === StatusNo.ERR_DECLINED_NO_FUNDS ? 'Insufficient funds' : 'Refused by the bank'
  released(payment, statusNo, 'D15', `${payment.tx.psp} refused: ${payment.tx.pspStatusMessage}`)
}

function withCard(payment: PastPayment, ending: DepositEnding): void {
  const { tx } = payment
  if (ending === 'CANCELLED' || ending === 'EXPIRED' || ending === 'LATE') {
    submit(payment)
    return ending === 'LATE' ? late(payment) : expired(payment)
  }
  if (ending === 'WAITING') return waitForUser(payment)
  if (tx.providerType === 'CREDITCARD' && !authenticate(payment, ending !== 'THREE_DS'))
    return released(payment, StatusNo.ERR_DECLINED_3D_AUTHENTICATION_FAILED, 'D13', '3-D Secure: failed')
  submit(payment)
  if (ending === 'FALLBACK' && tx.psp === 'acmecards') return retryAtFallback(payment)
  if (ending === 'DECLINED' || ending === 'THREE_DS') return declined(payment)
  if (ending === 'INCONSISTENT') return lost(payment)
  if (ending === 'OTHER_AMOUNT') return differs(payment)
  if (ending === 'SUSPENSE') return suspended(payment)
  answered(payment, 'approved', StatusNo.SUCCESS, ['00', 'Approved'])
  if (ending !== 'RESERVED') return succeed(payment)
  approved(payment, false)
  const reservedAt = new Date(tx.authorizedAt ?? payment.at)
  tx.captureUntil = reservedUntil(reservedAt, { authType: tx.authType }).toISOString()
  payment.move(StatusNo.SUCCESS_WAITING_CAPTURE, 'NOTIFY', describeStatus(StatusNo.SUCCESS_WAITING_CAPTURE), {
    step: 'finish',
  })
}

function waitForUser(payment: PastPayment): void {
  payment.tx.threeDsType = 'EXTERNAL'
  payment.note('THREE_DS_INIT', '3ds-sim authenticates', { step: 'three-ds' })
  waits(payment)
}

/** A deposit from the request to its end. */
export function deposit(setting: Setting, input: PaymentInput, ending: DepositEnding): PastPayment {
  const payment = open(setting, input)
  introduce(payment, setting)
  if (ending === 'RULE') {
    refusedEarly(payment, ending)
    return payment
  }
  payment.isCounted = true
  send(payment, setting)
  screen(payment)
  if (payment.tx.fraudDecision === 'REJECT') {
    payment.end(
      StatusNo.ERR_DECLINED_FRAUD_SCORE_THRESHOLD_EXCEEDED,
      'D8',
      `${payment.tx.fraudProvider} scored ${payment.tx.fraudScore}, above the threshold`,
    )
    return payment
  }
  if (ending === 'MERCHANT') {
    refusedEarly(payment, ending)
    return payment
  }
  quote(payment, setting)
  exchange(payment, setting)
  agree(payment)
  if (isRedirected(payment)) {
    submit(payment)
    atPage(payment, ending)
  } else withCard(payment, ending)
  return payment
}
