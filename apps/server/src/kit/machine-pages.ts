import type { FastifyInstance } from 'fastify'
import { notFound } from './create-server.ts'

/** A back office is nobody's search result. */
const robots = 'User-agent: *\nDisallow: /\n'

/** What programs look for at fixed addresses. The console's page would tell them that it is there. */
export function machinePages(app: FastifyInstance, product: string): void {
  const access = { config: { access: 'public' as const } }
  app.get('/robots.txt', access, (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))
  for (const path of ['/.well-known', '/.well-known/*', '/favicon.ico', `/${product}`, `/${product}/*`])
    app.all(path, access, notFound)
}
