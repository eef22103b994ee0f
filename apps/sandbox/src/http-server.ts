import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SandboxRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** What stood where the route has a name in braces. */
  param(name: string): string
}

export interface Reply {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A misbehaving server: it never answers, or it breaks the line. */
/** `drip`: an answer that comes letter by letter, so slowly that nobody waits for its end. */
export type Misbehaviour = 'silence' | 'reset' | { readonly drip: Reply }

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `/acmecards/v2/payments/{id}` */
  readonly path: string
  run(request: SandboxRequest): Promise<Reply | Misbehaviour> | Reply | Misbehaviour
}

export const json = (status: number, body: unknown): Reply => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
})

export const html = (status: number, body: string): Reply => ({
  status,
  contentType: 'text/html; charset=utf-8',
  body,
})

export const text = (status: number, body: string): Reply => ({ status, contentType: 'text/plain', body })

export const seeOther = (location: string): Reply => ({ ...text(303, ''), headers: { location } })

const longestBody = 1024 * 1024

/** A small server for simulators, because real frameworks make it hard to behave badly. */
export function sandboxServer(routes: readonly Route[], onRequest: () => void): Server {
  const table = routes.map((route) => ({ route, match: matcherOf(route.path) }))
  const server = createServer((incoming, outgoing) => {
    onRequest()
    answer(table, incoming, outgoing).catch((error: unknown) => {
      // A body that is not JSON and an address that cannot be read are the caller's mistake, the rest is ours.
      const isTheirs = error instanceof SyntaxError || error instanceof URIError
      if (!outgoing.headersSent) outgoing.writeHead(isTheirs ? 400 : 500)
      outgoing.end()
    })
  })
  server.keepAliveTimeout = 30_000
  return server
}

interface TableLine {
  readonly route: Route
  match(path: string): Record<string, string> | undefined
}

async function answer(
  table: readonly TableLine[],
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const url = new URL(incoming.url ?? '/', 'http://sandbox')
  const body = await readBody(incoming)
  const reply = !isLoopbackName(incoming.headers.host)
    ? text(421, 'This simulator answers on loopback only')
    : body === undefined
      ? json(413, { error: 'too_long', summary: 'The request is too long.' })
      : await dispatch(table, url, incoming, body)
  if (reply === 'silence') return
  if (reply === 'reset') {
    incoming.socket.resetAndDestroy()
    return
  }
  const { status, contentType, body: content, headers } = 'drip' in reply ? reply.drip : reply
  outgoing.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(content),
    'cache-control': 'no-store',
    ...headers,
  })
  if ('drip' in reply) drip(outgoing, Buffer.from(content))
  else outgoing.end(content)
}

const betweenBytesMs = 200

function drip(outgoing: ServerResponse, content: Buffer): void {
  let sent = 0
  const timer = setInterval(() => {
    outgoing.write(content.subarray(sent, sent + 1))
    sent += 1
    if (sent >= content.length) outgoing.end()
  }, betweenBytesMs)
  outgoing.on('close', () => clearInterval(timer))
}

/** A name that somebody else may point at this machine would let any web page drive the simulator. */
const isLoopbackName = (host: string | undefined): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host ?? '')

async function dispatch(
  table: readonly TableLine[],
  url: URL,
  incoming: IncomingMessage,
  body: string,
): Promise<Reply | Misbehaviour> {
  for (const { route, match } of table) {
    if (route.method !== incoming.method) continue
    const params = match(url.pathname)
    if (!params) continue
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value ?? '')]),
    )
    return route.run({
      method: route.method,
      path: url.pathname,
      query: url.searchParams,
      headers,
      body,
      param: (name) => params[name] ?? '',
    })
  }
  return json(404, { error: 'not_found' })
}

function matcherOf(pattern: string): TableLine['match'] {
  const parts = pattern.split('/')
  return (path) => {
    const given = path.split('/')
    if (given.length !== parts.length) return undefined
    const params: Record<string, string> = {}
    for (const [index, part] of parts.entries()) {
      const value = decodeURIComponent(given[index] ?? '')
      if (part.startsWith('{')) params[part.slice(1, -1)] = value
      else if (part !== value) return undefined
    }
    return params
  }
}

/** Nothing, if it is too long. It is read to its end all the same, or nobody would hear the answer. */
async function readBody(incoming: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming) {
    length += (chunk as Buffer).length
    if (length <= longestBody) chunks.push(chunk as Buffer)
  }
  if (length > longestBody) return undefined
  return Buffer.concat(chunks).toString('utf8')
}

/** Opens the server on loopback and says where. */
export async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
