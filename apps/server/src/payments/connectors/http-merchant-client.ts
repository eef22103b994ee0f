import type * as z from 'zod'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { CallExternal, ExternalRequest } from './call-external.ts'
import type { Timeouts } from '../../kit/outbound/http-exchange.ts'
import type { MerchantAction, MerchantCall, MerchantClient, MerchantOutcome } from './merchant-client.ts'
import {
  acknowledgedShape,
  authorizationShape,
  authorizeBody,
  cancelBody,
  lookupUserBody,
  notificationBody,
  refusalShape,
  transferBody,
  userShape,
  verifyUserBody,
} from './merchant-messages.ts'
import { mockHeader, sandboxHeaders, sandboxPath } from './sandbox-address.ts'
import { hmacHex } from './signature.ts'
import { readJson } from './wire-format.ts'

interface MerchantClientDeps {
  readonly call: CallExternal
  readonly now: () => Date
  readonly sandboxUrl: string | undefined
}

const outOfService = StatusNo.ERR_MERCHANT_OUT_OF_SERVICE
const invalidResponse = StatusNo.ERR_MERCHANT_INVALID_RESPONSE
const unknownRefusal = StatusNo.ERR_MERCHANT_RESPONSE_CODE_UNKNOWN

/** What merchants may answer with a meaning we know. */
const refusals: Readonly<Record<string, number>> = {
  SESSION_INVALID: StatusNo.ERR_USER_SESSION_INVALID,
  USER_BLOCKED: StatusNo.ERR_USER_ACCOUNT_BLOCKED,
  GAMING_LIMIT: StatusNo.ERR_RESPONSIBLE_GAMING_LIMIT,
}

const timeoutsOf = ({ timeouts }: MerchantCall['endpoint'], action: MerchantAction): Timeouts => ({
  connectMs: 3_000,
  readMs:
    action === 'verifyuser' || action === 'lookupuser'
      ? (timeouts?.verifyMs ?? 5_000)
      : (timeouts?.otherMs ?? 10_000),
})

/** Calls merchants with JSON over HTTP, each call signed and with a request id that tells its tries apart. */
export function httpMerchantClient(deps: MerchantClientDeps): MerchantClient {
  const ask = async <Shape extends z.ZodType>(
    call: MerchantCall,
    action: MerchantAction,
    message: unknown,
    shape: Shape,
  ): Promise<MerchantOutcome<z.infer<Shape>>> => {
    const ending = await deps.call(requestOf(deps, call, action, JSON.stringify(message)))
    const { log } = ending
    if (ending.kind !== 'answered' || ending.status >= 500)
      return { kind: 'noAnswer', statusNo: outOfService, log }
    const refusal = readJson(ending.body, refusalShape)
    if (refusal) {
      const statusNo = refusals[refusal.errCode ?? ''] ?? unknownRefusal
      return { kind: 'refused', statusNo, errCode: refusal.errCode, errMsg: refusal.errMsg, log }
    }
    const answer = ending.status < 300 ? readJson(ending.body, shape) : undefined
    return answer === undefined
      ? { kind: 'invalid', statusNo: invalidResponse, log }
      : { kind: 'accepted', answer, log }
  }

  return {
    verifyUser: (call, request) => ask(call, 'verifyuser', verifyUserBody(request), userShape),
    lookupUser: (call, request) => ask(call, 'lookupuser', lookupUserBody(request), userShape),
    authorize: (call, request) =>
      ask(call, 'authorize', authorizeBody(call.txId, request), authorizationShape),
    transfer: (call, request) => ask(call, 'transfer', transferBody(call.txId, request), acknowledgedShape),
    cancel: (call, request) => ask(call, 'cancel', cancelBody(call.txId, request), acknowledgedShape),
    notify: (call, request) =>
      ask(call, 'notification', notificationBody(call.txId, request), acknowledgedShape),
  }
}

/** Nothing listens there; a merchant without an address is one that cannot be reached. */
const nowhere = 'http://127.0.0.1:9'

function requestOf(
  { now, sandboxUrl }: MerchantClientDeps,
  { endpoint, txId, tryNo, requestedAmount }: MerchantCall,
  action: MerchantAction,
  body: string,
): ExternalRequest {
  const mock = sandboxUrl ? `${sandboxPath(sandboxUrl, 'merchant')}/${endpoint.merchantId}/{action}` : nowhere
  const seconds = String(Math.floor(now().getTime() / 1000))
  const { auth, signingSecret } = endpoint
  return {
    target: 'MERCHANT',
    method: 'POST',
    url: (endpoint.url ?? mock).replace('{action}', action),
    headers: {
      'content-type': 'application/json',
      'x-request-id': `${txId}-${action}-${tryNo}`,
      ...(auth && { authorization: authorizationOf(auth) }),
      ...(signingSecret && {
        'x-signature': `t=${seconds},v1=${hmacHex(signingSecret, `${seconds}.${body}`)}`,
      }),
      ...sandboxHeaders({ endpoint: endpoint.url }, requestedAmount),
      ...(!endpoint.url && endpoint.mock && mockHeader(endpoint.mock)),
    },
    body,
    // Merchants know their own users; what they are told of cards is masked.
    refused: undefined,
    timeouts: timeoutsOf(endpoint, action),
    secrets: [signingSecret, auth?.kind === 'basic' ? auth.password : auth?.token].filter(
      (secret) => secret !== undefined,
    ),
    harmless: [String(txId)],
  }
}

const authorizationOf = (auth: NonNullable<MerchantCall['endpoint']['auth']>): string =>
  auth.kind === 'bearer'
    ? `Bearer ${auth.token}`
    : `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`
