import type { FastifyInstance } from 'fastify'
import { notFound } from './create-server.ts'

/** A back office is nobody's search result. */
const robots = 'User-agent: *\nDisallow: /\n'

/** Below the product's name, where people find the login: here nobody but programs calls. */
const forPrograms = ['.well-known', 'api', 'backoffice']

/** What programs look for at fixed addresses. The console's page would tell them that it is there. */
export function machinePages(app: FastifyInstance, product: string): void {
  const access = { config: { access: 'public' as const } }
  app.get('/robots.txt', access, (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))
  const folders = ['/.well-known', ...forPrograms.map((folder) => `/${product}/${folder}`)]
  for (const path of ['/favicon.ico', ...folders, ...folders.map((folder) => `${folder}/*`)])
    app.all(path, access, notFound)
}
