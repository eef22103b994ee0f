import { createHash } from 'node:crypto'
import { decimalText, parseMoney } from '@signalbox/model/money/money-text'
import { json, type Reply, type Route, type SandboxRequest } from '../http-server.ts'
import { answerAs, answerLook, type AnswerWords } from '../psp/answer.ts'
import type { EventSubject, OperationState } from '../psp/operation.ts'
import { pageRoutes } from '../psp/pages.ts'
import { approved, planned, settledLater } from '../psp/plan.ts'
import { accountWhere, pageUrl, requestedOf, secretFor, toldAmount } from '../psp/provider-helpers.ts'
import type { SimulatedProvider } from '../psp/provider.ts'
import type { PspCore } from '../psp/psp-core.ts'
import { reasonMessage } from '../psp/reasons.ts'

const psp = 'walletx'

const statusNumbers: Readonly<Record<OperationState, string>> = {
  approved: '2',
  authorized: '2',
  redirect: '1',
  pending: '0',
  confirmation: '0',
  cancelled: '-1',
  declined: '-2',
}

const failureNumbers: Readonly<Record<string, string>> = {
  '05': '1',
  '12': '2',
  '13': '3',
  '14': '4',
  '15': '5',
  '41': '6',
  '43': '7',
  '51': '8',
  '54': '9',
  '57': '10',
  '59': '11',
  '61': '12',
  '62': '13',
  '65': '14',
  '91': '15',
  '96': '16',
  N7: '17',
  '1A': '18',
  R0: '19',
  '3D': '20',
  '3E': '21',
  '3V': '22',
  AC: '23',
  NM: '24',
  BM: '25',
  UC: '26',
  PC: '27',
}

/** A code the list does not have goes out with an X, so that it cannot be taken for another. */
const failureNumber = (code: string): string => failureNumbers[code] ?? `X${code}`

const failureOf = (code: string): Record<string, string> =>
  code === '' ? {} : { failed_reason_code: failureNumber(code), failed_reason: reasonMessage(code) }

const wordsFor = (request: SandboxRequest): AnswerWords => ({
  found: ({ operation, state }, reference) =>
    json(200, {
      transaction_id: reference,
      wx_transaction_id: operation.id,
      status: statusNumbers[state],
      ...(state === 'confirmation' && { confirm: true }),
      ...failureOf(operation.code),
      amount: decimalText(toldAmount(operation)),
      currency: operation.amount.currency,
      ...(state === 'redirect' && { redirect_url: pageUrl(request, operation) }),
    }),
  notFound: () => json(404, { error: 'UNKNOWN_TRANSACTION' }),
  unavailable: () => json(503, { error: 'TEMPORARILY_CLOSED' }),
})

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex').toUpperCase()

const signatureOf = (values: readonly string[], secretWord: string): string =>
  sha256([...values, sha256(secretWord)].join('|'))

const signIn = (fields: URLSearchParams) => {
  const values = ['pay_to', 'request_id', 'amount', 'currency'].map((name) => fields.get(name) ?? '')
  return accountWhere(
    psp,
    ({ settings, secrets }) =>
      settings.payTo === fields.get('pay_to') &&
      fields.get('sign') === signatureOf(values, secrets.secretWord ?? ''),
  )
}

const refused = (): Reply => json(403, { error: 'INVALID_SIGNATURE' })

type Action = 'pay' | 'transfer' | 'refund' | 'cancel' | 'query' | 'ping'

const act = (core: PspCore, action: Action) => async (request: SandboxRequest) => {
  const fields = new URLSearchParams(request.body)
  const get = (name: string): string => fields.get(name) ?? ''
  const account = signIn(fields)
  if (!account) return refused()
  const words = wordsFor(request)
  if (action === 'ping') return json(200, { open: true })
  if (action === 'query') return answerLook(core.look(psp, get('request_id')), words)
  const amount = parseMoney(get('amount'), get('currency'))
  if (!amount) return json(400, { error: 'INVALID_AMOUNT' })
  const shared = {
    psp,
    account: account.account,
    key: get('request_id'),
    reference: get('transaction_id'),
    amount,
    requested: requestedOf(request, amount),
    callbackUrl: get('status_url'),
  }
  if (action === 'refund' || action === 'cancel')
    return answerAs(core, await core.followUp({ ...shared, kind: action, origin: get('of') }), words)
  const handled = await core.submit({
    ...shared,
    kind: action === 'transfer' ? 'withdrawal' : 'deposit',
    wallet: fields.get('wallet') ?? undefined,
    userId: get('customer_id'),
    locale: fields.get('language') ?? undefined,
    stored: get('one_tap') === '1',
    authorizeOnly: false,
    challenged: false,
    exempt: false,
    returnUrl: get('return_url'),
    expiresAt: fields.get('expires') ?? undefined,
  })
  return answerAs(core, handled, words)
}

const actions: readonly Action[] = ['pay', 'transfer', 'refund', 'cancel', 'query', 'ping']

const routes = (core: PspCore): readonly Route[] => [
  ...actions.map((action) => ({
    method: 'POST' as const,
    path: `/${psp}/${action}`,
    run: act(core, action),
  })),
  ...pageRoutes(core, psp, 'WalletX'),
]

const eventTypes: Readonly<Record<EventSubject, string>> = {
  payment: 'PAYMENT',
  capture: 'PAYMENT',
  void: 'PAYMENT',
  refund: 'REFUND',
  reversal: 'REVERSAL',
  disputeFiled: 'DISPUTE',
  disputeResolved: 'DISPUTE_WON',
}

/** A wallet: debited at once when its holder is known, paid into once the holder confirms. */
export const walletx: SimulatedProvider = {
  psp,
  authenticatesItself: false,
  ordinaryPlan: ({ kind, wallet }, delays) => {
    if (kind === 'withdrawal')
      return planned({ outcome: 'confirm', tasks: settledLater(delays.payoutConfirmation) })
    return wallet ? approved : planned({ outcome: 'redirect' })
  },
  afterPage: () => approved,
  routes,
  tell({ eventId, subject, operation, reference, amount, returnId }, forged) {
    const fields: Record<string, string> = {
      event_id: eventId,
      type: eventTypes[subject],
      transaction_id: reference,
      wx_transaction_id: operation.id,
      status: statusNumbers[operation.state],
      ...failureOf(operation.code),
      amount: decimalText(amount),
      currency: amount.currency,
      ...(returnId && { return_id: returnId }),
    }
    const signedNames = [
      'event_id',
      'transaction_id',
      'status',
      'amount',
      'currency',
      'type',
      'failed_reason_code',
      'return_id',
    ]
    const values = signedNames.map((name) => fields[name] ?? '')
    const sha2sig = signatureOf(values, secretFor(operation, 'secretWord', forged))
    return {
      contentType: 'application/x-www-form-urlencoded',
      body: new URLSearchParams({ ...fields, sha2sig }).toString(),
      headers: {},
    }
  },
}
