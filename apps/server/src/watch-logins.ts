import type { FastifyInstance } from 'fastify'
import type { Metrics } from './kit/metrics.ts'

/** Who did not get in: people at any step of a login, and clients that asked for a token. */
export function watchLogins(app: FastifyInstance, product: string, { loginsRefused }: Metrics): void {
  const [login, token] = [`/${product}/login`, `/${product}/oauth/token`]
  app.addHook('onResponse', ({ routeOptions: { url = '' } }, { statusCode: status }, done) => {
    const door = url.startsWith(login) ? 'console' : url === token ? 'api' : undefined
    if (door && [400, 401, 403, 429].includes(status)) loginsRefused.inc({ door, status })
    done()
  })
}
