import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { decimalText, parseMoney } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'
import { json, type Reply, type Route, type SandboxRequest } from '../http-server.ts'
import { answerAs, answerLook, type AnswerWords } from '../psp/answer.ts'
import type { EventSubject, Operation, OperationState } from '../psp/operation.ts'
import { approved, planned } from '../psp/plan.ts'
import { accountWhere, requestedOf, secretFor, toldAmount } from '../psp/provider-helpers.ts'
import type { SimulatedProvider } from '../psp/provider.ts'
import type { PspCore } from '../psp/psp-core.ts'
import { reasonMessage } from '../psp/reasons.ts'
import { wordedReason } from '../psp/worded-reasons.ts'

const psp = 'manualbank'

const orderShape = z.object({
  orderNo: z.string().min(1),
  ourReference: z.string(),
  customerNo: z.string(),
  direction: z.enum(['IN', 'OUT']),
  sum: z.string(),
  currency: z.string(),
  account: z.string().optional(),
  person: z.string(),
  notifyAt: z.string(),
  until: z.string().optional(),
})

const followUpShape = z.object({
  orderNo: z.string().min(1),
  ourReference: z.string(),
  of: z.string(),
  sum: z.string(),
  currency: z.string(),
  notifyAt: z.string(),
})

const statusWords: Readonly<Record<OperationState, string>> = {
  approved: 'BOOKED',
  authorized: 'BOOKED',
  declined: 'REJECTED',
  cancelled: 'WITHDRAWN',
  pending: 'IN_FILE',
  confirmation: 'AWAITING',
  redirect: 'AWAITING',
}

const orderOf = (operation: Operation, state: OperationState, reference: string, money: Money) => ({
  orderNo: operation.key,
  ourReference: reference,
  bankReference: operation.id,
  status: statusWords[state],
  ...(['declined', 'cancelled'].includes(state) && {
    reason: wordedReason(operation.code),
    reasonText: reasonMessage(operation.code),
  }),
  sum: decimalText(money),
  currency: money.currency,
})

const words: AnswerWords = {
  found: ({ operation, state }, reference) =>
    json(200, {
      ...orderOf(operation, state, reference, toldAmount(operation)),
      ...(operation.kind === 'deposit' &&
        state === 'confirmation' && { payTo: { message: operation.id.slice(-10).toUpperCase() } }),
    }),
  notFound: () => json(404, { fault: 'no_such_order' }),
  unavailable: () => json(503, { fault: 'closed' }),
}

const signIn = ({ headers }: SandboxRequest) =>
  accountWhere(psp, ({ secrets }) => secrets.apiKey === headers['x-api-key'])

const refused = (): Reply => json(401, { fault: 'unknown_customer' })
const unreadable = (): Reply => json(400, { fault: 'unreadable' })

async function order(core: PspCore, request: SandboxRequest) {
  const account = signIn(request)
  if (!account) return refused()
  const parsed = orderShape.safeParse(JSON.parse(request.body))
  const amount = parsed.data && parseMoney(parsed.data.sum, parsed.data.currency)
  if (!parsed.success || !amount || parsed.data.customerNo !== account.settings.customerNo)
    return unreadable()
  const { data } = parsed
  const handled = await core.submit({
    psp,
    account: account.account,
    key: data.orderNo,
    reference: data.ourReference,
    kind: data.direction === 'OUT' ? 'withdrawal' : 'deposit',
    amount,
    requested: requestedOf(request, amount),
    iban: data.direction === 'OUT' ? data.account : undefined,
    userId: data.person,
    stored: false,
    authorizeOnly: false,
    challenged: false,
    exempt: false,
    callbackUrl: data.notifyAt,
    returnUrl: '',
    expiresAt: data.until,
  })
  return answerAs(core, handled, words)
}

const followUp = (core: PspCore, kind: 'refund' | 'cancel') => async (request: SandboxRequest) => {
  const account = signIn(request)
  if (!account) return refused()
  const parsed = followUpShape.safeParse(JSON.parse(request.body))
  const amount = parsed.data && parseMoney(parsed.data.sum, parsed.data.currency)
  if (!parsed.success || !amount) return unreadable()
  const { data } = parsed
  const handled = await core.followUp({
    psp,
    account: account.account,
    key: data.orderNo,
    reference: data.ourReference,
    kind,
    origin: data.of,
    amount,
    requested: requestedOf(request, amount),
    callbackUrl: data.notifyAt,
  })
  return answerAs(core, handled, words)
}

const routes = (core: PspCore): readonly Route[] => [
  { method: 'POST', path: `/${psp}/orders`, run: (request) => order(core, request) },
  {
    method: 'GET',
    path: `/${psp}/orders/{key}`,
    run: (request) => (signIn(request) ? answerLook(core.look(psp, request.param('key')), words) : refused()),
  },
  { method: 'POST', path: `/${psp}/repayments`, run: followUp(core, 'refund') },
  { method: 'POST', path: `/${psp}/withdrawn-orders`, run: followUp(core, 'cancel') },
  {
    method: 'GET',
    path: `/${psp}/opening-hours`,
    run: (request) => (signIn(request) ? json(200, { open: true }) : refused()),
  },
]

const subjects: Readonly<Record<EventSubject, string>> = {
  payment: 'order',
  capture: 'order',
  void: 'order',
  refund: 'repayment',
  reversal: 'return',
  disputeFiled: 'complaint',
  disputeResolved: 'complaint_closed',
}

/** A bank without machines: nothing happens until somebody there confirms it. */
export const manualbank: SimulatedProvider = {
  psp,
  authenticatesItself: false,
  ordinaryPlan: () => planned({ outcome: 'confirm' }),
  afterPage: () => approved,
  routes,
  tell({ eventId, subject, operation, reference, amount, returnId }, forged) {
    const body = JSON.stringify({
      id: eventId,
      what: subjects[subject],
      order: orderOf(operation, operation.state, reference, amount),
      ...(returnId && { returnNo: returnId }),
    })
    const hmac = createHmac('sha256', secretFor(operation, 'apiKey', forged))
      .update(body)
      .digest('hex')
    return { contentType: 'application/json', body, headers: { 'x-manualbank-hmac': hmac } }
  },
}
