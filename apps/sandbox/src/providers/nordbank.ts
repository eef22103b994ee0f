import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { decimalText, parseMoney } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'
import type { Delays } from '../delays.ts'
import { json, type Reply, type Route, type SandboxRequest } from '../http-server.ts'
import { answerAs, answerLook, type AnswerWords } from '../psp/answer.ts'
import type { EventSubject, Operation, OperationState } from '../psp/operation.ts'
import { pageRoutes } from '../psp/pages.ts'
import { planned, settledLater, type Plan } from '../psp/plan.ts'
import {
  accountWhere,
  between,
  pageUrl,
  requestedOf,
  secretFor,
  toldAmount,
} from '../psp/provider-helpers.ts'
import type { SimulatedProvider } from '../psp/provider.ts'
import type { PspCore, View } from '../psp/psp-core.ts'
import { ibanOf } from '../psp/payer-iban.ts'
import { reasonMessage } from '../psp/reasons.ts'

const psp = 'nordbank'

const amountShape = z.object({ Ccy: z.string(), Amt: z.string() })

const paymentShape = z.object({
  MsgId: z.string().min(1),
  EndToEndId: z.string(),
  InitgPty: z.string(),
  InstdAmt: amountShape,
  Acct: z
    .object({ IBAN: z.string().optional(), Othr: z.string().optional(), Clr: z.string().optional() })
    .optional(),
  PsuId: z.string(),
  PsuLang: z.string().optional(),
  RedirectUri: z.string(),
  NotificationUri: z.string(),
  XpryDt: z.string().optional(),
})

const followUpShape = z.object({
  MsgId: z.string().min(1),
  EndToEndId: z.string(),
  InstdAmt: amountShape,
  NotificationUri: z.string(),
})

const statusWords: Readonly<Record<OperationState, string>> = {
  approved: 'ACSC',
  authorized: 'ACSC',
  declined: 'RJCT',
  cancelled: 'CANC',
  pending: 'PDNG',
  confirmation: 'PDNG',
  redirect: 'RCVD',
}

const reasonCodes: Readonly<Record<string, string>> = {
  '05': 'MS03',
  '12': 'FF01',
  '13': 'AM09',
  '14': 'AC01',
  '15': 'RC01',
  '41': 'NL41',
  '43': 'NS43',
  '51': 'AM04',
  '54': 'NX54',
  '57': 'AG01',
  '59': 'FR01',
  '61': 'AM02',
  '62': 'AC06',
  '65': 'AM05',
  '91': 'AB08',
  '96': 'AB09',
  N7: 'NV07',
  '1A': 'NSCA',
  R0: 'NR00',
  '3D': 'DS0H',
  '3E': 'DS1E',
  '3V': 'DS0V',
  AC: 'AC04',
  NM: 'BE01',
  BM: 'NBMT',
  UC: 'DS02',
  PC: 'CUST',
}

const readAmount = ({ Amt, Ccy }: z.infer<typeof amountShape>): Money | undefined => parseMoney(Amt, Ccy)

const paymentOf = (operation: Operation, state: OperationState, reference: string, money: Money) => ({
  EndToEndId: reference,
  PmtId: operation.id,
  TxSts: statusWords[state],
  ...(['declined', 'cancelled'].includes(state) && {
    StsRsn: { Cd: reasonCodes[operation.code] ?? operation.code, AddtlInf: reasonMessage(operation.code) },
  }),
  InstdAmt: { Ccy: money.currency, Amt: decimalText(money) },
  ...(state === 'approved' && operation.payerIban && { Dbtr: { IBAN: operation.payerIban } }),
})

/** What Nordbank answers carries its signature, so that nobody on the way can put words into its mouth. */
function signed(reply: Reply, secret: string): Reply {
  const signature = createHmac('sha256', secret).update(reply.body).digest('base64')
  return { ...reply, headers: { 'x-nord-signature': signature } }
}

const wordsFor = (request: SandboxRequest): AnswerWords => {
  const found = ({ operation, state }: View, reference: string): Reply =>
    json(200, {
      ...paymentOf(operation, state, reference, toldAmount(operation)),
      ...(state === 'redirect' && { ScaRedirect: pageUrl(request, operation) }),
    })
  const secret = signIn(request)?.secrets.webhookSecret ?? ''
  return {
    found: (view, reference) => signed(found(view, reference), secret),
    forged: (view) => signed(found(view, view.operation.reference), 'a key nobody shares'),
    notFound: () => signed(json(404, { Err: 'NOTFOUND' }), secret),
    unavailable: () => json(503, { Err: 'SRVU', NotPrcd: true }),
  }
}

const signIn = ({ headers }: SandboxRequest) =>
  accountWhere(psp, ({ secrets }) => headers.authorization === `Bearer ${secrets.accessToken ?? ''}`)

const refused = (): Reply => json(401, { Err: 'TOKEN' })
const unreadable = (): Reply => json(400, { Err: 'FORMAT' })

const initiate = (core: PspCore, kind: 'deposit' | 'withdrawal') => async (request: SandboxRequest) => {
  const account = signIn(request)
  if (!account) return refused()
  const parsed = paymentShape.safeParse(JSON.parse(request.body))
  const amount = parsed.data && readAmount(parsed.data.InstdAmt)
  if (!parsed.success || !amount || parsed.data.InitgPty !== account.settings.initiatingParty)
    return unreadable()
  const { data } = parsed
  const handled = await core.submit({
    psp,
    account: account.account,
    key: data.MsgId,
    reference: data.EndToEndId,
    kind,
    amount,
    requested: requestedOf(request, amount),
    ...(kind === 'withdrawal'
      ? { iban: data.Acct?.IBAN }
      : { payerIban: data.Acct?.IBAN ?? ibanOf(data.PsuId) }),
    userId: data.PsuId,
    locale: data.PsuLang,
    stored: false,
    authorizeOnly: false,
    challenged: false,
    exempt: false,
    callbackUrl: data.NotificationUri,
    returnUrl: data.RedirectUri,
    expiresAt: data.XpryDt,
  })
  return answerAs(core, handled, wordsFor(request))
}

const followUp = (core: PspCore, kind: 'refund' | 'cancel') => async (request: SandboxRequest) => {
  const account = signIn(request)
  if (!account) return refused()
  const parsed = followUpShape.safeParse(JSON.parse(request.body))
  const amount = parsed.data && readAmount(parsed.data.InstdAmt)
  if (!parsed.success || !amount) return unreadable()
  const { data } = parsed
  const handled = await core.followUp({
    psp,
    account: account.account,
    key: data.MsgId,
    reference: data.EndToEndId,
    kind,
    origin: request.param('id'),
    amount,
    requested: requestedOf(request, amount),
    callbackUrl: data.NotificationUri,
  })
  return answerAs(core, handled, wordsFor(request))
}

const base = `/${psp}/psd2/v1`

const routes = (core: PspCore): readonly Route[] => [
  { method: 'POST', path: `${base}/collections`, run: initiate(core, 'deposit') },
  { method: 'POST', path: `${base}/disbursements`, run: initiate(core, 'withdrawal') },
  {
    method: 'GET',
    path: `${base}/payments/{id}`,
    run: (request) =>
      signIn(request) ? answerLook(core.look(psp, request.param('id')), wordsFor(request)) : refused(),
  },
  { method: 'POST', path: `${base}/payments/{id}/returns`, run: followUp(core, 'refund') },
  { method: 'POST', path: `${base}/payments/{id}/cancellations`, run: followUp(core, 'cancel') },
  {
    method: 'GET',
    path: `${base}/health`,
    run: (request) => (signIn(request) ? json(200, { Sts: 'UP' }) : refused()),
  },
  ...pageRoutes(core, psp, 'Nordbank'),
]

const eventTypes: Readonly<Record<EventSubject, string>> = {
  payment: 'PaymentStatus',
  capture: 'PaymentStatus',
  void: 'PaymentStatus',
  refund: 'ReturnStatus',
  reversal: 'Reversal',
  disputeFiled: 'Dispute',
  disputeResolved: 'DisputeClosed',
}

const clearing = (delays: Delays, draw: number): Plan =>
  planned({
    outcome: 'pending',
    tasks: settledLater(between(delays.bankSoonest, delays.bankLatest, draw)),
  })

/** A bank: the payer agrees on its page, and the money is known to have moved only later. */
export const nordbank: SimulatedProvider = {
  psp,
  authenticatesItself: false,
  ordinaryPlan: ({ kind }, delays, draw) =>
    kind === 'deposit' ? planned({ outcome: 'redirect' }) : clearing(delays, draw),
  afterPage: clearing,
  routes,
  tell({ eventId, subject, operation, reference, amount, returnId, at }, forged) {
    const body = JSON.stringify({
      EvtId: eventId,
      EvtTp: eventTypes[subject],
      Pmt: paymentOf(operation, operation.state, reference, amount),
      ...(returnId && { RtrId: returnId }),
    })
    const timestamp = String(Math.floor(at / 1000))
    const signature = createHmac('sha256', secretFor(operation, 'webhookSecret', forged))
      .update(`${timestamp}.${body}`)
      .digest('base64')
    return {
      contentType: 'application/json',
      body,
      headers: { 'x-nord-timestamp': timestamp, 'x-nord-signature': signature },
    }
  },
}
