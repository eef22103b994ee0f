import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestContext } from '../request-context.ts'
import type { OpenSpan, Tracing } from './span.ts'

/** Begun before anything is done for the request. `route` is the path as it was declared; nothing when there is none. */
export function beginRequest(
  tracing: Tracing,
  context: RequestContext,
  { method, protocol }: FastifyRequest,
  route: string | undefined,
): OpenSpan {
  return tracing.begin(context, route === undefined ? method : `${method} ${route}`, {
    kind: 'server',
    attributes: {
      'http.request.method': method,
      ...(route !== undefined && { 'http.route': route }),
      // A proxy that is believed may pass on what its caller wrote.
      'url.scheme': protocol === 'https' ? 'https' : 'http',
      'signalbox.request.id': context.requestId,
    },
  })
}

export function endRequest({ id, context, refusedWith }: FastifyRequest, { statusCode }: FastifyReply): void {
  const span = context?.span
  if (!span) return
  span.set({
    'http.response.status_code': statusCode,
    ...(context.txId !== undefined && { 'signalbox.payment.id': context.txId }),
    ...(refusedWith !== null && { 'signalbox.error.id': id, 'signalbox.error.code': refusedWith }),
  })
  // What a caller did wrong is no failure of this server.
  if (statusCode >= 500) span.fail(String(statusCode))
  span.end()
}
