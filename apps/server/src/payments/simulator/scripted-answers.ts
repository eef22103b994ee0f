import { statusCodesNamed } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { SimulatedPspAnswer, SimulationInput } from '@signalbox/model/simulator/simulation-input'
import type { CallLog, CallTarget } from '../connectors/call-log.ts'
import type { FraudOutcome } from '../connectors/fraud-client.ts'
import type { KycFinding, KycOutcome } from '../connectors/kyc-client.ts'
import type { MerchantOutcome, VerifiedUser } from '../connectors/merchant-client.ts'
import { notSentStatusNo, unknownStatusNo, type PspOutcome } from '../connectors/psp-outcome.ts'
import type { PspCall } from '../connectors/connector.ts'
import type { ThreeDsOutcome } from '../connectors/three-ds-client.ts'

/** Nothing was sent: what stands in the place of a record of an exchange. */
export const noCall = (target: CallTarget): CallLog => ({
  target,
  method: 'POST',
  url: '',
  requestHeaders: {},
  requestBody: '',
  status: 200,
  responseHeaders: {},
  responseBody: '',
  at: new Date(0).toISOString(),
  latencyMs: 0,
  failure: null,
})

/** The number of a code somebody names; of those with two, the one that failed. */
const failedNo = (code: string | undefined, fallback: number): number => {
  const named = statusCodesNamed(code ?? '')
  return named.find(({ status }) => status === 'FAILED')?.no ?? named[0]?.no ?? fallback
}

/** Somebody of this age has a birthday on the first of January. */
const bornYearsAgo = (age: number, now: Date): string => `${now.getUTCFullYear() - age}-01-01`

export function verifiedUser(
  { user, transaction }: SimulationInput,
  email: string | null,
  balance: VerifiedUser['balance'],
  now: Date,
): VerifiedUser {
  const { suspectedAbuse, attributes = {} } = user
  return {
    userId: user.userId,
    balance,
    userCat: user.category ?? null,
    kycStatus: user.kycStatus ?? null,
    sex: null,
    firstName: null,
    lastName: null,
    street: null,
    city: user.city ?? null,
    zip: null,
    state: null,
    country: user.country ?? null,
    email,
    dob: user.age === undefined ? null : bornYearsAgo(user.age, now),
    mobile: null,
    locale: user.locale ?? null,
    nationalId: null,
    attributes: {
      ...attributes,
      ...(suspectedAbuse && { suspectedAbuse: 'true' }),
      ...(transaction.attributes?.testUser && { testUser: 'true' }),
    },
  }
}

const refusedBy: Readonly<Record<string, number>> = {
  SESSION_INVALID: StatusNo.ERR_USER_SESSION_INVALID,
  ACCOUNT_BLOCKED: StatusNo.ERR_USER_ACCOUNT_BLOCKED,
}

/** What the merchant says, in the words of the script. */
export function merchantOutcome<Answer>(
  said: string | undefined,
  answer: Answer,
  code?: string,
): MerchantOutcome<Answer> {
  const log = noCall('MERCHANT')
  if (said === undefined || said === 'ACCEPT') return { kind: 'accepted', answer, log }
  if (said === 'NO_ANSWER') return { kind: 'noAnswer', statusNo: StatusNo.ERR_MERCHANT_OUT_OF_SERVICE, log }
  if (said === 'UNREADABLE') return { kind: 'invalid', statusNo: StatusNo.ERR_MERCHANT_INVALID_RESPONSE, log }
  const statusNo = refusedBy[said] ?? failedNo(code, StatusNo.ERR_RESPONSIBLE_GAMING_LIMIT)
  return { kind: 'refused', statusNo, errCode: null, errMsg: null, log }
}

export function kycOutcome({ kyc = {} }: SimulationInput['answers']): KycOutcome {
  const log = noCall('KYC')
  if (kyc.noAnswer) return { kind: 'failed', log }
  const status = kyc.status ?? 'VERIFIED'
  const part = (own: string | undefined) =>
    (own ??
      (status === 'UNDER_AGE' || status === 'VERIFIED' ? status : 'NOT_VERIFIED')) as KycFinding['idStatus']
  const finding: KycFinding = {
    providerRef: 'simulation',
    overallStatus: status,
    idStatus: part(kyc.idStatus),
    ageStatus: part(kyc.ageStatus),
    addressStatus: part(kyc.addressStatus) as KycFinding['addressStatus'],
    pepsSanctions: kyc.warnings ?? [],
    score: kyc.score ?? (status === 'VERIFIED' ? 100 : 0),
    documents: [],
    response: {},
  }
  return { kind: 'checked', finding, log }
}

export function fraudOutcome({ fraud = {} }: SimulationInput['answers']): FraudOutcome {
  const log = noCall('FRAUD')
  if (fraud.noAnswer) return { kind: 'timeout', log }
  const { score = 0, decision = 'ACCEPT' } = fraud
  return { kind: 'scored', providerRef: 'simulation', score, decision, log }
}

const transId = 'simulation'

/** A challenge is shown first, and its result asked for. */
export function threeDsOutcome(
  { threeDs = 'FRICTIONLESS' }: SimulationInput['answers'],
  isResult: boolean,
): ThreeDsOutcome {
  const log = noCall('3DS')
  const asksUser = threeDs === 'CHALLENGED' || threeDs === 'OPEN'
  if (asksUser && !isResult) return { kind: 'challenge', transId, url: '', log }
  if (threeDs === 'OPEN') return { kind: 'open', transId, log }
  if (threeDs === 'FAILED')
    return {
      kind: 'failed',
      result: threeDs,
      statusNo: StatusNo.ERR_DECLINED_3D_AUTHENTICATION_FAILED,
      transStatus: 'N',
      log,
    }
  if (threeDs === 'NOT_SUPPORTED' || threeDs === 'ERROR')
    return {
      kind: 'failed',
      result: threeDs,
      statusNo: StatusNo.ERR_DECLINED_3D_VALIDATION_FAILED,
      transStatus: 'U',
      log,
    }
  const challenged = threeDs === 'CHALLENGED'
  const transStatus = threeDs === 'ATTEMPTED' ? 'A' : 'Y'
  const eci = threeDs === 'ATTEMPTED' ? '06' : '05'
  return {
    kind: 'passed',
    result: threeDs,
    proof: { version: '2.2.0', transStatus, eci, dsTransId: transId, challenged },
    log,
  }
}

const said = ({ pspCode, pspMessage }: SimulatedPspAnswer, fallback: string) => ({
  pspRefId: 'simulation',
  pspCode: pspCode ?? fallback,
  pspMessage: pspMessage ?? '',
})

/** What a PSP says to a payment. One that cannot reserve takes the money at once, whatever it was asked for. */
export function pspOutcome(
  answer: SimulatedPspAnswer,
  { amount, reserves }: { readonly amount: PspCall['amount']; readonly reserves: boolean },
): PspOutcome {
  const log = noCall('PSP')
  switch (answer.kind) {
    case 'APPROVED':
      return {
        kind: 'approved',
        ...said(answer, '00'),
        statusNo: reserves ? StatusNo.SUCCESS_WAITING_CAPTURE : StatusNo.SUCCESS,
        amount,
        captured: !reserves,
        log,
      }
    case 'DECLINED':
      return {
        kind: 'declined',
        ...said(answer, ''),
        statusNo: failedNo(answer.code, StatusNo.ERR_DECLINED_OTHER_REASON),
        log,
      }
    case 'NOT_REACHED':
      return {
        kind: 'notSent',
        reason: 'connect',
        statusNo: failedNo(answer.code, notSentStatusNo.connect),
        log,
      }
    case 'TIMEOUT': {
      const doubt = statusCodesNamed(answer.code ?? '').find(({ status }) => status === 'INCONSISTENT')?.no
      const none = { pspRefId: null, pspCode: answer.pspCode ?? null, pspMessage: answer.pspMessage ?? null }
      return { kind: 'unknown', reason: 'timeout', statusNo: doubt ?? unknownStatusNo.timeout, ...none, log }
    }
    case 'REDIRECT':
      return {
        kind: 'redirect',
        page: answer.code === 'WAITING_3D_SECURE' ? 'threeDs' : 'redirect',
        url: '',
        method: 'GET',
        parameters: {},
        statusNo: StatusNo.WAITING_INPUT,
        ...said(answer, ''),
        log,
      }
    case 'PENDING':
      return {
        kind: 'pending',
        waitsFor: answer.code === 'WAITING_NOTIFICATION' ? 'notification' : 'confirmation',
        instructions: {},
        statusNo: StatusNo.WAITING_NOTIFICATION,
        ...said(answer, ''),
        log,
      }
  }
}
