import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import fastifyCompress from '@fastify/compress'
import fastifyCookie from '@fastify/cookie'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Logger } from 'pino'
import { Refusal } from '@signalbox/model/text/refusal'
import { errorBody, refusalOf } from './error-reply.ts'
import { httpGuard } from './http-guard.ts'
import type { Metrics } from './metrics.ts'
import { idsOf } from './request-context.ts'
import { requestLog } from './request-log.ts'
import type { Tracing } from './tracing/span.ts'

export interface ServerOptions {
  readonly log: Logger
  readonly metrics: Metrics
  readonly trustedProxies: number
  readonly tracing?: Tracing
  /** How long a connection may be quiet, where a test cannot wait for the usual time. */
  readonly quietMs?: number
}

/** Timeouts and limits that keep slow and fat clients from holding the house. */
const limits = {
  requestTimeout: 15_000,
  connectionTimeout: 20_000,
  // Longer than clients and proxies keep a line they do not use: whoever closes first must not be us, or a request sent
  // at that moment is lost.
  keepAliveTimeout: 75_000,
  bodyLimit: 256 * 1024,
  maxRequestsPerSocket: 10_000,
}

export async function createServer({
  log,
  metrics,
  trustedProxies,
  tracing,
  quietMs = limits.connectionTimeout,
}: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    ...limits,
    connectionTimeout: quietMs,
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // The first hop is whoever has a line to us.
    trustProxy: (_address: string, hop: number) => hop < trustedProxies,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // Who has a line to us when we leave is still served; it is the last answer on that line.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      // Before there is a route nobody else writes a line about the request.
      log.info({ errorId: request.id, cause: error.code, ip: request.ip }, 'request not read')
      void refuse(log, error, request, reply)
    },
    clientErrorHandler: (error, socket) => refuseUnread(log, error, socket),
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
  })
  app.server.maxConnections = 10_000
  lastAnswers(app)
  patienceWithOurselves(app)
  requestLog(app, { log, metrics, tracing })
  httpGuard(app)
  await app.register(fastifyCookie)
  // Small answers are sent as they are; live streams write to the socket themselves and are not touched.
  await app.register(fastifyCompress, { threshold: 2048, encodings: ['br', 'gzip'] })

  app.setErrorHandler((error, request, reply) => refuse(log, error, request, reply))
  app.setNotFoundHandler(notFound)
  return app
}

/** Every no has one shape, and what was our fault stands in the log under the id the caller was told. */
function refuse(log: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error)
  request.refusedWith = refusal.code
  if (refusal.status >= 500)
    log.error(
      {
        ...(request.context && idsOf(request.context)),
        errorId: request.id,
        route: request.routeOptions.url,
        err: error,
      },
      'request failed',
    )
  if (refusal.details.headers) reply.headers(refusal.details.headers)
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(errorBody(refusal, request.id))
}

/** What Node gives up on before there is a request. */
const unreadCodes: Readonly<Record<string, 'HEADERS_TOO_LARGE' | 'TIMEOUT'>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'TIMEOUT',
}

/** Bytes that are no request get the same body as any other refusal, and a line in the log to find it by. */
function refuseUnread(log: Logger, error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const refusal = new Refusal(unreadCodes[error.code ?? ''] ?? 'BAD_REQUEST')
  const errorId = randomUUID()
  log.info({ errorId, code: refusal.code, cause: error.code, ip: socket.remoteAddress }, 'request not read')
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(errorBody(refusal, errorId))
  const headers = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
}

/**
 * A quiet connection is closed, because it is a client that does not send or does not read. While we owe an answer the
 * silence is ours: ten thousand rules take a busy machine longer than that, and cutting the line would lose the answer
 * to something that was done.
 */
function patienceWithOurselves(app: FastifyInstance): void {
  const answers = new WeakMap<Socket, ServerResponse>()
  app.addHook('preHandler', (request, reply, done) => {
    answers.set(request.socket, reply.raw)
    done()
  })
  app.server.on('timeout', (socket: Socket) => {
    if (answers.get(socket)?.headersSent === false) socket.setTimeout(app.server.timeout)
    else socket.destroy()
  })
}

/** Lines that were opened a moment before we stopped listening have their request on the way. */
const onTheWayMs = 500

/**
 * Nobody who reached us is sent away. First no new lines are taken, so that whoever knocks goes to another node; Node
 * would also cut those on which nothing has come yet, and those get a moment first. The last answer on each line says
 * that it is the last: one kept open for the next request would hold the stop up.
 */
function lastAnswers(app: FastifyInstance): void {
  let closing = false
  const lines = new Set<Socket>()
  app.server.on('connection', (line: Socket) => {
    lines.add(line)
    line.once('close', () => lines.delete(line))
  })
  app.addHook('preClose', async () => {
    closing = true
    if (!app.server.listening) return
    // Right after the system was asked for new lines, so that none is left waiting which we have not seen.
    await new Promise((resolve) => setImmediate(resolve))
    NetServer.prototype.close.call(app.server)
    if (lines.size > 0) await pause(onTheWayMs)
    // Browsers open lines in advance; Node takes one on which nothing ever came for busy, and would wait for it.
    for (const line of lines) if (line.bytesRead === 0) line.destroy()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** A path below an API that leads nowhere. */
export const notFound = (): never => {
  throw new Refusal('NOT_FOUND')
}
