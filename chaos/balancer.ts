import { createServer, request as send, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'

/** What stands in front of several nodes. Tries another node only where that cannot do anything twice. */
export interface Balancer {
  readonly url: string
  /** Requests nobody answered, by method. */
  readonly failed: { readonly method: string; readonly failure: string }[]
  forwarded(): number
  close(): Promise<void>
}

interface Reply {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

class NoReply extends Error {
  readonly connected: boolean

  constructor(connected: boolean, failure: string) {
    super(failure)
    this.connected = connected
  }
}

/** Headers about one connection, which mean nothing on the next. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding'])

const onlyForwarded = (headers: IncomingMessage['headers']): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)))

function askNode(node: string, incoming: IncomingMessage, body: Buffer): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let connected = false
    const outgoing = send(new URL(incoming.url ?? '/', node), {
      method: incoming.method,
      headers: { ...onlyForwarded(incoming.headers), 'content-length': body.length, connection: 'close' },
      agent: false,
    })
    const fail = (error: Error) => reject(new NoReply(connected, error.message))
    outgoing.on('socket', (socket) => socket.once('connect', () => (connected = true)))
    outgoing.on('error', fail)
    outgoing.on('response', (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', fail)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 502,
          headers: onlyForwarded(answer.headers),
          body: Buffer.concat(chunks),
        }),
      )
    })
    outgoing.end(body)
  })
}

/** How often nodes are asked whether they want requests. */
const askEveryMs = 100

const wantsRequests = (node: string): Promise<boolean> =>
  fetch(`${node}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

export async function openBalancer(port: number, nodes: readonly string[]): Promise<Balancer> {
  const failed: Balancer['failed'] = []
  const unwilling = new Set<string>()
  const asking = nodes.map((node) => {
    let isAsking = false
    return setInterval(() => {
      if (isAsking) return
      isAsking = true
      void wantsRequests(node).then((wants) => {
        isAsking = false
        if (wants) unwilling.delete(node)
        else unwilling.add(node)
      })
    }, askEveryMs)
  })
  /** Those that want requests come first, in turn. */
  const inOrder = (first: number): string[] => {
    const turned = nodes.map((_, no) => nodes[(first + no) % nodes.length] as string)
    return turned.toSorted((a, b) => Number(unwilling.has(a)) - Number(unwilling.has(b)))
  }
  let turn = 0

  const forward = async (incoming: IncomingMessage, body: Buffer): Promise<Reply> => {
    const order = inOrder(turn++)
    for (let tried = 0; ; tried++) {
      try {
        return await askNode(order[tried] as string, incoming, body)
      } catch (error) {
        if (!(error instanceof NoReply)) throw error
        const harmless = !error.connected || incoming.method === 'GET'
        if (harmless && tried + 1 < order.length) continue
        failed.push({ method: incoming.method ?? '', failure: error.message })
        return { status: 502, headers: {}, body: Buffer.from(error.message) }
      }
    }
  }

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      void forward(incoming, Buffer.concat(chunks)).then(({ status, headers, body }) =>
        outgoing.writeHead(status, { ...headers, 'content-length': body.length }).end(body),
      )
    })
  })
  await new Promise<void>((ready, refused) => {
    server.once('error', refused).listen(port, '127.0.0.1', ready)
  })
  return {
    url: `http://127.0.0.1:${port}`,
    failed,
    forwarded: () => turn,
    close: () =>
      new Promise((closed) => {
        for (const timer of asking) clearInterval(timer)
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
