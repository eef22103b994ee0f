import * as z from 'zod'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { ExternalResult } from './call-external.ts'
import { maskPan } from './redact.ts'
import { callService, type ServiceDeps } from './service-call.ts'
import type { ThreeDsClient, ThreeDsOutcome } from './three-ds-client.ts'
import { minorNumber, readJson } from './wire-format.ts'

const answerShape = z.object({
  threeDSServerTransID: z.string(),
  dsTransID: z.string(),
  messageVersion: z.string(),
  /** As EMVCo has them: Y passed, A attempted, N failed, R rejected, U not possible, C challenge. */
  transStatus: z.enum(['Y', 'A', 'N', 'R', 'U', 'C']),
  transStatusReason: z.enum(['notEnrolled', 'expired', 'technical']).optional(),
  challenged: z.boolean(),
  eci: z.string().optional(),
  authenticationValue: z.string().optional(),
  acsURL: z.string().optional(),
})

const authenticationFailed = StatusNo.ERR_DECLINED_3D_AUTHENTICATION_FAILED
const validationFailed = StatusNo.ERR_DECLINED_3D_VALIDATION_FAILED
const expired = StatusNo.ERR_DECLINED_3D_EXPIRED

function outcomeOf(ending: ExternalResult, begun: boolean): ThreeDsOutcome {
  const { log } = ending
  const failed = (
    result: 'FAILED' | 'NOT_SUPPORTED' | 'ERROR',
    statusNo: number,
    transStatus: string | null,
  ) => ({ kind: 'failed', result, statusNo, transStatus, log }) as const
  const answer =
    ending.kind === 'answered' && ending.status < 300 ? readJson(ending.body, answerShape) : undefined
  if (!answer) return failed('ERROR', validationFailed, null)
  const { transStatus, challenged, threeDSServerTransID: transId } = answer
  switch (transStatus) {
    case 'C':
      if (begun) return { kind: 'open', transId, log }
      return answer.acsURL
        ? { kind: 'challenge', transId, url: answer.acsURL, log }
        : failed('ERROR', validationFailed, transStatus)
    case 'Y':
    case 'A': {
      const passed = challenged ? 'CHALLENGED' : 'FRICTIONLESS'
      return {
        kind: 'passed',
        result: transStatus === 'A' ? 'ATTEMPTED' : passed,
        proof: {
          version: answer.messageVersion,
          transStatus,
          eci: answer.eci ?? '',
          cavv: answer.authenticationValue,
          dsTransId: answer.dsTransID,
          challenged,
        },
        log,
      }
    }
    case 'N':
    case 'R':
      return answer.transStatusReason === 'expired'
        ? failed('FAILED', expired, transStatus)
        : failed('FAILED', authenticationFailed, transStatus)
    case 'U':
      return answer.transStatusReason === 'notEnrolled'
        ? failed('NOT_SUPPORTED', authenticationFailed, transStatus)
        : failed('ERROR', validationFailed, transStatus)
  }
}

export const httpThreeDsClient = (deps: ServiceDeps): ThreeDsClient => ({
  async authenticate(request) {
    const bodyWith = (acctNumber: string) => ({
      threeDSRequestorRef: request.reference,
      acctNumber,
      cardExpiryDate: request.expiry.replace('-', '').slice(2),
      purchaseAmount: minorNumber(request.amount),
      purchaseCurrency: request.amount.currency,
      challengeInd: request.challenge,
      exemption: request.exemption,
      browserLanguage: request.locale?.replaceAll('_', '-'),
      notificationURL: request.returnUrl,
    })
    const ending = await callService(deps, {
      target: '3DS',
      service: request.server,
      method: 'POST',
      path: '/authenticate',
      body: bodyWith(request.pan),
      logBody: bodyWith(maskPan(request.pan)),
      requestedAmount: request.requestedAmount,
    })
    return outcomeOf(ending, false)
  },
  async result(server, transId) {
    const ending = await callService(deps, {
      target: '3DS',
      service: server,
      method: 'GET',
      path: `/result/${encodeURIComponent(transId)}`,
    })
    return outcomeOf(ending, true)
  },
})
