import type { DeclinePlace } from '@signalbox/model/payments/decline-stage'
import { movementBooked, movementHeld } from '@signalbox/model/ledger/movement'
import { pspFeeAccrued } from '@signalbox/model/ledger/postings'
import { reservedUntil } from '@signalbox/model/payments/capture-window'
import { amountText } from '@signalbox/model/money/money-text'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { describeStatus } from '../../payments/core/state/payment.ts'
import { pastReference } from '../../payments/connectors/sandbox-past.ts'
import { isCardMethod } from '../../payments/core/flow/steps/enrich.ts'
import { agree, exchange, introduce, open, quote, screen, send, type Setting, type Wish } from './opening.ts'
import type { Story } from './story.ts'

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

const refusals: Readonly<Record<string, readonly [weight: number, code: string, message: string]>> = {
  [StatusNo.ERR_DECLINED_NO_FUNDS]: [36, '51', 'Insufficient funds'],
  [StatusNo.ERR_DECLINED_OTHER_REASON]: [20, '05', 'Do not honour'],
  [StatusNo.ERR_DECLINED_NOT_AUTHORIZED]: [10, '57', 'Not permitted to cardholder'],
  [StatusNo.ERR_DECLINED_BANK_REFUSAL]: [8, '05', 'Refused by the bank'],
  [StatusNo.ERR_DECLINED_CVV_FAIL]: [7, '82', 'Security code does not match'],
  [StatusNo.ERR_DECLINED_CARD_EXPIRED]: [5, '54', 'Expired card'],
  [StatusNo.ERR_DECLINED_ISSUER_UNAVAILABLE]: [4, '91', 'Issuer unavailable'],
  [StatusNo.ERR_DECLINED_RESTRICTED_CARD]: [4, '62', 'Restricted card'],
  [StatusNo.ERR_DECLINED_ACCOUNT_SUSPENDED]: [3, '78', 'Account closed'],
  [StatusNo.ERR_DECLINED_FRAUD_RULE_PSP]: [3, '59', 'Suspected fraud'],
}
const refusalWeights = Object.fromEntries(
  Object.entries(refusals).map(([statusNo, [weight]]) => [statusNo, weight]),
)

const ruleRefusals = {
  [StatusNo.ERR_DECLINED_LIMIT_OVERDRAWN]: [5, 'Monthly deposits'],
  [StatusNo.ERR_ABOVE_LIMIT]: [4, 'Largest deposit'],
  [StatusNo.ERR_BELOW_LIMIT]: [2, 'Smallest deposit'],
  [StatusNo.ERR_DECLINED_IP_BLOCKED]: [1, 'Addresses we do not serve'],
  [StatusNo.ERR_DECLINED_BIN_BLOCKED]: [1, 'Cards we do not take'],
} as const
type RuleRefusal = keyof typeof ruleRefusals

const unclear: Readonly<Record<string, number>> = {
  [StatusNo.ERR_READ_TIMEOUT]: 60,
  [StatusNo.ERR_IO_EXCEPTION]: 24,
  [StatusNo.ERR_UNKNOWN_RESPONSE]: 16,
}

/** Users leave for a page of these PSPs, or of their bank. */
const isRedirected = (story: Story): boolean => !isCardMethod(story.tx.providerType)

function reference({ tx, dice }: Story): string {
  const moved = { minor: tx.pspAmountMinor ?? 0n, currency: tx.pspCurrency ?? tx.currency }
  return pastReference(tx.psp ?? '', moved, dice.digits(12))
}

function submit(story: Story): void {
  const { tx } = story
  tx.attemptCount += 1
  tx.pspSentAt = story.at
  story.move(
    story.state === 'REPROCESSING' ? StatusNo.REPROCESSING_PROVIDER : StatusNo.PROCESSING_PROVIDER,
    'PSP_REQUEST',
    `Sent to ${tx.psp}, account ${tx.pspAccount}`,
    {
      step: 'submit',
    },
  )
}

function answered(
  story: Story,
  outcome: string,
  statusNo: number,
  [code, message]: readonly [string, string],
): void {
  const latencyMs = story.pass(outcome === 'unknown' ? 6_000 : 90, outcome === 'unknown' ? 8_000 : 1_900)
  const reason = story.attempts.length > 0 ? 'FALLBACK' : 'ROUTE'
  const known = outcome !== 'notSent' && outcome !== 'unknown'
  story.attempt(
    { reason, action: 'submit' },
    {
      outcome,
      statusNo,
      pspRefId: known ? reference(story) : null,
      pspStatusCode: known ? code : null,
      pspStatusMessage: known ? message : null,
    },
    latencyMs,
  )
  story.note('PSP_RESPONSE', `${story.tx.psp}: ${outcome}`, { step: 'submit', durationMs: latencyMs })
}

/** The user sits at the page of the PSP and comes back. */
function redirected(story: Story): void {
  const latencyMs = story.pass(80, 900)
  story.attempt(
    { reason: 'ROUTE', action: 'submit' },
    {
      outcome: 'redirect',
      statusNo: StatusNo.WAITING_INPUT,
      pspRefId: reference(story),
      pspStatusCode: null,
      pspStatusMessage: null,
    },
    latencyMs,
  )
  story.move(StatusNo.WAITING_INPUT, 'PSP_RESPONSE', 'The user goes to a page of the PSP', {
    step: 'submit',
    durationMs: latencyMs,
  })
}

function authenticate(story: Story, passes: boolean): boolean {
  const { tx, dice } = story
  tx.threeDsType = 'EXTERNAL'
  tx.threeDsVersion = '2.2.0'
  story.note('THREE_DS_INIT', '3ds-sim authenticates', { step: 'three-ds' })
  story.pass(150, 900)
  const frictionless = passes && dice.happens(0.64)
  if (!frictionless) {
    story.move(StatusNo.WAITING_3D_SECURE, 'THREE_DS_INIT', 'The user is asked to authenticate', {
      step: 'three-ds',
    })
    story.pass(9_000, 55_000)
    story.move(StatusNo.PROCESSING_PROVIDER, 'THREE_DS_RESULT', 'The user came back from authentication', {
      step: 'three-ds-result',
    })
  }
  const result = passes ? (frictionless ? 'FRICTIONLESS' : 'CHALLENGED') : 'FAILED'
  tx.threeDsFlow = result
  tx.threeDsStatus = passes ? 'Y' : 'N'
  tx.threeDsEci = passes ? (tx.cardBrand === 'MASTERCARD' ? '02' : '05') : null
  story.note('THREE_DS_RESULT', `3-D Secure: ${result.toLowerCase()}`, { step: 'three-ds' })
  return passes
}

function approved(story: Story, captured: boolean): void {
  const { tx } = story
  tx.authorizedAmountMinor = tx.amountMinor
  tx.stepState.pspApproved = true
  if (!captured) return
  tx.capturedAmountMinor = tx.amountMinor
  tx.pspCapturedMinor = tx.pspAmountMinor ?? 0n
  tx.capturedAt = story.at
}

function transfer(story: Story): void {
  const working =
    story.state === 'REPROCESSING' ? StatusNo.REPROCESSING_MERCHANT : StatusNo.PROCESSING_MERCHANT
  story.move(working, 'TRANSFER', 'The merchant is told that the money has moved', { step: 'transfer' })
  story.pass(10, 110)
}

export function bookCost(story: Story): void {
  const { psp, pspFeeMinor, pspFeeCurrency } = story.tx
  if (pspFeeMinor === null || pspFeeMinor === 0n || pspFeeCurrency === null) return
  const cost = { minor: pspFeeMinor, currency: pspFeeCurrency }
  story.book('PSP_FEE', 'Expected fee of the PSP', pspFeeAccrued(psp ?? '', cost))
}

function succeed(story: Story): void {
  const { tx } = story
  approved(story, true)
  transfer(story)
  story.tell('TRANSFER', 'transfer')
  story.move(StatusNo.SUCCESS, 'NOTIFY', describeStatus(StatusNo.SUCCESS), { step: 'finish' })
  story.book('DEPOSIT_SUCCESS', `${tx.txType} received`, movementBooked(story.movement()))
  bookCost(story)
}

function released(story: Story, statusNo: number, at: DeclinePlace, info: string): void {
  story.end(statusNo, at, info)
  story.pass(10, 90)
  story.note('CANCEL', 'The merchant has released it', { step: 'cancel' })
  story.tell('CANCEL', 'cancel')
}

function declined(story: Story): void {
  const statusNo = story.dice.weighted(refusalWeights)
  const [, code, message] = refusals[statusNo] ?? [StatusNo.SUCCESS, '05', 'Do not honour']
  answered(story, 'declined', Number(statusNo), [code, message])
  if (story.tx.bin)
    story.schemeDeclines.push({ attemptNo: story.tx.attemptCount, statusNo: Number(statusNo), at: story.at })
  released(story, Number(statusNo), 'D15', `${story.tx.psp} refused: ${message} (${code})`)
}

function becomeInconsistent(story: Story, statusNo: number, cause: string): void {
  story.move(statusNo, 'PSP_RESPONSE', describeStatus(statusNo), { step: 'submit' })
  story.doubt(cause)
}

/** Nobody knows whether the PSP moved the money. */
function lost(story: Story): void {
  const statusNo = Number(story.dice.weighted(unclear))
  answered(story, 'unknown', statusNo, ['00', 'Approved'])
  becomeInconsistent(story, statusNo, describeStatus(statusNo))
}

/** The PSP moved money, and not as much as it was asked to. */
function differs(story: Story): void {
  const { pspAmountMinor, pspCurrency, currency } = story.tx
  answered(story, 'approved', StatusNo.ERR_AMOUNT_MISMATCH, ['00', 'Approved'])
  const moved = { minor: (pspAmountMinor ?? 0n) - 100n, currency: pspCurrency ?? currency }
  becomeInconsistent(story, StatusNo.ERR_AMOUNT_MISMATCH, `The PSP reports ${amountText(moved)}`)
}

/** The PSP moved the money and the merchant did not take it. */
function suspended(story: Story): void {
  answered(story, 'approved', StatusNo.SUCCESS, ['00', 'Approved'])
  approved(story, true)
  transfer(story)
  story.book('SUSPENSE_HELD', 'The merchant did not take the money over', movementHeld(story.movement()))
  story.tx.stepState.suspense = true
  story.tx.merchantErrCode = 'REFUSED'
  story.tx.merchantErrMsg = 'The transfer is not accepted'
  becomeInconsistent(
    story,
    StatusNo.ERR_INCONSISTENT_TRANSACTION,
    'The merchant refused the transfer: The transfer is not accepted',
  )
}

/** It was given up, and then the PSP said it had happened after all. */
function late(story: Story): void {
  expired(story)
  story.pass(20 * 60_000, 6 * 3_600_000)
  story.note('CALLBACK', `${story.tx.psp}: 00 Approved`, { step: 'callback', actor: story.tx.psp ?? 'psp' })
  story.move(StatusNo.ERR_UNKNOWN_CALLBACK, 'PSP_RESPONSE', describeStatus(StatusNo.ERR_UNKNOWN_CALLBACK), {
    step: 'callback',
  })
  story.tx.stepState.ledgerSeq = 1
  story.tx.stepState.pspApproved = true
  story.tx.stepState.suspense = true
  story.book('SUSPENSE_HELD', 'A late success', movementHeld(story.movement()), 1)
  story.doubt('The PSP reports a success after the payment was over')
}

function expired(story: Story): void {
  if (isRedirected(story)) redirected(story)
  else {
    answered(story, 'redirect', StatusNo.WAITING_3D_SECURE, ['', ''])
    story.move(StatusNo.WAITING_3D_SECURE, 'THREE_DS_INIT', 'The user is asked to authenticate', {
      step: 'three-ds',
    })
  }
  const statusNo =
    story.tx.statusNo === StatusNo.WAITING_3D_SECURE
      ? StatusNo.ERR_DECLINED_3D_EXPIRED
      : StatusNo.ERR_DECLINED_EXPIRED
  story.pass(15 * 60_000, 62 * 60_000)
  story.note('EXPIRED', 'Nobody finished it in time', { step: 'expire' })
  released(story, statusNo, 'EXPIRY', 'The user did not finish in time')
}

/** So long the desks of a demonstration have somebody to wait for. */
const waitsForMs = 30 * 86_400_000

/** Where a payment that waits is right now. It waits for somebody who will not come, and ends some day. */
function waits(story: Story): void {
  if (story.tx.psp === 'manualbank' || story.tx.psp === 'coinsim') {
    story.attempt(
      { reason: 'ROUTE', action: 'submit' },
      {
        outcome: 'pending',
        statusNo: StatusNo.WAITING_DEPOSIT_CONFIRMATION,
        pspRefId: reference(story),
        pspStatusCode: null,
        pspStatusMessage: null,
      },
      story.pass(80, 900),
    )
    story.move(
      story.tx.psp === 'coinsim' ? StatusNo.WAITING_NOTIFICATION : StatusNo.WAITING_DEPOSIT_CONFIRMATION,
      'PSP_RESPONSE',
      'The PSP decides later',
      {
        step: 'submit',
      },
    )
  } else if (isRedirected(story)) redirected(story)
  else
    story.move(StatusNo.WAITING_3D_SECURE, 'THREE_DS_INIT', 'The user is asked to authenticate', {
      step: 'three-ds',
    })
  story.tx.expiresAt = new Date(Date.parse(story.at) + waitsForMs).toISOString()
}

/** Before anything reached a PSP. */
function refusedEarly(story: Story, ending: 'RULE' | 'MERCHANT'): void {
  if (ending === 'MERCHANT') {
    story.tx.merchantErrCode = 'GAMING_LIMIT'
    story.tx.merchantErrMsg = 'The limit the user set is reached'
    return story.end(
      StatusNo.ERR_RESPONSIBLE_GAMING_LIMIT,
      'D11',
      'The merchant refused: The limit the user set is reached',
    )
  }
  const weights = Object.fromEntries(Object.entries(ruleRefusals).map(([no, [weight]]) => [no, weight]))
  const statusNo = Number(story.dice.weighted(weights)) as RuleRefusal
  story.isCounted = statusNo === StatusNo.ERR_DECLINED_LIMIT_OVERDRAWN
  const info = `Declined by the rule “${ruleRefusals[statusNo][1]}”`
  story.end(
    statusNo === StatusNo.ERR_DECLINED_BIN_BLOCKED && !story.tx.bin ? StatusNo.ERR_ABOVE_LIMIT : statusNo,
    'D6',
    info,
  )
}

/** The first PSP is down; another one tries. */
function secondTry(story: Story): void {
  const { tx } = story
  answered(story, 'notSent', StatusNo.ERR_PSP_OUT_OF_SERVICE, ['', ''])
  tx.fallbackUsed = true
  tx.psp = 'borealpay'
  tx.pspAccount = 'default'
  story.move(StatusNo.REPROCESSING_PROVIDER, 'FALLBACK', 'Another try at borealpay, account default', {
    step: 'fallback',
  })
  submit(story)
  if (story.dice.happens(0.2)) return declined(story)
  answered(story, 'approved', StatusNo.SUCCESS, ['00', 'Approved'])
  succeed(story)
}

function atPage(story: Story, ending: DepositEnding): void {
  if (ending === 'EXPIRED') return expired(story)
  if (ending === 'LATE') return late(story)
  if (ending === 'WAITING') return waits(story)
  redirected(story)
  story.pass(8_000, 170_000)
  if (ending === 'CANCELLED')
    return released(story, StatusNo.ERR_CANCELLED_BY_USER, 'PERSON', 'Cancelled by the user')
  story.move(StatusNo.PROCESSING_PROVIDER, 'CALLBACK', `${story.tx.psp}: 00 Approved`, {
    step: 'callback',
    actor: story.tx.psp ?? 'psp',
  })
  if (ending === 'SUSPENSE') return suspended(story)
  if (ending === 'INCONSISTENT') return lost(story)
  if (ending === 'OTHER_AMOUNT') return differs(story)
  if (ending !== 'DECLINED') return succeed(story)
  const statusNo = story.dice.happens(0.6)
    ? StatusNo.ERR_DECLINED_NO_FUNDS
    : StatusNo.ERR_DECLINED_BANK_REFUSAL
  story.tx.pspStatusMessage =
    statusNo === StatusNo.ERR_DECLINED_NO_FUNDS ? 'Insufficient funds' : 'Refused by the bank'
  released(story, statusNo, 'D15', `${story.tx.psp} refused: ${story.tx.pspStatusMessage}`)
}

function withCard(story: Story, ending: DepositEnding): void {
  const { tx } = story
  if (ending === 'CANCELLED' || ending === 'EXPIRED' || ending === 'LATE') {
    submit(story)
    return ending === 'LATE' ? late(story) : expired(story)
  }
  if (ending === 'WAITING') return waitForUser(story)
  if (tx.providerType === 'CREDITCARD' && !authenticate(story, ending !== 'THREE_DS'))
    return released(story, StatusNo.ERR_DECLINED_3D_AUTHENTICATION_FAILED, 'D13', '3-D Secure: failed')
  submit(story)
  if (ending === 'FALLBACK' && tx.psp === 'acmecards') return secondTry(story)
  if (ending === 'DECLINED' || ending === 'THREE_DS') return declined(story)
  if (ending === 'INCONSISTENT') return lost(story)
  if (ending === 'OTHER_AMOUNT') return differs(story)
  if (ending === 'SUSPENSE') return suspended(story)
  answered(story, 'approved', StatusNo.SUCCESS, ['00', 'Approved'])
  if (ending !== 'RESERVED') return succeed(story)
  approved(story, false)
  const reservedAt = new Date(tx.authorizedAt ?? story.at)
  tx.captureUntil = reservedUntil(reservedAt, { authType: tx.authType }).toISOString()
  story.move(StatusNo.SUCCESS_WAITING_CAPTURE, 'NOTIFY', describeStatus(StatusNo.SUCCESS_WAITING_CAPTURE), {
    step: 'finish',
  })
}

function waitForUser(story: Story): void {
  story.tx.threeDsType = 'EXTERNAL'
  story.note('THREE_DS_INIT', '3ds-sim authenticates', { step: 'three-ds' })
  waits(story)
}

/** A deposit from the request to its end. */
export function deposit(setting: Setting, wish: Wish, ending: DepositEnding): Story {
  const story = open(setting, wish)
  introduce(story, setting)
  if (ending === 'RULE') {
    refusedEarly(story, ending)
    return story
  }
  story.isCounted = true
  send(story, setting)
  screen(story)
  if (story.tx.fraudDecision === 'DECLINE') {
    story.end(
      StatusNo.ERR_DECLINED_FRAUD_SCORE_THRESHOLD_EXCEEDED,
      'D8',
      `${story.tx.fraudProvider} scored ${story.tx.fraudScore}, above the threshold`,
    )
    return story
  }
  if (ending === 'MERCHANT') {
    refusedEarly(story, ending)
    return story
  }
  quote(story, setting)
  exchange(story, setting)
  agree(story)
  if (isRedirected(story)) {
    submit(story)
    atPage(story, ending)
  } else withCard(story, ending)
  return story
}
