import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { decimalText, parseMoney } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'
import { json, type Reply, type Route, type SandboxRequest } from '../http-server.ts'
import { answerAs, answerLook, type AnswerWords } from '../psp/answer.ts'
import type { EventSubject, Operation, OperationState } from '../psp/operation.ts'
import { approved, planned, settledLater } from '../psp/plan.ts'
import { accountWhere, requestedOf, secretFor, toldAmount } from '../psp/provider-helpers.ts'
import type { SimulatedProvider } from '../psp/provider.ts'
import type { PspCore } from '../psp/psp-core.ts'
import { reasonMessage } from '../psp/reasons.ts'
import { wordedReason } from '../psp/worded-reasons.ts'

const psp = 'coinsim'

const moneyShape = z.object({ amount: z.string(), currency: z.string() })

const chargeShape = z.object({
  wallet: z.string(),
  metadata: z.object({ reference: z.string(), customer: z.string() }),
  pricing: moneyShape,
  webhook: z.string(),
  expires_at: z.string().optional(),
})

const followUpShape = z.object({
  charge: z.string(),
  metadata: z.object({ reference: z.string() }),
  pricing: moneyShape,
  webhook: z.string(),
})

const statusWords: Readonly<Record<OperationState, string>> = {
  approved: 'COMPLETED',
  authorized: 'COMPLETED',
  declined: 'FAILED',
  cancelled: 'CANCELED',
  pending: 'NEW',
  confirmation: 'NEW',
  redirect: 'NEW',
}

const wireMoney = (money: Money) => ({ amount: decimalText(money), currency: money.currency })

const chargeOf = (operation: Operation, state: OperationState, reference: string, told: Money) => ({
  id: operation.id,
  metadata: { reference },
  status: statusWords[state],
  ...(['declined', 'cancelled'].includes(state) && {
    context: wordedReason(operation.code),
    detail: reasonMessage(operation.code),
  }),
  pricing: wireMoney(operation.amount),
  ...(statusWords[state] === 'COMPLETED' && { paid: wireMoney(told) }),
})

const words: AnswerWords = {
  found: ({ operation, state }, reference) =>
    json(200, {
      data: {
        ...chargeOf(operation, state, reference, toldAmount(operation)),
        ...(operation.kind === 'deposit' &&
          state === 'pending' && { address: `sim1${operation.id.slice(3)}` }),
      },
    }),
  notFound: () => json(404, { error: { type: 'not_found' } }),
  unavailable: () => json(503, { error: { type: 'unavailable' } }),
}

const signIn = ({ headers }: SandboxRequest) =>
  accountWhere(psp, ({ secrets }) => secrets.apiKey === headers['x-cc-api-key'])

const refused = (): Reply => json(401, { error: { type: 'authentication' } })
const unreadable = (): Reply => json(400, { error: { type: 'invalid_request' } })

const begin = (core: PspCore, kind: 'deposit' | 'withdrawal') => async (request: SandboxRequest) => {
  const account = signIn(request)
  if (!account) return refused()
  const parsed = chargeShape.safeParse(JSON.parse(request.body))
  const amount = parsed.data && parseMoney(parsed.data.pricing.amount, parsed.data.pricing.currency)
  if (!parsed.success || !amount || parsed.data.wallet !== account.settings.walletId) return unreadable()
  const { data } = parsed
  const handled = await core.submit({
    psp,
    account: account.account,
    key: request.headers['x-cc-idempotency'] ?? '',
    reference: data.metadata.reference,
    kind,
    amount,
    requested: requestedOf(request, amount),
    userId: data.metadata.customer,
    stored: false,
    authorizeOnly: false,
    challenged: false,
    exempt: false,
    callbackUrl: data.webhook,
    returnUrl: '',
    expiresAt: data.expires_at,
  })
  return answerAs(core, handled, words)
}

const followUp = (core: PspCore, kind: 'refund' | 'cancel') => async (request: SandboxRequest) => {
  const account = signIn(request)
  if (!account) return refused()
  const parsed = followUpShape.safeParse(JSON.parse(request.body))
  const amount = parsed.data && parseMoney(parsed.data.pricing.amount, parsed.data.pricing.currency)
  if (!parsed.success || !amount) return unreadable()
  const { data } = parsed
  const handled = await core.followUp({
    psp,
    account: account.account,
    key: request.headers['x-cc-idempotency'] ?? '',
    reference: data.metadata.reference,
    kind,
    origin: data.charge,
    amount,
    requested: requestedOf(request, amount),
    callbackUrl: data.webhook,
  })
  return answerAs(core, handled, words)
}

const routes = (core: PspCore): readonly Route[] => [
  { method: 'POST', path: `/${psp}/charges`, run: begin(core, 'deposit') },
  { method: 'POST', path: `/${psp}/sends`, run: begin(core, 'withdrawal') },
  {
    method: 'GET',
    path: `/${psp}/operations/{key}`,
    run: (request) => (signIn(request) ? answerLook(core.look(psp, request.param('key')), words) : refused()),
  },
  { method: 'POST', path: `/${psp}/refunds`, run: followUp(core, 'refund') },
  { method: 'POST', path: `/${psp}/cancellations`, run: followUp(core, 'cancel') },
  {
    method: 'GET',
    path: `/${psp}/time`,
    run: (request) => (signIn(request) ? json(200, { up: true }) : refused()),
  },
]

const eventTypes: Readonly<Record<EventSubject, string>> = {
  payment: 'charge:updated',
  capture: 'charge:updated',
  void: 'charge:updated',
  refund: 'refund:updated',
  reversal: 'charge:reversed',
  disputeFiled: 'charge:disputed',
  disputeResolved: 'dispute:won',
}

/** People send a little more or less than they were asked for; from 97 to 103 hundredths of it. */
const arrives = (draw: number): number => 0.97 + Math.round(draw * 6) / 100

/** Coins: seen on the chain after a while, and rarely exactly what was asked for. */
export const coinsim: SimulatedProvider = {
  psp,
  authenticatesItself: false,
  ordinaryPlan: ({ kind }, delays, draw) =>
    planned({
      outcome: 'pending',
      tasks: settledLater(delays.coinConfirmation),
      amountFactor: kind === 'deposit' ? arrives(draw) : 1,
    }),
  afterPage: () => approved,
  routes,
  tell({ eventId, subject, operation, reference, amount, returnId }, forged) {
    const body = JSON.stringify({
      id: eventId,
      type: eventTypes[subject],
      data: chargeOf(operation, operation.state, reference, amount),
      ...(returnId && { movement: { id: returnId } }),
    })
    const signature = createHmac('sha256', secretFor(operation, 'webhookSecret', forged))
      .update(body)
      .digest('hex')
    return { contentType: 'application/json', body, headers: { 'x-cc-webhook-signature': signature } }
  },
}
