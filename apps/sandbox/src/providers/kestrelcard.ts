import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { decimalText, parseMoney } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'
import { json, type Misbehaviour, type Reply, type Route, type SandboxRequest } from '../http-server.ts'
import { answerAs, answerLook, type AnswerWords } from '../psp/answer.ts'
import type { EventSubject, Operation, OperationState } from '../psp/operation.ts'
import { pageRoutes } from '../psp/pages.ts'
import { approved, planned } from '../psp/plan.ts'
import { accountWhere, pageUrl, requestedOf, secretFor, toldAmount } from '../psp/provider-helpers.ts'
import type { SimulatedProvider } from '../psp/provider.ts'
import type { PspCore } from '../psp/psp-core.ts'
import { reasonMessage } from '../psp/reasons.ts'

const psp = 'kestrelcard'

const orderShape = z.object({
  requestId: z.string().min(1),
  orderId: z.string(),
  money: z.string(),
  card: z.object({ pan: z.string() }),
  recurring: z.boolean(),
  customer: z.object({ id: z.string(), language: z.string().optional() }),
  urls: z.object({ back: z.string(), notify: z.string() }),
  until: z.string().optional(),
})

const followUpShape = z.object({
  requestId: z.string().min(1),
  orderId: z.string(),
  of: z.string(),
  money: z.string(),
  urls: z.object({ notify: z.string() }),
})

const stateWords: Readonly<Record<OperationState, string>> = {
  approved: 'APPROVED',
  authorized: 'APPROVED',
  declined: 'REJECTED',
  cancelled: 'REJECTED',
  pending: 'IN_PROGRESS',
  confirmation: 'IN_PROGRESS',
  redirect: 'WAITING_PAYER',
}

const rejectWords: Readonly<Record<string, string>> = {
  '05': 'DECLINED',
  '12': 'BAD_REQUEST',
  '13': 'AMOUNT_NOT_ALLOWED',
  '14': 'CARD_UNKNOWN',
  '15': 'ISSUER_UNKNOWN',
  '41': 'CARD_LOST',
  '43': 'CARD_STOLEN',
  '51': 'NO_MONEY',
  '54': 'CARD_EXPIRED',
  '57': 'NOT_PERMITTED',
  '59': 'FRAUD_SUSPECTED',
  '61': 'LIMIT_REACHED',
  '62': 'CARD_RESTRICTED',
  '65': 'TOO_OFTEN',
  '91': 'ISSUER_DOWN',
  '96': 'ISSUER_ERROR',
  N7: 'CVV_WRONG',
  '1A': 'SCA_NEEDED',
  R0: 'NEVER_AGAIN',
  '3D': 'PAYER_NOT_AUTHENTICATED',
  '3E': 'PAYER_TOO_LATE',
  '3V': 'AUTHENTICATION_ERROR',
  UC: 'PAYER_CANCELLED',
  PC: 'ORDER_CANCELLED',
  AC: 'ACCOUNT_CLOSED',
  NM: 'NAME_MISMATCH',
  BM: 'BANK_AWAY',
}

const moneyText = (money: Money): string => `${decimalText(money)} ${money.currency}`

const readMoney = (text: string): Money | undefined => {
  const [amount = '', currency = ''] = text.split(' ')
  return parseMoney(amount, currency)
}

const orderOf = (operation: Operation, state: OperationState, reference: string, money: Money) => ({
  orderId: reference,
  id: operation.id,
  state: stateWords[state],
  money: moneyText(money),
  ...(stateWords[state] === 'REJECTED' && {
    reject: { code: rejectWords[operation.code] ?? operation.code, text: reasonMessage(operation.code) },
  }),
})

const wordsFor = (request: SandboxRequest): AnswerWords => ({
  found: ({ operation, state }, reference) =>
    json(200, {
      ...orderOf(operation, state, reference, toldAmount(operation)),
      ...(state === 'redirect' && { payerUrl: pageUrl(request, operation) }),
    }),
  notFound: () => json(404, { problem: 'UNKNOWN_ORDER' }),
  unavailable: () => json(503, { problem: 'OUT_OF_SERVICE' }),
})

/** `KESTREL terminal:proof`, the proof made over path and body. */
const signIn = ({ headers, path, body }: SandboxRequest) =>
  accountWhere(psp, ({ settings, secrets }) => {
    const own = path.slice(psp.length + 1)
    const proof = createHmac('sha256', secrets.sharedSecret ?? '')
      .update(`${own}\n${body}`)
      .digest('hex')
    return headers.authorization === `KESTREL ${settings.terminalId ?? ''}:${proof}`
  })

const refused = (): Reply => json(401, { problem: 'BAD_PROOF' })
const unreadable = (): Reply => json(400, { problem: 'BAD_ORDER' })

const order = (core: PspCore, kind: 'deposit' | 'withdrawal') => async (request: SandboxRequest) => {
  const account = signIn(request)
  if (!account) return refused()
  const parsed = orderShape.safeParse(JSON.parse(request.body))
  const amount = parsed.data && readMoney(parsed.data.money)
  if (!parsed.success || !amount) return unreadable()
  const { data } = parsed
  const handled = await core.submit({
    psp,
    account: account.account,
    key: data.requestId,
    reference: data.orderId,
    kind,
    amount,
    requested: requestedOf(request, amount),
    card: { pan: data.card.pan },
    userId: data.customer.id,
    locale: data.customer.language,
    stored: data.recurring,
    authorizeOnly: false,
    challenged: false,
    exempt: false,
    callbackUrl: data.urls.notify,
    returnUrl: data.urls.back,
    expiresAt: data.until,
  })
  return answerAs(core, handled, wordsFor(request))
}

const followUp = (core: PspCore, kind: 'refund' | 'cancel') => async (request: SandboxRequest) => {
  const account = signIn(request)
  if (!account) return refused()
  const parsed = followUpShape.safeParse(JSON.parse(request.body))
  const amount = parsed.data && readMoney(parsed.data.money)
  if (!parsed.success || !amount) return unreadable()
  const { data } = parsed
  const handled = await core.followUp({
    psp,
    account: account.account,
    key: data.requestId,
    reference: data.orderId,
    kind,
    origin: data.of,
    amount,
    requested: requestedOf(request, amount),
    callbackUrl: data.urls.notify,
  })
  return answerAs(core, handled, wordsFor(request))
}

function status(core: PspCore, request: SandboxRequest): Reply | Misbehaviour {
  if (!signIn(request)) return refused()
  const parsed = z.object({ requestId: z.string() }).safeParse(JSON.parse(request.body))
  return parsed.success ? answerLook(core.look(psp, parsed.data.requestId), wordsFor(request)) : unreadable()
}

const routes = (core: PspCore): readonly Route[] => [
  { method: 'POST', path: `/${psp}/api/purchase`, run: order(core, 'deposit') },
  { method: 'POST', path: `/${psp}/api/credit`, run: order(core, 'withdrawal') },
  { method: 'POST', path: `/${psp}/api/refund`, run: followUp(core, 'refund') },
  { method: 'POST', path: `/${psp}/api/cancel`, run: followUp(core, 'cancel') },
  { method: 'POST', path: `/${psp}/api/status`, run: (request) => status(core, request) },
  {
    method: 'POST',
    path: `/${psp}/api/ping`,
    run: (request) => (signIn(request) ? json(200, { up: true }) : refused()),
  },
  ...pageRoutes(core, psp, 'Kestrel Card'),
]

const subjects: Readonly<Record<EventSubject, string>> = {
  payment: 'ORDER',
  capture: 'ORDER',
  void: 'ORDER',
  refund: 'REFUND',
  reversal: 'REVERSAL',
  disputeFiled: 'DISPUTE',
  disputeResolved: 'DISPUTE_WON',
}

/** Cards on its own page, payouts to cards; every message signed. */
export const kestrelcard: SimulatedProvider = {
  psp,
  authenticatesItself: true,
  ordinaryPlan: ({ kind, stored }) =>
    kind === 'withdrawal' || stored ? approved : planned({ outcome: 'redirect' }),
  afterPage: () => approved,
  routes,
  tell({ eventId, subject, operation, reference, amount, returnId }, forged) {
    const body = JSON.stringify({
      event: eventId,
      about: subjects[subject],
      order: orderOf(operation, operation.state, reference, amount),
      ...(returnId && { returnId }),
    })
    const signature = createHmac('sha256', secretFor(operation, 'sharedSecret', forged))
      .update(`callback\n${body}`)
      .digest('hex')
    return { contentType: 'application/json', body, headers: { 'kestrel-signature': signature } }
  },
}
