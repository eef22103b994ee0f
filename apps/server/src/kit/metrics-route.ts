import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Metrics } from './metrics.ts'

interface MetricsRoute {
  readonly metrics: Metrics
  readonly token: string | undefined
  readonly production: boolean
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function holdsToken({ headers }: FastifyRequest, token: string): boolean {
  const [, given = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
  return timingSafeEqual(digest(given), digest(token))
}

/**
 * `GET /metrics`, for whoever holds the token. They tell how much is paid and refused, which is nobody's business: in
 * production there is nothing to see without one.
 */
export function metricsRoute(app: FastifyInstance, { metrics, token, production }: MetricsRoute): void {
  app.get('/metrics', { config: { access: 'public' } }, async (request, reply) => {
    if (token === undefined && production) throw new Refusal('NOT_FOUND')
    if (token !== undefined && !holdsToken(request, token))
      throw new Refusal('UNAUTHENTICATED', { headers: { 'www-authenticate': 'Bearer realm="metrics"' } })
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text())
  })
}
