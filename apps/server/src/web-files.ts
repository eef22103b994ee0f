import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { assetsPrefix } from './kit/http-guard.ts'
import { machinePages } from './kit/machine-pages.ts'

interface WebFiles {
  /** The built browser application. */
  readonly root: string
  readonly product: string
  readonly demo: boolean
}

const page = (html: string, { product, demo }: WebFiles): string =>
  html.replace(
    '<head>',
    `<head><meta name="signalbox-product" content="${product}">${demo ? '<meta name="signalbox-demo" content="1">' : ''}`,
  )

/** Assets carry a hash in their name and never change; the page that names them is always asked for again. */
export async function webFiles(app: FastifyInstance, options: WebFiles): Promise<void> {
  const html = page(await readFile(join(options.root, 'index.html'), 'utf8'), options)
  await app.register(fastifyStatic, {
    root: join(options.root, 'assets'),
    prefix: assetsPrefix,
    preCompressed: true,
    // A cache between must not give one visitor's encoding to another.
    setHeaders: (reply) => void reply.setHeader('vary', 'accept-encoding'),
    immutable: true,
    maxAge: '365d',
  })
  machinePages(app, options.product)
  const sendPage = { config: { access: 'public' as const } }
  app.get('/', sendPage, (_request, reply) => reply.redirect('/home'))
  app.get('/*', sendPage, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html),
  )
}
