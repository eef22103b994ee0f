import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { json, type Reply, type Route, type SandboxRequest } from '../http-server.ts'
import { answerAs, answerLook, type AnswerWords } from '../psp/answer.ts'
import type { EventSubject, Operation, OperationState, Submission } from '../psp/operation.ts'
import { approved, declined, type Plan } from '../psp/plan.ts'
import { accountWhere, requestedOf, secretFor, toldAmount } from '../psp/provider-helpers.ts'
import type { SimulatedProvider } from '../psp/provider.ts'
import type { PspCore } from '../psp/psp-core.ts'
import { reasonMessage, reasons } from '../psp/reasons.ts'
import { plainVoucher } from '../psp/vouchers.ts'
import { wordedReason } from '../psp/worded-reasons.ts'

const psp = 'voucherstore'

const callShape = z.object({
  id: z.string().min(1),
  method: z.enum(['check', 'redeem', 'issue', 'refund', 'cancel', 'look', 'ping']),
  params: z.object({
    key: z.string().optional(),
    order: z.string().optional(),
    of: z.string().optional(),
    minor: z.int().min(0).optional(),
    currency: z.string().optional(),
    code: z.string().optional(),
    holder: z.string().optional(),
    notify: z.string().optional(),
    until: z.string().optional(),
  }),
})

const outcomes: Readonly<Record<OperationState, string>> = {
  approved: 'done',
  authorized: 'done',
  declined: 'refused',
  cancelled: 'refused',
  pending: 'open',
  confirmation: 'open',
  redirect: 'open',
}

const resultOf = (operation: Operation, state: OperationState, reference: string, minor: bigint) => ({
  ticket: operation.id,
  order: reference,
  outcome: outcomes[state],
  ...(outcomes[state] === 'refused' && {
    reason: wordedReason(operation.code),
    explanation: reasonMessage(operation.code),
  }),
  minor: Number(minor),
  currency: operation.amount.currency,
})

const error = (status: number, code: number, message: string): Reply =>
  json(status, { jsonrpc: '2.0', error: { code, message } })

const words: AnswerWords = {
  found: ({ operation, state }, reference) =>
    json(200, {
      jsonrpc: '2.0',
      id: operation.key,
      result: resultOf(operation, state, reference, toldAmount(operation).minor),
    }),
  notFound: () => error(200, 404, 'Unknown order'),
  unavailable: () => error(503, 503, 'The store is closed; nothing was done'),
}

async function call(core: PspCore, request: SandboxRequest) {
  const account = accountWhere(psp, ({ secrets }) => secrets.apiKey === request.headers['x-api-key'])
  if (!account) return error(401, 401, 'Unknown distributor')
  const parsed = callShape.safeParse(JSON.parse(request.body))
  if (!parsed.success) return error(400, 400, 'Not understood')
  const { id: key, method, params } = parsed.data
  if (method === 'ping') return json(200, { jsonrpc: '2.0', id: key, result: 'pong' })
  if (method === 'look') return answerLook(core.look(psp, params.key ?? key), words)
  if (method === 'check')
    return json(200, { jsonrpc: '2.0', id: key, result: validity(core, params.code ?? '') })
  if (params.minor === undefined || !params.currency) return error(400, 400, 'Without a value')
  const amount = { minor: BigInt(params.minor), currency: params.currency }
  const shared = {
    psp,
    account: account.account,
    key,
    reference: params.order ?? '',
    amount,
    requested: requestedOf(request, amount),
    callbackUrl: params.notify ?? '',
  }
  if (method === 'refund' || method === 'cancel')
    return answerAs(core, await core.followUp({ ...shared, kind: method, origin: params.of ?? '' }), words)
  const handled = await core.submit({
    ...shared,
    kind: method === 'issue' ? 'withdrawal' : 'deposit',
    voucher: params.code,
    userId: params.holder ?? '',
    stored: false,
    authorizeOnly: false,
    challenged: false,
    exempt: false,
    returnUrl: '',
    expiresAt: params.until,
  })
  return answerAs(core, handled, words)
}

const routes = (core: PspCore): readonly Route[] => [
  { method: 'POST', path: `/${psp}/rpc`, run: (request) => call(core, request) },
]

const topics: Readonly<Record<EventSubject, string>> = {
  payment: 'voucher',
  capture: 'voucher',
  void: 'voucher',
  refund: 'refund',
  reversal: 'reversal',
  disputeFiled: 'dispute',
  disputeResolved: 'dispute_won',
}

const voucherCode = /^[0-9A-Z]{8,20}$/i

/** Whether a code could be redeemed now, without redeeming it. */
function validity(core: PspCore, code: string) {
  const plan = core.isRedeemed(code) ? declined(reasons.alreadyRedeemed) : redeemed({ voucher: code })
  const valid = plan.outcome === 'approve'
  return { valid, ...(!valid && { reason: wordedReason(plan.code) }) }
}

/** Any code of the right shape is worth what is asked for; two beginnings are kept for codes that are not. */
function redeemed({ voucher = '' }: Pick<Submission, 'voucher'>): Plan {
  const code = plainVoucher(voucher)
  if (!voucherCode.test(code)) return declined(reasons.invalidAccount)
  if (code.startsWith('USED')) return declined(reasons.alreadyRedeemed)
  return code.startsWith('EXPIRED') ? declined('voucher_expired') : approved
}

/** Vouchers, redeemed or issued by remote calls. */
export const voucherstore: SimulatedProvider = {
  psp,
  authenticatesItself: false,
  ordinaryPlan: (submission) => (submission.kind === 'deposit' ? redeemed(submission) : approved),
  afterPage: () => approved,
  routes,
  tell({ eventId, subject, operation, reference, amount, returnId }, forged) {
    const body = JSON.stringify({
      event: eventId,
      topic: topics[subject],
      result: resultOf(operation, operation.state, reference, amount.minor),
      ...(returnId && { movement: returnId }),
    })
    const signature = createHmac('sha256', secretFor(operation, 'apiKey', forged))
      .update(body)
      .digest('hex')
    return { contentType: 'application/json', body, headers: { 'x-store-signature': signature } }
  },
}
