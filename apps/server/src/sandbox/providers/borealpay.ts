import { createHmac } from 'node:crypto'
import { decimalText, parseMoney } from '@signalbox/model/money/money-text'
import { text, type Reply, type Route, type SandboxRequest } from '../http-server.ts'
import { answerAs, answerLook, type AnswerWords } from '../psp/answer.ts'
import type { EventSubject, OperationState } from '../psp/operation.ts'
import { approved, planned } from '../psp/plan.ts'
import { accountWhere, requestedOf, secretFor, toldAmount } from '../psp/provider-helpers.ts'
import type { SimulatedProvider } from '../psp/provider.ts'
import type { PspCore, View } from '../psp/psp-core.ts'
import { reasonMessage } from '../psp/reasons.ts'

const psp = 'borealpay'

const statusWords: Readonly<Record<OperationState, string>> = {
  approved: 'OK',
  authorized: 'OK',
  declined: 'REFUSED',
  cancelled: 'REFUSED',
  pending: 'WAIT',
  confirmation: 'WAIT',
  redirect: 'WAIT',
}

const form = (status: number, fields: Readonly<Record<string, string>>): Reply => ({
  status,
  contentType: 'application/x-www-form-urlencoded',
  body: new URLSearchParams(fields).toString(),
})

const words: AnswerWords = {
  found: ({ operation, state }: View, reference: string): Reply =>
    form(200, {
      status: statusWords[state],
      rc: operation.code || '00',
      txt: reasonMessage(operation.code),
      tid: operation.id,
      order: reference,
      amt: decimalText(toldAmount(operation)),
      cur: operation.amount.currency,
    }),
  notFound: () => form(200, { status: 'UNKNOWN', rc: '25' }),
  unavailable: () => form(503, { status: 'UNAVAILABLE', rc: '90', processed: '0' }),
}

const eventTypes: Readonly<Record<EventSubject, string>> = {
  payment: 'sale',
  capture: 'sale',
  void: 'void',
  refund: 'refund',
  reversal: 'reversal',
  disputeFiled: 'chargeback',
  disputeResolved: 'chargeback_won',
}

const signIn = ({ headers }: SandboxRequest) =>
  accountWhere(psp, ({ settings, secrets }) => {
    const credentials = Buffer.from(`${settings.login ?? ''}:${secrets.password ?? ''}`).toString('base64')
    return headers.authorization === `Basic ${credentials}`
  })

async function gateway(core: PspCore, request: SandboxRequest) {
  const account = signIn(request)
  if (!account) return text(401, '')
  const field = new URLSearchParams(request.body)
  const get = (name: string): string => field.get(name) ?? ''
  const operation = get('op')
  if (operation === 'ping') return form(200, { status: 'OK' })
  if (operation === 'status') return answerLook(core.look(psp, get('key')), words)
  const amount = parseMoney(get('amt'), get('cur'))
  if (!amount || !get('key')) return form(400, { status: 'BAD', rc: '30' })
  const shared = {
    psp,
    account: account.account,
    key: get('key'),
    reference: get('order'),
    amount,
    requested: requestedOf(request, amount),
    callbackUrl: get('notify'),
  }
  if (operation === 'refund' || operation === 'cancel')
    return answerAs(core, await core.followUp({ ...shared, kind: operation, origin: get('orig') }), words)
  if (operation !== 'sale' && operation !== 'credit') return form(400, { status: 'BAD', rc: '12' })
  const handled = await core.submit({
    ...shared,
    kind: operation === 'credit' ? 'withdrawal' : 'deposit',
    card: { pan: get('pan') },
    userId: get('customer'),
    stored: get('cof') === '1',
    authorizeOnly: false,
    challenged: get('challenged') === '1',
    exempt: !['', 'NONE'].includes(get('exemption')),
    returnUrl: '',
    expiresAt: get('expires') || undefined,
  })
  return answerAs(core, handled, words)
}

const routes = (core: PspCore): readonly Route[] => [
  { method: 'POST', path: `/${psp}/gateway`, run: (request) => gateway(core, request) },
]

/** Cards, sales only, form fields both ways; cheaper and slower. */
export const borealpay: SimulatedProvider = {
  psp,
  authenticatesItself: false,
  ordinaryPlan: (_, delays) => planned({ answerDelayMs: delays.borealAnswer }),
  afterPage: () => approved,
  routes,
  tell({ eventId, subject, operation, reference, amount, returnId }, forged) {
    const fields: Record<string, string> = {
      event: eventId,
      type: eventTypes[subject],
      status: statusWords[operation.state],
      rc: operation.code || '00',
      txt: reasonMessage(operation.code),
      tid: operation.id,
      order: reference,
      amt: decimalText(amount),
      cur: amount.currency,
      ...(returnId && { rid: returnId }),
    }
    const signedText = Object.entries(fields)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    const sig = createHmac('sha256', secretFor(operation, 'signingKey', forged))
      .update(signedText)
      .digest('hex')
    return {
      contentType: 'application/x-www-form-urlencoded',
      body: new URLSearchParams({ ...fields, sig }).toString(),
      headers: {},
    }
  },
}
