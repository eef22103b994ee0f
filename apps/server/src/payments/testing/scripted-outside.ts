import type { Money } from '@signalbox/model/money/money'
import type { CallLog, CallTarget } from '../connectors/call-log.ts'
import type { Connector, PspCall, PspFollowUp } from '../connectors/connector.ts'
import type { MerchantOutcome } from '../connectors/merchant-client.ts'
import { notFoundStatusNo, type PspOutcome } from '../connectors/psp-outcome.ts'
import type { Outside } from '../connectors/outside.ts'

const logOf = (target: CallTarget, url: string): CallLog => ({
  target,
  method: 'POST',
  url,
  requestHeaders: {},
  requestBody: '{}',
  status: 200,
  responseHeaders: {},
  responseBody: '{}',
  at: new Date().toISOString(),
  latencyMs: 1,
  failure: null,
})

const accepted = <T>(answer: T): MerchantOutcome<T> => ({
  kind: 'accepted',
  answer,
  log: logOf('MERCHANT', 'merchant'),
})

/** Money the scripted PSP moved, by our reference: what it would swear to. */
interface PspBook {
  readonly moved: ReadonlyMap<string, Money>
  readonly calls: readonly string[]
}

export interface ScriptedOutside extends Outside, PspBook {
  /** Runs before each call of this name; throw to let the server die there. */
  before(name: string, run: () => void | Promise<void>): void
  /** Runs after the other side has done it, before our side hears of it. */
  after(name: string, run: () => void | Promise<void>): void
  answer(run: (call: PspCall) => PspOutcome): void
  /** What the merchant has heard of a payment, in order. */
  readonly told: Map<number, string[]>
}

/** Everybody outside, saying yes to everything unless a test says otherwise. PSPs move money once per key. */
export function scriptedOutside(): ScriptedOutside {
  const hooks = new Map<string, () => void | Promise<void>>()
  const moved = new Map<string, Money>()
  const keys = new Map<string, PspOutcome>()
  const told = new Map<number, string[]>()
  const calls: string[] = []
  const approvedOf = (amount: Money, captured: boolean): PspOutcome => ({
    kind: 'approved',
    statusNo: captured ? 0 : 3,
    pspRefId: `ref-${keys.size}`,
    pspCode: '00',
    pspMessage: 'Approved',
    amount,
    captured,
    log: logOf('PSP', 'psp'),
  })
  let script: (call: PspCall) => PspOutcome = (call) => approvedOf(call.amount, !call.authorizeOnly)

  const around = async <T>(name: string, body: () => T): Promise<T> => {
    calls.push(name)
    await hooks.get(`before ${name}`)?.()
    const result = body()
    await hooks.get(`after ${name}`)?.()
    return result
  }
  const carryOut = (
    call: { idempotencyKey: string; reference: string; amount: Money },
    outcome: () => PspOutcome,
  ): PspOutcome => {
    const known = keys.get(call.idempotencyKey)
    if (known) return known
    const made = outcome()
    keys.set(call.idempotencyKey, made)
    if (made.kind === 'approved') moved.set(call.reference, call.amount)
    return made
  }
  const followUp = (name: string) => (call: PspFollowUp) =>
    around(name, () => carryOut(call, () => approvedOf(call.amount, true)))
  const connectorOf = (psp: string): Connector => ({
    psp,
    traits: { amountMayDiffer: false },
    submit: (call) => around('submit', () => carryOut(call, () => script(call))),
    query: (call) =>
      around(
        'query',
        () =>
          keys.get(call.idempotencyKey) ?? {
            kind: 'notFound',
            statusNo: notFoundStatusNo,
            log: logOf('PSP', 'query'),
          },
      ),
    capture: followUp('capture'),
    void: followUp('void'),
    refund: followUp('refund'),
    cancel: followUp('cancel'),
    readCallback: () => {
      throw new Error('The scripted PSP sends no callbacks')
    },
    checkVoucher: () => Promise.resolve({ valid: true, reason: null }),
    ping: () => Promise.resolve({ ok: true, message: 'ok', log: logOf('PSP', 'ping') }),
  })
  const hear = (txId: number, what: string) => {
    const heard = told.get(txId) ?? []
    if (!heard.includes(what)) told.set(txId, [...heard, what])
  }
  const user = (userId: string, currency: string) => ({
    userId,
    balance: { minor: 1_000_000n, currency },
    userCat: null,
    kycStatus: null,
    sex: null,
    firstName: 'Ada',
    lastName: 'Lindberg',
    street: null,
    city: null,
    zip: null,
    state: null,
    country: 'SWE',
    email: `${userId}@players.example`,
    dob: '1985-04-12',
    mobile: null,
    locale: 'sv_SE',
    nationalId: null,
    attributes: {},
  })
  return {
    moved,
    calls,
    told,
    before: (name, run) => hooks.set(`before ${name}`, run),
    after: (name, run) => hooks.set(`after ${name}`, run),
    answer: (run) => (script = run),
    connectorFor: connectorOf,
    merchant: {
      verifyUser: ({ requestedAmount }, { userId }) =>
        around('verify', () => accepted(user(userId, requestedAmount.currency))),
      lookupUser: ({ requestedAmount }, { userId = '' }) =>
        around('verify', () => accepted(user(userId, requestedAmount.currency))),
      authorize: ({ txId }) =>
        around('authorize', () => {
          hear(txId, 'authorize')
          return accepted({ merchantTxId: `m-${txId}`, authCode: `a-${txId}` })
        }),
      transfer: ({ txId }) =>
        around('transfer', () => {
          hear(txId, 'transfer')
          return accepted({ merchantTxId: null })
        }),
      cancel: ({ txId }) =>
        around('merchant-cancel', () => {
          hear(txId, 'cancel')
          return accepted({ merchantTxId: null })
        }),
      notify: () => around('notify', () => accepted({ merchantTxId: null })),
    },
    kyc: {
      check: () => around('kyc', () => ({ kind: 'failed', log: logOf('KYC', 'kyc') })),
      result: () => around('kyc', () => ({ kind: 'failed', log: logOf('KYC', 'kyc') })),
    },
    fraud: {
      screen: () =>
        around('fraud', () => ({
          kind: 'scored',
          providerRef: 'f',
          score: 1,
          decision: 'ACCEPT',
          log: logOf('FRAUD', 'fraud'),
        })),
    },
    threeDs: {
      authenticate: () =>
        around('three-ds', () => ({
          kind: 'passed',
          result: 'FRICTIONLESS',
          proof: { version: '2.2.0', transStatus: 'Y', eci: '05', dsTransId: 'd', challenged: false },
          log: logOf('3DS', '3ds'),
        })),
      result: (_server, transId) =>
        around('three-ds', () => ({ kind: 'open', transId, log: logOf('3DS', '3ds') })),
    },
  }
}
