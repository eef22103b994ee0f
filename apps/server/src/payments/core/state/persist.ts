import { reportProbe } from '../../../setup/maintenance/read-model.ts'
import { severityOfAmount } from '@signalbox/model/investigation/case'
import { writeLocalTime } from '@signalbox/model/text/local-time'
import { isFinal, stateOfNumber } from '@signalbox/model/payments/transitions'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { UnitOfWork } from '../../../kit/unit-of-work.ts'
import { recordOutcome } from '../accounts/accounts.ts'
import { removeApprovals } from '../record/approval-store.ts'
import { blockAccount } from '../accounts/block-account-store.ts'
import { tellOfBlock } from '../accounts/tell-of-block.ts'
import { closeCase, closeDisputesOf, openCase } from '../cases/cases.ts'
import { follow, followReservation, followReturn } from '../../counters/counters.ts'
import { insertSchemeDecline, releaseRetries, reserveRetry } from '../../counters/retry-store.ts'
import { post } from '../../ledger/ledger.ts'
import { reverseFees } from '../../ledger/reverse-fees.ts'
import type { ProvisionedToken } from '../../connectors/token-client.ts'
import { dropToken, type CardToken } from '../../vault/network-token-store.ts'
import { removeTokenJob } from '../../vault/remove-token-job.ts'
import type { KnownValues } from '../record/known-values.ts'
import { insertPayment, updatePayment } from '../record/payment-write-store.ts'
import type { Transaction } from '../record/transaction.ts'
import { changeOrigin } from './change-origin.ts'
import type { Effect } from './effect.ts'
import { checkedPerson, keepKycCheck } from '../record/kyc-check-store.ts'
import { isRow, rowsOf, webhookRows, type OtherEffect, type WebhookDeps } from './payment-rows.ts'
import type { Payment } from './payment.ts'
import { screenJob } from './screen-task.ts'
import { tellOfRate } from './tell-of-rate.ts'
import { followPayment } from '../../vouchers/follow-payment.ts'

/** Somebody else has changed the payment since it was read. Whatever was worked out does not count. */
export class LostPayment extends Error {
  constructor(id: number) {
    super(`Transaction ${id} was changed by somebody else`)
    this.name = 'LostPayment'
  }
}

export interface PersistDeps extends WebhookDeps {
  readonly timeZone: string
  readonly travelledMs: number
  readonly forgetCode: (merchantId: number, txId: number) => Promise<void>
  readonly knownValues: KnownValues
  readonly keepToken: (card: CardToken, token: ProvisionedToken) => Promise<void>
}

type Handlers = { [K in OtherEffect['kind']]: (effect: Extract<Effect, { kind: K }>) => Promise<unknown> }

const cardTry = ({ tx: { merchantId, id, accountHash, cardBrand } }: Payment, attemptNo: number) => ({
  merchantId,
  accountHash: accountHash ?? '',
  txId: id,
  attemptNo,
  brand: cardBrand,
})

const vaultRefOf = ({ state }: Payment): string => state.input.vaultRef ?? ''

function handlersOf(deps: PersistDeps, payment: Payment): Handlers {
  const { unit } = deps
  const { tx, newId, now } = unit
  const { merchantId, id } = payment.tx
  const entry = {
    valueDate: writeLocalTime('YYYY-MM-DD', now.getTime(), deps.timeZone),
    createdBy: payment.actor,
  }
  return {
    probed: ({ window, good }) => reportProbe(unit, window, good),
    post: ({ draft }) =>
      post(
        tx,
        { ...draft, ...entry, merchantId, sourceType: 'TRANSACTION', sourceId: String(id) },
        { now, newId },
      ),
    reverseFees: ({ description }) =>
      reverseFees(tx, { merchantId, id }, { ...entry, description }, { now, newId }),
    openCase: ({ type, cause }) =>
      openCase(unit, {
        merchantId,
        txId: id,
        type,
        severity: severityOfAmount(payment.tx.amountBaseMinor),
        cause,
      }),
    closeCase: ({ type, resolution }) =>
      closeCase(unit, { merchantId, txId: id, type }, resolution, payment.actor),
    closeDisputes: () => closeDisputesOf(unit, merchantId, payment.tx.originTxId ?? id, payment.actor),
    accountUsed: ({ success }) =>
      recordOutcome(tx, merchantId, payment.tx.accountId ?? '', {
        isSuccess: success,
        isDeposit: payment.direction === 'DEPOSIT',
        at: now,
      }),
    blockAccount: async ({ reason, asNew = false }) => {
      const account = { merchantId, id: payment.tx.accountId ?? '' }
      const isBlocked = asNew || (await blockAccount(tx, account, { reason, by: payment.actor, at: now }))
      if (isBlocked) await tellOfBlock(unit, account, reason)
    },
    forgetApprovals: () => removeApprovals(tx, merchantId, id),
    screenLater: async () => unit.enqueue(screenJob({ merchantId, id })),
    forgetCode: () => deps.forgetCode(merchantId, id),
    kycCheck: async ({ kind: _kind, ...check }) => {
      const about = { merchantId, userId: payment.tx.userId, txId: id, ...checkedPerson(payment.tx) }
      const checkId = await keepKycCheck(tx, { ...about, ...check, id: newId(), at: now })
      unit.emit({ merchantId, topic: 'kyc', key: checkId })
    },
    keepToken: ({ network, token }) =>
      deps.keepToken({ merchantId, vaultRef: vaultRefOf(payment), network }, token),
    dropToken: async ({ network }) => {
      const tokenRef = await dropToken(tx, { merchantId, vaultRef: vaultRefOf(payment), network }, now)
      if (tokenRef) unit.enqueue(removeTokenJob({ merchantId, network, tokenRef }))
    },
    schemeDecline: ({ attemptNo, statusNo }) =>
      insertSchemeDecline(tx, { ...cardTry(payment, attemptNo), statusNo }, deps.travelledMs),
    schemeRetry: ({ attemptNo }) => reserveRetry(tx, cardTry(payment, attemptNo), deps.travelledMs),
    rateNeeded: (effect) => tellOfRate(unit, merchantId, effect),
    origin: ({ change }) => changeOrigin(unit, payment, change),
  }
}

/** The row and what hangs on it alone. */
async function writeRows(deps: PersistDeps, payment: Payment, before: Transaction): Promise<void> {
  const { unit } = deps
  const { tx: row } = payment
  const changes = payment.changes()
  row.lastUpdated = unit.now.toISOString()
  row.updatedBy = payment.actor
  if (!payment.isNew) row.version = before.version + 1
  const { knownValues } = deps
  const rows = {
    ...rowsOf(unit, payment, await webhookRows(deps, payment, before.statusNo)),
    knownValues,
  }
  if (payment.isNew) return insertPayment(unit.tx, row, rows)
  const stamped = { ...changes, lastUpdated: row.lastUpdated, updatedBy: row.updatedBy }
  if (!(await updatePayment(unit.tx, before, stamped, rows))) throw new LostPayment(row.id)
}

const returns: ReadonlySet<string> = new Set(['REFUND', 'VOID', 'REVERSAL', 'CHARGEBACK', 'CHARGEBACK_WON'])

/** What a payment took of limits, or gives back to them, follows from the state it is in. */
async function countMove({ unit, travelledMs }: PersistDeps, payment: Payment): Promise<void> {
  const { merchantId, id: txId, originTxId, method, txType, amountMinor, requestedAmountMinor } = payment.tx
  if (payment.state.reserved) await follow(unit.tx, merchantId, txId, payment.status)
  if (payment.tx.captureUntil !== null && !payment.isChild) await followReservation(unit.tx, payment.tx)
  if (payment.state.retryReserved && isFinal(payment.tx.statusNo))
    await releaseRetries(unit.tx, merchantId, txId, payment.tx.accountHash ?? '')
  if (originTxId === null || !returns.has(method)) return
  // A void moves nothing on the wallet; what it lets go was counted all the same.
  const netMinor = method === 'VOID' ? -requestedAmountMinor : amountMinor
  const returned = { merchantId, txId, originTxId, method, txType, netMinor }
  await followReturn(unit.tx, returned, payment.status, travelledMs)
}

/** Only vouchers of our own store are found by it. */
const followVoucher = (
  { unit, timeZone }: PersistDeps,
  { tx, pspAmount, actor, isNew }: Payment,
  before: Transaction,
): Promise<void> =>
  followPayment({
    unit,
    timeZone,
    actor,
    // What is written down as having happened already had no state before.
    payment: { ...tx, pspAmount, beforeNo: isNew ? StatusNo.PROCESSING_PROVIDER : before.statusNo },
  })

/** Writes a payment and everything that belongs to it, or nothing. */
export async function persist(deps: PersistDeps, payment: Payment, before: Transaction): Promise<void> {
  const { unit } = deps
  const { tx: row } = payment
  await writeRows(deps, payment, before)
  const handlers = handlersOf(deps, payment)
  for (const effect of payment.effects)
    if (!isRow(effect)) await (handlers[effect.kind] as (effect: OtherEffect) => Promise<unknown>)(effect)
  const hasMoved = payment.isNew || payment.status !== stateOfNumber(before.statusNo)
  if (hasMoved) await countMove(deps, payment)
  if (hasMoved && row.providerType === 'VOUCHER') await followVoucher(deps, payment, before)
  if (payment.isNew || row.statusNo !== before.statusNo)
    unit.emit({
      merchantId: row.merchantId,
      topic: 'transaction',
      key: String(row.id),
      payload: { changeType: payment.isNew ? 'CREATE' : 'UPDATE', version: row.version },
    })
  tellApprovers(unit, row, before.statusNo)
}

const isWaiting = (statusNo: number): boolean => stateOfNumber(statusNo) === 'WAITING_APPROVAL'

/** The approval queue hears of what comes, changes and goes there, and of nothing else. */
function tellApprovers(unit: UnitOfWork, row: Transaction, before: number): void {
  const [was, is] = [isWaiting(before), isWaiting(row.statusNo)]
  if (!was && !is) return
  unit.emit({
    merchantId: row.merchantId,
    topic: 'approval',
    key: String(row.id),
    payload: { changeType: was ? 'UPDATE' : 'CREATE', version: row.version },
  })
}
