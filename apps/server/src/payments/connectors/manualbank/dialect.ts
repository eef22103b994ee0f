import * as z from 'zod'
import type { Instrument, PspCall, PspFollowUp } from '../connector.ts'
import { aboutNothing, type Dialect, type PspState } from '../dialect.ts'
import { headerOf, hmacHex, sameSignature } from '../signature.ts'
import { amountText, bodies, moneyOfText, readJson } from '../wire-format.ts'
import { manualbankStatusMap } from './status-map.ts'

const statusWords = ['AWAITING', 'IN_FILE', 'BOOKED', 'REJECTED', 'WITHDRAWN'] as const

const orderShape = z.object({
  orderNo: z.string(),
  ourReference: z.string(),
  bankReference: z.string(),
  status: z.enum(statusWords),
  reason: z.string().optional(),
  reasonText: z.string().optional(),
  sum: z.string(),
  currency: z.string(),
  payTo: z.object({ message: z.string() }).optional(),
})

const problemShape = z.object({ fault: z.enum(['no_such_order', 'closed']) })

const eventShape = z.object({
  id: z.string(),
  what: z.enum(['order', 'repayment', 'return', 'complaint', 'complaint_closed']),
  order: orderShape,
  returnNo: z.string().optional(),
})

const states: Readonly<Record<(typeof statusWords)[number], PspState>> = {
  AWAITING: 'confirmation',
  IN_FILE: 'pending',
  BOOKED: 'approved',
  REJECTED: 'declined',
  WITHDRAWN: 'declined',
}

const subjects = {
  order: 'payment',
  repayment: 'refund',
  return: 'reversal',
  complaint: 'disputeFiled',
  complaint_closed: 'disputeResolved',
} as const

const headersOf = ({ account }: Pick<PspCall, 'account'>) => ({
  'content-type': 'application/json',
  'x-api-key': account.secrets.apiKey ?? '',
})

const accountOf = (instrument: Instrument): string | undefined => {
  if (instrument.kind === 'iban') return instrument.iban.replace(/\s/g, '')
  return instrument.kind === 'localBank' ? instrument.accountNumber : undefined
}

const readOrder = (order: z.infer<typeof orderShape>) => ({
  state: states[order.status],
  pspRefId: order.bankReference,
  pspCode: order.reason ?? order.status,
  pspMessage: order.reasonText ?? order.status,
  amount: moneyOfText(order.sum, order.currency),
})

/** Orders that people at the bank carry out: the user transfers with a message, payouts go into a file. */
export const manualbank: Dialect = {
  psp: 'manualbank',
  traits: { amountMayDiffer: false, namesReturns: true },
  needs: { settings: ['customerNo'], secrets: ['apiKey'] },
  statusNoOf: (code) => manualbankStatusMap[code],
  followUps: ['refund', 'cancel'],

  submit: (call) => ({
    method: 'POST',
    path: '/orders',
    headers: headersOf(call),
    ...bodies(call.instrument, (instrument) =>
      JSON.stringify({
        orderNo: call.idempotencyKey,
        ourReference: call.reference,
        customerNo: call.account.settings.customerNo,
        direction: call.direction === 'WITHDRAWAL' ? 'OUT' : 'IN',
        sum: amountText(call.amount),
        currency: call.amount.currency,
        account: accountOf(instrument),
        bank: call.bank,
        person: call.user.userId,
        notifyAt: call.callbackUrl,
        until: call.expiresAt,
      }),
    ),
  }),

  query: (call) => ({
    method: 'GET',
    path: `/orders/${encodeURIComponent(call.idempotencyKey)}`,
    headers: headersOf(call),
    body: '',
  }),

  followUp: (kind, call: PspFollowUp) => ({
    method: 'POST',
    path: kind === 'refund' ? '/repayments' : '/withdrawn-orders',
    headers: headersOf(call),
    body: JSON.stringify({
      orderNo: call.idempotencyKey,
      ourReference: call.reference,
      of: call.originPspRefId ?? call.originReference,
      sum: amountText(call.amount),
      currency: call.amount.currency,
      notifyAt: call.callbackUrl,
    }),
  }),

  ping: (account) => ({ method: 'GET', path: '/opening-hours', headers: headersOf({ account }), body: '' }),

  readAnswer({ body }) {
    const order = readJson(body, orderShape)
    if (order)
      return {
        ...readOrder(order),
        reference: order.ourReference,
        ...(order.payTo && { instructions: order.payTo }),
      }
    const fault = readJson(body, problemShape)?.fault
    if (fault === 'closed') return aboutNothing('notProcessed', fault)
    return fault ? aboutNothing('notFound', fault) : undefined
  },

  signatureIsGood: (raw, account) =>
    sameSignature(headerOf(raw, 'x-manualbank-hmac'), hmacHex(account.secrets.apiKey ?? '', raw.body)),

  readCallback(raw) {
    const event = readJson(raw.body, eventShape)
    return (
      event && {
        ...readOrder(event.order),
        eventId: event.id,
        subject: subjects[event.what],
        returnId: event.returnNo ?? null,
        reference: event.order.ourReference,
      }
    )
  },

  received: { status: 204, contentType: 'text/plain', body: '' },
}
