import * as z from 'zod'
import { shortened, type BankDetails } from '@signalbox/model/payments/payout-bank'
import type { Money } from '@signalbox/model/money/money'
import type { Instrument, PspCall, PspFollowUp } from '../connector.ts'
import { aboutNothing, type Dialect, type PspState } from '../dialect.ts'
import { headerOf, hmacBase64, sameSignature } from '../signature.ts'
import { amountText, bodies, moneyOfText, readJson } from '../wire-format.ts'
import { nordbankStatusMap } from './status-map.ts'

const statusWords = ['ACSC', 'PDNG', 'RCVD', 'RJCT', 'CANC'] as const

const paymentShape = z.object({
  EndToEndId: z.string(),
  PmtId: z.string(),
  TxSts: z.enum(statusWords),
  StsRsn: z.object({ Cd: z.string(), AddtlInf: z.string() }).optional(),
  InstdAmt: z.object({ Ccy: z.string(), Amt: z.string() }),
  /** Who paid, once the money has moved. */
  Dbtr: z.object({ IBAN: z.string(), Nm: z.string().optional() }).optional(),
  ScaRedirect: z.string().optional(),
})

const problemShape = z.object({ Err: z.string(), NotPrcd: z.boolean().optional() })

const eventShape = z.object({
  EvtId: z.string(),
  EvtTp: z.enum(['PaymentStatus', 'ReturnStatus', 'Reversal', 'Dispute', 'DisputeClosed']),
  Pmt: paymentShape,
  RtrId: z.string().optional(),
})

const states: Readonly<Record<(typeof statusWords)[number], PspState>> = {
  ACSC: 'approved',
  PDNG: 'pending',
  RCVD: 'redirect',
  RJCT: 'declined',
  CANC: 'declined',
}

const subjects = {
  PaymentStatus: 'payment',
  ReturnStatus: 'refund',
  Reversal: 'reversal',
  Dispute: 'disputeFiled',
  DisputeClosed: 'disputeResolved',
} as const

const unknownPayment = 'NOTFOUND'

const headersOf = ({ account }: Pick<PspCall, 'account'>) => ({
  'content-type': 'application/json',
  authorization: `Bearer ${account.secrets.accessToken ?? ''}`,
})

const wireAmount = (money: Money) => ({ Ccy: money.currency, Amt: amountText(money) })

const bankAccount = (instrument: Instrument, bank: BankDetails = {}) => {
  if (instrument.kind !== 'iban' && instrument.kind !== 'localBank') return undefined
  const Nm = shortened(instrument.holder, bank.beneficiaryNameMax)
  return instrument.kind === 'iban'
    ? { IBAN: instrument.iban.replace(/\s/g, ''), BIC: bank.swift ?? instrument.bic, Nm }
    : { Othr: instrument.accountNumber, Clr: instrument.clearingNumber, BIC: bank.swift, Nm }
}

/** The bank of a payout, as far as a mapping knows it. */
const creditorAgent = (bank: BankDetails) => ({
  BICFI: bank.swift,
  Nm: bank.bankName,
  Ctry: bank.bankCountry,
  AdrLine: bank.bankAddress,
  ClrSysId: bank.fromClearingHouse,
  MmbId: bank.bankCode ?? bank.bankId,
  Brnch: bank.branchCode && {
    Id: bank.branchCode,
    Nm: bank.branchName,
    TwnNm: bank.branchCity,
    CtrySubDvsn: bank.branchState,
  },
})

const readPayment = (payment: z.infer<typeof paymentShape>) => ({
  state: states[payment.TxSts],
  pspRefId: payment.PmtId,
  pspCode: payment.StsRsn?.Cd ?? payment.TxSts,
  pspMessage: payment.StsRsn?.AddtlInf ?? payment.TxSts,
  amount: moneyOfText(payment.InstdAmt.Amt, payment.InstdAmt.Ccy),
  ...(payment.Dbtr && { payer: { iban: payment.Dbtr.IBAN, holder: payment.Dbtr.Nm ?? null } }),
})

/** Words of ISO 20022 in JSON, a bearer token, the payer sent to the bank's page, answers and callbacks signed. */
export const nordbank: Dialect = {
  psp: 'nordbank',
  traits: { amountMayDiffer: false, namesReturns: true },
  needs: { settings: ['initiatingParty'], secrets: ['accessToken', 'webhookSecret'] },
  statusNoOf: (code) => nordbankStatusMap[code],
  followUps: ['refund', 'cancel'],

  submit: (call) => ({
    method: 'POST',
    path: call.direction === 'WITHDRAWAL' ? '/psd2/v1/disbursements' : '/psd2/v1/collections',
    headers: headersOf(call),
    ...bodies(call.instrument, (instrument) =>
      JSON.stringify({
        MsgId: call.idempotencyKey,
        EndToEndId: call.reference,
        InitgPty: call.account.settings.initiatingParty,
        InstdAmt: wireAmount(call.amount),
        Acct: bankAccount(instrument, call.bank),
        CdtrAgt: call.bank && creditorAgent(call.bank),
        LclInstrm: call.bank?.transferType,
        Svc: call.service,
        PsuId: call.user.userId,
        PsuNm: [call.user.firstName, call.user.lastName].filter(Boolean).join(' ') || undefined,
        PsuLang: call.user.locale,
        RedirectUri: call.returnUrl,
        NotificationUri: call.callbackUrl,
        XpryDt: call.expiresAt,
      }),
    ),
  }),

  query: (call) => ({
    method: 'GET',
    path: `/psd2/v1/payments/${encodeURIComponent(call.idempotencyKey)}`,
    headers: headersOf(call),
    body: '',
  }),

  followUp: (kind, call: PspFollowUp) => ({
    method: 'POST',
    path: `/psd2/v1/payments/${encodeURIComponent(call.originPspRefId ?? call.originReference)}/${
      kind === 'refund' ? 'returns' : 'cancellations'
    }`,
    headers: headersOf(call),
    body: JSON.stringify({
      MsgId: call.idempotencyKey,
      EndToEndId: call.reference,
      InstdAmt: wireAmount(call.amount),
      NotificationUri: call.callbackUrl,
    }),
  }),

  ping: (account) => ({ method: 'GET', path: '/psd2/v1/health', headers: headersOf({ account }), body: '' }),

  readAnswer({ body }) {
    const payment = readJson(body, paymentShape)
    if (payment)
      return {
        ...readPayment(payment),
        reference: payment.EndToEndId,
        ...(payment.ScaRedirect && { url: payment.ScaRedirect }),
      }
    const problem = readJson(body, problemShape)
    if (problem?.NotPrcd) return aboutNothing('notProcessed', problem.Err)
    return problem?.Err === unknownPayment ? aboutNothing('notFound', unknownPayment) : undefined
  },

  answerIsGenuine: ({ headers, body }, account) =>
    sameSignature(headers['x-nord-signature'] ?? '', hmacBase64(account.secrets.webhookSecret ?? '', body)),

  signatureIsGood: (raw, account) =>
    sameSignature(
      headerOf(raw, 'x-nord-signature'),
      hmacBase64(account.secrets.webhookSecret ?? '', `${headerOf(raw, 'x-nord-timestamp')}.${raw.body}`),
    ),

  readCallback(raw) {
    const event = readJson(raw.body, eventShape)
    return (
      event && {
        ...readPayment(event.Pmt),
        eventId: event.EvtId,
        subject: subjects[event.EvtTp],
        returnId: event.RtrId ?? null,
        reference: event.Pmt.EndToEndId,
      }
    )
  },

  received: { status: 202, contentType: 'text/plain', body: '' },
}
