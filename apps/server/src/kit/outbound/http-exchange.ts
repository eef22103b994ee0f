import http from 'node:http'
import https from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { currentContext, traceparentOf } from '../request-context.ts'
import { beginCall, endCall } from '../tracing/call-span.ts'
import { inSpan } from '../tracing/in-span.ts'
import { checkedLookup, ForbiddenDestination, systemResolve, type Resolve } from './checked-lookup.ts'
import { portOf, type Destinations } from './destinations.ts'

/** A call takes at most both together, whatever comes and however slowly. */
export interface Timeouts {
  readonly connectMs: number
  readonly readMs: number
}

/** How much of an answer is read, and whether one that goes on is an answer at all. */
interface AnswerLimit {
  readonly mostBytes: number
  readonly beyond: 'refuse' | 'cut'
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeouts: Timeouts
  readonly answer?: AnswerLimit
  /** Who is called, for traces: PSP, MERCHANT, WEBHOOK. */
  readonly target?: string
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
const ordinaryAnswer: AnswerLimit = { mostBytes: 256 * 1024, beyond: 'refuse' }
const connectionsPerHost = 64
/** A connection nobody has used for so long is closed, if the other side leaves it to us. */
const longestIdleMs = 60_000

/** A connection that lay unused this long may be closed by the other side at any moment; before, a break is a break. */
const staleAfterMs = 1_000

interface ExchangerDeps {
  readonly now: () => Date
  readonly destinations: Destinations
  /** Tests have names of their own. */
  readonly resolve?: Resolve
  /** Told of each call that was not made, because its address is not allowed. */
  readonly refused?: () => void
}

/**
 * The one way out over HTTP, and one that knows how far a call got. Node's `fetch` hides whether the request left the
 * machine, and that is what decides between "try another provider" and "somebody has to look". Redirects are never
 * followed: the address was checked, another one was not.
 */
export function createHttpExchanger({
  now,
  destinations,
  resolve = systemResolve,
  refused = () => undefined,
}: ExchangerDeps): HttpExchanger {
  const options = {
    keepAlive: true,
    maxSockets: connectionsPerHost,
    scheduling: 'lifo',
    timeout: longestIdleMs,
  } as const
  const usedAt = new WeakMap<Socket, number>()
  const idleMs = (socket: Socket): number => now().getTime() - (usedAt.get(socket) ?? now().getTime())
  const agents = { http: new http.Agent(options), https: new https.Agent(options) }

  const exchangeUntraced: HttpExchange = async (given) => {
    const problem = destinations.webProblem(given.url)
    if (problem !== undefined) {
      refused()
      return { kind: 'notSent', reason: 'connect', failure: problem }
    }
    const request = traced(given)
    const url = new URL(request.url)
    const lookup = checkedLookup(destinations, resolve, portOf(url))
    const agent = url.protocol === 'https:' ? agents.https : agents.http
    const begun = performance.now()
    const first = await attempt(
      request,
      { agent, lookup },
      { idleMs, used: (socket) => usedAt.set(socket, now().getTime()), refused },
    )
    if (!first.staleConnection) return first.ending
    // The other side may close a kept connection just as we write to it. Every call we make carries a key that makes
    // it harmless to send twice, so a fresh connection gets one try; whatever that one says, the first may have arrived.
    const { ending } = await attempt(
      { ...request, timeouts: leftOf(request.timeouts, performance.now() - begun) },
      { agent: false, lookup },
      { idleMs: () => 0, used: () => undefined, refused },
    )
    return ending.kind === 'notSent'
      ? { kind: 'unknown', reason: 'io', failure: `${first.ending.failure}; then ${ending.failure}` }
      : ending
  }

  const exchange: HttpExchange = async (request) => {
    const span = beginCall(request)
    if (!span) return exchangeUntraced(request)
    const ending = await inSpan(span, () => exchangeUntraced(request))
    endCall(span, ending)
    return ending
  }

  return {
    exchange,
    close: () => {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

/** Whoever is called can say later which of our requests it was. */
function traced(request: HttpRequest): HttpRequest {
  const context = currentContext()
  return context
    ? { ...request, headers: { ...request.headers, traceparent: traceparentOf(context) } }
    : request
}

/** What a second try may still take, so that both together take no longer than one. */
function leftOf({ connectMs, readMs }: Timeouts, spentMs: number): Timeouts {
  const left = Math.max(1, connectMs + readMs - spentMs)
  return { connectMs: Math.min(connectMs, left), readMs: Math.min(readMs, left) }
}

type Attempt =
  | { readonly staleConnection: false; readonly ending: HttpEnding }
  | { readonly staleConnection: true; readonly ending: Extract<HttpEnding, { failure: string }> }

interface ConnectionUse {
  /** How long the connection lay unused before this exchange. */
  idleMs(socket: Socket): number
  used(socket: Socket): void
  /** The name turned out to have an address that is not allowed. */
  refused(): void
}

interface Line {
  readonly agent: http.Agent | false
  readonly lookup: LookupFunction
}

const brokenConnection = new Set(['ECONNRESET', 'EPIPE'])

function attempt(request: HttpRequest, line: Line, use: ConnectionUse): Promise<Attempt> {
  return new Promise((resolve) => {
    const url = new URL(request.url)
    const secure = url.protocol === 'https:'
    const outgoing = (secure ? https : http).request(url, {
      method: request.method,
      ...line,
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
      if (error instanceof ForbiddenDestination) {
        use.refused()
        return end(failed('io', error.message))
      }
      // What is not HTTP at all is an answer nobody can read, not a broken line.
      if (error.code?.startsWith('HPE_')) {
        end({ kind: 'unknown', reason: 'unparseable', failure: error.code })
      } else {
        end(failed('io', error.code ?? error.message), error.code)
      }
    })
    outgoing.on('response', (incoming) => readAnswer(incoming, request.answer ?? ordinaryAnswer, end))
    outgoing.end(request.body)
  })
}

function readAnswer(
  incoming: http.IncomingMessage,
  { mostBytes, beyond }: AnswerLimit,
  end: (ending: HttpEnding) => void,
): void {
  const chunks: Buffer[] = []
  let length = 0
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
  const answered = (): void => {
    const body = Buffer.concat(chunks).subarray(0, mostBytes).toString('utf8')
    end({ kind: 'answered', status: incoming.statusCode ?? 0, headers, body })
  }
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length
    chunks.push(chunk)
    if (length <= mostBytes) return
    // Nothing more is read: `end` takes the connection down.
    incoming.pause()
    if (beyond === 'cut') answered()
    else end({ kind: 'unknown', reason: 'unparseable', failure: 'the answer is too long' })
  })
  incoming.on('end', answered)
  incoming.on('error', () =>
    end({ kind: 'unknown', reason: 'io', failure: 'the connection broke within the answer' }),
  )
}
