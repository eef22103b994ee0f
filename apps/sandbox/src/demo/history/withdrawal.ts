import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import type { DeclinePlace } from '@signalbox/model/payments/decline-stage'
import { movementBooked, movementHeld } from '@signalbox/model/ledger/movement'
import { withdrawalReleased, withdrawalReserved } from '@signalbox/model/ledger/postings'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { describeStatus, type Decision } from '@signalbox/server/payments/core/state/payment'
import { bookCost } from './deposit.ts'
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

/** How a withdrawal of the past ended, or where it stands. */
export type WithdrawalEnding =
  | 'PAID'
  | 'DENIED'
  | 'REFUSED'
  | 'INCONSISTENT'
  | 'SUSPENSE'
  | 'FIRST_LEVEL'
  | 'SECOND_LEVEL'
  | 'HOLD'
  | 'SCHEDULED'

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The most one person may approve alone, in euro cents; the demo rules say the same in words. */
const twoPeopleFrom = 500_000n

function approve(
  payment: PastPayment,
  level: 1 | 2,
  person: { readonly id: string; readonly username: string },
): void {
  payment.approvals.push({
    level,
    decision: 'APPROVE',
    userId: person.id,
    username: person.username,
    at: payment.at,
    tagId: 'checked',
    info: null,
  })
}

function isLarge({ tx }: PastPayment): boolean {
  const base = tx.amountBaseMinor ?? 0n
  const worth = base < 0n ? -base : base
  return worth >= (tx.baseCurrency === 'SEK' ? twoPeopleFrom * 11n : twoPeopleFrom)
}

/** The rules say it; where there are none, the amount does. */
function needsTwo(payment: PastPayment, { cast }: Setting): boolean {
  const said = cast.approval(payment.tx)
  return said ? said.mode === 'TWO_LEVEL' : isLarge(payment)
}

/** Time until somebody looks at it, as far as it has gone by. */
function untilSeen(payment: PastPayment, setting: Setting): void {
  const left = Math.max(minuteMs, setting.cast.untilMs - payment.ms - 2 * minuteMs)
  payment.pass(Math.min(2 * minuteMs, left), Math.min(7 * hourMs, left))
}

/** What the rules said, where they said what became of the payment. */
function asked(payment: PastPayment, setting: Setting): { decisions?: readonly Decision[] } {
  const { tx } = payment
  const said = setting.cast.approval(tx)
  if (said?.mode !== tx.approvalMode) return {}
  const fresh = said.decision.hits.filter((ref) => !tx.rulesTrace.includes(ref))
  tx.rulesTrace = [...tx.rulesTrace, ...fresh]
  return { decisions: [said.decision] }
}

function wait(payment: PastPayment, setting: Setting, two: boolean): void {
  const { tx } = payment
  tx.approvalMode = two ? 'TWO_LEVEL' : 'SINGLE'
  if (two) {
    tx.approvalTags = ['FORBID_SAME_APPROVER']
    tx.approvalQueue = 'large'
  }
  payment.move(
    StatusNo.WAITING_WITHDRAWAL_APPROVAL,
    'APPROVAL',
    two ? 'Two people must approve it' : 'One person must approve it',
    {
      step: 'approval',
      ...asked(payment, setting),
    },
  )
}

function firstApproves(payment: PastPayment, setting: Setting): void {
  const [first] = setting.cast.approvers
  untilSeen(payment, setting)
  approve(payment, 1, first)
  payment.move(
    StatusNo.WAITING_WITHDRAWAL_SECOND_APPROVAL,
    'APPROVAL',
    `Approved by ${first.username}; a second person must approve it too`,
    {
      step: 'approval',
      actor: first.username,
    },
  )
}

/** People say yes, or the clock does. */
function letThrough(payment: PastPayment, setting: Setting, two: boolean): void {
  const { dice, tx } = payment
  const [first, second] = setting.cast.approvers
  const automatic = !two && dice.happens(0.3)
  if (automatic) {
    tx.approvalMode = 'AUTO'
    payment.move(
      StatusNo.WAITING_WITHDRAWAL_AUTO_APPROVAL,
      'APPROVAL',
      'Approved automatically after a delay',
      {
        step: 'approval',
        ...asked(payment, setting),
      },
    )
    payment.ms += 5 * minuteMs
    payment.move(StatusNo.PROCESSING_PROVIDER, 'APPROVAL', 'Approved automatically', { step: 'approval' })
    tx.stepState.approvedBy = 'CLOCK'
    return
  }
  wait(payment, setting, two)
  if (two) firstApproves(payment, setting)
  untilSeen(payment, setting)
  const last = two ? second : first
  approve(payment, two ? 2 : 1, last)
  payment.move(StatusNo.PROCESSING_PROVIDER, 'APPROVAL', `Approved by ${last.username}`, {
    step: 'approval',
    actor: last.username,
  })
  tx.stepState.approvedBy = 'PERSON'
}

function deny(payment: PastPayment, setting: Setting): void {
  const [first] = setting.cast.approvers
  wait(payment, setting, needsTwo(payment, setting))
  untilSeen(payment, setting)
  const tagId = payment.dice.pick(['documents', 'bonus-abuse', 'fraud'])
  const [{ id: userId, username }, info] = [first, 'Checked, not paid out']
  payment.approvals.push({ level: 1, decision: 'DENY', userId, username, at: payment.at, tagId, info })
  payment.note('APPROVAL', `Denied by ${username}`, { step: 'approval', actor: username })
  release(payment, StatusNo.ERR_CANCELLED_BY_MERCHANT, 'PERSON', `Denied: ${info}`)
}

function release(payment: PastPayment, statusNo: number, at: DeclinePlace, info: string): void {
  payment.end(statusNo, at, info)
  payment.book('WITHDRAWAL_RELEASED', 'Reserve released', withdrawalReleased(payment.money.wallet))
  delete payment.tx.stepState.ledgerReserved
  payment.note('CANCEL', 'The merchant confirmed the cancellation', { step: 'cancel' })
  payment.notify('CANCEL', 'cancel')
}

/** Where a payout that is not decided stands now. What it needs to go on is there: somebody may approve it. */
function stand(payment: PastPayment, setting: Setting, ending: WithdrawalEnding): void {
  const { tx, dice } = payment
  const expiresAt = new Date(Date.parse(tx.created) + 30 * dayMs).toISOString()
  if (ending === 'SCHEDULED') {
    tx.approvalMode = 'AUTO'
    payment.move(
      StatusNo.WAITING_WITHDRAWAL_AUTO_APPROVAL,
      'APPROVAL',
      'Approved automatically after a delay',
      {
        step: 'approval',
        ...asked(payment, setting),
      },
    )
    tx.approvalDueAt = new Date(setting.cast.untilMs + dice.between(2, 9) * dayMs).toISOString()
    tx.stepState.approvedBy = 'CLOCK'
    return
  }
  const two = ending === 'SECOND_LEVEL' || needsTwo(payment, setting)
  wait(payment, setting, two)
  if (ending === 'SECOND_LEVEL') firstApproves(payment, setting)
  if (ending === 'HOLD') {
    const [{ username }] = setting.cast.approvers
    tx.stepState.heldFrom = tx.statusNo
    untilSeen(payment, setting)
    payment.move(StatusNo.WAITING_WITHDRAWAL_ON_HOLD_APPROVAL, 'HOLD', `Put on hold by ${username}`, {
      step: 'hold',
      actor: username,
    })
    tx.info = 'On hold: Waiting for documents'
    payment.write(setting.cast.approvers[0], 'Asked for a bank statement, waiting for the user.')
  }
  tx.expiresAt = expiresAt
}

function submit(payment: PastPayment): number {
  const { tx } = payment
  tx.attemptCount += 1
  tx.pspSentAt = payment.at
  payment.note('PSP_REQUEST', `Sent to ${tx.psp}, account ${tx.pspAccount}`, { step: 'submit' })
  return payment.pass(120, 2_400)
}

const answers = {
  approved: {
    outcome: 'approved',
    statusNo: StatusNo.SUCCESS,
    pspStatusCode: '00',
    pspStatusMessage: 'Accepted',
  },
  declined: {
    outcome: 'declined',
    statusNo: StatusNo.ERR_DECLINED_INVALID_ACCOUNT_NUMBER,
    pspStatusCode: 'AC01',
    pspStatusMessage: 'Account unknown',
  },
  unknown: {
    outcome: 'unknown',
    statusNo: StatusNo.ERR_READ_TIMEOUT,
    pspStatusCode: null,
    pspStatusMessage: null,
  },
} as const

function payOut(payment: PastPayment, setting: Setting, ending: WithdrawalEnding): void {
  const { tx, dice } = payment
  payment.note('RULES', 'No block applies, within all limits', { step: 'recheck' })
  send(payment, setting)
  exchange(payment, setting)
  const durationMs = submit(payment)
  const kind = ending === 'REFUSED' ? 'declined' : ending === 'INCONSISTENT' ? 'unknown' : 'approved'
  const pspRefId = kind === 'unknown' ? null : `PO${dice.digits(12)}`
  payment.attempt({ reason: 'ROUTE', action: 'submit' }, { ...answers[kind], pspRefId }, durationMs)
  payment.note('PSP_RESPONSE', `${tx.psp}: ${kind}`, { step: 'submit', durationMs })
  if (kind === 'declined')
    return release(
      payment,
      StatusNo.ERR_DECLINED_INVALID_ACCOUNT_NUMBER,
      'D15',
      `${payment.tx.psp} refused the account number`,
    )
  if (kind === 'unknown')
    return inDoubt(payment, StatusNo.ERR_READ_TIMEOUT, describeStatus(StatusNo.ERR_READ_TIMEOUT))
  tx.stepState.pspApproved = true
  payment.move(
    StatusNo.PROCESSING_MERCHANT,
    'TRANSFER',
    'The merchant is notified that the money was moved',
    {
      step: 'transfer',
    },
  )
  payment.pass(10, 110)
  if (ending === 'SUSPENSE') {
    payment.book(
      'SUSPENSE_HELD',
      'The merchant did not confirm the transfer',
      movementHeld(payment.movement()),
    )
    tx.stepState.suspense = true
    return inDoubt(payment, StatusNo.ERR_INCONSISTENT_TRANSACTION, 'The merchant did not answer the transfer')
  }
  finish(payment)
}

function inDoubt(payment: PastPayment, statusNo: number, cause: string): void {
  payment.move(statusNo, 'PSP_RESPONSE', describeStatus(statusNo), { step: 'submit' })
  payment.doubt(cause)
}

function finish(payment: PastPayment): void {
  const { tx } = payment
  const statusNo =
    tx.stepState.approvedBy === 'CLOCK'
      ? StatusNo.SUCCESS_WITHDRAWAL_AUTO_APPROVAL
      : StatusNo.SUCCESS_WITHDRAWAL_APPROVAL
  payment.notify('TRANSFER', 'transfer')
  payment.move(statusNo, 'NOTIFY', describeStatus(statusNo), { step: 'finish' })
  payment.book(
    'WITHDRAWAL_SUCCESS',
    `${transactionTypeLabel(tx.txType)} paid out`,
    movementBooked(payment.movement()),
  )
  delete tx.stepState.ledgerReserved
  bookCost(payment)
  if (tx.email) {
    const body = { template: 'WithdrawalApproved' }
    payment.notify('EMAIL', `WithdrawalApproved ${tx.email}`, tx.email, body)
  }
}

const standing = new Set<WithdrawalEnding>(['FIRST_LEVEL', 'SECOND_LEVEL', 'HOLD', 'SCHEDULED'])

export function withdrawal(setting: Setting, input: PaymentInput, ending: WithdrawalEnding): PastPayment {
  const payment = open(setting, input)
  const { tx } = payment
  introduce(payment, setting)
  payment.isCounted = true
  quote(payment, setting)
  screen(payment)
  agree(payment)
  payment.book(
    'WITHDRAWAL_RESERVED',
    `Reserved for ${transactionTypeLabel(tx.txType)}`,
    withdrawalReserved(payment.money.wallet),
  )
  Object.assign(tx.stepState, { ledgerReserved: true, reserved: true })
  if (standing.has(ending)) stand(payment, setting, ending)
  else if (ending === 'DENIED') deny(payment, setting)
  else {
    letThrough(payment, setting, needsTwo(payment, setting))
    payOut(payment, setting, ending)
  }
  return payment
}
