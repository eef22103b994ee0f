import type { Money } from '@signalbox/model/money/money'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { CallExternal, ExternalResult } from './call-external.ts'
import type { CallLog } from './call-log.ts'
import { instrumentMasks } from './instrument-masks.ts'
import type {
  CallbackReading,
  Connector,
  Instrument,
  PspAccountConfig,
  PspCall,
  PspFollowUp,
  PspQuery,
  RawCallback,
  VoucherQuestion,
} from './connector.ts'
import type { Dialect, FollowUp, PspAnswer, Wire } from './dialect.ts'
import {
  notFoundStatusNo,
  notSentStatusNo,
  unknownStatusNo,
  type NotSent,
  type NotSentReason,
  type PspOutcome,
  type Unknown,
  type UnknownReason,
} from './psp-outcome.ts'
import { redactText } from './redact.ts'
import { endpointOf, sandboxHeaders } from './sandbox-address.ts'

export interface ConnectorDeps {
  readonly call: CallExternal
  readonly now: () => Date
  readonly sandboxUrl: string | undefined
}

interface Expected {
  readonly account: PspAccountConfig
  readonly reference: string
  readonly amount: Money
  readonly requestedAmount: Money | undefined
  readonly withdrawal: boolean
  /** Only asks how it stands: that the question is refused says nothing about the payment. */
  readonly isQuestion?: boolean
  /** Where it is sent along: logs show it masked. */
  readonly instrument?: Instrument
}

/** A number we have no meaning for, in an answer that clearly says no. */
const unmappedDecline = StatusNo.ERR_RESPONSE_CODE_UNKNOWN
const refusedRequest = StatusNo.ERR_INVALID_RESPONSE
const wrongCredentials = StatusNo.ERR_DECLINED_CONFIG_ERROR

/** Sends what is written in a provider's language, unless we are not configured to. */
function exchangeIn(dialect: Dialect, deps: ConnectorDeps) {
  return async (
    wire: Wire,
    account: PspAccountConfig,
    { requestedAmount, instrument }: { requestedAmount?: Money | undefined; instrument?: Instrument } = {},
  ): Promise<ExternalResult | NotSent> => {
    const endpoint = endpointOf(account, deps.sandboxUrl, requestedAmount)
    const missing = missingFields(dialect, account)
    if (!endpoint || missing.length > 0) {
      const failure = endpoint ? `not configured: ${missing.join(', ')}` : 'no address is configured'
      return notSent('config', unsentLog(wire, failure, deps.now()))
    }
    return deps.call({
      target: 'PSP',
      method: wire.method,
      url: `${endpoint}${wire.path}`,
      headers: { ...wire.headers, ...sandboxHeaders(account, requestedAmount) },
      body: wire.body,
      logBody: wire.logBody ?? wire.body,
      timeouts: account.timeouts,
      refused: account.refused,
      secrets: Object.values(account.secrets),
      ...(instrument && { masks: instrumentMasks(instrument) }),
    })
  }
}

/** Puts a provider's language on the wire and turns every ending, good or bad, into one of ours. */
export function dialectConnector(dialect: Dialect, deps: ConnectorDeps): Connector {
  const exchange = exchangeIn(dialect, deps)
  const send = async (wire: Wire, expected: Expected): Promise<PspOutcome> => {
    const ending = await exchange(wire, expected.account, expected)
    return 'statusNo' in ending ? ending : outcomeOf(dialect, ending, expected)
  }
  const { vouchers } = dialect
  const followUp =
    (kind: FollowUp) =>
    async (call: PspFollowUp): Promise<PspOutcome> => {
      const wire = dialect.followUp(kind, call)
      return dialect.followUps.includes(kind)
        ? send(wire, { ...call, withdrawal: false })
        : notSent('config', unsentLog(wire, `${dialect.psp} knows no ${kind}`, deps.now()))
    }

  return {
    psp: dialect.psp,
    traits: dialect.traits,
    submit: (call: PspCall) =>
      send(inVersion(dialect.submit(call), call.version), {
        ...call,
        withdrawal: call.direction === 'WITHDRAWAL',
      }),
    query: (call: PspQuery) =>
      send(dialect.query(call), {
        ...call,
        amount: call.expectedAmount,
        requestedAmount: undefined,
        isQuestion: true,
        withdrawal: call.direction === 'WITHDRAWAL',
      }),
    capture: followUp('capture'),
    void: followUp('void'),
    refund: followUp('refund'),
    cancel: followUp('cancel'),
    readCallback: (raw, account) => readCallback(dialect, raw, account),
    ping: async (account) => {
      const ending = await exchange(dialect.ping(account), account)
      const ok = ending.kind === 'answered' && ending.status < 300
      const refusal =
        ending.kind === 'answered' ? `HTTP ${ending.status}` : (ending.log.failure ?? 'No answer')
      return { ok, message: ok ? 'The provider answers' : refusal, log: ending.log }
    },
    ...(vouchers && {
      checkVoucher: async (account: PspAccountConfig, { code }: VoucherQuestion) => {
        const ending = await exchange(vouchers.ask(account, code), account, {
          instrument: { kind: 'voucher', code },
        })
        const read = ending.kind === 'answered' ? vouchers.read(ending.body) : undefined
        return read ?? { valid: undefined, reason: null }
      },
    }),
  }
}

/** Providers with several interfaces at one address tell them apart by a header. */
const inVersion = (wire: Wire, version: string | undefined): Wire =>
  version === undefined ? wire : { ...wire, headers: { ...wire.headers, 'api-version': version } }

const missingFields = ({ needs }: Dialect, account: PspAccountConfig): string[] => [
  ...needs.settings.filter((key) => !account.settings[key]),
  ...needs.secrets.filter((key) => !account.secrets[key]),
]

const unsentLog = (wire: Wire, failure: string, at: Date): CallLog => ({
  target: 'PSP',
  method: wire.method,
  url: wire.path,
  requestHeaders: {},
  requestBody: '',
  status: null,
  responseHeaders: {},
  responseBody: '',
  at: at.toISOString(),
  latencyMs: 0,
  failure,
})

const notSent = (reason: NotSentReason, log: CallLog): NotSent => ({
  kind: 'notSent',
  reason,
  statusNo: notSentStatusNo[reason],
  log,
})

const unknown = (reason: UnknownReason, log: CallLog, answer?: PspAnswer): Unknown => ({
  kind: 'unknown',
  reason,
  statusNo: unknownStatusNo[reason],
  pspRefId: answer?.pspRefId ?? null,
  pspCode: answer?.pspCode ?? null,
  pspMessage: answer?.pspMessage ?? null,
  log,
})

function outcomeOf(dialect: Dialect, ending: ExternalResult, expected: Expected): PspOutcome {
  const { log } = ending
  if (ending.kind === 'notSent') return notSent(ending.reason, log)
  if (ending.kind === 'unknown') return unknown(ending.reason, log)
  const { status } = ending
  const refusal = (statusNo: number, pspMessage: string): PspOutcome =>
    expected.isQuestion
      ? notSent('config', log)
      : { kind: 'declined', statusNo, pspRefId: null, pspCode: `HTTP ${status}`, pspMessage, log }
  if (status === 401 || status === 403)
    return refusal(wrongCredentials, 'The provider refused our credentials')
  const answer = dialect.readAnswer(ending)
  if (status === 429 || answer?.state === 'notProcessed') return notSent('outOfService', log)
  if (status >= 500) return unknown('unparseable', log, answer)
  if (!answer)
    return status >= 400
      ? refusal(refusedRequest, 'The provider refused the request')
      : unknown('unparseable', log)
  if (dialect.answerIsGenuine?.(ending, expected.account) === false) return unknown('signature', log)
  return outcomeOfAnswer(dialect, answer, expected, log)
}

function outcomeOfAnswer(dialect: Dialect, answer: PspAnswer, expected: Expected, log: CallLog): PspOutcome {
  if (answer.state === 'notFound') return { kind: 'notFound', statusNo: notFoundStatusNo, log }
  if (answer.reference !== expected.reference && answer.reference !== null)
    return unknown('reference', log, answer)
  const answered = {
    log,
    pspRefId: answer.pspRefId,
    pspCode: answer.pspCode,
    pspMessage: answer.pspMessage,
  }
  switch (answer.state) {
    case 'approved':
    case 'authorized': {
      const amount = answer.amount ?? expected.amount
      const captured = answer.state === 'approved'
      if (!dialect.traits.amountMayDiffer && !sameMoney(amount, expected.amount))
        return { ...unknown('amount', log, answer), amount, captured }
      const { payer } = answer
      return {
        kind: 'approved',
        statusNo: captured ? StatusNo.SUCCESS : StatusNo.SUCCESS_WAITING_CAPTURE,
        amount,
        captured,
        ...(payer && { payer }),
        ...answered,
      }
    }
    case 'declined': {
      const statusNo = dialect.statusNoOf(answer.pspCode) ?? unmappedDecline
      if (statusNo === unknownStatusNo.name) return unknown('name', log, answer)
      // Every attempt has a key of its own: a provider that has seen it before took money under it.
      if (statusNo === unknownStatusNo.duplicate) return unknown('duplicate', log, answer)
      return { kind: 'declined', statusNo, ...answered }
    }
    case 'pending':
    case 'confirmation': {
      const confirmation = answer.state === 'confirmation'
      const confirmationNo = expected.withdrawal
        ? StatusNo.WAITING_WITHDRAWAL_CONFIRMATION
        : StatusNo.WAITING_DEPOSIT_CONFIRMATION
      return {
        kind: 'pending',
        waitsFor: confirmation ? 'confirmation' : 'notification',
        statusNo: confirmation ? confirmationNo : StatusNo.WAITING_NOTIFICATION,
        instructions: answer.instructions ?? {},
        ...answered,
      }
    }
    case 'redirect':
    case 'threeDs': {
      if (!answer.url) return unknown('unparseable', log, answer)
      const statusNo = answer.state === 'threeDs' ? StatusNo.WAITING_3D_SECURE : StatusNo.WAITING_INPUT
      const page = answer.state
      return { kind: 'redirect', page, statusNo, url: answer.url, method: 'GET', parameters: {}, ...answered }
    }
    case 'notProcessed':
      return notSent('outOfService', log)
  }
}

const sameMoney = (a: Money, b: Money): boolean => a.minor === b.minor && a.currency === b.currency

/** What a payment becomes when a callback says so; what is still open keeps waiting for the provider. */
const callbackStatusNo: Readonly<Partial<Record<PspAnswer['state'], number>>> = {
  approved: StatusNo.SUCCESS,
  authorized: StatusNo.SUCCESS_WAITING_CAPTURE,
}
const stillOpen = StatusNo.WAITING_NOTIFICATION

/** What a signed message says. A shape its dialect has never seen must not lose it. */
function contentOf(dialect: Dialect, raw: RawCallback) {
  try {
    return dialect.readCallback(raw)
  } catch {
    return undefined
  }
}

function readCallback(dialect: Dialect, raw: RawCallback, account: PspAccountConfig): CallbackReading {
  const redactedBody = redactText(raw.body, { secrets: Object.values(account.secrets) })
  if (!dialect.signatureIsGood(raw, account))
    return {
      kind: 'rejected',
      reason: 'signature',
      redactedBody,
      reply: { status: 401, contentType: 'text/plain', body: '' },
    }
  const content = contentOf(dialect, raw)
  if (!content) return { kind: 'unreadable', redactedBody, reply: dialect.received }
  const { eventId, subject, returnId, reference, pspRefId, pspCode, pspMessage, amount, payer, state } =
    content
  const statusNo =
    state === 'declined'
      ? (dialect.statusNoOf(pspCode) ?? unmappedDecline)
      : (callbackStatusNo[state] ?? stillOpen)
  return {
    kind: 'read',
    eventId,
    subject,
    // An empty name would make one of all that went back.
    returnId: returnId || null,
    reference,
    pspRefId,
    statusNo,
    pspCode,
    pspMessage,
    amount,
    ...(payer && { payer }),
    redactedBody,
    reply: dialect.received,
  }
}
