import * as z from 'zod'
import type { Money } from '@signalbox/model/money/money'
import type { PspCall, PspFollowUp } from '../connector.ts'
import { aboutNothing, type Dialect, type PspState } from '../dialect.ts'
import { headerOf, hmacHex, sameSignature } from '../signature.ts'
import { amountText, moneyOfText, readJson } from '../wire-format.ts'
import { coinsimStatusMap } from './status-map.ts'

const statusWords = ['NEW', 'COMPLETED', 'FAILED', 'CANCELED'] as const
const wireMoneyShape = z.object({ amount: z.string(), currency: z.string() })

const chargeShape = z.object({
  id: z.string(),
  metadata: z.object({ reference: z.string() }),
  status: z.enum(statusWords),
  context: z.string().optional(),
  detail: z.string().optional(),
  pricing: wireMoneyShape,
  /** What was seen on the chain, once something was. */
  paid: wireMoneyShape.optional(),
  address: z.string().optional(),
})

const answerShape = z.object({ data: chargeShape })
const problemShape = z.object({ error: z.object({ type: z.enum(['not_found', 'unavailable']) }) })

const eventShape = z.object({
  id: z.string(),
  type: z.enum(['charge:updated', 'refund:updated', 'charge:reversed', 'charge:disputed', 'dispute:won']),
  data: chargeShape,
  /** What went back, where something did. */
  movement: z.object({ id: z.string() }).optional(),
})

const states: Readonly<Record<(typeof statusWords)[number], PspState>> = {
  NEW: 'pending',
  COMPLETED: 'approved',
  FAILED: 'declined',
  CANCELED: 'declined',
}

const subjects = {
  'charge:updated': 'payment',
  'refund:updated': 'refund',
  'charge:reversed': 'reversal',
  'charge:disputed': 'disputeFiled',
  'dispute:won': 'disputeResolved',
} as const

const headersOf = ({ account, idempotencyKey }: Pick<PspCall, 'account' | 'idempotencyKey'>) => ({
  'content-type': 'application/json',
  'x-cc-api-key': account.secrets.apiKey ?? '',
  'x-cc-idempotency': idempotencyKey,
})

const wireMoney = (money: Money) => ({ amount: amountText(money), currency: money.currency })

const readCharge = (charge: z.infer<typeof chargeShape>) => {
  const money = charge.paid ?? charge.pricing
  return {
    state: states[charge.status],
    reference: charge.metadata.reference,
    pspRefId: charge.id,
    pspCode: charge.context ?? charge.status,
    pspMessage: charge.detail ?? charge.status,
    amount: moneyOfText(money.amount, money.currency),
  }
}

/** Charges that are paid on a chain: what arrives may be more or less than was asked for. */
export const coinsim: Dialect = {
  psp: 'coinsim',
  traits: { amountMayDiffer: true, namesReturns: true },
  needs: { settings: ['walletId'], secrets: ['apiKey', 'webhookSecret'] },
  statusNoOf: (code) => coinsimStatusMap[code],
  followUps: ['refund', 'cancel'],

  submit: (call) => ({
    method: 'POST',
    path: call.direction === 'WITHDRAWAL' ? '/sends' : '/charges',
    headers: headersOf(call),
    body: JSON.stringify({
      wallet: call.account.settings.walletId,
      metadata: { reference: call.reference, customer: call.user.userId },
      pricing: wireMoney(call.amount),
      to: call.instrument.kind === 'crypto' ? call.instrument.address : undefined,
      webhook: call.callbackUrl,
      expires_at: call.expiresAt,
    }),
  }),

  query: (call) => ({
    method: 'GET',
    path: `/operations/${encodeURIComponent(call.idempotencyKey)}`,
    headers: headersOf(call),
    body: '',
  }),

  followUp: (kind, call: PspFollowUp) => ({
    method: 'POST',
    path: kind === 'refund' ? '/refunds' : '/cancellations',
    headers: headersOf(call),
    body: JSON.stringify({
      charge: call.originPspRefId ?? call.originReference,
      metadata: { reference: call.reference },
      pricing: wireMoney(call.amount),
      webhook: call.callbackUrl,
    }),
  }),

  ping: (account) => ({
    method: 'GET',
    path: '/time',
    headers: headersOf({ account, idempotencyKey: 'ping' }),
    body: '',
  }),

  readAnswer({ body }) {
    const charge = readJson(body, answerShape)?.data
    if (charge)
      return { ...readCharge(charge), ...(charge.address && { instructions: { address: charge.address } }) }
    const problem = readJson(body, problemShape)?.error.type
    if (problem === 'unavailable') return aboutNothing('notProcessed', problem)
    return problem ? aboutNothing('notFound', problem) : undefined
  },

  signatureIsGood: (raw, account) =>
    sameSignature(
      headerOf(raw, 'x-cc-webhook-signature'),
      hmacHex(account.secrets.webhookSecret ?? '', raw.body),
    ),

  readCallback(raw) {
    const event = readJson(raw.body, eventShape)
    return (
      event && {
        ...readCharge(event.data),
        eventId: event.id,
        subject: subjects[event.type],
        returnId: event.movement?.id ?? null,
      }
    )
  },

  received: { status: 200, contentType: 'application/json', body: '{}' },
}
