import { reportProbe } from '../../features/maintenance/read-model.ts'
import { severityOfAmount } from '@signalbox/model/investigation/case'
import { writeLocalTime } from '@signalbox/model/local-time'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { recordOutcome } from '../accounts/accounts.ts'
import { blockAccount } from '../accounts/block-account-store.ts'
import { closeCase, openCase } from '../cases/cases.ts'
import { follow } from '../counters/counters.ts'
import { post } from '../ledger/ledger.ts'
import {
  appendEvents,
  insertAttempt,
  insertLogs,
  insertTransaction,
  lockTransaction,
  updateAttempt,
  updateTransaction,
} from '../transactions/transaction-store.ts'
import type { Transaction } from '../transactions/transaction.ts'
import type { Effect, OriginChange } from './effect.ts'
import { insertKycCheck, insertNotification, insertSchemeDecline } from './effect-store.ts'
import { packFacts } from './facts-json.ts'
import type { Payment } from './payment.ts'

/** Somebody else has changed the payment since it was read. Whatever was worked out does not count. */
export class LostPayment extends Error {
  constructor(id: number) {
    super(`Transaction ${id} was changed by somebody else`)
    this.name = 'LostPayment'
  }
}

export interface PersistParts {
  readonly unit: UnitOfWork
  readonly timeZone: string
  /** Endpoints of API clients that want to hear of an event of this payment's merchant. */
  readonly webhooks: (merchantId: number, event: string) => Promise<readonly string[]>
  readonly forgetCode: (merchantId: number, txId: number) => Promise<void>
  readonly webhookBody: (tx: Transaction) => Readonly<Record<string, unknown>>
}

const maxLogChars = 64 * 1024

async function writeEvents({ unit }: PersistParts, payment: Payment): Promise<void> {
  const { merchantId, id } = payment.tx
  if (payment.events.length === 0) return
  await appendEvents(
    unit.tx,
    { merchantId, id },
    payment.events.map(({ facts, decisions, ...event }) => ({
      ...event,
      at: payment.now.toISOString(),
      facts: facts && packFacts(facts),
      decisions,
    })),
  )
}

/** A child changes the totals of the payment it belongs to; a fully captured one is captured. */
async function changeOrigin({ unit }: PersistParts, payment: Payment, change: OriginChange): Promise<void> {
  const { merchantId, originTxId } = payment.tx
  const origin = originTxId === null ? undefined : await lockTransaction(unit.tx, merchantId, originTxId)
  if (!origin) throw new Error(`Transaction ${payment.tx.id} has lost its origin`)
  const capturedMinor = origin.capturedMinor + (change.captured ?? 0n)
  const voidedMinor = origin.voidedMinor + (change.voided ?? 0n)
  const isDone = capturedMinor > 0n && capturedMinor + voidedMinor >= origin.authorizedMinor
  const wasWaiting = origin.statusNo === 3 || origin.statusNo === 4
  const capturedNo = origin.statusNo === 4 && payment.tx.initiatedBy === 'system' ? 5 : 6
  const statusNo = change.captured && isDone && wasWaiting ? capturedNo : origin.statusNo
  await updateTransaction(unit.tx, origin, {
    statusNo,
    capturedMinor,
    voidedMinor,
    pspCapturedMinor: origin.pspCapturedMinor + (change.pspCaptured ?? 0n),
    refundedMinor: origin.refundedMinor + (change.refunded ?? 0n),
    pspRefundedMinor: origin.pspRefundedMinor + (change.pspRefunded ?? 0n),
    refundingMinor: origin.refundingMinor + (change.refunding ?? 0n),
    chargebackMinor: origin.chargebackMinor + (change.chargeback ?? 0n),
    ...(change.captured && { capturedAt: payment.now.toISOString() }),
    ...((isDone || voidedMinor > 0n) && { captureDueAt: null }),
    ...(change.mark && !origin.tags.includes(change.mark) && { tags: [...origin.tags, change.mark] }),
    updatedAt: payment.now.toISOString(),
    updatedBy: payment.actor,
  })
  await appendEvents(unit.tx, origin, [
    {
      at: payment.now.toISOString(),
      type: payment.tx.method === 'CAPTURE' ? 'CAPTURE' : 'NOTIFY',
      step: null,
      fromNo: origin.statusNo,
      toNo: statusNo,
      actor: payment.actor,
      summary: `${payment.tx.txType} ${payment.tx.id}`,
      durationMs: null,
      facts: null,
      decisions: null,
    },
  ])
  unit.emit({ merchantId, topic: 'transaction', key: String(origin.id) })
}

type Handlers = { [K in Effect['kind']]: (effect: Extract<Effect, { kind: K }>) => Promise<unknown> }

function handlersOf(parts: PersistParts, payment: Payment): Handlers {
  const { unit } = parts
  const { tx, newId, now } = unit
  const { merchantId, id } = payment.tx
  const at = now.toISOString()
  return {
    attempt: ({ attempt: { amount, ruleRef, ...attempt } }) =>
      insertAttempt(tx, {
        ...attempt,
        merchantId,
        txId: id,
        amountMinor: amount.minor,
        currency: amount.currency,
        ruleRef: ruleRef ?? null,
        requestedAt: at,
        answeredAt: null,
        latencyMs: null,
        outcome: null,
        statusNo: null,
        pspRefId: null,
        pspStatusCode: null,
        pspStatusMessage: null,
        retryable: null,
      }),
    probed: ({ window, good }) => reportProbe(unit, window, good),
    attemptResult: ({ result: { no, ...result } }) =>
      updateAttempt(tx, { merchantId, txId: id, no }, { ...result, answeredAt: at }),
    log: ({ log, attemptNo }) =>
      insertLogs(tx, [
        {
          merchantId,
          txId: id,
          id: newId(),
          attemptNo: attemptNo ?? null,
          direction: 'OUT',
          target: log.target,
          method: log.method,
          url: log.url,
          requestHeaders: JSON.stringify(log.requestHeaders),
          requestBody: log.requestBody.slice(0, maxLogChars),
          status: log.status,
          responseHeaders: JSON.stringify(log.responseHeaders),
          responseBody: (log.failure ?? log.responseBody).slice(0, maxLogChars),
          at: log.at,
          latencyMs: log.latencyMs,
        },
      ]),
    post: ({ draft }) =>
      post(
        tx,
        {
          ...draft,
          merchantId,
          sourceType: 'TRANSACTION',
          sourceId: String(id),
          valueDate: writeLocalTime('YYYY-MM-DD', now.getTime(), parts.timeZone),
          createdBy: payment.actor,
        },
        { now, newId },
      ),
    notify: ({ channel, leg, target, body, inMs, sent }) =>
      insertNotification(tx, {
        merchantId,
        id: newId(),
        txId: id,
        kind: channel,
        leg,
        target,
        body,
        status: sent === undefined ? 'PENDING' : sent ? 'SENT' : 'DEAD',
        nextAt: sent === undefined ? new Date(now.getTime() + inMs) : null,
        createdAt: now,
      }),
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
    accountUsed: ({ success }) =>
      recordOutcome(tx, merchantId, payment.tx.accountId ?? '', {
        isSuccess: success,
        isDeposit: payment.direction === 'DEPOSIT',
        at: now,
      }),
    blockAccount: ({ reason }) =>
      blockAccount(
        tx,
        { merchantId, id: payment.tx.accountId ?? '' },
        { reason, by: payment.actor, at: now },
      ),
    forgetCode: () => parts.forgetCode(merchantId, id),
    kycCheck: ({ provider, finding }) =>
      insertKycCheck(tx, {
        merchantId,
        id: newId(),
        userId: payment.tx.userId,
        txId: id,
        provider,
        at: now,
        finding,
      }),
    schemeDecline: ({ attemptNo, statusNo }) =>
      insertSchemeDecline(tx, {
        merchantId,
        accountHash: payment.tx.accountHash ?? '',
        txId: id,
        attemptNo,
        brand: payment.tx.cardBrand,
        statusNo,
        at: now,
      }),
    origin: ({ change }) => changeOrigin(parts, payment, change),
  }
}

/** What clients subscribe to. Being created and being over are events of their own. */
function webhookEvent(payment: Payment, before: number): string | undefined {
  if (payment.isNew) return 'payment.created'
  const [from, to] = [stateOfNumber(before), payment.status]
  if (from === to) return undefined
  return ['SUCCESSFUL', 'FAILED', 'CANCELLED'].includes(to) ? 'payment.completed' : 'payment.updated'
}

async function queueWebhooks(parts: PersistParts, payment: Payment, before: number): Promise<void> {
  const { unit } = parts
  const event = webhookEvent(payment, before)
  if (!event) return
  const { merchantId, id, version } = payment.tx
  for (const endpoint of await parts.webhooks(merchantId, event)) {
    await insertNotification(unit.tx, {
      merchantId,
      id: unit.newId(),
      txId: id,
      kind: 'WEBHOOK',
      leg: `${event} ${version} ${endpoint}`,
      target: endpoint,
      body: { type: event, data: parts.webhookBody(payment.tx) },
      status: 'PENDING',
      nextAt: unit.now,
      createdAt: unit.now,
    })
  }
}

/** Writes a payment and everything that belongs to it, or nothing. */
export async function persist(parts: PersistParts, payment: Payment, before: Transaction): Promise<void> {
  const { unit } = parts
  const { tx: row } = payment
  const changes = payment.changes()
  row.updatedAt = unit.now.toISOString()
  row.updatedBy = payment.actor
  if (payment.isNew) await insertTransaction(unit.tx, row)
  else {
    const stamped = { ...changes, updatedAt: row.updatedAt, updatedBy: row.updatedBy }
    if (!(await updateTransaction(unit.tx, before, stamped))) throw new LostPayment(row.id)
    row.version = before.version + 1
  }
  await writeEvents(parts, payment)
  const handlers = handlersOf(parts, payment)
  for (const effect of payment.effects)
    await (handlers[effect.kind] as (effect: Effect) => Promise<unknown>)(effect)
  if (payment.state.reserved && payment.status !== stateOfNumber(before.statusNo))
    await follow(unit.tx, row.merchantId, row.id, payment.status)
  await queueWebhooks(parts, payment, before.statusNo)
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

/** The desk hears of what comes, changes and goes there, and of nothing else. */
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
