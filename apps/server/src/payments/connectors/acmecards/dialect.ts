import * as z from 'zod'
import type { Instrument, PspCall, PspFollowUp } from '../connector.ts'
import {
  aboutNothing,
  type Dialect,
  type FollowUp,
  type PspAnswer,
  type PspState,
  type Wire,
} from '../dialect.ts'
import { headerOf, hmacHex, sameSignature } from '../signature.ts'
import { bodies, minorNumber, moneyOfMinor, readJson } from '../wire-format.ts'
import { acmecardsStatusMap } from './status-map.ts'

const amountShape = z.object({ value: z.number(), currency: z.string() })

const answerShape = z.object({
  pspReference: z.string(),
  merchantReference: z.string(),
  resultCode: z.enum(['Authorised', 'Captured', 'Refused', 'Received']),
  refusalCode: z.string().optional(),
  refusalReason: z.string().optional(),
  amount: amountShape,
})

const problemShape = z.object({ errorCode: z.string(), processed: z.boolean().optional() })

const eventShape = z.object({
  eventId: z.string(),
  eventCode: z.enum([
    'AUTHORISATION',
    'CAPTURE',
    'CANCELLATION',
    'REFUND',
    'REVERSAL',
    'CHARGEBACK',
    'CHARGEBACK_REVERSED',
  ]),
  success: z.boolean(),
  pending: z.boolean().optional(),
  captured: z.boolean().optional(),
  merchantReference: z.string(),
  pspReference: z.string(),
  /** Of what went back. */
  modificationReference: z.string().optional(),
  amount: amountShape,
  reasonCode: z.string(),
  reason: z.string(),
})

const states: Readonly<Record<z.infer<typeof answerShape>['resultCode'], PspState>> = {
  Captured: 'approved',
  Authorised: 'authorized',
  Refused: 'declined',
  Received: 'pending',
}

const subjects = {
  AUTHORISATION: 'payment',
  CAPTURE: 'capture',
  CANCELLATION: 'void',
  REFUND: 'refund',
  REVERSAL: 'reversal',
  CHARGEBACK: 'disputeFiled',
  CHARGEBACK_REVERSED: 'disputeResolved',
} as const

const paths: Readonly<Record<FollowUp, string>> = {
  capture: 'captures',
  void: 'voids',
  refund: 'refunds',
  cancel: 'cancels',
}

const unknownPayment = '702'

const headersOf = ({ account, idempotencyKey }: Pick<PspCall, 'account' | 'idempotencyKey'>) => ({
  'content-type': 'application/json',
  'x-api-key': account.secrets.apiKey ?? '',
  'idempotency-key': idempotencyKey,
})

const wireAmount = (call: Pick<PspCall, 'amount'>) => ({
  value: minorNumber(call.amount),
  currency: call.amount.currency,
})

const cardOf = (instrument: Instrument) => {
  if (instrument.kind !== 'card') return undefined
  const [expiryYear, expiryMonth] = instrument.expiry.split('-')
  return {
    number: instrument.pan,
    expiryMonth,
    expiryYear,
    cvc: instrument.cvv,
    holderName: instrument.holder,
  }
}

const networkTokenOf = (instrument: Instrument) => {
  if (instrument.kind !== 'networkToken') return undefined
  const [expiryYear, expiryMonth] = instrument.expiry.split('-')
  return {
    number: instrument.token,
    expiryMonth,
    expiryYear,
    cryptogram: instrument.cryptogram,
    eci: instrument.eci,
    holderName: instrument.holder,
  }
}

const submission = (call: PspCall, instrument: Instrument): string =>
  JSON.stringify({
    merchantCode: call.account.settings.merchantCode,
    merchantReference: call.reference,
    amount: wireAmount(call),
    intent: call.authorizeOnly ? 'authorize' : 'sale',
    card: cardOf(instrument),
    networkToken: networkTokenOf(instrument),
    shopperInteraction: call.stored ? 'ContAuth' : 'Ecommerce',
    threeDSecure: call.threeDs && {
      version: call.threeDs.version,
      status: call.threeDs.transStatus,
      eci: call.threeDs.eci,
      cavv: call.threeDs.cavv,
      dsTransactionId: call.threeDs.dsTransId,
      challenged: call.threeDs.challenged,
    },
    exemption: call.exemption,
    shopper: {
      reference: call.user.userId,
      email: call.user.email,
      ip: call.user.ip,
      countryCode: call.user.country,
    },
    returnUrl: call.returnUrl,
    notificationUrl: call.callbackUrl,
    expiresAt: call.expiresAt,
  })

/** JSON over REST, amounts in minor units, one API key per account, callbacks signed over their bytes. */
export const acmecards: Dialect = {
  psp: 'acmecards',
  traits: { amountMayDiffer: false, namesReturns: true, networkTokens: true },
  needs: { settings: ['merchantCode'], secrets: ['apiKey', 'callbackKey'] },
  statusNoOf: (code) => acmecardsStatusMap[code],
  followUps: ['capture', 'void', 'refund', 'cancel'],

  submit: (call): Wire => ({
    method: 'POST',
    path: '/v2/payments',
    headers: headersOf(call),
    ...bodies(call.instrument, (instrument) => submission(call, instrument)),
  }),

  query: (call) => ({
    method: 'GET',
    path: `/v2/operations/${encodeURIComponent(call.idempotencyKey)}`,
    headers: headersOf(call),
    body: '',
  }),

  followUp: (kind, call: PspFollowUp) => ({
    method: 'POST',
    path: `/v2/payments/${encodeURIComponent(call.originPspRefId ?? call.originReference)}/${paths[kind]}`,
    headers: headersOf(call),
    body: JSON.stringify({
      merchantReference: call.reference,
      amount: wireAmount(call),
      notificationUrl: call.callbackUrl,
    }),
  }),

  ping: (account) => ({
    method: 'GET',
    path: '/v2/ping',
    headers: headersOf({ account, idempotencyKey: 'ping' }),
    body: '',
  }),

  readAnswer({ body }): PspAnswer | undefined {
    const answer = readJson(body, answerShape)
    if (answer)
      return {
        state: states[answer.resultCode],
        reference: answer.merchantReference,
        pspRefId: answer.pspReference,
        pspCode: answer.refusalCode ?? '00',
        pspMessage: answer.refusalReason ?? 'Approved',
        amount: moneyOfMinor(answer.amount.value, answer.amount.currency),
      }
    const problem = readJson(body, problemShape)
    if (problem?.processed === false) return aboutNothing('notProcessed', problem.errorCode)
    return problem?.errorCode === unknownPayment ? aboutNothing('notFound', unknownPayment) : undefined
  },

  signatureIsGood: (raw, account) =>
    sameSignature(
      headerOf(raw, 'x-acme-signature'),
      `sha256=${hmacHex(account.secrets.callbackKey ?? '', raw.body)}`,
    ),

  readCallback(raw) {
    const event = readJson(raw.body, eventShape)
    if (!event) return undefined
    const decided: PspState = event.captured === false ? 'authorized' : 'approved'
    const state: PspState = event.success ? decided : 'declined'
    return {
      eventId: event.eventId,
      subject: subjects[event.eventCode],
      returnId: event.modificationReference ?? null,
      reference: event.merchantReference,
      pspRefId: event.pspReference,
      state: event.pending ? 'pending' : state,
      pspCode: event.reasonCode,
      pspMessage: event.reason,
      amount: moneyOfMinor(event.amount.value, event.amount.currency),
    }
  },

  received: { status: 200, contentType: 'text/plain', body: '[accepted]' },
}
