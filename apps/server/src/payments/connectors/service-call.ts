import type { Money } from '@signalbox/model/money/money'
import type { CallTarget } from './call-log.ts'
import type { CallExternal, ExternalResult } from './call-external.ts'
import { sandboxHeaders, sandboxPath } from './sandbox-address.ts'
import type { ServiceAccount } from './service-account.ts'

export interface ServiceDeps {
  readonly call: CallExternal
  readonly sandboxUrl: string | undefined
}

interface ServiceRequest {
  readonly target: CallTarget
  readonly service: ServiceAccount
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  /** The body as the log may show it. */
  readonly logBody?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly requestedAmount?: Money
  readonly readMs?: number
}

const ordinaryTimeouts = { connectMs: 2_000, readMs: 5_000 }
const nowhere = 'http://127.0.0.1:9'

/** Asks a service that helps to decide, with JSON and an API key. */
export function callService(
  { call, sandboxUrl }: ServiceDeps,
  request: ServiceRequest,
): Promise<ExternalResult> {
  const { service, body, logBody } = request
  const sandbox = sandboxUrl ? sandboxPath(sandboxUrl, service.provider) : nowhere
  const apiKey = service.secrets?.apiKey
  return call({
    target: request.target,
    method: request.method,
    url: `${(service.endpoint ?? sandbox).replace(/\/+$/, '')}${request.path}`,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(apiKey && { 'x-api-key': apiKey }),
      ...request.headers,
      ...sandboxHeaders(service, request.requestedAmount),
    },
    body: body === undefined ? '' : JSON.stringify(body),
    ...(logBody !== undefined && { logBody: JSON.stringify(logBody) }),
    refused: service.refused,
    timeouts: {
      ...ordinaryTimeouts,
      ...service.timeouts,
      ...(request.readMs !== undefined && { readMs: request.readMs }),
    },
    secrets: Object.values(service.secrets ?? {}),
  })
}
