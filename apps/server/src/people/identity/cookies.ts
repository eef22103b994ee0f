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

interface CookieConfig {
  readonly product: string
  readonly publicUrl: string
}

const isSecure = ({ publicUrl }: CookieConfig): boolean => publicUrl.startsWith('https:')

/** With https the prefix `__Host-` keeps other hosts of the domain from planting a cookie of ours. */
export const cookieName = (config: CookieConfig, name: CookieName): string =>
  `${isSecure(config) ? '__Host-' : ''}${config.product}-${name}`

export function cookiesOf(config: CookieConfig): Cookies {
  const secure = isSecure(config)
  const nameOf = (name: CookieName) => cookieName(config, name)
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
  return {
    read: (request, name) => request.cookies[nameOf(name)],
    set: (reply, name, value) =>
      void reply.setCookie(nameOf(name), value, { ...attributes, maxAge: maxAgeSeconds[name] }),
    clear: (reply, name) => void reply.clearCookie(nameOf(name), attributes),
  }
}
