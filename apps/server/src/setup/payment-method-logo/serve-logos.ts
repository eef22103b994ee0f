import type { FastifyInstance } from 'fastify'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Database } from '../../kit/database.ts'
import { defaultPicture } from './default-logos.ts'
import { pictureOf } from './store.ts'

const yearSeconds = 365 * 24 * 60 * 60

/**
 * Pictures by their hash, for the pages of any shop. Nobody has to sign in: a logo is on a public page. What is served is
 * a PNG we wrote ourselves, and a browser may take it for nothing else.
 */
export function serveLogos(app: FastifyInstance, base: string, db: Database): void {
  app.route({
    method: 'GET',
    url: `${base}/logo/:file`,
    config: { access: 'public', cacheable: true },
    handler: async (request, reply) => {
      const { file } = request.params as { file: string }
      const [, hash = ''] = /^([0-9a-f]{64})\.png$/.exec(file) ?? []
      const png = hash === '' ? undefined : (defaultPicture(hash) ?? (await pictureOf(db, hash)))
      if (!png) throw new Refusal('NOT_FOUND')
      return reply
        .header('content-type', 'image/png')
        .header('cache-control', `public, max-age=${yearSeconds}, immutable`)
        .header('etag', `"${hash}"`)
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', 'inline; filename="logo.png"')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(png)
    },
  })
}
