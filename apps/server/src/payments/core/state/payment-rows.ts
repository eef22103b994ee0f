import type { TxMethod } from '@signalbox/model/payments/transaction-method'
import type { WebhookType } from '@signalbox/model/payments/webhook-message'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import type { Tx } from '../../../kit/database.ts'
import type { UnitOfWork } from '../../../kit/unit-of-work.ts'
import type {
  AttemptResultRow,
  AttemptRow,
  EventRow,
  LogRow,
  NotificationRow,
  PaymentRows,
} from '../record/payment-write-store.ts'
import type { Transaction } from '../record/transaction.ts'
import type { Effect } from './effect.ts'
import { packEventFacts } from './facts-json.ts'
import type { Decision, Payment } from './payment.ts'

/** What has to be known to tell API clients about a payment. */
export interface WebhookDeps {
  readonly unit: UnitOfWork
  /** Endpoints of API clients that want to hear of an event of this payment's merchant. */
  readonly webhooks: (merchantId: number, event: string) => Promise<readonly string[]>
  readonly webhookBody: (db: Tx, transaction: Transaction) => Promise<Readonly<Record<string, unknown>>>
}

const maxLogChars = 64 * 1024

type RowEffect = Extract<Effect, { kind: 'attempt' | 'attemptResult' | 'log' | 'notify' }>
export type OtherEffect = Exclude<Effect, RowEffect>

export const isRow = (effect: Effect): effect is RowEffect =>
  effect.kind === 'attempt' ||
  effect.kind === 'attemptResult' ||
  effect.kind === 'log' ||
  effect.kind === 'notify'

/** Most decisions compare nothing in another currency, and say nothing about it. */
const withRatesIfAny = ({ rates, ...decision }: Decision): Decision =>
  rates && rates.length > 0 ? { ...decision, rates } : decision

const eventsOf = ({ events, now }: Payment): EventRow[] =>
  events.map(({ facts, decisions, ...event }) => ({
    ...event,
    at: now.toISOString(),
    facts: facts && packEventFacts(facts),
    decisions: decisions && decisions.map(withRatesIfAny),
  }))

function logRow({ newId }: UnitOfWork, { log, attemptNo }: Extract<Effect, { kind: 'log' }>): LogRow {
  return {
    id: newId(),
    attemptNo: attemptNo ?? null,
    direction: 'OUT',
    target: log.target,
    method: log.method,
    url: log.url,
    requestHeaders: log.requestHeaders,
    requestBody: log.requestBody.slice(0, maxLogChars),
    status: log.status,
    responseHeaders: log.responseHeaders,
    responseBody: (log.failure ?? log.responseBody).slice(0, maxLogChars),
    at: log.at,
    latencyMs: log.latencyMs,
  }
}

/** Everything about the payment that is a row of its own and depends on nothing that is written with it. */
export function rowsOf(
  unit: UnitOfWork,
  payment: Payment,
  webhooks: readonly NotificationRow[],
): PaymentRows {
  const at = unit.now.toISOString()
  const attempts: AttemptRow[] = []
  const attemptResults: AttemptResultRow[] = []
  const logs: LogRow[] = []
  const notifications: NotificationRow[] = []
  for (const effect of payment.effects) {
    if (!isRow(effect)) continue
    if (effect.kind === 'log') logs.push(logRow(unit, effect))
    else if (effect.kind === 'attemptResult') attemptResults.push({ ...effect.result, answeredAt: at })
    else if (effect.kind === 'attempt') {
      const { amount, ruleRef = null, pspVersion = null, schemeToken = null, ...attempt } = effect.attempt
      const { minor, currency } = amount
      attempts.push({
        ...attempt,
        pspVersion,
        schemeToken,
        amountMinor: String(minor),
        currency,
        ruleRef,
        requestedAt: at,
      })
    } else {
      const { channel, leg, target, body, inMs, sent } = effect
      notifications.push({
        id: unit.newId(),
        kind: channel,
        leg,
        target,
        body,
        status: sent === undefined ? 'PENDING' : sent ? 'SENT' : 'DEAD',
        nextAt: sent === undefined ? new Date(unit.now.getTime() + inMs).toISOString() : null,
        createdAt: at,
        sentAt: sent ? at : null,
      })
    }
  }
  notifications.push(...webhooks)
  return { events: eventsOf(payment), attempts, attemptResults, logs, notifications }
}

const isOver = (statusNo: number): boolean =>
  ['SUCCESSFUL', 'FAILED', 'CANCELLED'].includes(stateOfNumber(statusNo))

const ofDisputes: { readonly [M in TxMethod]?: WebhookType } = {
  CHARGEBACK: 'dispute.filed',
  CHARGEBACK_WON: 'dispute.resolved',
}

/**
 * What clients subscribe to, in the order it happened. Being created and being over are events of their own, also where
 * both happen at once; so is a dispute that was booked.
 */
function webhookTypes(payment: Payment, before: number): WebhookType[] {
  const { tx, isNew, status } = payment
  if (!isNew && stateOfNumber(before) === status) return []
  const types: WebhookType[] = isNew ? ['payment.created'] : []
  if (isOver(tx.statusNo)) types.push('payment.completed')
  else if (!isNew) types.push('payment.updated')
  const dispute = status === 'SUCCESSFUL' ? ofDisputes[tx.method] : undefined
  return dispute ? [...types, dispute] : types
}

export async function webhookRows(
  { unit, webhooks, webhookBody }: WebhookDeps,
  payment: Payment,
  before: number,
): Promise<NotificationRow[]> {
  const { merchantId, version } = payment.tx
  const at = unit.now.toISOString()
  const rows: NotificationRow[] = []
  for (const type of webhookTypes(payment, before))
    for (const endpoint of await webhooks(merchantId, type))
      rows.push({
        id: unit.newId(),
        kind: 'WEBHOOK',
        leg: `${type} ${version} ${endpoint}`,
        target: endpoint,
        body: { type, data: await webhookBody(unit.tx, payment.tx) },
        status: 'PENDING',
        nextAt: at,
        createdAt: at,
        sentAt: null,
      })
  return rows
}
