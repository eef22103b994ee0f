import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { json, text, type Reply, type Route, type SandboxRequest } from '../http-server.ts'
import { answerAs, answerLook, type AnswerWords } from '../psp/answer.ts'
import type { EventSubject, OperationState } from '../psp/operation.ts'
import { approved } from '../psp/plan.ts'
import { accountWhere, requestedOf, secretFor, toldAmount } from '../psp/provider-helpers.ts'
import type { SimulatedProvider } from '../psp/provider.ts'
import type { PspCore, View } from '../psp/psp-core.ts'
import { reasonMessage, reasons } from '../psp/reasons.ts'

const psp = 'acmecards'

const amountShape = z.object({ value: z.int().min(0), currency: z.string() })

const paymentShape = z.object({
  merchantCode: z.string(),
  merchantReference: z.string(),
  amount: amountShape,
  intent: z.enum(['sale', 'authorize']),
  card: z.object({ number: z.string() }).optional(),
  networkToken: z.object({ number: z.string(), cryptogram: z.string() }).optional(),
  shopperInteraction: z.enum(['Ecommerce', 'ContAuth']),
  threeDSecure: z.object({ challenged: z.boolean() }).optional(),
  exemption: z.string().optional(),
  shopper: z.object({ reference: z.string() }),
  returnUrl: z.string(),
  notificationUrl: z.string(),
  expiresAt: z.string().optional(),
})

const followUpShape = z.object({
  merchantReference: z.string(),
  amount: amountShape,
  notificationUrl: z.string(),
})

const resultCodes: Readonly<Record<OperationState, string>> = {
  approved: 'Captured',
  authorized: 'Authorised',
  declined: 'Refused',
  cancelled: 'Refused',
  pending: 'Received',
  confirmation: 'Received',
  redirect: 'Received',
}

const money = ({ value, currency }: z.infer<typeof amountShape>) => ({ minor: BigInt(value), currency })

const words: AnswerWords = {
  found: ({ operation, state }: View, reference: string): Reply => {
    const { minor, currency } = toldAmount(operation)
    const refused = resultCodes[state] === 'Refused'
    return json(200, {
      pspReference: operation.id,
      merchantReference: reference,
      resultCode: resultCodes[state],
      ...(refused && { refusalCode: operation.code, refusalReason: reasonMessage(operation.code) }),
      amount: { value: Number(minor), currency },
    })
  },
  notFound: () => json(404, { errorCode: '702', message: 'No such payment' }),
  unavailable: () => json(503, { errorCode: '905', message: 'Out of service', processed: false }),
}

const eventCodes: Readonly<Record<EventSubject, string>> = {
  payment: 'AUTHORISATION',
  capture: 'CAPTURE',
  void: 'CANCELLATION',
  refund: 'REFUND',
  reversal: 'REVERSAL',
  disputeFiled: 'CHARGEBACK',
  disputeResolved: 'CHARGEBACK_REVERSED',
}

const signIn = ({ headers }: SandboxRequest) =>
  accountWhere(psp, ({ secrets }) => secrets.apiKey === headers['x-api-key'])

const refused = (): Reply => json(401, { errorCode: '010', message: 'Not allowed' })
const unreadable = (): Reply => json(422, { errorCode: '100', message: 'Not valid' })

/** The network says which card a token stands for, and whether it may be used. */
function paidWith(core: PspCore, { card, networkToken }: z.infer<typeof paymentShape>) {
  if (!networkToken) return { card: { pan: card?.number ?? '' } }
  const read = core.readToken(networkToken.number, networkToken.cryptogram)
  const refusal = read ? read.refusal : reasons.tokenInvalid
  return { card: { pan: read?.pan ?? '' }, networkToken: refusal ? { refusal } : {} }
}

async function pay(core: PspCore, request: SandboxRequest) {
  const account = signIn(request)
  if (!account) return refused()
  const parsed = paymentShape.safeParse(JSON.parse(request.body))
  if (!parsed.success || parsed.data.merchantCode !== account.settings.merchantCode) return unreadable()
  // One or the other: a token stands in the place of the number.
  if ((parsed.data.card === undefined) === (parsed.data.networkToken === undefined)) return unreadable()
  const { data } = parsed
  const amount = money(data.amount)
  const handled = await core.submit({
    psp,
    account: account.account,
    key: request.headers['idempotency-key'] ?? '',
    reference: data.merchantReference,
    kind: 'deposit',
    amount,
    requested: requestedOf(request, amount),
    ...paidWith(core, data),
    userId: data.shopper.reference,
    stored: data.shopperInteraction === 'ContAuth',
    authorizeOnly: data.intent === 'authorize',
    challenged: data.threeDSecure?.challenged ?? false,
    exempt: data.exemption !== undefined && data.exemption !== 'NONE',
    callbackUrl: data.notificationUrl,
    returnUrl: data.returnUrl,
    expiresAt: data.expiresAt,
  })
  return answerAs(core, handled, words)
}

const followUp =
  (core: PspCore, kind: 'capture' | 'void' | 'refund' | 'cancel') => async (request: SandboxRequest) => {
    const account = signIn(request)
    if (!account) return refused()
    const parsed = followUpShape.safeParse(JSON.parse(request.body))
    if (!parsed.success) return unreadable()
    const amount = money(parsed.data.amount)
    const handled = await core.followUp({
      psp,
      account: account.account,
      key: request.headers['idempotency-key'] ?? '',
      reference: parsed.data.merchantReference,
      kind,
      origin: request.param('id'),
      amount,
      requested: requestedOf(request, amount),
      callbackUrl: parsed.data.notificationUrl,
    })
    return answerAs(core, handled, words)
  }

const routes = (core: PspCore): readonly Route[] => [
  { method: 'POST', path: `/${psp}/v2/payments`, run: (request) => pay(core, request) },
  {
    method: 'GET',
    path: `/${psp}/v2/operations/{key}`,
    run: (request) => (signIn(request) ? answerLook(core.look(psp, request.param('key')), words) : refused()),
  },
  { method: 'POST', path: `/${psp}/v2/payments/{id}/captures`, run: followUp(core, 'capture') },
  { method: 'POST', path: `/${psp}/v2/payments/{id}/voids`, run: followUp(core, 'void') },
  { method: 'POST', path: `/${psp}/v2/payments/{id}/refunds`, run: followUp(core, 'refund') },
  { method: 'POST', path: `/${psp}/v2/payments/{id}/cancels`, run: followUp(core, 'cancel') },
  {
    method: 'GET',
    path: `/${psp}/v2/ping`,
    run: (request) => (signIn(request) ? text(200, 'pong') : refused()),
  },
]

/** Cards with authorisation and capture, JSON over REST. */
export const acmecards: SimulatedProvider = {
  psp,
  authenticatesItself: false,
  ordinaryPlan: () => approved,
  afterPage: () => approved,
  routes,
  tell({ eventId, subject, operation, reference, amount, returnId }, forged) {
    const body = JSON.stringify({
      eventId,
      eventCode: eventCodes[subject],
      success: !['declined', 'cancelled'].includes(operation.state),
      pending: operation.state === 'pending',
      captured: operation.state !== 'authorized',
      merchantReference: reference,
      pspReference: operation.id,
      ...(returnId && { modificationReference: returnId }),
      amount: { value: Number(amount.minor), currency: amount.currency },
      reasonCode: operation.code || '00',
      reason: reasonMessage(operation.code),
    })
    const signature = createHmac('sha256', secretFor(operation, 'callbackKey', forged))
      .update(body)
      .digest('hex')
    return { contentType: 'application/json', body, headers: { 'x-acme-signature': `sha256=${signature}` } }
  },
}
