import { txStatusLabels } from '@signalbox/model/reference/status-codes'
import { approvalNumbers } from '@signalbox/model/reference/status-groups'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Row } from '../../kit/list/listing.ts'
import type { RowMarks } from '../../kit/list/table-row.tsx'
import { isState, stateTones } from '../../kit/state-tones.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'

const isSomething = (money: unknown): boolean =>
  /[1-9]/.test((money as { readonly amount?: string } | null | undefined)?.amount ?? '')

/** Reserved money that was let go keeps its status and says nothing of it; that it is voided does. */
export const isVoided = ({ voidedAmount, capturedAmount }: VoidTotals): boolean =>
  isSomething(voidedAmount) && !isSomething(capturedAmount)

interface VoidTotals {
  readonly voidedAmount?: unknown
  readonly capturedAmount?: unknown
}

/** Where a payment of a list or a page stands. */
export function PaymentStateBadge({
  payment,
}: {
  readonly payment: VoidTotals & { readonly state?: unknown }
}) {
  return isVoided(payment) ? (
    <StatusBadge tone="off">Voided</StatusBadge>
  ) : (
    <StateBadge value={payment.state} />
  )
}

/** Where a payment stands. */
export function StateBadge({ value }: { readonly value: unknown }) {
  if (!isState(value)) return '–'
  return <StatusBadge tone={stateTones[value]}>{txStatusLabels[value]}</StatusBadge>
}

const secondApproval = StatusNo.WAITING_WITHDRAWAL_SECOND_APPROVAL
const onHold: readonly unknown[] = approvalNumbers.hold

/** Rows somebody should notice before the others. */
function tintOf(row: Row): RowMarks['tint'] {
  if (row.statusCodeNo === secondApproval) return 'orange'
  if (onHold.includes(row.statusCodeNo)) return 'grey-stripe'
  if (row.method === 'CHARGEBACK') return 'dark-red'
  if (row.txType === 'ManualRequestForInfo' || hasTag(row, 'request-for-info')) return 'purple'
  if (row.state === 'INCONSISTENT') return 'red-edge'
  return undefined
}

const hasTag = ({ tags }: Row, tag: string): boolean => Array.isArray(tags) && tags.includes(tag)

export const marksOf = (row: Row): RowMarks => ({ tint: tintOf(row) })
