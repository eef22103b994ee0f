import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '@signalbox/model/text/refusal'
import { parseJsonBody } from './json-body.ts'

export const assetsPrefix = '/assets/'
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A browser tells where a request comes from. What another site started may not change anything here; scripts, which
 * send neither header, are let through because they carry no one else's cookie.
 */
function refuseCrossSite(request: FastifyRequest): void {
  if (safeMethods.has(request.method)) return
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new Refusal('CROSS_SITE')
  const { origin } = request.headers
  if (origin === undefined) return
  let host: string | null
  try {
    host = new URL(origin).host
  } catch {
    host = null
  }
  if (host !== request.host) throw new Refusal('CROSS_SITE')
}

/** With two names, whoever stands in front may have gone by the other one. */
function refuseTwoHosts({ raw }: FastifyRequest): void {
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) throw new Refusal('BAD_REQUEST', { message: 'Send one Host header.' })
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // The component library sets its variables in style elements and sizes in style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/** What holds for every route: headers on every answer, JSON bodies only, no writes from other sites, declared access. */
export function httpGuard(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : parseJsonBody(body as string))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders)
    if (request.url.includes('%00')) throw new Refusal('BAD_REQUEST')
    refuseTwoHosts(request)
    refuseCrossSite(request)
    done()
  })
  app.addHook('onRoute', (route) => {
    // Built files are the same for everybody; the static plugin makes this one route itself.
    if (route.url.startsWith(assetsPrefix)) return
    const access = (route.config as { access?: unknown } | undefined)?.access
    if (access === undefined && route.method !== 'HEAD') {
      throw new Error(`${String(route.method)} ${route.url} does not declare who may call it`)
    }
  })
}
