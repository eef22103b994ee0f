import { txTypeIdOf } from '@signalbox/model/payments/transaction-method'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import type { TxStatus } from '@signalbox/model/reference/status-codes'
import { raiseAlert } from '../../setup/alert/read-model.ts'
import { deliveriesTo, disableEndpoint } from '../../setup/api-client/read-model.ts'
import type { WebhookEvent } from '@signalbox/model/entities/api-client'
import { systemActor } from '../../kit/audit.ts'
import { milliseconds } from '../../kit/logger.ts'
import { contextOf, currentContext, inContext, ownContext } from '../../kit/request-context.ts'
import { perform } from '../../kit/unit-of-work.ts'
import type {
  Acknowledged,
  MerchantCall,
  MerchantOutcome,
  NotificationRequest,
} from '../connectors/merchant-client.ts'
import type { MachineDeps } from '../core/flow/machine-deps.ts'
import { readMerchant } from '../core/flow/settings.ts'
import { cancelRequest } from '../core/flow/steps/cancel.ts'
import { transferRequest } from '../core/flow/steps/transfer.ts'
import { Payment } from '../core/state/payment.ts'
import { findTransaction } from '../core/record/transaction-store.ts'
import type { Transaction } from '../core/record/transaction.ts'
import type { DeliveryDeps, DeliveryResult } from './delivery.ts'
import { beginMessage, endMessage } from './message-span.ts'
import { mailAbout, queueAbout, textAbout } from './payment-messages.ts'
import {
  noteDelivery,
  takeDue,
  type Delivery,
  type DueNotification,
} from '../core/record/notification-store.ts'

async function tellClient(
  { machine, sendWebhook }: DeliveryDeps,
  due: DueNotification,
): Promise<DeliveryResult> {
  const { kit, box } = machine
  const event = String(due.body.type) as WebhookEvent
  // Receivers refuse what is not from now, and secrets end in real time, wherever the sandbox has travelled to.
  const at = (kit.realNow ?? kit.now)()
  const targets = await deliveriesTo({ db: kit.db, box }, due.merchantId, event, at)
  const target = targets.find(({ id }) => id === due.target)
  if (!target) return { ok: false, final: true, text: 'The endpoint is switched off' }
  const body = JSON.stringify({
    ...due.body,
    id: due.id,
    ...(due.sequence !== null && { sequence: due.sequence }),
    timestamp: due.createdAt,
  })
  const sent = await sendWebhook(machine.exchange, target, { id: due.id, body, at })
  if (sent.status === 410)
    await perform(kit, systemActor, (unit) => disableEndpoint(unit.tx, target, unit.now))
  const ok = sent.status !== null && sent.status >= 200 && sent.status < 300
  return { ok, final: sent.status === 410, httpStatus: sent.status, text: sent.text }
}

type MerchantClient = MachineDeps['services']['merchant']
type Ask = (
  merchant: MerchantClient,
  call: MerchantCall,
  payment: Payment,
  due: DueNotification,
) => Promise<MerchantOutcome<Acknowledged>>

/** Says something to the merchant's own system, which answers whether it took it. */
const tellMerchant =
  (ask: Ask) =>
  async ({ machine }: DeliveryDeps, due: DueNotification, row: Transaction): Promise<DeliveryResult> => {
    const { endpoint } = await readMerchant(machine.kit.db, machine, due.merchantId)
    const payment = new Payment(row, { now: machine.kit.now() })
    const call = { endpoint, txId: row.id, tryNo: due.attempt, requestedAmount: payment.requested }
    const outcome = await ask(machine.services.merchant, call, payment, due)
    return {
      ok: outcome.kind === 'accepted',
      final: outcome.kind === 'refused',
      httpStatus: outcome.log.status,
    }
  }

const notifyMerchant = tellMerchant((merchant, call, payment, due) => {
  const { tx } = payment
  return merchant.notify(call, {
    userId: tx.userId,
    txTypeId: txTypeIdOf(tx.txType),
    txName: String(due.body.txName) as NotificationRequest['txName'],
    originTxId: tx.originTxId ?? tx.id,
    txAmount: payment.amount,
    txPspAmount: payment.pspAmount,
    txRefId: txRefId(tx.merchantId, tx.id),
    reason: typeof due.body.reason === 'string' ? due.body.reason : '',
    attributes: tx.attributes,
    ...(tx.feeMinor + tx.vatAmountMinor > 0n && {
      fee: { minor: tx.feeMinor + tx.vatAmountMinor, currency: tx.currency },
    }),
    ...(tx.psp && { provider: tx.psp }),
    ...(tx.pspRefId && { pspRefId: tx.pspRefId }),
    ...(tx.pspStatusMessage && { pspStatusMessage: tx.pspStatusMessage }),
  })
})

/** The payment was opened again meanwhile: how it ends now, the merchant is told by whoever decides about it. */
const ifStillSo =
  (states: readonly TxStatus[], again: ReturnType<typeof tellMerchant>): typeof again =>
  (deps, due, row) =>
    states.includes(stateOfNumber(row.statusNo))
      ? again(deps, due, row)
      : Promise.resolve({ ok: false, final: true, moot: true, text: 'The payment ended otherwise' })

/** What the merchant reserved is still reserved there: it has never heard that the payment is over. */
const cancelAgain = ifStillSo(
  ['FAILED', 'CANCELLED'],
  tellMerchant((merchant, call, payment) => merchant.cancel(call, cancelRequest(payment))),
)

/** The merchant knows the payment by its id, so hearing of it twice credits nobody twice. */
const transferAgain = ifStillSo(
  ['SUCCESSFUL'],
  tellMerchant((merchant, call, payment) => merchant.transfer(call, transferRequest(payment))),
)

async function tell(deps: DeliveryDeps, due: DueNotification): Promise<DeliveryResult> {
  if (due.kind === 'WEBHOOK') return tellClient(deps, due)
  const { merchantId, txId } = due
  const row = txId === null ? undefined : await findTransaction(deps.machine.kit.db, merchantId, txId)
  if (!row) return { ok: false, final: true, text: 'The transaction is gone' }
  if (due.kind === 'EMAIL') return mailAbout(deps, due, row)
  if (due.kind === 'SMS') return textAbout(deps, due, row)
  if (due.kind === 'MQ') return queueAbout(deps, due, row)
  if (due.kind === 'CANCEL') return cancelAgain(deps, due, row)
  if (due.kind === 'TRANSFER') return transferAgain(deps, due, row)
  return notifyMerchant(deps, due, row)
}

function deliveryOf(deps: DeliveryDeps, due: DueNotification, told: DeliveryResult, now: Date): Delivery {
  const { webhookMs, transferMs } = deps.machine.timings
  const schedule = due.kind === 'WEBHOOK' ? webhookMs : transferMs
  const delayMs = told.final ? undefined : schedule[due.attempt]
  const answer = { httpStatus: told.httpStatus ?? null, responseSnippet: told.text ?? null }
  if (told.ok) return { status: 'SENT', nextAt: null, ...answer }
  return delayMs === undefined
    ? { status: 'DEAD', nextAt: null, ...answer }
    : { status: 'PENDING', nextAt: new Date(now.getTime() + delayMs), ...answer }
}

const whatWasLost: Readonly<Record<string, string>> = {
  WEBHOOK: 'A webhook could not be delivered',
  EMAIL: 'An email could not be sent',
  SMS: 'A text message could not be delivered',
  MQ: 'A message for a queue could not be delivered',
  NOTIFICATION: 'A merchant could not be notified of a payment',
  TRANSFER: 'A transfer message could not be resent to a merchant',
  CANCEL: 'A merchant could not be notified that a payment has ended',
}

/** One alert per address: whoever looks into it wants to know how often, not each time anew. */
async function tellOfLoss({ machine }: DeliveryDeps, due: DueNotification, lost: Delivery): Promise<void> {
  const { merchantId, kind, target, txId, accountId } = due
  const subject = String(txId ?? accountId)
  const answer = lost.httpStatus === null ? lost.responseSnippet : `HTTP ${lost.httpStatus}`
  await perform(machine.kit, systemActor, (unit) =>
    raiseAlert(unit, {
      merchantId,
      source: 'DEAD_LETTER',
      // The address of a user stays where it can be forgotten.
      key: kind === 'EMAIL' || kind === 'SMS' ? kind : `${kind} ${target}`,
      severity: 'WARNING',
      title: whatWasLost[kind] ?? 'A message could not be delivered',
      body: `Last about ${txId === null ? 'account' : 'transaction'} ${subject}: ${answer ?? 'no answer'}`,
      subject,
    }),
  )
}

/** Longer than any of them takes; what a server that died was sending is due again after it. */
const takenForMs = 30_000
/** On their way at the same time; one slow receiver keeps the others from nothing but its own place. */
const atOnce = 100
/** Then somebody looks whether the job still has to run here. */
const longestPassMs = 20_000

const outcomes = { SENT: 'sent', PENDING: 'retried', DEAD: 'dead' } as const

/** Whoever gets the message finds the request it follows from; the job that sends it is nobody's business. */
const inOwnTrace = <T>(due: DueNotification, run: () => Promise<T>): Promise<T> => {
  const around = currentContext() ?? ownContext()
  const context = due.trace === null ? { ...around } : contextOf({ traceparent: due.trace }, around.requestId)
  context.span = beginMessage(context, around, due)
  return inContext(context, run)
}

/** One try. Says whether the message has found its end. */
const deliverOne = (deps: DeliveryDeps, due: DueNotification): Promise<boolean> =>
  inOwnTrace(due, () => tryToDeliver(deps, due))

async function tryToDeliver(deps: DeliveryDeps, due: DueNotification): Promise<boolean> {
  const { kit, metrics } = deps.machine
  const began = performance.now()
  const told = await tell(deps, due).catch((error: unknown): DeliveryResult => {
    kit.log.error({ err: error, notification: due.id }, 'a notification could not be sent')
    return { ok: false, text: 'Something went wrong on our side' }
  })
  deps.machine.failpoint('in notification')
  const ms = performance.now() - began
  const delivery = deliveryOf(deps, due, told, kit.now())
  const outcome = outcomes[delivery.status]
  metrics.messageDuration.observe({ kind: due.kind, outcome }, ms / 1_000)
  const { merchantId, txId, kind, attempt } = due
  kit.log.info(
    { notification: due.id, merchantId, txId, kind, attempt, outcome, ms: milliseconds(ms) },
    'message',
  )
  endMessage(outcome)
  const isOurs = await noteDelivery(kit.db, due, delivery, kit.now())
  if (isOurs && delivery.status === 'DEAD' && !told.moot) await tellOfLoss(deps, due, delivery)
  return delivery.status !== 'PENDING'
}

/**
 * Sends what is due, each message once per try and pass, whoever else is sending too. What becomes free meanwhile, such
 * as the next webhook of a payment, is sent in the same pass.
 */
export async function deliverDue(deps: DeliveryDeps, leaving?: AbortSignal): Promise<number> {
  const { kit } = deps.machine
  const endsAt = kit.now().getTime() + longestPassMs
  const underWay = new Set<Promise<void>>()
  /** Had their turn in this pass, and are not over. */
  const tried = new Set<string>()
  const errors: unknown[] = []
  let count = 0
  let ended = 0
  const begin = (due: DueNotification): void => {
    tried.add(due.id)
    const trying: Promise<void> = deliverOne(deps, due)
      .then((isOver) => void (isOver && tried.delete(due.id)))
      .catch((error: unknown) => void errors.push(error))
      .finally(() => {
        underWay.delete(trying)
        ended += 1
      })
    underWay.add(trying)
  }
  const mayGoOn = () => errors.length === 0 && !leaving?.aborted && kit.now().getTime() < endsAt
  const take = async (): Promise<void> => {
    const now = kit.now()
    const until = new Date(now.getTime() + takenForMs)
    const limit = atOnce - underWay.size
    ended = 0
    const due = await takeDue(kit.db, { now, until, limit, except: [...tried] })
    due.forEach(begin)
    count += due.length
  }
  await take()
  while (underWay.size > 0) {
    await Promise.race(underWay)
    // Looking costs a statement: not for every single one of a hundred.
    if (mayGoOn() && ended * 10 >= underWay.size) await take()
  }
  if (errors.length > 0) throw errors[0]
  return count
}
