import type { Signal } from '@signalbox/model/calls/approval'
import type { ApprovalRow } from '@signalbox/model/entities/approval'
import { levelOf } from '@signalbox/model/payments/approval-rules'
import { matchLocations } from '@signalbox/model/payments/location-match'
import { toWire } from '@signalbox/model/money/money-schema'
import { lineView, type ListedTransaction, type ViewContext } from '../transactions/read-model.ts'
import type { Waiting } from './waiting.ts'
import type { RedFacts } from './evidence-store.ts'
import { redSignalsOf } from './red-flags.ts'
import type { UserSums } from './user-money-store.ts'

/** What the user has paid in and not got back. */
export const netMinor = ({ depositMinor, withdrawalMinor, refundMinor, chargebackMinor }: UserSums): bigint =>
  BigInt(depositMinor) - BigInt(withdrawalMinor) - BigInt(refundMinor) - BigInt(chargebackMinor)

function methodMatch({ providerType }: ListedTransaction, { lastDepositMethod }: UserSums) {
  if (lastDepositMethod === null) return 'none' as const
  return lastDepositMethod === providerType ? ('same' as const) : ('other' as const)
}

const locationOf = (row: ListedTransaction, bankCountry: string | null) =>
  matchLocations({
    registration: row.userCountry,
    ip: row.ipCountry,
    card: row.issuerCountry,
    bank: bankCountry,
  })

/** As it is stored, whoever looks: a flag names nobody. */
export const redSignalsOfRow = (
  row: ListedTransaction,
  { bankCountry }: Pick<Waiting, 'bankCountry'>,
  { otherUsers, chargebacks }: UserSums,
  facts: RedFacts,
  now: Date,
): Signal[] =>
  redSignalsOf(
    {
      accountStatus: facts.accountStatus,
      accountHeldUntil: facts.accountHeldUntil,
      holder: facts.holder ?? row.accountHolder,
      firstName: row.firstName,
      lastName: row.lastName,
      fraudDecision: row.fraudDecision,
      kycStatus: facts.lastKycStatus ?? row.kycStatus,
      location: locationOf(row, bankCountry),
      otherUsers,
      chargebacks,
    },
    now,
  )

/** A payment as a row of the approval queue. */
export function approvalRow(
  row: ListedTransaction,
  waiting: Waiting,
  sums: UserSums,
  view: ViewContext,
  redSignals: readonly Signal[],
): ApprovalRow {
  const base = (minor: bigint) => toWire({ minor, currency: row.baseCurrency })
  return Object.assign(lineView(row, view), {
    urgency: waiting.clock.urgency,
    waitingSince: waiting.clock.since,
    dueAt: waiting.clock.dueAt,
    level: levelOf(waiting.statusNo, waiting.heldFrom) === 2 ? ('second' as const) : ('first' as const),
    firstApprover: waiting.firstApprover,
    approvalQueue: waiting.approvalQueue,
    netDeposit: base(netMinor(sums)),
    location: locationOf(row, waiting.bankCountry),
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
    redFlags: redSignals.map(({ text }) => text),
  })
}
