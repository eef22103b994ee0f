import type { Instrument, PspCall, PspFollowUp, RawCallback } from '../connector.ts'
import { aboutNothing, type Dialect, type PspState } from '../dialect.ts'
import { hmacHex, sameSignature } from '../signature.ts'
import { amountText, bodies, moneyOfText, readForm, writeForm } from '../wire-format.ts'
import { borealpayStatusMap } from './status-map.ts'

const path = '/gateway'

const headersOf = ({ account }: Pick<PspCall, 'account'>) => {
  const credentials = `${account.settings.login ?? ''}:${account.secrets.password ?? ''}`
  return {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
  }
}

const cardFields = (instrument: Instrument) => {
  if (instrument.kind !== 'card') return {}
  const [year = '', month = ''] = instrument.expiry.split('-')
  return {
    pan: instrument.pan,
    exp: `${month}${year.slice(-2)}`,
    cvv: instrument.cvv,
    holder: instrument.holder,
  }
}

const submission = (call: PspCall, instrument: Instrument): string =>
  writeForm({
    op: call.direction === 'WITHDRAWAL' ? 'credit' : 'sale',
    order: call.reference,
    key: call.idempotencyKey,
    amt: amountText(call.amount),
    cur: call.amount.currency,
    ...cardFields(instrument),
    cof: call.stored ? '1' : undefined,
    eci: call.threeDs?.eci,
    cavv: call.threeDs?.cavv,
    xid: call.threeDs?.dsTransId,
    challenged: call.threeDs ? String(Number(call.threeDs.challenged)) : undefined,
    exemption: call.exemption,
    customer: call.user.userId,
    ip: call.user.ip,
    notify: call.callbackUrl,
    expires: call.expiresAt,
  })

const states: Readonly<Record<string, PspState>> = {
  OK: 'approved',
  REFUSED: 'declined',
  WAIT: 'pending',
  UNKNOWN: 'notFound',
}

const subjects = {
  sale: 'payment',
  credit: 'payment',
  refund: 'refund',
  void: 'void',
  reversal: 'reversal',
  chargeback: 'disputeFiled',
  chargeback_won: 'disputeResolved',
} as const

/** Everything but the signature, in alphabetical order: what Boreal signs. */
const signedText = (fields: Record<string, string>): string =>
  Object.keys(fields)
    .filter((name) => name !== 'sig')
    .sort()
    .map((name) => `${name}=${fields[name] ?? ''}`)
    .join('&')

const readFields = (raw: RawCallback): Record<string, string> => readForm(raw.body)

/** One address for everything, form fields in both directions, decimal amounts. Sales only, nothing to capture. */
export const borealpay: Dialect = {
  psp: 'borealpay',
  traits: { amountMayDiffer: false, namesReturns: true },
  needs: { settings: ['login'], secrets: ['password', 'signingKey'] },
  statusNoOf: (code) => borealpayStatusMap[code],
  followUps: ['refund', 'cancel'],

  submit: (call) => ({
    method: 'POST',
    path,
    headers: headersOf(call),
    ...bodies(call.instrument, (instrument) => submission(call, instrument)),
  }),

  query: (call) => ({
    method: 'POST',
    path,
    headers: headersOf(call),
    body: writeForm({ op: 'status', key: call.idempotencyKey }),
  }),

  followUp: (kind, call: PspFollowUp) => ({
    method: 'POST',
    path,
    headers: headersOf(call),
    body: writeForm({
      op: kind,
      orig: call.originPspRefId ?? call.originReference,
      order: call.reference,
      key: call.idempotencyKey,
      amt: amountText(call.amount),
      cur: call.amount.currency,
      notify: call.callbackUrl,
    }),
  }),

  ping: (account) => ({
    method: 'POST',
    path,
    headers: headersOf({ account }),
    body: writeForm({ op: 'ping' }),
  }),

  readAnswer({ body }) {
    const fields = readForm(body)
    if (fields.status === 'UNAVAILABLE' && fields.processed === '0')
      return aboutNothing('notProcessed', fields.rc ?? '')
    const state = states[fields.status ?? '']
    if (!state) return undefined
    if (state === 'notFound') return aboutNothing('notFound', fields.rc ?? '')
    return {
      state,
      reference: fields.order ?? '',
      pspRefId: fields.tid ?? null,
      pspCode: fields.rc ?? '',
      pspMessage: fields.txt ?? '',
      amount: moneyOfText(fields.amt, fields.cur),
    }
  },

  signatureIsGood(raw, account) {
    const fields = readFields(raw)
    return sameSignature(fields.sig ?? '', hmacHex(account.secrets.signingKey ?? '', signedText(fields)))
  },

  readCallback(raw) {
    const fields = readFields(raw)
    const subject = subjects[fields.type as keyof typeof subjects] as
      | (typeof subjects)[keyof typeof subjects]
      | undefined
    const state = states[fields.status ?? '']
    if (!subject || !state || !fields.event || !fields.order) return undefined
    return {
      eventId: fields.event,
      subject,
      returnId: fields.rid ?? null,
      reference: fields.order,
      pspRefId: fields.tid ?? '',
      state,
      pspCode: fields.rc ?? '',
      pspMessage: fields.txt ?? '',
      amount: moneyOfText(fields.amt, fields.cur),
    }
  },

  received: { status: 200, contentType: 'text/plain', body: 'OK' },
}
