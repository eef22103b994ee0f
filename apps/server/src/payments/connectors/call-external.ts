import type { Metrics } from '../../kit/metrics.ts'
import type { HttpEnding, HttpExchange, HttpRequest } from '../../kit/outbound/http-exchange.ts'
import type { CallLog, CallTarget } from './call-log.ts'
import { redactHeaders, redactText, type Redaction } from './redact.ts'

export interface ExternalRequest extends HttpRequest, Redaction {
  readonly target: CallTarget
  /** Why it may not be sent. Whoever makes a call has to say, so that none goes out unasked. */
  readonly refused: string | undefined
  /** The body as the log may keep it; the whole body when nothing in it is secret. */
  readonly logBody?: string
}

/** Nothing left: the platform does not allow it. */
interface RefusedCall {
  readonly kind: 'notSent'
  readonly reason: 'refused'
  readonly failure: string
}

export type ExternalResult = (HttpEnding | RefusedCall) & { readonly log: CallLog }

export type CallExternal = (request: ExternalRequest) => Promise<ExternalResult>

const longestLoggedBody = 64 * 1024

/** Makes calls and writes down each of them in a form everybody who may see the payment may read. */
export const callExternal =
  (exchange: HttpExchange, now: () => Date, metrics?: Metrics): CallExternal =>
  async (request) => {
    const began = now()
    const startedMs = performance.now()
    const ending: HttpEnding | RefusedCall =
      request.refused === undefined
        ? await exchange(request)
        : { kind: 'notSent', reason: 'refused', failure: request.refused }
    const seconds = (performance.now() - startedMs) / 1_000
    metrics?.externalCallDuration.observe({ target: request.target, outcome: ending.kind }, seconds)
    const answered = ending.kind === 'answered' ? ending : undefined
    const log: CallLog = {
      target: request.target,
      method: request.method,
      url: redactText(request.url, request),
      requestHeaders: redactHeaders(request.headers, request),
      requestBody: loggedBody(request.logBody ?? request.body, request),
      status: answered?.status ?? null,
      responseHeaders: redactHeaders(answered?.headers ?? {}, request),
      responseBody: loggedBody(answered?.body ?? '', request),
      at: began.toISOString(),
      latencyMs: Math.max(0, now().getTime() - began.getTime()),
      failure: ending.kind === 'answered' ? null : ending.failure,
    }
    return { ...ending, log }
  }

// Redacted before it is cut: half a card number would not be recognised any more.
const loggedBody = (body: string, redaction: Redaction): string =>
  redactText(body, redaction).slice(0, longestLoggedBody)
