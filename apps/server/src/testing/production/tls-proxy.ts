import { request as forward } from 'node:http'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'

interface Certificate {
  readonly key: string
  readonly cert: string
}

export interface TlsProxy {
  readonly url: string
  /** Where requests go from now on. */
  leadTo(url: string): void
  close(): Promise<void>
}

/** Ends TLS and passes requests on, as the proxy in front of a server in production does. */
export async function tlsProxy(certificate: Certificate): Promise<TlsProxy> {
  let target = ''
  const server = createServer(certificate, (incoming, reply) => {
    // As long as nothing stands behind it; an error here would hide why.
    if (!target) return void reply.writeHead(502).end()
    const onward = forward(new URL(incoming.url ?? '/', target), {
      method: incoming.method,
      headers: {
        ...incoming.headers,
        'x-forwarded-for': incoming.socket.remoteAddress,
        'x-forwarded-proto': 'https',
      },
    })
    onward.on('response', (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    onward.on('error', () => reply.writeHead(502).end())
    incoming.pipe(onward)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    leadTo: (url) => void (target = url),
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

interface Answer<Body> {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Body
  readonly text: string
}

/** A script's view of a server behind TLS: keeps cookies, speaks JSON, trusts one certificate. */
export class HttpsScript {
  readonly #cookies = new Map<string, string>()
  readonly #ca: string
  /** Every header that set a cookie. */
  readonly cookieLines: string[] = []

  constructor(ca: string) {
    this.#ca = ca
  }

  send<Body = Readonly<Record<string, unknown>>>(
    url: string,
    {
      method = 'GET',
      body,
      headers = {},
    }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer<Body>> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const payload = body === undefined ? '' : JSON.stringify(body)
    return new Promise((answered, failed) => {
      const asked = request(url, {
        method,
        ca: this.#ca,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(cookie && { cookie }),
          'content-length': String(Buffer.byteLength(payload)),
          ...headers,
        },
      })
      asked.on('error', failed)
      asked.on('response', (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => (text += part))
        answer.on('error', failed)
        answer.on('end', () => {
          for (const line of answer.headers['set-cookie'] ?? []) this.#keep(line)
          const isJson = answer.headers['content-type']?.includes('json') ?? false
          const read = (isJson ? JSON.parse(text) : {}) as Body
          answered({ status: answer.statusCode ?? 0, headers: answer.headers, body: read, text })
        })
      })
      asked.end(payload)
    })
  }

  #keep(line: string): void {
    this.cookieLines.push(line)
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    this.#cookies.set(name, value)
  }
}
