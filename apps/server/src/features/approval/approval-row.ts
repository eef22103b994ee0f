import type { ApprovalRow } from '@signalbox/model/entities/approval'
import { levelOf } from '@signalbox/model/payments/approval-rules'
import { matchLocations } from '@signalbox/model/payments/location-match'
import { toWire } from '@signalbox/model/money/money-schema'
import { rowView, type ListedTransaction, type ViewParts } from '../transaction/read-model.ts'
import type { Waiting } from './desk.ts'
import type { UserSums } from './user-money-store.ts'

/** What the user has paid in and not got back. */
export const netMinor = ({ depositMinor, withdrawalMinor, refundMinor, chargebackMinor }: UserSums): bigint =>
  BigInt(depositMinor) - BigInt(withdrawalMinor) - BigInt(refundMinor) - BigInt(chargebackMinor)

function methodMatch({ providerType }: ListedTransaction, { lastDepositMethod }: UserSums) {
  if (lastDepositMethod === null) return 'none' as const
  return lastDepositMethod === providerType ? ('same' as const) : ('other' as const)
}

/** A payment as a line of the desk. */
export function approvalRow(
  row: ListedTransaction,
  waiting: Waiting,
  sums: UserSums,
  view: ViewParts,
): ApprovalRow {
  const base = (minor: bigint) => toWire({ minor, currency: row.baseCurrency })
  const places = {
    registration: row.userCountry,
    ip: row.ipCountry,
    card: row.issuerCountry,
    bank: waiting.bankCountry,
  }
  const { allowedOps: _ops, ...shown } = rowView(row, view)
  return {
    ...shown,
    urgency: waiting.clock.urgency,
    waitingSince: waiting.clock.since,
    dueAt: waiting.clock.dueAt,
    level: levelOf(waiting.statusNo, waiting.heldFrom) === 2 ? 'second' : 'first',
    firstApprover: waiting.firstApprover,
    approvalQueue: waiting.approvalQueue,
    netDeposit: base(netMinor(sums)),
    location: matchLocations(places),
    sharedWith: sums.otherUsers,
    deposits: sums.deposits,
    withdrawals: sums.withdrawals,
    depositSum: base(BigInt(sums.depositMinor)),
    withdrawalSum: base(BigInt(sums.withdrawalMinor)),
    methodMatch: methodMatch(row, sums),
    firstWithdrawal: row.method === 'WITHDRAWAL' && sums.withdrawals === 0,
    openCases: sums.openCases,
    allowed: waiting.allowed,
    obstacles: waiting.obstacles,
  }
}
