import type { FastifyRequest } from 'fastify'

/** The page the request came from, when it is one of ours and not the login itself. */
function pageOf(request: FastifyRequest, loginPath: string): string | null {
  const { referer } = request.headers
  if (referer === undefined || !URL.canParse(referer)) return null
  const { host, pathname, search } = new URL(referer)
  if (host !== request.host || pathname.startsWith(loginPath)) return null
  return pathname + search
}

/** Where to sign in, with the way back. */
export function loginAddress(request: FastifyRequest, product: string): string {
  const loginPath = `/${product}/login`
  const page = pageOf(request, loginPath)
  return page === null ? loginPath : `${loginPath}?return_to=${encodeURIComponent(page)}`
}
