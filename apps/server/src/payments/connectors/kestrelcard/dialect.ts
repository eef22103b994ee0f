import * as z from 'zod'
import type { Money } from '@signalbox/model/money/money'
import type { Instrument, PspAccountConfig, PspCall, PspFollowUp } from '../connector.ts'
import { aboutNothing, type Dialect, type PspState, type Wire } from '../dialect.ts'
import { headerOf, hmacHex, sameSignature } from '../signature.ts'
import { amountText, bodies, moneyOfText, readJson } from '../wire-format.ts'
import { kestrelcardStatusMap } from './status-map.ts'

const stateWords = ['APPROVED', 'REJECTED', 'WAITING_PAYER', 'IN_PROGRESS'] as const

const orderShape = z.object({
  orderId: z.string(),
  id: z.string(),
  state: z.enum(stateWords),
  money: z.string(),
  reject: z.object({ code: z.string(), text: z.string() }).optional(),
  payerUrl: z.string().optional(),
})

const problemShape = z.object({ problem: z.enum(['UNKNOWN_ORDER', 'OUT_OF_SERVICE']) })

const eventShape = z.object({
  event: z.string(),
  about: z.enum(['ORDER', 'REFUND', 'REVERSAL', 'DISPUTE', 'DISPUTE_WON']),
  order: orderShape,
  returnId: z.string().optional(),
})

const states: Readonly<Record<(typeof stateWords)[number], PspState>> = {
  APPROVED: 'approved',
  REJECTED: 'declined',
  WAITING_PAYER: 'threeDs',
  IN_PROGRESS: 'pending',
}

const subjects = {
  ORDER: 'payment',
  REFUND: 'refund',
  REVERSAL: 'reversal',
  DISPUTE: 'disputeFiled',
  DISPUTE_WON: 'disputeResolved',
} as const

const moneyText = (money: Money): string => `${amountText(money)} ${money.currency}`

const moneyOf = (text: string): Money | null => {
  const [amount, currency] = text.split(' ')
  return moneyOfText(amount, currency)
}

/** Every request is signed over its path and body; the key that makes it unique goes into the body. */
function signed(account: PspAccountConfig, path: string, body: string): Wire {
  const terminal = account.settings.terminalId ?? ''
  const proof = hmacHex(account.secrets.sharedSecret ?? '', `${path}\n${body}`)
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', authorization: `KESTREL ${terminal}:${proof}` },
    body,
  }
}

const cardOf = (instrument: Instrument) => {
  if (instrument.kind !== 'card') return undefined
  const [year = '', month = ''] = instrument.expiry.split('-')
  return {
    pan: instrument.pan,
    exp: `${month}/${year.slice(-2)}`,
    cvv2: instrument.cvv,
    name: instrument.holder,
  }
}

const submission = (call: PspCall, instrument: Instrument): string =>
  JSON.stringify({
    requestId: call.idempotencyKey,
    orderId: call.reference,
    money: moneyText(call.amount),
    card: cardOf(instrument),
    recurring: call.stored,
    customer: {
      id: call.user.userId,
      mail: call.user.email,
      ip: call.user.ip,
      language: call.user.locale,
    },
    urls: { back: call.returnUrl, notify: call.callbackUrl },
    until: call.expiresAt,
  })

/** Signed JSON; the payer is authenticated on Kestrel's own page. */
export const kestrelcard: Dialect = {
  psp: 'kestrelcard',
  traits: { amountMayDiffer: false, namesReturns: true },
  needs: { settings: ['terminalId'], secrets: ['sharedSecret'] },
  statusNoOf: (code) => kestrelcardStatusMap[code],
  followUps: ['refund', 'cancel'],

  submit(call) {
    const { body, logBody } = bodies(call.instrument, (instrument) => submission(call, instrument))
    const path = call.direction === 'WITHDRAWAL' ? '/api/credit' : '/api/purchase'
    return { ...signed(call.account, path, body), logBody }
  },

  query: (call) => signed(call.account, '/api/status', JSON.stringify({ requestId: call.idempotencyKey })),

  followUp: (kind, call: PspFollowUp) =>
    signed(
      call.account,
      kind === 'refund' ? '/api/refund' : '/api/cancel',
      JSON.stringify({
        requestId: call.idempotencyKey,
        orderId: call.reference,
        of: call.originPspRefId ?? call.originReference,
        money: moneyText(call.amount),
        urls: { notify: call.callbackUrl },
      }),
    ),

  ping: (account) => signed(account, '/api/ping', '{}'),

  readAnswer({ body }) {
    const order = readJson(body, orderShape)
    if (order)
      return {
        state: states[order.state],
        reference: order.orderId,
        pspRefId: order.id,
        pspCode: order.reject?.code ?? order.state,
        pspMessage: order.reject?.text ?? order.state,
        amount: moneyOf(order.money),
        ...(order.payerUrl && { url: order.payerUrl }),
      }
    const problem = readJson(body, problemShape)?.problem
    if (problem === 'OUT_OF_SERVICE') return aboutNothing('notProcessed', problem)
    return problem === 'UNKNOWN_ORDER' ? aboutNothing('notFound', problem) : undefined
  },

  signatureIsGood: (raw, account) =>
    sameSignature(
      headerOf(raw, 'kestrel-signature'),
      hmacHex(account.secrets.sharedSecret ?? '', `callback\n${raw.body}`),
    ),

  readCallback(raw) {
    const event = readJson(raw.body, eventShape)
    if (!event) return undefined
    const { order } = event
    return {
      eventId: event.event,
      subject: subjects[event.about],
      returnId: event.returnId ?? null,
      reference: order.orderId,
      pspRefId: order.id,
      state: states[order.state],
      pspCode: order.reject?.code ?? order.state,
      pspMessage: order.reject?.text ?? order.state,
      amount: moneyOf(order.money),
    }
  },

  received: { status: 200, contentType: 'application/json', body: '{"ack":true}' },
}
