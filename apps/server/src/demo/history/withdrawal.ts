import type { DeclinePlace } from '@signalbox/model/payments/decline-stage'
import { movementBooked, movementHeld } from '@signalbox/model/ledger/movement'
import { withdrawalReleased, withdrawalReserved } from '@signalbox/model/ledger/postings'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { describeStatus, type Decision } from '../../payments/core/state/payment.ts'
import { bookCost } from './deposit.ts'
import { agree, exchange, introduce, open, quote, screen, send, type Setting, type Wish } from './opening.ts'
import type { Story } from './story.ts'

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
  story: Story,
  level: 1 | 2,
  person: { readonly id: string; readonly username: string },
): void {
  story.approvals.push({
    level,
    decision: 'APPROVE',
    userId: person.id,
    username: person.username,
    at: story.at,
    tagId: 'checked',
    info: null,
  })
}

function isLarge({ tx }: Story): boolean {
  const base = tx.amountBaseMinor ?? 0n
  const worth = base < 0n ? -base : base
  return worth >= (tx.baseCurrency === 'SEK' ? twoPeopleFrom * 11n : twoPeopleFrom)
}

/** The rules say it; where there are none, the amount does. */
function needsTwo(story: Story, { cast }: Setting): boolean {
  const said = cast.approval(story.tx)
  return said ? said.mode === 'TWO_LEVEL' : isLarge(story)
}

/** Time until somebody looks at it, as far as it has gone by. */
function untilSeen(story: Story, setting: Setting): void {
  const left = Math.max(minuteMs, setting.cast.untilMs - story.ms - 2 * minuteMs)
  story.pass(Math.min(2 * minuteMs, left), Math.min(7 * hourMs, left))
}

/** What the rules said, where they said what became of the payment. */
function asked(story: Story, setting: Setting): { decisions?: readonly Decision[] } {
  const { tx } = story
  const said = setting.cast.approval(tx)
  if (said?.mode !== tx.approvalMode) return {}
  const fresh = said.decision.hits.filter((ref) => !tx.rulesTrace.includes(ref))
  tx.rulesTrace = [...tx.rulesTrace, ...fresh]
  return { decisions: [said.decision] }
}

function wait(story: Story, setting: Setting, two: boolean): void {
  const { tx } = story
  tx.approvalMode = two ? 'TWO_LEVEL' : 'SINGLE'
  if (two) {
    tx.approvalTags = ['FORBID_SAME_APPROVER']
    tx.approvalQueue = 'large'
  }
  story.move(
    StatusNo.WAITING_WITHDRAWAL_APPROVAL,
    'APPROVAL',
    two ? 'Two people must approve it' : 'Somebody must approve it',
    {
      step: 'approval',
      ...asked(story, setting),
    },
  )
}

function firstApproves(story: Story, setting: Setting): void {
  const [first] = setting.cast.approvers
  untilSeen(story, setting)
  approve(story, 1, first)
  story.move(
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
function letThrough(story: Story, setting: Setting, two: boolean): void {
  const { dice, tx } = story
  const [first, second] = setting.cast.approvers
  const automatic = !two && dice.happens(0.3)
  if (automatic) {
    tx.approvalMode = 'AUTO'
    story.move(
      StatusNo.WAITING_WITHDRAWAL_AUTO_APPROVAL,
      'APPROVAL',
      'Approved automatically after a delay',
      {
        step: 'approval',
        ...asked(story, setting),
      },
    )
    story.ms += 5 * minuteMs
    story.move(StatusNo.PROCESSING_PROVIDER, 'APPROVAL', 'Approved automatically', { step: 'approval' })
    tx.stepState.approvedBy = 'CLOCK'
    return
  }
  wait(story, setting, two)
  if (two) firstApproves(story, setting)
  untilSeen(story, setting)
  const last = two ? second : first
  approve(story, two ? 2 : 1, last)
  story.move(StatusNo.PROCESSING_PROVIDER, 'APPROVAL', `Approved by ${last.username}`, {
    step: 'approval',
    actor: last.username,
  })
  tx.stepState.approvedBy = 'PERSON'
}

function deny(story: Story, setting: Setting): void {
  const [first] = setting.cast.approvers
  wait(story, setting, needsTwo(story, setting))
  untilSeen(story, setting)
  const tagId = story.dice.pick(['documents', 'bonus-abuse', 'fraud'])
  const [{ id: userId, username }, info] = [first, 'Checked, not paid out']
  story.approvals.push({ level: 1, decision: 'DENY', userId, username, at: story.at, tagId, info })
  story.note('APPROVAL', `Denied by ${username}`, { step: 'approval', actor: username })
  release(story, StatusNo.ERR_CANCELLED_BY_MERCHANT, 'PERSON', `Denied: ${info}`)
}

function release(story: Story, statusNo: number, at: DeclinePlace, info: string): void {
  story.end(statusNo, at, info)
  story.book('WITHDRAWAL_RELEASED', 'Reserve released', withdrawalReleased(story.money.wallet))
  delete story.tx.stepState.ledgerReserved
  story.note('CANCEL', 'The merchant has released it', { step: 'cancel' })
  story.tell('CANCEL', 'cancel')
}

/** Where a payout that is not decided stands now. What it needs to go on is there: somebody may approve it. */
function stand(story: Story, setting: Setting, ending: WithdrawalEnding): void {
  const { tx, dice } = story
  const expiresAt = new Date(Date.parse(tx.created) + 30 * dayMs).toISOString()
  if (ending === 'SCHEDULED') {
    tx.approvalMode = 'AUTO'
    story.move(
      StatusNo.WAITING_WITHDRAWAL_AUTO_APPROVAL,
      'APPROVAL',
      'Approved automatically after a delay',
      {
        step: 'approval',
        ...asked(story, setting),
      },
    )
    tx.approvalDueAt = new Date(setting.cast.untilMs + dice.between(2, 9) * dayMs).toISOString()
    tx.stepState.approvedBy = 'CLOCK'
    return
  }
  const two = ending === 'SECOND_LEVEL' || needsTwo(story, setting)
  wait(story, setting, two)
  if (ending === 'SECOND_LEVEL') firstApproves(story, setting)
  if (ending === 'HOLD') {
    const [{ username }] = setting.cast.approvers
    tx.stepState.heldFrom = tx.statusNo
    untilSeen(story, setting)
    story.move(StatusNo.WAITING_WITHDRAWAL_ON_HOLD_APPROVAL, 'HOLD', `Put on hold by ${username}`, {
      step: 'hold',
      actor: username,
    })
    tx.info = 'On hold: Waiting for documents'
    story.write(setting.cast.approvers[0], 'Asked for a bank statement, waiting for the user.')
  }
  tx.expiresAt = expiresAt
}

function submit(story: Story): number {
  const { tx } = story
  tx.attemptCount += 1
  tx.pspSentAt = story.at
  story.note('PSP_REQUEST', `Sent to ${tx.psp}, account ${tx.pspAccount}`, { step: 'submit' })
  return story.pass(120, 2_400)
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

function payOut(story: Story, setting: Setting, ending: WithdrawalEnding): void {
  const { tx, dice } = story
  story.note('RULES', 'No block applies, within all limits', { step: 'recheck' })
  send(story, setting)
  exchange(story, setting)
  const durationMs = submit(story)
  const kind = ending === 'REFUSED' ? 'declined' : ending === 'INCONSISTENT' ? 'unknown' : 'approved'
  const pspRefId = kind === 'unknown' ? null : `PO${dice.digits(12)}`
  story.attempt({ reason: 'ROUTE', action: 'submit' }, { ...answers[kind], pspRefId }, durationMs)
  story.note('PSP_RESPONSE', `${tx.psp}: ${kind}`, { step: 'submit', durationMs })
  if (kind === 'declined')
    return release(
      story,
      StatusNo.ERR_DECLINED_INVALID_ACCOUNT_NUMBER,
      'D15',
      `${story.tx.psp} refused the account number`,
    )
  if (kind === 'unknown')
    return inDoubt(story, StatusNo.ERR_READ_TIMEOUT, describeStatus(StatusNo.ERR_READ_TIMEOUT))
  tx.stepState.pspApproved = true
  story.move(StatusNo.PROCESSING_MERCHANT, 'TRANSFER', 'The merchant is told that the money has moved', {
    step: 'transfer',
  })
  story.pass(10, 110)
  if (ending === 'SUSPENSE') {
    story.book('SUSPENSE_HELD', 'The merchant did not take the money over', movementHeld(story.movement()))
    tx.stepState.suspense = true
    return inDoubt(story, StatusNo.ERR_INCONSISTENT_TRANSACTION, 'The merchant did not answer the transfer')
  }
  finish(story)
}

function inDoubt(story: Story, statusNo: number, cause: string): void {
  story.move(statusNo, 'PSP_RESPONSE', describeStatus(statusNo), { step: 'submit' })
  story.doubt(cause)
}

function finish(story: Story): void {
  const { tx } = story
  const statusNo =
    tx.stepState.approvedBy === 'CLOCK'
      ? StatusNo.SUCCESS_WITHDRAWAL_AUTO_APPROVAL
      : StatusNo.SUCCESS_WITHDRAWAL_APPROVAL
  story.tell('TRANSFER', 'transfer')
  story.move(statusNo, 'NOTIFY', describeStatus(statusNo), { step: 'finish' })
  story.book('WITHDRAWAL_SUCCESS', `${tx.txType} paid out`, movementBooked(story.movement()))
  delete tx.stepState.ledgerReserved
  bookCost(story)
  if (tx.email) {
    const body = { template: 'WithdrawalApproved' }
    story.tell('EMAIL', `WithdrawalApproved ${tx.email}`, tx.email, body)
  }
}

const standing = new Set<WithdrawalEnding>(['FIRST_LEVEL', 'SECOND_LEVEL', 'HOLD', 'SCHEDULED'])

export function withdrawal(setting: Setting, wish: Wish, ending: WithdrawalEnding): Story {
  const story = open(setting, wish)
  const { tx } = story
  introduce(story, setting)
  story.isCounted = true
  quote(story, setting)
  screen(story)
  agree(story)
  story.book('WITHDRAWAL_RESERVED', `Reserved for ${tx.txType}`, withdrawalReserved(story.money.wallet))
  Object.assign(tx.stepState, { ledgerReserved: true, reserved: true })
  if (standing.has(ending)) stand(story, setting, ending)
  else if (ending === 'DENIED') deny(story, setting)
  else {
    letThrough(story, setting, needsTwo(story, setting))
    payOut(story, setting, ending)
  }
  return story
}
