import { levelOf } from '@signalbox/model/payments/approval-rules'
import { decimalText } from '@signalbox/model/money/money-text'
import { formatNumber, type UserFormats } from '@signalbox/model/text/user-formats'
import type { InboxReader, WaitingItem } from '../../kit/work-source.ts'
import type { ApprovalDeps, Waiting } from './waiting.ts'
import { waitingPayments } from './queue.ts'

/** On hold or scheduled, a payment waits for its time and not for a person. */
const isAsked = ({ clock: { urgency }, allowed }: Waiting): boolean =>
  (urgency === 'late' || urgency === 'soon' || urgency === 'fine') && allowed.includes('approve')

function titleOf({ amountMinor, currency, method, userId }: Waiting, formats: UserFormats): string {
  const minor = BigInt(Math.abs(amountMinor))
  const amount = formatNumber(decimalText({ minor, currency }), formats)
  return `${amount} ${currency} ${method === 'WITHDRAWAL' ? 'to' : 'from'} ${userId}`
}

function itemOf(waiting: Waiting, formats: UserFormats): WaitingItem {
  const { id, merchantId, statusNo, heldFrom, clock, firstApprover } = waiting
  const isSecond = levelOf(statusNo, heldFrom) === 2
  return {
    id: `${id}.${isSecond ? 2 : 1}`,
    record: String(id),
    part: isSecond ? 'second' : 'first',
    merchantId,
    title: titleOf(waiting, formats),
    detail: isSecond ? `Second approval, first by ${firstApprover ?? 'someone'}` : 'First approval',
    since: clock.since,
    dueAt: clock.dueAt,
    urgent: clock.urgency === 'late',
  }
}

/** Payments this person may approve: of their level, not begun and not approved before by themselves. */
export async function paymentsToDecide(
  reader: InboxReader,
  approvalDeps: ApprovalDeps,
): Promise<WaitingItem[]> {
  const { tx, user, deps, merchants } = reader
  const scope = { selected: user.homeMerchantId, chain: [], effective: merchants, group: 0 }
  const asked = (await waitingPayments({ ...reader, scope }, approvalDeps)).filter(isAsked)
  if (asked.length === 0) return []
  const formats = await deps.userFormats(tx, user)
  return asked.map((waiting) => itemOf(waiting, formats))
}
