import * as z from 'zod'
import type { PspAccountConfig, PspCall, PspFollowUp } from '../connector.ts'
import { aboutNothing, type Dialect, type PspState, type Wire } from '../dialect.ts'
import { sameSignature, sha256Hex } from '../signature.ts'
import { amountText, moneyOfText, readForm, readJson, writeForm } from '../wire-format.ts'
import { walletxStatusMap } from './status-map.ts'

const answerShape = z.object({
  transaction_id: z.string(),
  wx_transaction_id: z.string(),
  status: z.enum(['2', '1', '0', '-1', '-2']),
  /** A payout that waits for the holder of the wallet. */
  confirm: z.boolean().optional(),
  failed_reason_code: z.string().optional(),
  failed_reason: z.string().optional(),
  amount: z.string(),
  currency: z.string(),
  redirect_url: z.string().optional(),
})

const problemShape = z.object({ error: z.enum(['UNKNOWN_TRANSACTION', 'TEMPORARILY_CLOSED']) })

const states: Readonly<Record<string, PspState>> = {
  '2': 'approved',
  '1': 'redirect',
  '0': 'pending',
  '-1': 'declined',
  '-2': 'declined',
}

const subjects = {
  PAYMENT: 'payment',
  REFUND: 'refund',
  REVERSAL: 'reversal',
  DISPUTE: 'disputeFiled',
  DISPUTE_WON: 'disputeResolved',
} as const

/** Values in the order given, then the secret word hashed: WalletX signs with it but never sends it. */
const signatureOf = (values: readonly string[], { secrets }: PspAccountConfig): string =>
  sha256Hex([...values, sha256Hex(secrets.secretWord ?? '').toUpperCase()].join('|')).toUpperCase()

function signed(account: PspAccountConfig, path: string, fields: Record<string, string | undefined>): Wire {
  const payTo = account.settings.payTo ?? ''
  const values = [payTo, fields.request_id ?? '', fields.amount ?? '', fields.currency ?? '']
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: writeForm({ pay_to: payTo, ...fields, sign: signatureOf(values, account) }),
  }
}

const amountFields = ({ amount }: Pick<PspCall, 'amount'>) => ({
  amount: amountText(amount),
  currency: amount.currency,
})

/** Signed forms out, JSON back, forms as callbacks; states are small numbers. */
export const walletx: Dialect = {
  psp: 'walletx',
  traits: { amountMayDiffer: false, namesReturns: true },
  needs: { settings: ['payTo'], secrets: ['secretWord'] },
  statusNoOf: (code) => walletxStatusMap[code],
  followUps: ['refund', 'cancel'],

  submit: (call) =>
    signed(call.account, call.direction === 'WITHDRAWAL' ? '/transfer' : '/pay', {
      request_id: call.idempotencyKey,
      transaction_id: call.reference,
      ...amountFields(call),
      wallet: call.instrument.kind === 'wallet' ? call.instrument.account : undefined,
      customer_id: call.user.userId,
      language: call.user.locale,
      one_tap: call.stored ? '1' : undefined,
      return_url: call.returnUrl,
      status_url: call.callbackUrl,
      expires: call.expiresAt,
    }),

  query: (call) => signed(call.account, '/query', { request_id: call.idempotencyKey }),

  followUp: (kind, call: PspFollowUp) =>
    signed(call.account, kind === 'refund' ? '/refund' : '/cancel', {
      request_id: call.idempotencyKey,
      transaction_id: call.reference,
      of: call.originPspRefId ?? call.originReference,
      ...amountFields(call),
      status_url: call.callbackUrl,
    }),

  ping: (account) => signed(account, '/ping', { request_id: 'ping' }),

  readAnswer({ body }) {
    const answer = readJson(body, answerShape)
    if (answer)
      return {
        state: answer.confirm ? 'confirmation' : (states[answer.status] ?? 'pending'),
        reference: answer.transaction_id,
        pspRefId: answer.wx_transaction_id,
        pspCode: answer.failed_reason_code ?? answer.status,
        pspMessage: answer.failed_reason ?? '',
        amount: moneyOfText(answer.amount, answer.currency),
        ...(answer.redirect_url && { url: answer.redirect_url }),
      }
    const problem = readJson(body, problemShape)?.error
    if (problem === 'TEMPORARILY_CLOSED') return aboutNothing('notProcessed', problem)
    return problem ? aboutNothing('notFound', problem) : undefined
  },

  signatureIsGood(raw, account) {
    const fields = readForm(raw.body)
    const values = [
      fields.event_id ?? '',
      fields.transaction_id ?? '',
      fields.status ?? '',
      fields.amount ?? '',
      fields.currency ?? '',
      fields.type ?? '',
      fields.failed_reason_code ?? '',
      fields.return_id ?? '',
    ]
    return sameSignature(fields.sha2sig ?? '', signatureOf(values, account))
  },

  readCallback(raw) {
    const fields = readForm(raw.body)
    const subject = subjects[fields.type as keyof typeof subjects] as
      | (typeof subjects)[keyof typeof subjects]
      | undefined
    const state = states[fields.status ?? '']
    if (!subject || !state || !fields.event_id || !fields.transaction_id) return undefined
    return {
      eventId: fields.event_id,
      subject,
      returnId: fields.return_id ?? null,
      reference: fields.transaction_id,
      pspRefId: fields.wx_transaction_id ?? '',
      state,
      pspCode: fields.failed_reason_code ?? fields.status ?? '',
      pspMessage: fields.failed_reason ?? '',
      amount: moneyOfText(fields.amount, fields.currency),
    }
  },

  received: { status: 200, contentType: 'text/plain', body: 'OK' },
}
