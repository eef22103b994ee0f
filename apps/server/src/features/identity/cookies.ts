import type { FastifyReply, FastifyRequest } from 'fastify'

type CookieName = 'session' | 'login' | 'device'

const dayMs = 24 * 60 * 60 * 1000

/** How long the browser keeps each; the session's ends with the browser or on the server, whichever is first. */
const maxAgeSeconds: Record<CookieName, number | undefined> = {
  session: undefined,
  login: 5 * 60,
  device: (180 * dayMs) / 1000,
}

export interface Cookies {
  read(request: FastifyRequest, name: CookieName): string | undefined
  set(reply: FastifyReply, name: CookieName, value: string): void
  clear(reply: FastifyReply, name: CookieName): void
}

/** With https the prefix `__Host-` keeps other hosts of the domain from planting a cookie of ours. */
export function cookiesOf(config: { product: string; publicUrl: string }): Cookies {
  const secure = config.publicUrl.startsWith('https:')
  const nameOf = (name: CookieName) => `${secure ? '__Host-' : ''}${config.product}-${name}`
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
  return {
    read: (request, name) => request.cookies[nameOf(name)],
    set: (reply, name, value) =>
      void reply.setCookie(nameOf(name), value, { ...attributes, maxAge: maxAgeSeconds[name] }),
    clear: (reply, name) => void reply.clearCookie(nameOf(name), attributes),
  }
}
