import type { OperationSubject } from '@signalbox/model/payments/operation-subject'
import { decisionNames, obstacleTo, type DecisionName } from '@signalbox/model/payments/approval-rules'
import { allowedOperations, type OperationName } from '@signalbox/model/payments/operations'
import { requiredInputOf } from '@signalbox/model/payments/payment-inputs'
import { isSamePerson } from '@signalbox/model/access/people'
import { paysFor } from '../core/accounts/account-store.ts'
import { askersOf } from '../core/record/askers.ts'
import type { ListedTransaction } from './store.ts'
import type { ViewContext } from './view-context.ts'

const isInFlight = ({ pendingStep }: ListedTransaction): boolean =>
  pendingStep === 'submit' || pendingStep === 'child-submit'

export const subjectOfRow = (row: ListedTransaction, now: Date): OperationSubject => ({
  statusNo: row.statusNo,
  method: row.method,
  authorizedAmountMinor: BigInt(row.authorizedAmountMinor),
  capturedAmountMinor: BigInt(row.capturedAmountMinor),
  refundedAmountMinor: BigInt(row.refundedAmountMinor),
  refundingAmountMinor: BigInt(row.refundingAmountMinor),
  voidedAmountMinor: BigInt(row.voidedAmountMinor),
  capturingMinor: BigInt(row.capturingMinor),
  reservationEnded: row.captureUntil !== null && Date.parse(row.captureUntil) < now.getTime(),
  chargebackAmountMinor: BigInt(row.chargebackAmountMinor),
  returnedAmountMinor: BigInt(row.returnedAmountMinor),
  inFlight: isInFlight(row),
  working: row.nextStep !== null,
  pspApproved: row.pspApproved,
  ageMs: now.getTime() - Date.parse(row.lastUpdated),
  reprocessCount: row.reprocessCount,
  hasAccount: row.accountId !== null,
  hasInstrument: row.hasInstrument || requiredInputOf(row.txType) === undefined,
  erased: row.gdprErasedAt !== null,
})

/** What is known of the account of a payment, where that was asked. */
export function accountSubject(
  { accountId, txType }: ListedTransaction,
  storedAccounts: ViewContext['storedAccounts'],
): Pick<OperationSubject, 'accountStatus' | 'accountStored'> {
  const account = storedAccounts.get(accountId ?? '')
  return account ? { accountStatus: account.status, accountStored: paysFor(account, txType) } : {}
}

const isDecision = (name: OperationName): name is DecisionName =>
  (decisionNames as readonly OperationName[]).includes(name)

/** Whether an operation is this person's, and not kept for somebody else. Decisions are by the rules that decide when they do. */
function isTheirs(
  name: OperationName,
  row: ListedTransaction,
  { reader, now, beganBy }: ViewContext,
): boolean {
  if (name === 'force-inconsistent') return !isSamePerson(reader.people, askersOf(row.reopenAskedBy))
  if (!isDecision(name)) return true
  const { statusNo, method, decision } = row
  if (decision === null) return false
  const subject = { ...decision, statusNo, method, beganBy: beganBy(row) }
  return obstacleTo(name, subject, reader, now) === undefined
}

export function operationsOf(row: ListedTransaction, context: ViewContext): OperationName[] {
  const { reader, now, offered, withCase, tooSmall, refusedAtPsp, storedAccounts, reprocessCounts } = context
  if (offered.size === 0) return []
  const subject = {
    ...subjectOfRow(row, now),
    hasCase: withCase.has(row.id),
    tooSmall: tooSmall.get(row.id) ?? [],
    refusedAtPsp: refusedAtPsp.get(row.id),
    ...accountSubject(row, storedAccounts),
    reprocessCount: reprocessCounts.get(row.id) ?? row.reprocessCount,
  }
  return allowedOperations(subject, reader.roles).filter(
    (name) => offered.has(name) && isTheirs(name, row, context),
  )
}
