import type { Money } from '@signalbox/model/money/money'
import type { CallbackSubject } from '@signalbox/model/payments/callback-subject'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type {
  CallbackReading,
  Connector,
  PspCall,
  PspFollowUp,
  RawCallback,
} from '../connectors/connector.ts'
import type { Acknowledged, MerchantOutcome } from '../connectors/merchant-client.ts'
import { notFoundStatusNo, type PspOutcome } from '../connectors/psp-outcome.ts'
import type { ExternalServices } from '../connectors/external-services.ts'
import { answeredCall } from './answered-call.ts'

const accepted = <T>(answer: T): MerchantOutcome<T> => ({
  kind: 'accepted',
  answer,
  log: answeredCall('MERCHANT', 'merchant'),
})

/** Money the scripted PSP moved, by our reference: what it would swear to. */
interface PspBook {
  readonly moved: ReadonlyMap<string, Money>
  readonly calls: readonly string[]
}

/** What the PSP writes into its own book, and what we hear of it: a request that timed out may have been carried out. */
export interface PspAnswer {
  /** Nothing: the request never arrived there. */
  readonly did: PspOutcome | undefined
  readonly heard: PspOutcome
}

/** A message of the scripted PSP, in a wire format of its own. */
export interface ScriptedCallback {
  readonly eventId: string
  readonly reference: string
  readonly statusNo: number
  readonly subject?: CallbackSubject
  /** What the PSP calls what went back. */
  readonly returnId?: string
  readonly amount?: Money | null
}

/** Told whose call it is: our reference at a PSP, the transaction id at the merchant. */
type Hook = (reference: string) => unknown

export interface ScriptedServices extends ExternalServices, PspBook {
  /** Runs before each call of this name; throw to let the server die there. */
  before(name: string, run: Hook): void
  /** Runs after the other side has done it, before our side hears of it. */
  after(name: string, run: Hook): void
  answer(run: (call: PspCall) => PspOutcome | PspAnswer): void
  /** From now on the PSPs give all that goes back an id of its own. */
  nameReturns(): void
  /** What the PSP answers to captures, voids and refunds from now on; where it returns nothing, yes. */
  followUps(run: (name: string, call: PspFollowUp) => PspOutcome | PspAnswer | undefined): void
  /** The PSP decides about what it has taken in, or thinks better of it. */
  decide(reference: string, did: PspOutcome): void
  /** What the PSP has in its book under our reference; nothing where it never heard of it. */
  written(reference: string): PspOutcome | undefined
  /** What the merchant answers to calls of this name from now on. */
  merchantAnswers(
    name: 'transfer' | 'merchant-cancel',
    run: (txId: number) => MerchantOutcome<Acknowledged>,
  ): void
  /** What the merchant has heard of a payment, in order. */
  readonly told: Map<number, string[]>
}

const receipt = { status: 200, contentType: 'text/plain', body: 'ok' }

export const callbackOf = ({ amount = null, ...told }: ScriptedCallback): RawCallback => ({
  headers: {},
  body: JSON.stringify({ ...told, amount: amount && [String(amount.minor), amount.currency] }),
})

function readCallback({ body }: RawCallback): CallbackReading {
  const {
    amount,
    subject,
    returnId = null,
    ...told
  } = JSON.parse(body) as Omit<ScriptedCallback, 'amount'> & {
    amount: readonly [string, string] | null
  }
  return {
    kind: 'read',
    ...told,
    subject: subject ?? 'payment',
    returnId,
    pspRefId: `ref of ${told.reference}`,
    pspCode: String(told.statusNo),
    pspMessage: 'A callback',
    amount: amount && { minor: BigInt(amount[0]), currency: amount[1] },
    redactedBody: body,
    reply: receipt,
  }
}

/** Everybody outside, saying yes to everything unless a test says otherwise. PSPs move money once per key. */
export function scriptedServices(): ScriptedServices {
  const { calls, before, after, around } = callHooks()
  return {
    calls,
    before,
    after,
    ...scriptedPsps(around),
    ...scriptedMerchant(around),
    ...otherServices(around),
  }
}

type Around = <T>(name: string, reference: string, body: () => T) => Promise<T>

/** Every call passes here, so that a test can step in before and after it. */
function callHooks(): Pick<ScriptedServices, 'before' | 'after'> & { calls: string[]; around: Around } {
  const hooks = new Map<string, Hook>()
  const calls: string[] = []
  const around = async <T>(name: string, reference: string, body: () => T): Promise<T> => {
    calls.push(name)
    await hooks.get(`before ${name}`)?.(reference)
    const result = body()
    await hooks.get(`after ${name}`)?.(reference)
    return result
  }
  return {
    calls,
    around,
    before: (name, run) => hooks.set(`before ${name}`, run),
    after: (name, run) => hooks.set(`after ${name}`, run),
  }
}

/** What PSPs have written down, by our keys and references. */
function pspBook() {
  const keysOf = new Map<string, string>()
  const moved = new Map<string, Money>()
  const keys = new Map<string, PspOutcome>()
  const write = (reference: string, key: string, did: PspOutcome) => {
    keys.set(key, did)
    keysOf.set(reference, key)
    if (did.kind === 'approved') moved.set(reference, did.amount)
    else moved.delete(reference)
  }
  const carryOut = (
    call: { idempotencyKey: string; reference: string; amount: Money },
    outcome: () => PspOutcome | PspAnswer,
  ): PspOutcome => {
    const known = keys.get(call.idempotencyKey)
    if (known) return known
    const made = outcome()
    const { did, heard } = 'heard' in made ? made : { did: made, heard: made }
    if (did) write(call.reference, call.idempotencyKey, did)
    return heard
  }
  const decide = (reference: string, did: PspOutcome) =>
    write(reference, keysOf.get(reference) ?? `${reference}-1`, did)
  const written = (reference: string) => keys.get(keysOf.get(reference) ?? '')
  return { moved, keys, carryOut, decide, written }
}

type ScriptedPsps = Pick<
  ScriptedServices,
  'moved' | 'answer' | 'nameReturns' | 'followUps' | 'decide' | 'written' | 'connectorFor'
>

function scriptedPsps(around: Around): ScriptedPsps {
  const { moved, keys, carryOut, decide, written } = pspBook()
  let namesReturns = false
  const approvedOf = (amount: Money, captured: boolean): PspOutcome => ({
    kind: 'approved',
    statusNo: captured ? StatusNo.SUCCESS : StatusNo.SUCCESS_WAITING_CAPTURE,
    pspRefId: `ref-${keys.size}`,
    pspCode: '00',
    pspMessage: 'Approved',
    amount,
    captured,
    log: answeredCall('PSP', 'psp'),
  })
  let script: (call: PspCall) => PspOutcome | PspAnswer = (call) =>
    approvedOf(call.amount, !call.authorizeOnly)
  let followUpScript: Parameters<ScriptedServices['followUps']>[0] = () => undefined
  const followUp = (name: string) => (call: PspFollowUp) =>
    around(name, call.reference, () =>
      carryOut(call, () => followUpScript(name, call) ?? approvedOf(call.amount, true)),
    )
  const connectorOf = (psp: string): Connector => ({
    psp,
    traits: {
      amountMayDiffer: false,
      get namesReturns() {
        return namesReturns
      },
    },
    submit: (call) => around('submit', call.reference, () => carryOut(call, () => script(call))),
    query: (call) =>
      around(
        'query',
        call.reference,
        () =>
          keys.get(call.idempotencyKey) ?? {
            kind: 'notFound',
            statusNo: notFoundStatusNo,
            log: answeredCall('PSP', 'query'),
          },
      ),
    capture: followUp('capture'),
    void: followUp('void'),
    refund: followUp('refund'),
    cancel: followUp('cancel'),
    readCallback,
    checkVoucher: () => Promise.resolve({ valid: true, reason: null }),
    ping: () => Promise.resolve({ ok: true, message: 'ok', log: answeredCall('PSP', 'ping') }),
  })
  return {
    moved,
    decide,
    written,
    answer: (run) => (script = run),
    nameReturns: () => void (namesReturns = true),
    followUps: (run) => (followUpScript = run),
    connectorFor: connectorOf,
  }
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
  // Whoever matters to a rule about countries says so in the name: somebody_EST.
  country: /_([A-Z]{3})$/.exec(userId)?.[1] ?? 'SWE',
  email: `${userId}@players.example`,
  dob: '1985-04-12',
  mobile: null,
  locale: 'sv_SE',
  nationalId: null,
  attributes: {},
})

function scriptedMerchant(around: Around): Pick<ScriptedServices, 'told' | 'merchantAnswers' | 'merchant'> {
  const told = new Map<number, string[]>()
  const merchantScript = new Map<string, (txId: number) => MerchantOutcome<Acknowledged>>()
  const hear = (txId: number, what: string) => {
    const heard = told.get(txId) ?? []
    if (!heard.includes(what)) told.set(txId, [...heard, what])
  }
  /** The merchant takes it as the test says; what it did not take it has not heard. */
  const listen = (name: string, txId: number, what: string): MerchantOutcome<Acknowledged> => {
    const answer = merchantScript.get(name)?.(txId) ?? accepted({ merchantTxId: null })
    if (answer.kind === 'accepted') hear(txId, what)
    return answer
  }
  return {
    told,
    merchantAnswers: (name, run) => merchantScript.set(name, run),
    merchant: {
      verifyUser: ({ requestedAmount }, { userId }) =>
        around('verify', userId, () => accepted(user(userId, requestedAmount.currency))),
      lookupUser: ({ requestedAmount }, { userId = '' }) =>
        around('verify', userId, () => accepted(user(userId, requestedAmount.currency))),
      authorize: ({ txId }) =>
        around('authorize', String(txId), () => {
          hear(txId, 'authorize')
          return accepted({ merchantTxId: `m-${txId}`, authCode: `a-${txId}` })
        }),
      transfer: ({ txId }) => around('transfer', String(txId), () => listen('transfer', txId, 'transfer')),
      cancel: ({ txId }) =>
        around('merchant-cancel', String(txId), () => listen('merchant-cancel', txId, 'cancel')),
      notify: () => around('notify', '', () => accepted({ merchantTxId: null })),
    },
  }
}

const noToken = (around: Around) => () =>
  around('token', '', () => ({
    kind: 'failed' as const,
    message: 'No tokens here',
    log: answeredCall('TOKEN', 'token'),
  }))

/** A network that gives nobody a token. */
const scriptedTokens = (around: Around): ScriptedServices['tokens'] => ({
  onboard: () =>
    around('token-onboard', '', () => ({
      kind: 'pending',
      message: '',
      log: answeredCall('TOKEN', 'token'),
    })),
  status: () =>
    around('token-status', '', () => ({ kind: 'pending', message: '', log: answeredCall('TOKEN', 'token') })),
  provision: noToken(around),
  cryptogram: noToken(around),
  remove: () => around('token-remove', '', () => true),
})

const otherServices = (
  around: Around,
): Pick<ScriptedServices, 'kyc' | 'fraud' | 'sms' | 'threeDs' | 'tokens'> => ({
  tokens: scriptedTokens(around),
  kyc: {
    check: () => around('kyc', '', () => ({ kind: 'failed', log: answeredCall('KYC', 'kyc') })),
    result: () => around('kyc', '', () => ({ kind: 'failed', log: answeredCall('KYC', 'kyc') })),
  },
  fraud: {
    screen: () =>
      around('fraud', '', () => ({
        kind: 'scored',
        providerRef: 'f',
        score: 1,
        decision: 'ACCEPT',
        log: answeredCall('FRAUD', 'fraud'),
      })),
  },
  sms: { send: () => around('sms', '', () => ({ status: 202, text: '' })) },
  threeDs: {
    authenticate: () =>
      around('three-ds', '', () => ({
        kind: 'passed',
        result: 'FRICTIONLESS',
        proof: { version: '2.2.0', transStatus: 'Y', eci: '05', dsTransId: 'd', challenged: false },
        log: answeredCall('3DS', '3ds'),
      })),
    result: (_server, transId) =>
      around('three-ds', '', () => ({ kind: 'open', transId, log: answeredCall('3DS', '3ds') })),
  },
})
