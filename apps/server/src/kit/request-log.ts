import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { assetsPrefix } from './http-guard.ts'
import type { Metrics } from './metrics.ts'
import { milliseconds } from './logger.ts'
import { contextOf, idsOf, inContext, traceparentOf, type RequestContext } from './request-context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext | null
    /** Why it was refused, when it was. */
    refusedWith: string | null
    /** Ends when somebody closes a browser: how long it took says nothing. */
    isLiveStream: boolean
  }
}

interface RequestLogDeps {
  readonly log: Logger
  readonly metrics: Metrics
}

/** Asked every few seconds by machines, or with every page: told only to who wants to know everything. */
const quiet: ReadonlySet<string> = new Set(['/', '/*', '/healthz', '/readyz', '/metrics', `${assetsPrefix}*`])

/** The path as it was declared. What was really asked for may hold ids, searches, anything. */
const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'unmatched'

function levelOf(request: FastifyRequest, status: number): 'debug' | 'info' | 'warn' {
  if (status >= 500) return 'warn'
  if (status >= 400) return 'info'
  return request.isLiveStream || quiet.has(routeOf(request)) ? 'debug' : 'info'
}

function measure(metrics: Metrics, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode } = reply
  const route = routeOf(request)
  metrics.requests.inc({ status: statusCode })
  if (statusCode === 401) metrics.unauthenticated.inc()
  if (request.isLiveStream) return
  const method = route === 'unmatched' ? 'any' : request.method
  const status = `${Math.floor(statusCode / 100)}xx`
  metrics.requestDuration.observe({ method, route, status }, reply.elapsedTime / 1_000)
}

/**
 * One line and one measurement per request, under an id that goes with everything done for it. Comes before all other
 * hooks, so that they run in the context too.
 */
export function requestLog(app: FastifyInstance, { log, metrics }: RequestLogDeps): void {
  app.decorateRequest('context', null)
  app.decorateRequest('refusedWith', null)
  app.decorateRequest('isLiveStream', false)
  app.addHook('onRequest', (request, reply, done) => {
    const context = contextOf(request.headers, request.id)
    request.context = context
    reply.headers({ 'x-request-id': context.requestId, traceparent: traceparentOf(context) })
    inContext(context, done)
  })
  // The body was read by whoever reads the socket, which knows no request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.context) inContext(request.context, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    measure(metrics, request, reply)
    const { statusCode: status } = reply
    const { context, refusedWith } = request
    log[levelOf(request, status)](
      {
        ...(context && idsOf(context)),
        ...(context?.txId !== undefined && { txId: context.txId }),
        ...(refusedWith && { errorId: request.id, code: refusedWith }),
        method: request.method,
        route: routeOf(request),
        status,
        ms: milliseconds(reply.elapsedTime),
      },
      'request',
    )
    done()
  })
}
