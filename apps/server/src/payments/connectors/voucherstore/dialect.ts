import * as z from 'zod'
import type { Instrument, PspAccountConfig, PspCall, PspFollowUp } from '../connector.ts'
import { aboutNothing, type Dialect, type PspState, type Wire } from '../dialect.ts'
import { headerOf, hmacHex, sameSignature } from '../signature.ts'
import { bodies, minorNumber, moneyOfMinor, readJson } from '../wire-format.ts'
import { voucherstoreStatusMap } from './status-map.ts'

const resultWords = ['done', 'open', 'refused'] as const

const resultShape = z.object({
  ticket: z.string(),
  order: z.string(),
  outcome: z.enum(resultWords),
  reason: z.string().optional(),
  explanation: z.string().optional(),
  minor: z.number(),
  currency: z.string(),
})

const answerShape = z.object({ result: resultShape })
const validityShape = z.object({ result: z.object({ valid: z.boolean(), reason: z.string().optional() }) })
const errorShape = z.object({ error: z.object({ code: z.number() }) })

const eventShape = z.object({
  event: z.string(),
  topic: z.enum(['voucher', 'refund', 'reversal', 'dispute', 'dispute_won']),
  result: resultShape,
  /** Of what went back. */
  movement: z.string().optional(),
})

const states: Readonly<Record<(typeof resultWords)[number], PspState>> = {
  done: 'approved',
  open: 'pending',
  refused: 'declined',
}

const subjects = {
  voucher: 'payment',
  refund: 'refund',
  reversal: 'reversal',
  dispute: 'disputeFiled',
  dispute_won: 'disputeResolved',
} as const

const unknownOrder = 404
const storeClosed = 503

const rpc = (account: PspAccountConfig, key: string, method: string, params: unknown): Wire => ({
  method: 'POST',
  path: '/rpc',
  headers: { 'content-type': 'application/json', 'x-api-key': account.secrets.apiKey ?? '' },
  body: JSON.stringify({ jsonrpc: '2.0', id: key, method, params }),
})

const valueOf = ({ amount }: Pick<PspCall, 'amount'>) => ({
  minor: minorNumber(amount),
  currency: amount.currency,
})

const submission = (call: PspCall, instrument: Instrument): string =>
  rpc(call.account, call.idempotencyKey, call.direction === 'WITHDRAWAL' ? 'issue' : 'redeem', {
    order: call.reference,
    ...valueOf(call),
    code: instrument.kind === 'voucher' ? instrument.code : undefined,
    holder: call.user.userId,
    notify: call.callbackUrl,
    until: call.expiresAt,
  }).body

const readResult = (result: z.infer<typeof resultShape>) => ({
  state: states[result.outcome],
  reference: result.order,
  pspRefId: result.ticket,
  pspCode: result.reason ?? result.outcome,
  pspMessage: result.explanation ?? result.outcome,
  amount: moneyOfMinor(result.minor, result.currency),
})

/** Remote procedure calls: redeem a voucher, or issue one as a payout. */
export const voucherstore: Dialect = {
  psp: 'voucherstore',
  traits: { amountMayDiffer: false, namesReturns: true },
  needs: { settings: ['distributor'], secrets: ['apiKey'] },
  statusNoOf: (code) => voucherstoreStatusMap[code],
  followUps: ['refund', 'cancel'],

  submit: (call) => ({
    ...rpc(call.account, '', '', {}),
    ...bodies(call.instrument, (instrument) => submission(call, instrument)),
  }),

  query: (call) => rpc(call.account, call.idempotencyKey, 'look', { key: call.idempotencyKey }),

  followUp: (kind, call: PspFollowUp) =>
    rpc(call.account, call.idempotencyKey, kind === 'refund' ? 'refund' : 'cancel', {
      order: call.reference,
      of: call.originPspRefId ?? call.originReference,
      ...valueOf(call),
      notify: call.callbackUrl,
    }),

  ping: (account) => rpc(account, 'ping', 'ping', {}),

  readAnswer({ body }) {
    const answer = readJson(body, answerShape)
    if (answer) return readResult(answer.result)
    const code = readJson(body, errorShape)?.error.code
    if (code === storeClosed) return aboutNothing('notProcessed', String(code))
    return code === unknownOrder ? aboutNothing('notFound', String(code)) : undefined
  },

  signatureIsGood: (raw, account) =>
    sameSignature(headerOf(raw, 'x-store-signature'), hmacHex(account.secrets.apiKey ?? '', raw.body)),

  readCallback(raw) {
    const event = readJson(raw.body, eventShape)
    return (
      event && {
        ...readResult(event.result),
        eventId: event.event,
        subject: subjects[event.topic],
        returnId: event.movement ?? null,
      }
    )
  },

  received: { status: 200, contentType: 'application/json', body: '{"ok":true}' },

  vouchers: {
    ask: (account, code) => rpc(account, 'check', 'check', { code }),
    read: (body) => {
      const found = readJson(body, validityShape)?.result
      return found && { valid: found.valid, reason: found.reason ?? null }
    },
  },
}
