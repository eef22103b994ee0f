import type { TransactionDetail } from '@signalbox/model/calls/transaction'
import { roleOptions } from '@signalbox/model/entities/user'
import { mayAccess } from '@signalbox/model/access/policy'
import type { Operation } from '@signalbox/model/payments/operations'
import { isApprovalScheduled, isOnHold } from '@signalbox/model/reference/status-groups'
import {
  isInState,
  statusCodeOf,
  txStatusLabels,
  type Fallback,
} from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { providerTypeLabels, transactionTypes } from '@signalbox/model/reference/transaction-types'
import { declineStageLabels, txMethodLabels } from '@signalbox/model/transaction/choices'
import { formatInstant, formatNumber, type UserFormats } from '@signalbox/model/text/user-formats'
import type { SessionUser } from '../../kit/session-user.ts'
import { asWritten, openable, type Draft } from './draft.ts'

/** A payment as the asker may see it, and how they read it. */
export interface SeenPayment {
  readonly payment: TransactionDetail
  readonly user: SessionUser
  readonly formats: UserFormats
  readonly pspName: (psp: string) => string
}

const fallbackWords: Readonly<Record<Fallback, string>> = {
  ALLOWED: 'Another PSP may be tried.',
  NAMED: 'Another PSP is tried only if a fallback rule names this code.',
  NEVER: 'No other PSP is tried.',
  THREE_DS: 'The 3DS2 fallback rules decide whether to try again.',
  KYC: 'The KYC fallback rules decide whether to check again.',
}
export const fallbackOf = (fallback: Fallback): string => fallbackWords[fallback]

function actionsFor({ payment, user }: SeenPayment, tab?: 'why') {
  const id = String(payment.id)
  const queue = payment.statusCodeNo === StatusNo.WAITING_WITHDRAWAL_SECOND_APPROVAL ? 'second' : 'first'
  const waits = isInState(payment.statusCodeNo, 'WAITING_APPROVAL') && !isOnHold(payment.statusCodeNo)
  const inside = tab === 'why' && mayAccess('transaction-detail.view', user)
  return openable(user, [
    {
      label: inside ? 'Show the decisions' : 'Open the transaction',
      route: `/transactions?id=${id}${inside ? '&tab=why' : ''}`,
      access: 'transactions.view',
    },
    ...(waits
      ? [
          {
            label: 'Open it in Approve',
            route: `/approve?queue=${queue}&id=${id}`,
            access: 'approve.view',
          } as const,
        ]
      : []),
    ...(payment.openCase
      ? [
          {
            label: 'Open its case',
            route: `/investigate?desk=cases&id=${payment.openCase.id}`,
            access: 'investigate.view',
          } as const,
        ]
      : []),
  ])
}

const kindOf = ({ txType, method }: TransactionDetail): string => {
  const type = transactionTypes.find(({ name }) => name === txType)
  const by = type ? (providerTypeLabels[type.providerType] ?? type.providerType) : ''
  const label = txMethodLabels[method]
  return by === '' ? label : `${label} by ${by.charAt(0).toLowerCase()}${by.slice(1)}`
}

/** "Transaction 1 is failed: 506 ERR_…. Not enough money on the account." */
function standing({ payment }: SeenPayment): string {
  const code = statusCodeOf(payment.statusCodeNo)
  const meaning = code ? ` (\`${code.no} ${code.code}\`): ${code.text}` : '.'
  return `Transaction ${payment.id} is **${txStatusLabels[payment.state].toLowerCase()}**${meaning}`
}

function facts({ payment, formats, pspName }: SeenPayment): string {
  const { amount, psp, created } = payment
  const at = psp === null ? '' : ` at ${asWritten(pspName(psp))}`
  const money = `${formatNumber(amount.amount, formats)} ${amount.currency}`
  return `${kindOf(payment)}, ${money}${at}, created ${formatInstant(created, formats)}.`
}

/** What the PSP and the merchant said, and what the console notes as the reason. */
function remarks({ payment }: SeenPayment): string[] {
  const said = (who: string, ...words: readonly (string | null)[]) => {
    const text = words.filter(Boolean).join(' – ')
    return text === '' ? [] : [`- ${who}: ${asWritten(text)}`]
  }
  const { info, pspStatusMessage } = payment
  return [
    ...said('PSP', payment.pspStatusCode, pspStatusMessage),
    ...said('Merchant', payment.merchantErrCode, payment.merchantErrMsg),
    ...said('Info', info === pspStatusMessage ? null : info),
  ]
}

const lines = (...parts: readonly (string | readonly string[])[]): string =>
  parts
    .map((part) => (typeof part === 'string' ? part : part.join('\n')))
    .filter((part) => part !== '')
    .join('\n\n')

export const explainPayment = (seen: SeenPayment): Draft => ({
  text: lines(standing(seen), facts(seen), remarks(seen)),
  actions: actionsFor(seen),
  txId: seen.payment.id,
  about: `${txStatusLabels[seen.payment.state]} transaction`,
})

export function whyDeclined(seen: SeenPayment): Draft {
  const { payment } = seen
  const isOver = isInState(payment.statusCodeNo, 'FAILED', 'CANCELLED')
  if (!isOver) {
    const text = lines(`It was not declined. ${standing(seen)}`, remarks(seen))
    return { ...explainPayment(seen), text }
  }
  const stage = payment.declineStage
  const by = stage === null ? '' : `Declined by: **${declineStageLabels[stage]}**.`
  const code = statusCodeOf(payment.statusCodeNo)
  const next = code && payment.state === 'FAILED' ? fallbackOf(code.fallback) : ''
  return {
    text: lines(standing(seen), by, remarks(seen), next),
    actions: actionsFor(seen, 'why'),
    txId: payment.id,
    about: 'why a payment was declined',
  }
}

const levelWords = {
  first: `First approval: ${roleOptions.FIRST_APPROVER} or ${roleOptions.ADMIN_APPROVER}.`,
  second: `Second approval: ${roleOptions.SECOND_APPROVER} or ${roleOptions.ADMIN_APPROVER}.`,
} as const

const secondPerson = 'Never the person who began the payment, and never one person twice.'

export const approversInGeneral = (user: SessionUser): Draft => ({
  text: lines([`- ${levelWords.first}`, `- ${levelWords.second}`], secondPerson),
  actions: openable(user, [{ label: 'Open Approve', route: '/approve', access: 'approve.view' }]),
  about: 'who can approve',
})

export function whoApproves(seen: SeenPayment): Draft {
  const { payment } = seen
  const { statusCodeNo: no, approvals, allowedOps } = payment
  const rest = { actions: actionsFor(seen), txId: payment.id, about: 'who can approve' }
  if (!isInState(no, 'WAITING_APPROVAL'))
    return { ...rest, text: `It is not waiting for approval. ${standing(seen)}` }
  const level = no === StatusNo.WAITING_WITHDRAWAL_SECOND_APPROVAL ? levelWords.second : levelWords.first
  const hold = isOnHold(no) ? 'It is on hold and must be taken off hold first.' : ''
  const byItself = isApprovalScheduled(no) ? 'It is approved automatically when its time comes.' : ''
  const decided = approvals.map(
    ({ username, level: at }) => `- Level ${at}: decided by ${asWritten(username)}`,
  )
  const own = allowedOps.includes('approve') ? 'You can approve it.' : 'You cannot approve it.'
  return { ...rest, text: lines(standing(seen), `${level} ${secondPerson}`, hold, byItself, decided, own) }
}

export function whyOperation(operation: Operation, { payment }: SeenPayment): string {
  const isOffered = payment.allowedOps.includes(operation.name)
  return isOffered
    ? `You can perform it on transaction ${payment.id} now.`
    : `You cannot perform it on transaction ${payment.id} now.`
}
