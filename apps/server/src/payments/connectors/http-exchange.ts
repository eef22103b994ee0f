import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import type { Timeouts } from './connector.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeouts: Timeouts
}

export interface HttpAnswer {
  readonly kind: 'answered'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** `notSent`: the other side cannot have read the whole request. `unknown`: it may have. */
export type HttpEnding =
  | HttpAnswer
  | { readonly kind: 'notSent'; readonly reason: 'connect' | 'io'; readonly failure: string }
  | { readonly kind: 'unknown'; readonly reason: 'timeout' | 'io' | 'unparseable'; readonly failure: string }

export type HttpExchange = (request: HttpRequest) => Promise<HttpEnding>

export interface HttpExchanger {
  readonly exchange: HttpExchange
  close(): void
}

/** More than any provider has to say; a longer answer is not read to its end. */
const longestAnswer = 256 * 1024
const connectionsPerHost = 64

/** A connection that lay unused this long may be closed by the other side at any moment; before, a break is a break. */
const staleAfterMs = 1_000

/**
 * One exchange over HTTP that knows how far it got. Node's `fetch` hides whether the request left the machine, and that
 * is what decides between "try another provider" and "somebody has to look".
 */
export function createHttpExchanger(now: () => Date): HttpExchanger {
  const options = { keepAlive: true, maxSockets: connectionsPerHost, scheduling: 'lifo' } as const
  const usedAt = new WeakMap<Socket, number>()
  const idleMs = (socket: Socket): number => now().getTime() - (usedAt.get(socket) ?? now().getTime())
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) }

  const exchange: HttpExchange = async (request) => {
    const { protocol } = new URL(request.url)
    if (protocol !== 'http:' && protocol !== 'https:') {
      return { kind: 'notSent', reason: 'connect', failure: `${protocol} is not spoken here` }
    }
    const first = await attempt(request, agents[protocol], {
      idleMs,
      used: (socket) => usedAt.set(socket, now().getTime()),
    })
    if (!first.staleConnection) return first.ending
    // The other side may close a kept connection just as we write to it. Every call we make carries a key that makes
    // it harmless to send twice, so a fresh connection gets one try; whatever that one says, the first may have arrived.
    const { ending } = await attempt(request, false, { idleMs: () => 0, used: () => undefined })
    return ending.kind === 'notSent'
      ? { kind: 'unknown', reason: 'io', failure: `${first.ending.failure}; then ${ending.failure}` }
      : ending
  }

  return {
    exchange,
    close: () => {
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  }
}

type Attempt =
  | { readonly staleConnection: false; readonly ending: HttpEnding }
  | { readonly staleConnection: true; readonly ending: Extract<HttpEnding, { failure: string }> }

interface ConnectionUse {
  /** How long the connection lay unused before this exchange. */
  idleMs(socket: Socket): number
  used(socket: Socket): void
}

const brokenConnection = new Set(['ECONNRESET', 'EPIPE'])

function attempt(request: HttpRequest, agent: http.Agent | false, use: ConnectionUse): Promise<Attempt> {
  return new Promise((resolve) => {
    const url = new URL(request.url)
    const secure = url.protocol === 'https:'
    const outgoing = (secure ? https : http).request(url, {
      method: request.method,
      agent,
      headers: { ...request.headers, 'content-length': String(Buffer.byteLength(request.body)) },
    })
    let idleMs = 0
    // There is somebody; a line they agree on stands; the last byte has left us. Only all three may have reached them.
    const reached = { machine: false, line: false, lastByte: false }
    let timer = setTimeout(
      () => end(failed('timeout', 'could not connect in time')),
      request.timeouts.connectMs,
    )

    const failed = (reason: 'timeout' | 'io', failure: string): HttpEnding => {
      if (!reached.machine) return { kind: 'notSent', reason: 'connect', failure }
      // The last byte never left, so the other side holds a request without its end and cannot act on it.
      if (!reached.line || !reached.lastByte) return { kind: 'notSent', reason: 'io', failure }
      return { kind: 'unknown', reason, failure }
    }
    const end = (ending: HttpEnding, code?: string): void => {
      clearTimeout(timer)
      if (
        ending.kind !== 'answered' &&
        idleMs >= staleAfterMs &&
        code !== undefined &&
        brokenConnection.has(code)
      ) {
        resolve({ staleConnection: true, ending })
      } else {
        resolve({ staleConnection: false, ending })
      }
      outgoing.destroy()
    }
    const connected = (): void => {
      reached.machine = true
      reached.line = true
      clearTimeout(timer)
      timer = setTimeout(() => end(failed('timeout', 'no answer in time')), request.timeouts.readMs)
    }

    outgoing.on('socket', (socket: Socket) => {
      idleMs = use.idleMs(socket)
      use.used(socket)
      if (!socket.connecting) return connected()
      socket.once(secure ? 'secureConnect' : 'connect', connected)
      socket.once('connect', () => (reached.machine = true))
    })
    outgoing.on('finish', () => (reached.lastByte = true))
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // What is not HTTP at all is an answer nobody can read, not a broken line.
      if (error.code?.startsWith('HPE_')) {
        end({ kind: 'unknown', reason: 'unparseable', failure: error.code })
      } else {
        end(failed('io', error.code ?? error.message), error.code)
      }
    })
    outgoing.on('response', (incoming) => readAnswer(incoming, end))
    outgoing.end(request.body)
  })
}

function readAnswer(incoming: http.IncomingMessage, end: (ending: HttpEnding) => void): void {
  const chunks: Buffer[] = []
  let length = 0
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > longestAnswer)
      end({ kind: 'unknown', reason: 'unparseable', failure: 'the answer is too long' })
    else chunks.push(chunk)
  })
  incoming.on('end', () => {
    const body = Buffer.concat(chunks).toString('utf8')
    end({ kind: 'answered', status: incoming.statusCode ?? 0, headers, body })
  })
  incoming.on('error', () =>
    end({ kind: 'unknown', reason: 'io', failure: 'the connection broke within the answer' }),
  )
}
