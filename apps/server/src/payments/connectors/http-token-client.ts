import * as z from 'zod'
import type { ExternalResult } from './call-external.ts'
import { maskPan } from './redact.ts'
import type { ServiceAccount } from './service-account.ts'
import { callService, type ServiceDeps } from './service-call.ts'
import type { CryptogramAnswer, OnboardingAnswer, TokenAnswer, TokenClient } from './token-client.ts'
import { readJson } from './wire-format.ts'

const longText = z.string().max(300)
const idText = z.string().max(64)

const entityShape = z.object({
  status: z.enum(['APPROVED', 'PENDING', 'REJECTED', 'ACTION_REQUIRED']),
  trid: z
    .string()
    .regex(/^\d{11}$/)
    .nullish(),
  paymentAppId: idText.nullish(),
  relationshipId: idText.nullish(),
  reasonCode: idText.nullish(),
  field: idText.nullish(),
  message: longText.nullish(),
})
const tokenShape = z.object({
  tokenRef: idText,
  token: z.string().regex(/^\d{13,19}$/),
  expiry: z.string().regex(/^\d{4}-\d{2}$/),
})
const cryptogramShape = z.object({ cryptogram: z.string().min(8).max(100), eci: z.string().max(2) })
const problemShape = z.object({ reasonCode: idText, message: longText })

const failureOf = (ending: ExternalResult): string => {
  if (ending.kind !== 'answered') return ending.log.failure ?? 'No answer'
  return readJson(ending.body, problemShape)?.message ?? `HTTP ${ending.status}`
}

const tooMany = 429
const notFound = 404

function onboardingOf(ending: ExternalResult): OnboardingAnswer {
  const { log } = ending
  const noAnswer: OnboardingAnswer = { kind: 'noAnswer', message: failureOf(ending), log }
  if (ending.kind !== 'answered' || ending.status >= 500) return noAnswer
  if (ending.status === notFound) return { kind: 'unknown', log }
  if (ending.status === tooMany)
    return { kind: 'actionRequired', reasonCode: 'RATE_LIMIT', message: failureOf(ending), field: null, log }
  const read = readJson(ending.body, entityShape)
  if (!read) return noAnswer
  const reasonCode = read.reasonCode ?? 'UNKNOWN'
  const message = read.message ?? ''
  switch (read.status) {
    case 'APPROVED': {
      const { trid = null, paymentAppId = null, relationshipId = null } = read
      return { kind: 'approved', message, trid, paymentAppId, relationshipId, log }
    }
    case 'PENDING':
      return { kind: 'pending', message, log }
    case 'REJECTED':
      return { kind: 'rejected', reasonCode, message, log }
    case 'ACTION_REQUIRED':
      return { kind: 'actionRequired', reasonCode, message, field: read.field ?? null, log }
  }
}

const isGood = (ending: ExternalResult) => ending.kind === 'answered' && ending.status < 300

function tokenOf(ending: ExternalResult): TokenAnswer {
  const { log } = ending
  const read = ending.kind === 'answered' && isGood(ending) ? readJson(ending.body, tokenShape) : undefined
  return read
    ? { kind: 'ok', value: { ...read, last4: read.token.slice(-4) }, log }
    : { kind: 'failed', message: failureOf(ending), log }
}

function cryptogramOf(ending: ExternalResult): CryptogramAnswer {
  const { log } = ending
  const read =
    ending.kind === 'answered' && isGood(ending) ? readJson(ending.body, cryptogramShape) : undefined
  return read ? { kind: 'ok', value: read, log } : { kind: 'failed', message: failureOf(ending), log }
}

const entityPath = (entityId: string) => `/entities/${encodeURIComponent(entityId)}`
const tokenPath = (tokenRef: string) => `/tokens/${encodeURIComponent(tokenRef)}`

export const httpTokenClient = (deps: ServiceDeps): TokenClient => {
  const post = (
    service: ServiceAccount,
    path: string,
    given: { readonly key: string; readonly body: object; readonly logBody?: object },
  ): Promise<ExternalResult> =>
    callService(deps, {
      target: 'TOKEN',
      service,
      method: 'POST',
      path,
      headers: { 'idempotency-key': given.key },
      body: given.body,
      ...(given.logBody && { logBody: given.logBody }),
    })
  return {
    onboard: async ({ network, entityId, requestId, business, notificationUrl }) =>
      onboardingOf(
        await post(network, '/entities', {
          key: requestId,
          body: { entityId, requestId, business, notificationUrl },
        }),
      ),
    status: async (network, entityId) =>
      onboardingOf(
        await callService(deps, {
          target: 'TOKEN',
          service: network,
          method: 'GET',
          path: entityPath(entityId),
        }),
      ),
    provision: async ({ network, entityId, idempotencyKey, pan, expiry }) =>
      tokenOf(
        await post(network, '/tokens', {
          key: idempotencyKey,
          body: { entityId, pan, expiry },
          logBody: { entityId, pan: maskPan(pan), expiry },
        }),
      ),
    cryptogram: async (network, tokenRef, key) =>
      cryptogramOf(await post(network, `${tokenPath(tokenRef)}/cryptograms`, { key, body: {} })),
    remove: async (network, tokenRef) => {
      const ending = await post(network, `${tokenPath(tokenRef)}/delete`, {
        key: `delete-${tokenRef}`,
        body: {},
      })
      return ending.kind === 'answered' && (ending.status < 300 || ending.status === notFound)
    },
  }
}
