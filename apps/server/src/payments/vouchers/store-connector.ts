import { parseTxRefId } from '@signalbox/model/payments/tx-ref-id'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { plainCode } from '@signalbox/model/store/voucher-code'
import { toWire } from '@signalbox/model/money/money-schema'
import type { CallLog } from '../connectors/call-log.ts'
import type { Connector, PspCall, PspFollowUp, PspQuery } from '../connectors/connector.ts'
import { ownStore } from '../connectors/own-store.ts'
import {
  notFoundStatusNo,
  notSentStatusNo,
  unknownStatusNo,
  type PspOutcome,
} from '../connectors/psp-outcome.ts'
import { checkCode, redeem, refusals, refusalTexts, type RedeemDeps, type Redemption } from './redeem.ts'
import { voucherOfPayment, type StoredVoucher } from './voucher-store.ts'

interface Exchange {
  readonly method: string
  readonly request: object
}

/** What staff may read of it: no code, and of a voucher what the console shows as well. */
const logOf = ({ method, request }: Exchange, at: Date, now: Date, answer: object | string): CallLog => ({
  target: 'PSP',
  method: 'POST',
  url: `store:/${method}`,
  requestHeaders: {},
  requestBody: JSON.stringify(request),
  status: typeof answer === 'string' ? null : 200,
  responseHeaders: {},
  responseBody: typeof answer === 'string' ? '' : JSON.stringify(answer),
  at: at.toISOString(),
  latencyMs: Math.max(0, now.getTime() - at.getTime()),
  failure: typeof answer === 'string' ? answer : null,
})

const valueOf = ({ valueMinor, currency }: StoredVoucher) => ({ minor: valueMinor, currency })

const approved = (voucher: StoredVoucher, log: CallLog): PspOutcome => ({
  kind: 'approved',
  statusNo: StatusNo.SUCCESS,
  amount: valueOf(voucher),
  captured: true,
  pspRefId: voucher.serial,
  pspCode: 'redeemed',
  pspMessage: 'Redeemed',
  log,
})

const shown = (voucher: StoredVoucher) => ({
  serial: voucher.serial,
  product: voucher.sku,
  value: toWire(valueOf(voucher)),
})

function redemptionOf(call: PspCall): Redemption | undefined {
  const reference = parseTxRefId(call.reference)
  if (!reference || call.instrument.kind !== 'voucher' || call.direction !== 'DEPOSIT') return undefined
  return {
    ...reference,
    code: call.instrument.code,
    currency: call.amount.currency,
    userId: call.user.userId,
    country: call.user.country,
    ip: call.user.ip ?? '',
  }
}

/** How anything is asked of the store, so that every ending is an outcome. */
function askingOf({ now }: RedeemDeps) {
  /** Whatever breaks, money may have moved: the payment then asks again. */
  const guarded = async (
    exchange: Exchange,
    run: (log: (answer: object | string) => CallLog) => Promise<PspOutcome>,
  ): Promise<PspOutcome> => {
    const at = now()
    const log = (answer: object | string) => logOf(exchange, at, now(), answer)
    try {
      return await run(log)
    } catch {
      const failure = log('The database gave no answer')
      const nothing = { pspRefId: null, pspCode: null, pspMessage: null }
      return { kind: 'unknown', reason: 'io', statusNo: unknownStatusNo.io, ...nothing, log: failure }
    }
  }
  const notOffered = (method: string) => async (): Promise<PspOutcome> => ({
    kind: 'notSent',
    reason: 'config',
    statusNo: notSentStatusNo.config,
    log: logOf({ method, request: {} }, now(), now(), `The store knows no ${method}`),
  })

  return { guarded, notOffered }
}

type Asking = ReturnType<typeof askingOf>

const submitTo =
  (deps: RedeemDeps, { guarded, notOffered }: Asking) =>
  (call: PspCall): Promise<PspOutcome> => {
    const asked = redemptionOf(call)
    if (!asked) return notOffered(call.direction === 'DEPOSIT' ? 'payment without a code' : 'payout')()
    const request = {
      order: call.reference,
      code: `****${plainCode(asked.code).slice(-4)}`,
      currency: asked.currency,
    }
    return guarded({ method: 'redeem', request }, async (log) => {
      const result = await redeem(deps, asked)
      if (!('refused' in result)) return approved(result.voucher, log(shown(result.voucher)))
      const { refused, voucher } = result
      return {
        kind: 'declined',
        statusNo: refusals[refused],
        pspRefId: null,
        pspCode: refused,
        pspMessage: refusalTexts[refused],
        log: log({ refused, ...(voucher && shown(voucher)) }),
      }
    })
  }

/** Our own store: nobody is called, the vouchers lie in the same database. */
export function storeConnector(deps: RedeemDeps): Connector {
  const { db, now } = deps
  const asking = askingOf(deps)
  const { guarded, notOffered } = asking
  const query = ({ reference }: PspQuery): Promise<PspOutcome> =>
    guarded({ method: 'look', request: { order: reference } }, async (log) => {
      const key = parseTxRefId(reference)
      const voucher = key && (await voucherOfPayment(db, key.merchantId, key.txId))
      if (voucher) return approved(voucher, log(shown(voucher)))
      return { kind: 'notFound', statusNo: notFoundStatusNo, log: log({ found: false }) }
    })

  /** The voucher stays as it is until the refund is written: it is marked in the same commit. */
  const refund = (call: PspFollowUp): Promise<PspOutcome> =>
    guarded(
      { method: 'refund', request: { order: call.reference, of: call.originReference } },
      async (log) => {
        const key = parseTxRefId(call.originReference)
        const voucher = key && (await voucherOfPayment(db, key.merchantId, key.txId))
        if (!voucher) return { kind: 'notFound', statusNo: notFoundStatusNo, log: log({ found: false }) }
        const answered = { pspRefId: `${voucher.serial}-R`, pspCode: 'refunded', pspMessage: 'Refunded' }
        const amount = call.amount
        return {
          kind: 'approved',
          statusNo: StatusNo.SUCCESS,
          amount,
          captured: true,
          ...answered,
          log: log(shown(voucher)),
        }
      },
    )

  return {
    psp: ownStore,
    traits: { amountMayDiffer: true, namesReturns: true },
    submit: submitTo(deps, asking),
    query,
    refund,
    capture: notOffered('capture'),
    void: notOffered('void'),
    cancel: notOffered('cancel'),
    readCallback: () => ({
      kind: 'rejected',
      reason: 'signature',
      redactedBody: '',
      reply: { status: 401, contentType: 'text/plain', body: '' },
    }),
    ping: () =>
      Promise.resolve({
        ok: true,
        message: 'The store is part of this platform',
        log: logOf({ method: 'ping', request: {} }, now(), now(), { ok: true }),
      }),
    checkVoucher: async (_account, question) => {
      const refused = await checkCode(deps, question)
      return { valid: refused === undefined, reason: refused ?? null }
    },
  }
}
