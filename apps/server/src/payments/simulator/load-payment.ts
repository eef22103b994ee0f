import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { FactValue } from '@signalbox/model/rules/fact'
import { factOf } from '@signalbox/model/rules/facts'
import { maskFact } from '@signalbox/model/rules/mask-fact'
import { simulationOfFacts } from '@signalbox/model/simulator/input-of-facts'
import {
  fraudDecisions,
  threeDsAnswers,
  type SimulatedAnswers,
  type SimulatedPspAnswer,
  type SimulationInput,
} from '@signalbox/model/simulator/simulation-input'
import { toWire } from '@signalbox/model/money/money-schema'
import type { Money } from '@signalbox/model/money/money'
import { isSuccessful } from '@signalbox/model/reference/status-codes'
import type { Transaction } from '../core/record/transaction.ts'
import type { listAttempts } from '../transactions/read-model.ts'

type Attempt = Awaited<ReturnType<typeof listAttempts>>[number]

/** What the payment came with, and what was found out about who makes it and with what. */
const ownFacts = [
  ...['txType', 'amount', 'service', 'channel', 'paymentType', 'apiSource', 'txTag', 'attributes'],
  ...['userId', 'userCategory', 'userCountry', 'userAge', 'email', 'locale', 'userCity', 'balance'],
  ...['merchantKycStatus', 'suspectedAbuse', 'userAttributes'],
  ...['bin', 'binBrand', 'binType', 'binCategory', 'binIssuer', 'binIssuerCountry'],
  ...['bic', 'iban', 'ipAddress', 'ipCountry'],
]

const isMoney = (value: FactValue): value is Money => typeof value === 'object' && 'minor' in value

function wireOf(value: FactValue, key: string, masked: boolean): unknown {
  const fact = factOf(key)
  if (isMoney(value)) return toWire(value)
  return masked && fact ? maskFact(fact, value) : value
}

const codeOf = (statusNo: number | null): string | undefined =>
  statusNo === null ? undefined : statusCodeOf(statusNo)?.code

const statusWord = (statusNo: number): Pick<SimulatedPspAnswer, 'code'> => {
  const code = codeOf(statusNo)
  return code === undefined ? {} : { code }
}

/** What a PSP said to an attempt. */
function answerOf({ outcome, statusNo, pspStatusCode, pspStatusMessage }: Attempt): SimulatedPspAnswer {
  const code = codeOf(statusNo)
  const words = {
    ...(pspStatusCode && { pspCode: pspStatusCode }),
    ...(pspStatusMessage && { pspMessage: pspStatusMessage }),
  }
  switch (outcome) {
    case 'approved':
      return { kind: 'APPROVED', ...words }
    case 'declined':
      return { kind: 'DECLINED', ...words, ...(code && { code }) }
    case 'notSent':
    case 'notFound':
      return { kind: 'NOT_REACHED', ...(code && { code }) }
    case 'redirect':
      return { kind: 'REDIRECT', ...words, ...(code && { code }) }
    case 'unknown':
      return { kind: 'TIMEOUT', ...words, ...(code && { code }) }
    default:
      return { kind: 'PENDING', ...words, ...(code && { code }) }
  }
}

const ownFailure: SimulatedPspAnswer = {
  kind: 'NOT_REACHED',
  ...statusWord(StatusNo.ERR_SYSTEM_ERROR),
}

const waits: ReadonlySet<string> = new Set(['REDIRECT', 'PENDING'])

/** How a payment went on that waited for its last PSP. */
function afterwards({ statusNo, pspStatusCode, pspStatusMessage }: Transaction): SimulatedPspAnswer[] {
  const status = statusCodeOf(statusNo)?.status
  const words = {
    ...(pspStatusCode && { pspCode: pspStatusCode }),
    ...(pspStatusMessage && { pspMessage: pspStatusMessage }),
  }
  const code = codeOf(statusNo)
  if (isSuccessful(statusNo)) return [{ kind: 'APPROVED', ...words }]
  return status === 'FAILED' || status === 'CANCELLED'
    ? [{ kind: 'DECLINED', ...words, ...(code && { code }) }]
    : []
}

function pspAnswers(row: Transaction, attempts: readonly Attempt[]): SimulatedAnswers['psps'] {
  const byPsp = new Map<string, SimulatedPspAnswer[]>()
  for (const [place, attempt] of attempts.entries()) {
    const isLast = place === attempts.length - 1
    // No answer was written down, and the payment went on all the same: we failed before anything was sent.
    const isOurs = attempt.outcome === null && (!isLast || row.statusNo === StatusNo.ERR_SYSTEM_ERROR)
    const answer = isOurs ? ownFailure : answerOf(attempt)
    const said = [answer, ...(isLast && waits.has(answer.kind) ? afterwards(row) : [])]
    byPsp.set(attempt.psp, [...(byPsp.get(attempt.psp) ?? []), ...said])
  }
  return [...byPsp].map(([psp, answers]) => ({ psp, answers }))
}

const verifyWords: Readonly<Record<number, SimulatedAnswers['verify']>> = {
  [StatusNo.ERR_USER_SESSION_INVALID]: 'SESSION_INVALID',
  [StatusNo.ERR_USER_ACCOUNT_BLOCKED]: 'ACCOUNT_BLOCKED',
  [StatusNo.ERR_MERCHANT_OUT_OF_SERVICE]: 'NO_ANSWER',
  [StatusNo.ERR_MERCHANT_INVALID_RESPONSE]: 'UNREADABLE',
}

const unheardWords: Readonly<Record<number, SimulatedAnswers['authorize']>> = {
  [StatusNo.ERR_MERCHANT_OUT_OF_SERVICE]: 'NO_ANSWER',
  [StatusNo.ERR_MERCHANT_INVALID_RESPONSE]: 'UNREADABLE',
}

/** What the merchant said, as far as it was not simply yes. */
function merchantAnswers(row: Transaction): Partial<SimulatedAnswers> {
  const { statusNo, verifiedAt, authorizedAt, stepState, merchantErrCode } = row
  if (stepState.pspApproved && statusNo === StatusNo.ERR_INCONSISTENT_TRANSACTION)
    return { transfer: merchantErrCode === null ? 'NO_ANSWER' : 'REFUSE' }
  if (row.declineStage !== 'MERCHANT' || authorizedAt !== null) return {}
  const code = codeOf(statusNo)
  if (verifiedAt === null) {
    const verify = verifyWords[statusNo]
    return verify ? { verify } : { verify: 'REFUSE', ...(code && { authorizeCode: code }) }
  }
  const unheard = unheardWords[statusNo]
  return unheard ? { authorize: unheard } : { authorize: 'REFUSE', ...(code && { authorizeCode: code }) }
}

function kycAnswer({ stepState: { kyc, facts }, kycStatus }: Transaction): Partial<SimulatedAnswers> {
  if (!kyc) return {}
  if (kycStatus === 'VERIFICATION_EXTERNAL_FAILURE') return { kyc: { noAnswer: true } }
  const { kycAgeStatus, kycIdStatus, kycAddressStatus, kycScore, pepsSanctions } = facts
  return {
    kyc: {
      ...(kycStatus && { status: kycStatus }),
      ...(kycAgeStatus && { ageStatus: kycAgeStatus }),
      ...(kycIdStatus && { idStatus: kycIdStatus }),
      ...(kycAddressStatus && { addressStatus: kycAddressStatus }),
      ...(kycScore !== undefined && { score: kycScore }),
      ...(pepsSanctions && { warnings: [...pepsSanctions] }),
    },
  }
}

function fraudAnswer({ fraudScore, fraudDecision }: Transaction): Partial<SimulatedAnswers> {
  if (fraudDecision === null) return {}
  const decision = fraudDecisions.find((each) => each === fraudDecision)
  return fraudScore === null || !decision
    ? { fraud: { noAnswer: true } }
    : { fraud: { score: fraudScore, decision } }
}

function threeDsAnswer({ threeDsFlow, stepState }: Transaction): Partial<SimulatedAnswers> {
  const isOpen = stepState.threeDs?.transId !== undefined && stepState.threeDs.result === undefined
  if (isOpen && (threeDsFlow === null || threeDsFlow === 'CHALLENGE')) return { threeDs: 'OPEN' }
  if (threeDsFlow === 'CHALLENGE_FAILED') return { threeDs: 'FAILED' }
  const threeDs = threeDsAnswers.find((each) => each === threeDsFlow)
  return threeDs ? { threeDs } : {}
}

function approvalAnswer({ stepState, approvalMode, statusNo }: Transaction): Partial<SimulatedAnswers> {
  if (stepState.approvedBy) return { approval: 'APPROVE' }
  const isDenied = statusNo === StatusNo.ERR_CANCELLED_BY_MERCHANT && approvalMode !== 'AUTO'
  return isDenied ? { approval: 'DENY' } : {}
}

/** A payment that was made, as input: what it was, and what everybody answered. */
export function inputOfPayment(
  row: Transaction,
  attempts: readonly Attempt[],
  masked: boolean,
): SimulationInput {
  const { facts } = row.stepState
  const known = facts as Readonly<Record<string, FactValue | undefined>>
  const own = ownFacts.flatMap((key) => {
    const value = known[key]
    return value === undefined ? [] : [[key, wireOf(value, key, masked)] as const]
  })
  const base: SimulationInput = {
    paymentId: row.id,
    transaction: {
      txType: row.txType,
      amount: toWire({ minor: row.requestedAmountMinor, currency: row.currency }),
      at: row.created,
      ...((row.authType === 'PRE_AUTH' || row.authType === 'FINAL_AUTH') && { authType: row.authType }),
    },
    user: { userId: row.userId },
    instrument: {
      ...(row.cardExpiry && { expiry: row.cardExpiry }),
      ...(row.paymentType === 'REPEAT' && row.accountId && { accountId: row.accountId }),
    },
    network: { ...(row.deviceId && { deviceId: row.deviceId }) },
    history: { kind: 'real' },
    answers: {
      ...merchantAnswers(row),
      ...approvalAnswer(row),
      ...kycAnswer(row),
      ...fraudAnswer(row),
      ...threeDsAnswer(row),
      psps: pspAnswers(row, attempts),
    },
  }
  return simulationOfFacts(Object.fromEntries(own), base)
}

/** Where the input still says what a reader saw masked, the payment's own value is meant. */
export function unmasked<T>(given: T, masked: T, clear: T): T {
  if (JSON.stringify(given) === JSON.stringify(masked)) return clear
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const [seen, own] = [masked, clear].map((each) =>
    typeof each === 'object' && each !== null ? each : {},
  ) as [Record<string, unknown>, Record<string, unknown>]
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key,
      key in seen ? unmasked(value, seen[key], own[key]) : value,
    ]),
  ) as T
}

const identity = [
  'bin',
  'expiry',
  'iban',
  'walletAccount',
  'accountNumber',
  'clearingNumber',
  'accountId',
] as const

/** Whether it is still made with what the payment was made with. */
export const isSameInstrument = (a: SimulationInput, b: SimulationInput): boolean =>
  a.transaction.txType === b.transaction.txType &&
  identity.every((key) => (a.instrument[key] ?? '') === (b.instrument[key] ?? ''))
